import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import type { AttemptResult } from '../../../../api/webhooks/attempt.ts'
import { startBlackhole } from '../../../support/blackhole.ts'
import { newReceiverCa, type ReceiverCa, startRawReceiver, startReceiver } from '../../../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../../../support/webhook-sender.ts'
import { listen, until } from '../../../support/wire.ts'

const never = new AbortController().signal
/** For receivers that are expected to take too long. */
const SHORT_MS = 1000

type Connected = Parameters<Parameters<typeof startRawReceiver>[1]['onConnection']>[0]

interface Outcome {
  readonly result: AttemptResult
  readonly error: string
}

/** One attempt at a port; afterwards nothing of the URL, the secrets or the answer stands in its error. */
async function attemptAt(t: ExecutionContext, port: number, ca: ReceiverCa, timeoutMs?: number): Promise<Outcome> {
  const sender = startSender(t, { ca, ...(timeoutMs !== undefined && { timeoutMs }) })
  const webhook = webhookRecord({ url: `https://receiver.test:${port}/path?key=queryword`, authToken: 'tokenword' })
  const result = await sender.attempt(webhook, DELIVERY, never)
  const error = result.attempt.error ?? ''
  t.notRegex(error, /queryword|tokenword|whsec_|answerword|127\.0\.0\.1|receiver\.test/)
  await until(
    () => sender.connections === 0 || result.outcome === 'delivered',
    () => `${sender.connections} connections stay open after: ${error}`,
  )
  return { result, error }
}

/** One attempt at a receiver that answers with these bytes, then does as told. */
async function attemptRaw(
  t: ExecutionContext,
  onRequest: (socket: Connected) => void,
  timeoutMs?: number,
): Promise<Outcome & { readonly connections: number }> {
  const ca = newReceiverCa()
  const receiver = await startRawReceiver(t, {
    ca,
    onConnection: (socket) => socket.once('data', () => onRequest(socket)),
  })
  const outcome = await attemptAt(t, receiver.port, ca, timeoutMs)
  if (outcome.result.outcome !== 'delivered') {
    await until(
      () => receiver.sockets.size === 0,
      () => 'a socket stays open',
    )
  }
  return { ...outcome, connections: receiver.connections() }
}

function isFailure(t: ExecutionContext, { result, error }: Outcome, status: number | null, pattern: RegExp): void {
  t.is(result.outcome, 'failed')
  t.is(result.attempt.status_code, status)
  t.regex(error, pattern)
}

test.serial('a receiver that never answers is given up after the time', async (t) => {
  const outcome = await attemptRaw(t, () => {}, SHORT_MS)
  isFailure(t, outcome, null, /^timeout: no complete answer within 1000 ms$/)
  t.true(outcome.result.attempt.response_time_ms >= SHORT_MS - 5)
})

test.serial('a head without the rest of its answer is no success', async (t) => {
  const outcome = await attemptRaw(
    t,
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nanswerword'),
    SHORT_MS,
  )
  isFailure(t, outcome, 200, /^timeout: /)
})

test.serial('a bad status counts even where the rest of its answer never comes', async (t) => {
  const outcome = await attemptRaw(
    t,
    (socket) => socket.write('HTTP/1.1 500 answerword\r\nContent-Length: 9\r\n\r\n'),
    SHORT_MS,
  )
  isFailure(t, outcome, 500, /^status: the receiver answered 500$/)
})

function drip(socket: Connected, bytes: () => string): void {
  const timer = setInterval(() => socket.write(bytes()), SHORT_MS / 10)
  socket.on('close', () => clearInterval(timer))
}

test.serial('a body that drips is over when the time is, though each byte comes soon', async (t) => {
  const outcome = await attemptRaw(
    t,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      drip(socket, () => 'x')
    },
    SHORT_MS,
  )
  isFailure(t, outcome, 200, /^timeout: /)
})

test.serial('a head that drips is over when the time is', async (t) => {
  const outcome = await attemptRaw(
    t,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, () => 'X-Drip: 1\r\n')
    },
    SHORT_MS,
  )
  isFailure(t, outcome, null, /^timeout: /)
})

test('of a huge answer a few kilobytes are read, then the connection ends', async (t) => {
  let written = 0
  const closed = Promise.withResolvers<void>()
  const { result } = await attemptRaw(t, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${10 ** 12}\r\n\r\n`)
    const chunk = Buffer.alloc(65_536, 'x')
    const more = () => {
      while (!socket.destroyed && socket.write(chunk)) written += chunk.length
    }
    socket.on('drain', more).on('close', closed.resolve)
    more()
  })
  t.is(result.outcome, 'delivered')
  await closed.promise
  // What the two kernels hold for a connection, not what is read of it.
  t.true(written < 32 * 1024 * 1024, `${written} bytes were written`)
})

test('a compressed answer is never inflated', async (t) => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
  const before = process.memoryUsage().arrayBuffers
  const closed = Promise.withResolvers<void>()
  const { result } = await attemptRaw(t, (socket) => {
    socket.on('close', closed.resolve)
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  })
  t.is(result.outcome, 'delivered')
  await closed.promise
  t.true(process.memoryUsage().arrayBuffers - before < 50 * 1024 * 1024)
})

for (const status of [300, 301, 302, 303, 304, 307, 308]) {
  test(`a redirect with ${status} to the inside is not followed`, async (t) => {
    const inside = await startReceiver(t, { ca: newReceiverCa() })
    const location = `https://127.0.0.1:${inside.port}/admin?answerword`
    const outcome = await attemptRaw(t, (socket) =>
      socket.end(`HTTP/1.1 ${status} Go\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
    )
    isFailure(t, outcome, status, new RegExp(`^redirect: the receiver answered ${status}; redirects are not followed$`))
    t.is(inside.connections(), 0)
  })
}

for (const status of [400, 401, 404, 500, 502]) {
  test(`${status} is a failure, and its Retry-After is not followed`, async (t) => {
    const outcome = await attemptRaw(t, (socket) =>
      socket.end(`HTTP/1.1 ${status} No\r\nRetry-After: 60\r\nContent-Length: 10\r\n\r\nanswerword`),
    )
    isFailure(t, outcome, status, new RegExp(`^status: the receiver answered ${status}$`))
    t.is(outcome.result.retryAfterMs, undefined)
  })
}

test('410 says that the receiver wants no more', async (t) => {
  const { result, error } = await attemptRaw(t, (socket) =>
    socket.end('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n'),
  )
  t.is(result.outcome, 'gone')
  t.is(result.attempt.status_code, 410)
  t.regex(error, /^gone: /)
})

for (const status of [429, 503]) {
  test(`${status} says when to come again`, async (t) => {
    const outcome = await attemptRaw(t, (socket) =>
      socket.end(`HTTP/1.1 ${status} Later\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n`),
    )
    isFailure(t, outcome, status, /^status: /)
    t.is(outcome.result.retryAfterMs, 120_000)
  })
}

test('a Retry-After that comes twice says nothing', async (t) => {
  const { result } = await attemptRaw(t, (socket) =>
    socket.end('HTTP/1.1 429 Later\r\nRetry-After: 1\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n'),
  )
  t.is(result.outcome, 'failed')
  t.is(result.retryAfterMs, undefined)
})

test('a connection that is reset before the answer is one failed attempt, not two', async (t) => {
  const outcome = await attemptRaw(t, (socket) => socket.destroy())
  isFailure(t, outcome, null, /^reset: /)
  t.is(outcome.connections, 1)
})

for (const [what, bytes, status] of [
  ['in its head', 'HTTP/1.1 200 OK\r\nContent-', null],
  ['in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nanswerword', 200],
  ['in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n14\r\nanswerword', 200],
] as const) {
  test(`an answer that breaks off ${what} is no success`, async (t) => {
    const outcome = await attemptRaw(t, (socket) => socket.write(bytes, () => socket.destroy()))
    isFailure(t, outcome, status, /^reset: /)
  })
}

test('an answer of HTTP/1.0, which ends with its connection, is a success', async (t) => {
  const { result } = await attemptRaw(t, (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nfine'))
  t.is(result.outcome, 'delivered')
  t.is(result.attempt.status_code, 200)
})

for (const [what, bytes] of [
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\nanswerword\r\n'],
  ['a status that is none', 'HTTP/1.1 20x OK\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  ],
  ['a head without end', `HTTP/1.1 200 OK\r\nX-Big: ${'answerword'.repeat(4000)}\r\n\r\n`],
  ['an invitation to go on', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: answerword\r\n\r\n'],
] as const) {
  test(`${what} is no answer`, async (t) => {
    const outcome = await attemptRaw(t, (socket) => socket.write(bytes))
    isFailure(t, outcome, null, /^protocol: /)
  })
}

test('a chunk that is none breaks the answer', async (t) => {
  const bytes = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nanswerword\r\n'
  const outcome = await attemptRaw(t, (socket) => socket.write(bytes))
  isFailure(t, outcome, 200, /^protocol: /)
})

test('interim answers may precede the final one', async (t) => {
  const { result } = await attemptRaw(t, (socket) =>
    socket.end('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
  )
  t.is(result.outcome, 'delivered')
  t.is(result.attempt.status_code, 204)
})

test('a flood of interim answers is ended', async (t) => {
  const outcome = await attemptRaw(t, (socket) => {
    const flood = 'HTTP/1.1 103 answerword\r\n\r\n'.repeat(100)
    const more = () => {
      while (!socket.destroyed && socket.write(flood));
    }
    socket.on('drain', more)
    more()
  })
  isFailure(t, outcome, null, /^protocol: the receiver sent more than 10 interim answers$/)
})

test('a connection that was kept and is closed when it is used again costs no attempt', async (t) => {
  const ca = newReceiverCa()
  const requests: number[] = []
  const receiver = await startRawReceiver(t, {
    ca,
    onConnection: (socket) => {
      const number = receiver.connections()
      socket.once('data', () => {
        requests.push(number)
        socket.write('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\nKeep-Alive: timeout=30\r\n\r\n')
        socket.once('data', () => {
          requests.push(number)
          socket.destroy()
        })
      })
    },
  })
  const sender = startSender(t, { ca })
  const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/` })
  t.is((await sender.attempt(webhook, DELIVERY, never)).outcome, 'delivered')
  t.is(sender.connections, 1)
  // undici takes the connection back after it has told the end of the answer.
  await new Promise(setImmediate)
  const second = await sender.attempt(webhook, DELIVERY, never)
  t.is(second.attempt.error, null)
  t.is(second.outcome, 'delivered')
  t.deepEqual(requests, [1, 1, 2])
})

test('a port where nothing listens is a failed connection', async (t) => {
  const { server, port } = await listen(t, () => {})
  server.close()
  await once(server, 'close')
  isFailure(t, await attemptAt(t, port, newReceiverCa()), null, /^connect: nothing listens .*\(ECONNREFUSED\)$/)
})

test.serial('a machine that does not answer at all is given up after the time', async (t) => {
  const port = await startBlackhole(t)
  isFailure(t, await attemptAt(t, port, newReceiverCa(), SHORT_MS), null, /^timeout: /)
})

test.serial('a TLS handshake that never goes on is given up after the time', async (t) => {
  const { port, sockets } = await listen(t, (socket) => socket.resume())
  isFailure(t, await attemptAt(t, port, newReceiverCa(), SHORT_MS), null, /^timeout: /)
  await until(
    () => sockets.size === 0,
    () => 'a socket stays open',
  )
})

test('a server that speaks no TLS is said to', async (t) => {
  const { port } = await listen(t, (socket) => socket.end('HTTP/1.1 400 answerword\r\n\r\n'))
  isFailure(t, await attemptAt(t, port, newReceiverCa()), null, /^tls: the TLS handshake failed \(/)
})

test('a server that hangs up during the handshake is said to', async (t) => {
  const { port } = await listen(t, (socket) => socket.once('data', () => socket.destroy()))
  isFailure(t, await attemptAt(t, port, newReceiverCa()), null, /^reset: /)
})

test.serial('many attempts at once at a silent receiver leave no connection behind', async (t) => {
  const ca = newReceiverCa()
  const receiver = await startRawReceiver(t, { ca, onConnection: (socket) => socket.resume() })
  const sender = startSender(t, { ca, timeoutMs: SHORT_MS })
  const webhook = webhookRecord({ url: `https://receiver.test:${receiver.port}/` })
  const results = await Promise.all(Array.from({ length: 40 }, () => sender.attempt(webhook, DELIVERY, never)))
  t.true(results.every(({ attempt }) => attempt.error?.startsWith('timeout: ')))
  await until(
    () => sender.connections === 0 && receiver.sockets.size === 0,
    () => `${sender.connections} connections stay open`,
  )
  // The port still takes connections: it was the sender who let go.
  const probe = connect(receiver.port, '127.0.0.1')
  await once(probe, 'connect')
  probe.destroy()
})
