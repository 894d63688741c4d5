import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { admitExchange } from '../../../proxy/gate/admit-exchange.ts'
import { answer } from '../../../proxy/gate/answer.ts'
import { receiveBody } from '../../../proxy/gate/request-body.ts'
import type { ClientExchange } from '../../../proxy/http/exchange.ts'
import { hasBody } from '../../../proxy/http/heads.ts'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { startH1 } from '../../support/h1.ts'
import { answerOf, openSession, startH2 } from '../../support/h2.ts'
import { until, Wire } from '../../support/wire.ts'

const FOREVER_MS = 3_600_000
const HEAD = 'Host: a\r\nX-Long: long\r\n'
const GET = `GET / HTTP/1.1\r\n${HEAD}\r\n`
const POST = `POST / HTTP/1.1\r\n${HEAD}Content-Length: 20\r\n\r\n`

/** All of a head but the empty line at its end. */
function held(head: string): number {
  return head.length - 2
}

function share(resource: 'requests' | 'bytes', capacity: number): FairShare {
  return new FairShare({ resource, capacity, waitMs: FOREVER_MS, stallMs: FOREVER_MS, maxWaiting: 100 })
}

interface Rig {
  readonly requests: FairShare
  readonly bytes: FairShare
  readonly faults: readonly Error[]
  /** Requests that were let in. */
  readonly admitted: ClientExchange[]
  send(bytes: string): Promise<Wire>
}

/** Requests are let in and their bodies collected as in the product; what then becomes of them is the test's business. */
async function start(t: ExecutionContext, { requests = 100, bytes = 100_000 } = {}): Promise<Rig> {
  const budgets = { requests: share('requests', requests), bytes: share('bytes', bytes) }
  t.teardown(() => {
    budgets.requests.close()
    budgets.bytes.close()
  })
  const admitted: ClientExchange[] = []
  const { port, faults } = await startH1(t, {
    onExchange: (exchange) =>
      admitExchange(budgets, exchange, () => {
        admitted.push(exchange)
        if (hasBody(exchange.request)) receiveBody(exchange, 1000, budgets.bytes, () => {})
      }),
  })
  const send = async (text: string) => (await Wire.open(t, port)).send(text)
  return { ...budgets, faults, admitted, send }
}

async function untilIs(expected: number, value: () => number, what: string): Promise<void> {
  await until(
    () => value() === expected,
    () => `${what} is ${value()}, not ${expected}`,
  )
}

test('a client that goes while it waits to be let in waits no longer', async (t) => {
  const { requests, admitted, send } = await start(t, { requests: 1 })
  const place = requests.tryTake('somebody else')
  const wire = await send(GET)
  await untilIs(1, () => requests.waiting, 'what waits')
  wire.socket.resetAndDestroy()
  await untilIs(0, () => requests.waiting, 'what waits')
  place?.release()
  t.is(requests.held, 0)
  t.deepEqual(admitted, [])
})

test('a client that goes while its head waits for room gives its place back', async (t) => {
  const { requests, bytes, admitted, send } = await start(t, { bytes: 100 })
  const all = bytes.tryTake('somebody else', 100)
  const wire = await send(GET)
  await untilIs(1, () => bytes.waiting, 'what waits')
  t.is(requests.held, 1)
  wire.socket.resetAndDestroy()
  await untilIs(0, () => bytes.waiting, 'what waits')
  await untilIs(0, () => requests.held, 'what is held')
  all?.release()
  t.deepEqual(admitted, [])
})

for (const [how, go] of Object.entries({
  'closes its connection': (wire: Wire) => wire.socket.destroy(),
  'resets it': (wire: Wire) => wire.socket.resetAndDestroy(),
})) {
  test(`a client that ${how} while its body waits for room waits no longer`, async (t) => {
    const { requests, bytes, faults, send } = await start(t)
    const all = bytes.tryTake('somebody else', 80_000)
    const wire = await send(`${POST.replace('Content-Length: 20', 'Transfer-Encoding: chunked')}3\r\nabc\r\n`)
    await untilIs(1, () => bytes.waiting, 'what waits')
    go(wire)
    await untilIs(0, () => bytes.waiting, 'what waits')
    await untilIs(0, () => requests.held, 'what is held')
    all?.release()
    t.is(bytes.held, 0)
    t.deepEqual(faults, [])
  })
}

test('heads count to the bytes that a client holds, alone and with their bodies', async (t) => {
  const { bytes, admitted, send } = await start(t)
  const first = await send(GET)
  await untilIs(1, () => admitted.length, 'what was let in')
  t.is(bytes.held, held(GET))
  await send(`${POST}ten bytes.`)
  await untilIs(2, () => admitted.length, 'what was let in')
  t.is(bytes.held, held(GET) + held(POST) + 20)
  for (const exchange of admitted) answer(exchange, { status: 200, headers: {}, body: '' })
  await first.expect('200 OK')
  t.is(bytes.held, 0)
})

test('an upgrade counts as a request until its connection is handed over', async (t) => {
  const { requests, bytes, admitted, send } = await start(t)
  await send(`GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  await untilIs(1, () => admitted.length, 'what was let in')
  t.is(requests.held, 1)
  const socket = admitted[0]?.takeOver({ reason: 'Switching Protocols', fields: '' }).socket
  t.teardown(() => socket?.destroy())
  t.is(requests.held, 0)
  t.is(bytes.held, 0)
})

const WINDOW = 262_144
const UPLOAD = { ':scheme': 'https', ':authority': 'a', ':path': '/', ':method': 'POST' }

/** The same over HTTP/2: bodies of up to a megabyte are collected. */
async function startUploads(t: ExecutionContext, { requests = 100, bytes = 100_000_000 } = {}) {
  const budgets = { requests: share('requests', requests), bytes: share('bytes', bytes) }
  t.teardown(() => {
    budgets.requests.close()
    budgets.bytes.close()
  })
  const results: unknown[] = []
  const { session, port } = await startH2(t, {
    onExchange: (exchange) =>
      admitExchange(budgets, exchange, () =>
        receiveBody(exchange, 1_000_000, budgets.bytes, (result) => {
          results.push(result instanceof Error ? result.message : result.kind)
          if (result instanceof Error) answer(exchange, { status: 503, headers: {}, body: 'busy' })
        }),
      ),
  })
  const upload = (size: number, from = session) => {
    const stream = from.request(UPLOAD).on('error', () => {})
    stream.write(Buffer.alloc(size, 'x'))
    return stream
  }
  return { ...budgets, results, session, port, upload }
}

test('what a client of HTTP/2 sends of a body before it is let in counts to what it holds', async (t) => {
  const { requests, bytes, upload } = await startUploads(t, { requests: 1 })
  const place = requests.tryTake('somebody else')
  const streams = Array.from({ length: 8 }, () => upload(1_000_000))
  await until(
    () => requests.waiting === 8 && bytes.held >= 8 * WINDOW,
    () => `${requests.waiting} wait, ${bytes.held} bytes are held`,
  )
  for (const stream of streams) stream.close()
  await t.notThrowsAsync(untilIs(0, () => bytes.held, 'what is held'))
  place?.release()
})

test('where there is no room for what came unasked the request is refused, and nothing is held beyond the bound', async (t) => {
  const { requests, bytes, session } = await startUploads(t, { requests: 1, bytes: 4 * WINDOW })
  const place = requests.tryTake('somebody else')
  let most = 0
  const answers = Array.from({ length: 16 }, () => {
    const stream = session.request(UPLOAD).on('error', () => {})
    stream.write(Buffer.alloc(1_000_000, 'x'))
    return answerOf(stream).then((answered) => {
      most = Math.max(most, bytes.held)
      return answered
    })
  })
  const refused: number[] = []
  for (const answered of answers) void answered.then(({ status }) => refused.push(status))
  await until(
    () => refused.length >= 12,
    () => `${refused.length} were refused, ${bytes.held} bytes are held`,
  )
  t.deepEqual([...new Set(refused)], [503])
  t.true(most <= 4 * WINDOW, String(most))
  session.destroy()
  await untilIs(0, () => bytes.held, 'what is held')
  place?.release()
})

test('a body without a length holds its part while it comes, and no more than it is when it is there', async (t) => {
  const { bytes, results, upload } = await startUploads(t)
  const stream = upload(100)
  await until(
    () => bytes.held > 0,
    () => 'nothing is held',
  )
  stream.end()
  await until(
    () => results.length === 1,
    () => 'the body is not whole',
  )
  t.deepEqual(results, ['complete'])
  t.true(bytes.held < 200, String(bytes.held))
  stream.close()
  await untilIs(0, () => bytes.held, 'what is held')
})

test('a body that comes byte by byte costs what its pieces cost while it is not read', async (t) => {
  const { requests, bytes, session } = await startUploads(t, { requests: 1 })
  const place = requests.tryTake('somebody else')
  const stream = session.request(UPLOAD).on('error', () => {})
  for (let n = 0; n < 200; n++) {
    stream.write('x')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until(
    () => bytes.held >= 16_384,
    () => `${bytes.held} bytes are held`,
  )
  stream.close()
  await t.notThrowsAsync(untilIs(0, () => bytes.held, 'what is held'))
  place?.release()
})

test('a client that ends its side in the middle of a body has its room back at once', async (t) => {
  const { bytes, results, port, upload } = await startUploads(t)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  upload(10_000, openSession(t, port, { createConnection: () => socket }))
  await until(
    () => bytes.held > 0,
    () => 'nothing is held',
  )
  socket.end()
  await untilIs(0, () => bytes.held, 'what is held')
  t.deepEqual(results, ['aborted'])
})
