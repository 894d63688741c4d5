import test from 'ava'
import { answerWhole, startH1 } from '../../../support/h1.ts'
import { Wire } from '../../../support/wire.ts'

const CHUNKED = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
const post = (...fields: string[]) =>
  `POST / HTTP/1.1\r\nHost: a\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`

/** Bytes on the wire, and what the server makes of them: method, target, body. */
const TAKEN: Readonly<Record<string, readonly [bytes: string, read: string]>> = {
  'a GET': ['GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n', 'GET /a?b=c '],
  'a backslash in the query, as browsers send it': ['GET /a?b=\\c HTTP/1.1\r\nHost: a\r\n\r\n', 'GET /a?b=\\c '],
  'a method nobody knows': ['PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n', 'PROPFIND / '],
  'OPTIONS *': ['OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 'OPTIONS * '],
  'HTTP/1.0 without Host': ['GET / HTTP/1.0\r\n\r\n', 'GET / '],
  'an empty line before the request': ['\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n', 'GET / '],
  'a length': [`${post('Content-Length: 5')}hello`, 'POST / hello'],
  'a length of nothing': [post('Content-Length: 0'), 'POST / '],
  'no length': [post(), 'POST / '],
  chunks: [`${CHUNKED}5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n`, 'POST / hello world'],
  'chunks with extensions': [`${CHUNKED}5;a=b;c="d"\r\nhello\r\n0;e\r\n\r\n`, 'POST / hello'],
  'chunk sizes in capitals, with leading zeros': [`${CHUNKED}000A\r\n0123456789\r\n00\r\n\r\n`, 'POST / 0123456789'],
  'chunks with a trailer': [`${CHUNKED}5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n`, 'POST / hello'],
  'a value of tabs and bytes above ASCII': ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\tc \xe9\xff\r\n\r\n', 'GET / '],
  'an empty value': ['GET / HTTP/1.1\r\nHost: a\r\nX-A:\r\n\r\n', 'GET / '],
  'an upgrade that is asked for with a body': [
    `${post('Connection: Upgrade', 'Upgrade: h2c', 'Content-Length: 2')}hi`,
    'POST / hi',
  ],
}

/** Bytes on the wire, and the status they are answered with before the connection ends. */
const REFUSED: Readonly<Record<string, readonly [bytes: string, status: number]>> = {
  'a bare LF behind the request line': ['GET / HTTP/1.1\nHost: a\r\n\r\n', 400],
  'bare LFs throughout': ['GET / HTTP/1.1\nHost: a\n\n', 400],
  'a bare LF behind a field': ['GET / HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n', 400],
  'a bare CR in a value': ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n\r\n', 400],
  'NUL in a value': ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n', 400],
  'a control character in a value': ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\x01c\r\n\r\n', 400],
  'DEL in a value': ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\x7fc\r\n\r\n', 400],
  'a folded field': ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n', 400],
  'a folded first field': ['GET / HTTP/1.1\r\n Host: a\r\n\r\n', 400],
  'a space before the colon': ['GET / HTTP/1.1\r\nHost : a\r\n\r\n', 400],
  'a tab before the colon': ['GET / HTTP/1.1\r\nHost\t: a\r\n\r\n', 400],
  'a field without a name': ['GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
  'a field without a colon': ['GET / HTTP/1.1\r\nHost: a\r\nX-A\r\n\r\n', 400],
  'a name that is no token': ['GET / HTTP/1.1\r\nHost: a\r\nX(A): b\r\n\r\n', 400],
  'a name above ASCII': ['GET / HTTP/1.1\r\nHost: a\r\nX-\xe9: b\r\n\r\n', 400],
  'no method': [' / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a method that is no token': ['G@T / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'two spaces behind the method': ['GET  / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a tab behind the method': ['GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a space in the target': ['GET /a b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'two spaces behind the target': ['GET /  HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a space behind the version': ['GET / HTTP/1.1 \r\nHost: a\r\n\r\n', 400],
  'a target above ASCII': ['GET /caf\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'no version': ['GET /\r\nHost: a\r\n\r\n', 400],
  'HTTP/0.9': ['GET / HTTP/0.9\r\nHost: a\r\n\r\n', 400],
  'HTTP/1.2': ['GET / HTTP/1.2\r\nHost: a\r\n\r\n', 400],
  'HTTP/2.0': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'http/1.1': ['GET / http/1.1\r\nHost: a\r\n\r\n', 400],
  'no Host': ['GET / HTTP/1.1\r\nX-A: b\r\n\r\n', 400],
  'two Hosts': ['GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', 400],
  'two lengths': [`${post('Content-Length: 5', 'Content-Length: 6')}hello`, 400],
  'two equal lengths': [`${post('Content-Length: 5', 'Content-Length: 5')}hello`, 400],
  'a list of lengths': [`${post('Content-Length: 5, 5')}hello`, 400],
  'a signed length': [`${post('Content-Length: +5')}hello`, 400],
  'a negative length': [`${post('Content-Length: -5')}hello`, 400],
  'a length with a leading zero': [`${post('Content-Length: 05')}hello`, 400],
  'a hexadecimal length': [`${post('Content-Length: 0x5')}hello`, 400],
  'a length no number holds': [`${post('Content-Length: 99999999999999999999')}hello`, 400],
  'an empty length': [`${post('Content-Length:')}hello`, 400],
  'a length and chunks': [`${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
  'chunks and a length': [`${post('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`, 400],
  'gzip below chunks': [`${post('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`, 400],
  'chunks twice': [`${post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
  'chunks listed twice': [`${post('Transfer-Encoding: chunked, chunked')}0\r\n\r\n`, 400],
  'an unknown coding': [`${post('Transfer-Encoding: xchunked')}0\r\n\r\n`, 400],
  identity: [`${post('Transfer-Encoding: identity')}hello`, 400],
  'chunks in HTTP/1.0': ['POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  'two Content-Types': [`${post('Content-Type: a/b', 'Content-Type: c/d', 'Content-Length: 5')}hello`, 400],
  ...Object.fromEntries(
    ['Content-Type', 'Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Host'].map((name) => [
      `Connection that names ${name}`,
      [`${post(`Connection: keep-alive, ${name.toLowerCase()}`, 'Content-Length: 5')}hello`, 400],
    ]),
  ),
  'another expectation': [`${post('Expect: 200-ok', 'Content-Length: 5')}hello`, 417],
  'no chunk size': [`${CHUNKED}\r\nhello\r\n0\r\n\r\n`, 400],
  'a chunk size that is no number': [`${CHUNKED}zz\r\nhello\r\n0\r\n\r\n`, 400],
  'a signed chunk size': [`${CHUNKED}+5\r\nhello\r\n0\r\n\r\n`, 400],
  'a chunk size with 0x': [`${CHUNKED}0x5\r\nhello\r\n0\r\n\r\n`, 400],
  'a chunk size no number holds': [`${CHUNKED}ffffffffffffffff\r\nhello\r\n0\r\n\r\n`, 400],
  'a space behind a chunk size': [`${CHUNKED}5 \r\nhello\r\n0\r\n\r\n`, 400],
  'a bare LF behind a chunk size': [`${CHUNKED}5\nhello\r\n0\r\n\r\n`, 400],
  'a bare LF in a chunk extension': [`${CHUNKED}5;a\nb\r\nhello\r\n0\r\n\r\n`, 400],
  'a chunk that is longer than its size': [`${CHUNKED}4\r\nhello\r\n0\r\n\r\n`, 400],
  'a bare LF behind a chunk': [`${CHUNKED}5\r\nhello\n0\r\n\r\n`, 400],
  'an extension without a name': [`${CHUNKED}5;\r\nhello\r\n0\r\n\r\n`, 400],
  'an extension whose quotes do not end': [`${CHUNKED}5;a="b\r\nhello\r\n0\r\n\r\n`, 400],
  'a fragment in the target': ['GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'an empty fragment': ['GET /a# HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a fragment behind the query': ['GET /a?b#c HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a backslash in the path': ['GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a backslash in an absolute form': ['GET http://a\\b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a target that is no form of one': ['GET a/b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'extensions without end': [`${CHUNKED}5;${'a'.repeat(2000)}\r\nhello\r\n0\r\n\r\n`, 413],
  'many small extensions': [`${CHUNKED}${`1;${'a'.repeat(900)}\r\nx\r\n`.repeat(20)}0\r\n\r\n`, 413],
  'a trailer that frames': [`${CHUNKED}5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n`, 400],
  'a trailer that reinterprets': [`${CHUNKED}5\r\nhello\r\n0\r\nContent-Type: a/b\r\n\r\n`, 400],
  'a malformed trailer': [`${CHUNKED}5\r\nhello\r\n0\r\nX A: b\r\n\r\n`, 400],
  'trailers without end': [`${CHUNKED}0\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  'a head that is too large': [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
  'a head without end': [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(70_000)}`, 431],
  'too many fields': [`GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(300)}\r\n`, 431],
  'more in Connection than anybody names': [
    `GET / HTTP/1.1\r\nHost: a\r\nConnection: ${'a,'.repeat(3000)}\r\n\r\n`,
    431,
  ],
  'a target that is too long': [`GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
  'two empty lines before the request': ['\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'a TLS hello': ['\x16\x03\x01\x00\x05hello', 400],
}

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'

/** What a server read, one line a request. */
async function serve(t: Parameters<typeof Wire.open>[0] & Parameters<typeof startH1>[0]) {
  const read: string[] = []
  const { port, faults } = await startH1(t, {
    onExchange: (exchange) => {
      const { method, target } = exchange.request
      answerWhole(exchange, (body) => {
        read.push(`${method} ${target} ${body.toString('latin1')}`)
        return 'taken'
      })
    },
  })
  return { wire: await Wire.open(t, port), read, faults }
}

for (const [what, [bytes, expected]] of Object.entries(TAKEN)) {
  test(`${what} is taken, at once and byte by byte`, async (t) => {
    const whole = await serve(t)
    await whole.wire.send(Buffer.from(bytes, 'latin1')).expect('taken')
    t.deepEqual(whole.read, [expected])
    const pieces = await serve(t)
    pieces.wire.socket.setNoDelay(true)
    for (const byte of Buffer.from(bytes, 'latin1')) {
      pieces.wire.send(Buffer.of(byte))
      await new Promise(setImmediate)
    }
    await pieces.wire.expect('taken')
    t.deepEqual(pieces.read, [expected])
    t.deepEqual([...whole.faults, ...pieces.faults], [])
  })
}

for (const [what, [bytes, status]] of Object.entries(REFUSED)) {
  test(`${what} is answered with ${status}, and nothing behind it is read`, async (t) => {
    const { wire, read, faults } = await serve(t)
    const answer = await wire.send(Buffer.from(bytes + SMUGGLED, 'latin1')).expectEnd()
    t.regex(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    t.is(answer.match(/HTTP\/1\.1 \d/g)?.length, 1)
    t.deepEqual(read, [])
    t.deepEqual(faults, [])
  })
}

test('fields of this hop, and those that Connection names, are not passed on; the others are, byte for byte', async (t) => {
  const blocks: string[] = []
  const { port } = await startH1(t, {
    onExchange: (exchange) => {
      blocks.push(exchange.request.fields.forwardable())
      answerWhole(exchange, () => 'taken')
    },
  })
  const wire = await Wire.open(t, port)
  const clean = 'Host: a\r\nuser-agent:curl\r\nX-A:  b \r\n'
  await wire.send(`GET / HTTP/1.1\r\n${clean}\r\n`).expect('taken')
  wire.send(
    `GET / HTTP/1.1\r\nKeep-Alive: 5\r\nHost: a\r\nConnection: keep-alive, x-mine\r\nX-Mine: 1\r\nuser-agent:curl\r\nTE: trailers\r\nX-A:  b \r\nProxy-Authorization: Basic eA==\r\n\r\n`,
  )
  await wire.expect('taken'.repeat(1))
  while (blocks.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  t.deepEqual(blocks, [clean, clean])
})

test('pipelined requests are read one after the other, each when the one before it is answered', async (t) => {
  const begun: string[] = []
  const answers: (() => void)[] = []
  const { port } = await startH1(t, {
    onExchange: (exchange) => {
      begun.push(exchange.request.target)
      answers.push(() => answerWhole(exchange, () => `answer to ${exchange.request.target}`))
    },
  })
  const wire = await Wire.open(t, port)
  wire.send(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  for (const path of ['/1', '/2', '/3']) {
    while (begun.at(-1) !== path) await new Promise((resolve) => setTimeout(resolve, 5))
    t.is(answers.length, 1)
    answers.shift()?.()
    await wire.expect(`answer to ${path}`)
  }
})

test('a client that waits for 100 (Continue) is told to go on once its body is wanted, and only then', async (t) => {
  const { wire, read } = await serve(t)
  wire.send(post('Expect: 100-continue', 'Content-Length: 5'))
  t.is(await wire.expect('\r\n\r\n'), 'HTTP/1.1 100 Continue\r\n\r\n')
  await wire.send('hello').expect('taken')
  t.deepEqual(read, ['POST / hello'])
})

test('a client that waits for 100 (Continue) and is refused is not told to go on, and its connection ends', async (t) => {
  const { port } = await startH1(t, {
    onExchange: (exchange) => {
      exchange.begin({ status: 400, reason: 'No', fields: 'Content-Length: 0\r\n', body: 'framed' })
      exchange.end()
    },
  })
  const wire = await Wire.open(t, port)
  const answer = await wire.send(post('Expect: 100-continue', 'Content-Length: 5')).expectEnd()
  t.is(answer, 'HTTP/1.1 400 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
})

test('an answer of unknown length goes in chunks, to HTTP/1.0 until the connection ends', async (t) => {
  const { port } = await startH1(t, {
    onExchange: (exchange) => {
      exchange.begin({ status: 200, reason: 'OK', fields: 'X-A: b\r\n', body: 'streamed' })
      exchange.write(Buffer.from('hello'))
      exchange.end('X-Sum: 1\r\n')
    },
  })
  const modern = await Wire.open(t, port)
  t.is(
    await modern.send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n').expectEnd(),
    'HTTP/1.1 200 OK\r\nX-A: b\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n',
  )
  const old = await Wire.open(t, port)
  t.is(
    await old.send('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n').expectEnd(),
    'HTTP/1.1 200 OK\r\nX-A: b\r\nConnection: close\r\n\r\nhello',
  )
})

test('what goes wrong in a request ends that connection, is told, and nobody else hears of it', async (t) => {
  const { port, faults } = await startH1(t, {
    onExchange: (exchange) => {
      if (exchange.request.target === '/bad') throw new Error('a mistake')
      answerWhole(exchange, () => 'taken')
    },
  })
  const other = await Wire.open(t, port)
  const bad = await Wire.open(t, port)
  t.is(await bad.send('GET /bad HTTP/1.1\r\nHost: a\r\n\r\n').expectEnd(), '')
  t.deepEqual(
    faults.map(({ message }) => message),
    ['a mistake'],
  )
  await other.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n').expect('taken')
})
