import test from 'ava'
import { UpstreamError } from '../../../../proxy/errors.ts'
import { startService } from '../../../support/h1-upstream.ts'

/** Bytes of a service, and what is made of them: status, reason, fields, body, whether the connection is used again. */
const TAKEN: Readonly<
  Record<string, readonly [bytes: string, line: string, fields: string, body: string, reused: boolean]>
> = {
  'a length': ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi', '200 OK', 'Content-Length: 2\r\n', 'hi', true],
  chunks: ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n', '200 OK', '', 'hi', true],
  'chunks with padded sizes': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2  \r\nhi\r\n0  \r\n\r\n',
    '200 OK',
    '',
    'hi',
    true,
  ],
  'no length': ['HTTP/1.1 200 OK\r\n\r\nhi', '200 OK', '', 'hi', false],
  'HTTP/1.0': ['HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi', '200 OK', 'Content-Length: 2\r\n', 'hi', false],
  'no reason': ['HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', '200 ', 'Content-Length: 0\r\n', '', true],
  'a control character in the reason': [
    'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'Content-Length: 0\r\n',
    '',
    true,
  ],
  'a byte above ASCII in the reason': [
    'HTTP/1.1 200 caf\xe9\r\nContent-Length: 0\r\n\r\n',
    '200 caf\xe9',
    'Content-Length: 0\r\n',
    '',
    true,
  ],
  'status 999': ['HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n', '999 No', 'Content-Length: 0\r\n', '', true],
  'bare LFs': [
    'HTTP/1.1 200 OK\nX-A: b\nContent-Length: 2\n\nhi',
    '200 OK',
    'X-A: b\r\nContent-Length: 2\r\n',
    'hi',
    true,
  ],
  'a body that begins with empty lines behind bare LFs': [
    'HTTP/1.1 200 OK\nContent-Length: 4\n\n\r\n\r\n',
    '200 OK',
    'Content-Length: 4\r\n',
    '\r\n\r\n',
    true,
  ],
  'a folded field': [
    'HTTP/1.1 200 OK\r\nX-A: b\r\n  c\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'X-A: b c\r\nContent-Length: 0\r\n',
    '',
    true,
  ],
  'blanks before a colon': [
    'HTTP/1.1 200 OK\r\nX-A : b\r\nContent-Length : 0\r\n\r\n',
    '200 OK',
    'X-A: b\r\nContent-Length: 0\r\n',
    '',
    true,
  ],
  'control characters in a value': [
    'HTTP/1.1 200 OK\r\nX-A: b\0\rc\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'X-A: bc\r\nContent-Length: 0\r\n',
    '',
    true,
  ],
  'a line that is no field': [
    'HTTP/1.1 200 OK\r\nwhat is this\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'Content-Length: 0\r\n',
    '',
    true,
  ],
  'one length twice': [
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi',
    '200 OK',
    'Content-Length: 2\r\n',
    'hi',
    true,
  ],
  'one length as a list': [
    'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nhi',
    '200 OK',
    'Content-Length: 2\r\n',
    'hi',
    true,
  ],
  'interim answers': [
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'Content-Length: 0\r\n',
    '',
    true,
  ],
  '204 with a length': ['HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', '204 No Content', '', '', true],
  '304 with a length': [
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n',
    '304 Not Modified',
    'Content-Length: 5\r\n',
    '',
    true,
  ],
  'fields of this hop': [
    'HTTP/1.1 200 OK\r\nAlt-Svc: h3\r\nConnection: keep-alive, x-mine\r\nX-Mine: 1\r\nKeep-Alive: timeout=5\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'Content-Length: 0\r\n',
    '',
    true,
  ],
  'a close': [
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'Content-Length: 0\r\n',
    '',
    false,
  ],
  'a keep-alive that is as good as over': [
    'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n',
    '200 OK',
    'Content-Length: 0\r\n',
    '',
    false,
  ],
  'bytes behind the answer': [
    'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1',
    '200 OK',
    'Content-Length: 0\r\n',
    '',
    false,
  ],
}

const REFUSED: Readonly<Record<string, string>> = {
  'no HTTP': 'SSH-2.0-OpenSSH\r\n\r\n',
  'another version': 'HTTP/2.0 200 OK\r\n\r\n',
  'status 000': 'HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n',
  'status 099': 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n',
  'status of two digits': 'HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n',
  'status of four digits': 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n',
  'a 101 that was not asked for':
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!',
  'a length that is none': 'HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nhi',
  'a length and chunks': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a coding below chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'broken chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhi\r\n0\r\n\r\n',
  'interim answers without end': 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100),
  'a head without end': `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}`,
  'too many fields': `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(300)}\r\n`,
}

for (const [what, [bytes, line, fields, body, reused]] of Object.entries(TAKEN)) {
  test(`${what} is taken, and passed on clean`, async (t) => {
    const service = await startService(t, (socket) => {
      socket.write(Buffer.from(bytes, 'latin1'))
      if (!reused && !/length|close|timeout/i.test(bytes)) socket.end()
    })
    const outcome = await service.ask()
    t.is(outcome.error, undefined)
    t.is(`${outcome.head?.status} ${outcome.head?.reason}`, line)
    t.is(outcome.head?.fields, fields)
    t.is(outcome.body, body)
    await service.ask()
    t.is(service.received.length, reused ? 1 : 2, JSON.stringify(service.received))
  })

  test(`${what} is the same byte by byte`, async (t) => {
    const service = await startService(t, async (socket) => {
      socket.setNoDelay(true)
      for (const byte of Buffer.from(bytes, 'latin1')) {
        socket.write(Buffer.of(byte))
        await new Promise(setImmediate)
      }
      if (!reused) socket.end()
    })
    const outcome = await service.ask()
    t.is(outcome.error, undefined)
    t.deepEqual([outcome.head?.fields, outcome.body], [fields, body])
  })
}

for (const [what, bytes] of Object.entries(REFUSED)) {
  test(`${what} ends that connection alone, as an answer that cannot be read`, async (t) => {
    const service = await startService(t, (socket, text) => {
      const isOdd = text.startsWith('GET /odd')
      socket.write(Buffer.from(isOdd ? bytes : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi', 'latin1'))
    })
    const [odd, good] = await Promise.all([service.ask({ path: '/odd' }), service.ask()])
    t.true(odd.error instanceof UpstreamError)
    t.is((odd.error as UpstreamError).failure, 'protocol')
    t.is(odd.head, undefined)
    t.is(good.body, 'hi')
    t.is((await service.ask()).body, 'hi')
    t.is(service.received.length, 2)
  })
}

test('an answer to HEAD has no body, whatever its fields say', async (t) => {
  const service = await startService(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'))
  for (let n = 0; n < 2; n++) {
    const { head, body } = await service.ask({ method: 'HEAD' })
    t.deepEqual([head?.fields, body], ['Content-Length: 5\r\n', ''])
  }
  t.is(service.received.length, 1)
})

test('a request leaves in one piece, with its fields as they are', async (t) => {
  const pieces: string[] = []
  const service = await startService(t, (socket, text) => {
    pieces.push(text)
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  const fields = 'Host: a\r\nx-A:  b\r\nContent-Length: 5\r\n'
  await service.ask({ method: 'POST', path: '/x?y', fields, body: Buffer.from('hello') })
  t.deepEqual(pieces, [`POST /x?y HTTP/1.1\r\n${fields}\r\nhello`])
})

for (const [method, sentTwice] of [
  ['GET', true],
  ['PUT', true],
  ['DELETE', true],
  ['POST', false],
  ['PATCH', false],
] as const) {
  test(`${method} on a used connection that breaks off is ${sentTwice ? 'sent once more' : 'told as a failure'}`, async (t) => {
    let asked = 0
    const service = await startService(t, (socket, _text, connection) => {
      asked++
      if (connection === 0 && asked === 2) socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
    })
    t.is((await service.ask()).body, 'hi')
    const outcome = await service.ask({ method })
    t.is(outcome.body, sentTwice ? 'hi' : '')
    t.is(outcome.error === undefined, sentTwice)
    t.is(asked, sentTwice ? 3 : 2)
  })
}

test('a connection that the service has ended meanwhile is not used again, by POST either', async (t) => {
  const service = await startService(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
  })
  t.is((await service.ask({ method: 'POST' })).body, 'hi')
  await new Promise((resolve) => setTimeout(resolve, 50))
  t.is((await service.ask({ method: 'POST' })).body, 'hi')
  t.is(service.received.length, 2)
})

test('nobody waits for a connection on which the service is silent', async (t) => {
  const service = await startService(t, (socket, text) => {
    if (!text.startsWith('GET /silent')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
  })
  const silent = service.ask({ path: '/silent' })
  const others = await Promise.all([1, 2, 3].map(() => service.ask()))
  t.true(others.every(({ body }) => body === 'hi'))
  await service.exchanger.close()
  t.true((await silent).error instanceof UpstreamError)
})

test('beyond the bound requests wait in turns, client by client', async (t) => {
  const order: string[] = []
  const held: (() => void)[] = []
  const service = await startService(
    t,
    (socket, text) => {
      order.push(/^GET (\S+)/.exec(text)?.[1] ?? '')
      held.push(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'))
    },
    { maxConnections: 1 },
  )
  const from = (address: string) => ({
    connection: {
      client: { address },
      target: { host: 'a', port: 443 },
      scheme: 'https' as const,
      otherName: undefined,
    },
  })
  const paths = [
    ['/a1', 'A'],
    ['/a2', 'A'],
    ['/a3', 'A'],
    ['/b1', 'B'],
    ['/c1', 'C'],
  ] as const
  const all = Promise.all(paths.map(([path, client]) => service.ask({ path, ...from(client) })))
  for (let n = 0; n < paths.length; n++) {
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    held.shift()?.()
  }
  await all
  t.deepEqual(order, ['/a1', '/a2', '/b1', '/c1', '/a3'])
  t.is(service.received.length, 1)
})

for (const scheme of ['NTLM', 'Negotiate', 'Kerberos']) {
  test(`a connection on which ${scheme} was asked for is never used for another client`, async (t) => {
    const service = await startService(t, (socket) => {
      socket.write(`HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: ${scheme}\r\nContent-Length: 0\r\n\r\n`)
    })
    const person = {
      connection: {
        client: { address: '127.0.0.1' },
        target: { host: 'a', port: 443 },
        scheme: 'https' as const,
        otherName: undefined,
      },
    }
    await service.ask(person)
    await service.ask(person)
    t.is(service.received.length, 1)
    await service.ask()
    t.is(service.received.length, 2)
  })
}
