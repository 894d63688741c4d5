import { constants } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import type { ClientExchange } from '../../../../proxy/http/exchange.ts'
import { END_HEADERS, END_STREAM, FRAME, frame, literals, PREFACE } from '../../../support/frames.ts'
import { answerWhole } from '../../../support/h1.ts'
import { answerOf, ask, startH2 } from '../../../support/h2.ts'
import { once } from '../../../support/once.ts'
import { Wire } from '../../../support/wire.ts'

const HEAD = { ':scheme': 'https', ':authority': 'a', ':path': '/' }
const POST = { ...HEAD, ':method': 'POST' }

/** Answers with the request as the gate sees it. */
function echo(exchange: ClientExchange): void {
  const { method, target, fields, framing } = exchange.request
  answerWhole(exchange, (body) =>
    JSON.stringify({ method, target, framing, fields: fields.forwardable(), body: `${body}` }),
  )
}

test('a request becomes the head that the gate knows: Host first, cookies in one field', async (t) => {
  const { session } = await startH2(t, { onExchange: echo })
  const { status, headers, body } = await ask(session, {
    ...HEAD,
    ':path': '/x?y=1',
    cookie: ['a=1', 'b=2'],
    'x-twice': ['1', '2'],
    te: 'trailers',
  })
  t.is(status, 200)
  t.is(headers.date, undefined)
  t.deepEqual(JSON.parse(`${body}`), {
    method: 'GET',
    target: '/x?y=1',
    framing: 'none',
    fields: 'Host: a\r\nx-twice: 1\r\nx-twice: 2\r\ncookie: a=1; b=2\r\n',
    body: '',
  })
})

test('a body comes with its length, or without one', async (t) => {
  const { session } = await startH2(t, { onExchange: echo })
  const counted = JSON.parse(`${(await ask(session, { ...POST, 'content-length': '5' }, 'hello')).body}`)
  t.is(counted.framing, 5)
  t.is(counted.body, 'hello')
  const streamed = JSON.parse(`${(await ask(session, POST, 'hello')).body}`)
  t.is(streamed.framing, 'chunked')
  t.is(streamed.body, 'hello')
})

test('several requests at once are answered each on its stream, in any order', async (t) => {
  const waiting: ClientExchange[] = []
  const { session } = await startH2(t, {
    onExchange(exchange) {
      waiting.unshift(exchange)
      if (waiting.length === 3) for (const one of waiting) answerWhole(one, () => one.request.target)
    },
  })
  const answers = await Promise.all(['/1', '/2', '/3'].map((path) => ask(session, { ...HEAD, ':path': path })))
  t.deepEqual(
    answers.map(({ body }) => `${body}`),
    ['/1', '/2', '/3'],
  )
})

const REFUSED: readonly [string, Record<string, string | string[]>, number][] = [
  ['another scheme', { ...HEAD, ':scheme': 'http' }, 400],
  ['a Host that differs from :authority', { ...HEAD, host: 'b' }, 400],
  ['a fragment', { ...HEAD, ':path': '/x#y' }, 400],
  ['a backslash in the path', { ...HEAD, ':path': '/x\\y' }, 400],
  ['bytes above ASCII in the path', { ...HEAD, ':path': '/\xe9' }, 400],
  ['a path that is too long', { ...HEAD, ':path': `/${'x'.repeat(40_000)}` }, 414],
  ['another expectation', { ...POST, expect: 'more' }, 417],
  ['two content types', { ...HEAD, 'content-type': ['a/b', 'c/d'] }, 400],
]

for (const [what, headers, status] of REFUSED) {
  test(`${what} is answered with ${status}, on its own stream`, async (t) => {
    const { session } = await startH2(t, { onExchange: echo })
    t.is((await ask(session, headers)).status, status)
    t.is((await ask(session, HEAD)).status, 200)
  })
}

test('an answer without a body ends with its head', async (t) => {
  const { session } = await startH2(t, {
    onExchange(exchange) {
      const status = Number(exchange.request.target.slice(1))
      exchange.begin({ status, reason: '', fields: 'content-length: 3\r\nETag: "x"\r\n', body: 'framed' })
      exchange.write(Buffer.from('abc'))
      exchange.end()
    },
  })
  t.is(`${(await ask(session, { ...HEAD, ':path': '/200' })).body}`, 'abc')
  const head = await ask(session, { ...HEAD, ':method': 'HEAD', ':path': '/200' })
  t.is(head.headers['content-length'], '3')
  t.is(head.body.length, 0)
  const unchanged = await ask(session, { ...HEAD, ':path': '/304' })
  t.is(unchanged.headers.etag, '"x"')
  t.is(unchanged.body.length, 0)
})

test('pieces leave as they come, and trailers behind them', async (t) => {
  const { session } = await startH2(t, {
    onExchange(exchange) {
      exchange.begin({
        status: 200,
        reason: 'OK',
        fields: 'Connection: close\r\nHTTP2-Settings: x\r\nX-A: é\r\n',
        body: 'streamed',
      })
      exchange.write(Buffer.from('one'))
      exchange.flush()
      exchange.receive({
        data: (chunk) => exchange.write(chunk),
        end: () => exchange.end('Grpc-Status: 0\r\n'),
        cut: () => {},
      })
    },
  })
  const stream = session.request(POST)
  const answering = answerOf(stream)
  const [first] = await once(stream, 'data')
  t.is(`${first}`, 'one')
  stream.end('two')
  const { headers, body, trailers } = await answering
  t.is(headers.connection, undefined)
  t.is(headers['x-a'], 'é')
  t.is(`${body}`, 'onetwo')
  t.is(trailers['grpc-status'], '0')
})

test('a client that expects to be told to go on is told', async (t) => {
  const { session } = await startH2(t, { onExchange: echo })
  const stream = session.request({ ...POST, expect: '100-continue' })
  const answering = answerOf(stream)
  await once(stream, 'continue')
  stream.end('hello')
  t.is(JSON.parse(`${(await answering).body}`).body, 'hello')
})

test('an answer that comes before the body ends leaves nothing of it behind', async (t) => {
  const { session } = await startH2(t, {
    onExchange(exchange) {
      exchange.begin({ status: 413, reason: '', fields: 'content-length: 0\r\n', body: 'framed' })
      exchange.end()
    },
  })
  const { status, code } = await ask(session, POST, Buffer.alloc(1_000_000))
  t.is(status, 413)
  t.is(code, constants.NGHTTP2_NO_ERROR)
})

test('an exchange is told of a client that resets its stream, and others go on', async (t) => {
  const told = Promise.withResolvers<boolean>()
  const { session } = await startH2(t, {
    onExchange(exchange) {
      if (exchange.request.target === '/gone') {
        exchange.listen({ gone: () => told.resolve(true), drained: () => {} })
        exchange.begin({ status: 200, reason: '', fields: '', body: 'streamed' })
        exchange.flush()
      } else echo(exchange)
    },
  })
  const stream = session.request({ ...HEAD, ':path': '/gone' })
  stream.on('error', () => {})
  await once(stream, 'response')
  stream.close(constants.NGHTTP2_CANCEL)
  t.true(await told.promise)
  t.is((await ask(session, HEAD)).status, 200)
})

test('a body that its client breaks off is cut, and never whole', async (t) => {
  for (const code of [constants.NGHTTP2_CANCEL, constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_PROTOCOL_ERROR]) {
    const told: string[] = []
    const over = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const { port } = await startH2(t, {
      onExchange(exchange) {
        exchange.onSettled = () => told.push('settled')
        exchange.receive({
          data: (chunk) => {
            told.push(`${chunk}`)
            begun.resolve()
          },
          end: () => told.push('whole'),
          cut: () => {
            told.push('cut')
            over.resolve()
          },
        })
      },
    })
    const wire = await Wire.open(t, port)
    wire.send(
      Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0), frame(FRAME.headers, END_HEADERS, 1, literals(POST))]),
    )
    wire.send(frame(FRAME.data, 0, 1, Buffer.from('half')))
    await begun.promise
    wire.send(frame(FRAME.reset, 0, 1, Buffer.from([0, 0, 0, code])))
    await over.promise
    // Node says "end" of such a stream too, in the same turn.
    await turn()
    t.deepEqual(told, ['half', 'settled', 'cut'])
  }
})

test('what is aborted is reset, so that the client notices', async (t) => {
  const { session } = await startH2(t, {
    onExchange(exchange) {
      exchange.begin({ status: 200, reason: '', fields: '', body: 'streamed' })
      exchange.write(Buffer.from('half'))
      exchange.flush()
      if (exchange.request.target === '/later') setImmediate(() => setImmediate(() => exchange.abort()))
      else exchange.abort()
    },
  })
  for (const path of ['/', '/later']) {
    const stream = session.request({ ...HEAD, ':path': path })
    stream.on('end', () => t.fail('the answer looks whole'))
    t.is((await answerOf(stream)).code, constants.NGHTTP2_INTERNAL_ERROR)
  }
})

test('a client that ends its side is taken for gone, once nothing is under way', async (t) => {
  const closed = Promise.withResolvers<void>()
  const { port } = await startH2(t, { onExchange: echo, onClosed: () => closed.resolve(), interval: 20 })
  const wire = await Wire.open(t, port)
  const request = frame(FRAME.headers, END_HEADERS | END_STREAM, 1, literals({ ...HEAD, ':method': 'GET' }))
  wire.socket.end(Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0), request]))
  await closed.promise
  t.pass()
})

test('a stop lets what is under way be answered, and ends the connection then', async (t) => {
  const asked = Promise.withResolvers<ClientExchange>()
  const { session, server } = await startH2(t, { onExchange: (exchange) => asked.resolve(exchange) })
  const answering = ask(session, HEAD)
  const exchange = await asked.promise
  const codes: number[] = []
  session.on('goaway', (code) => codes.push(code))
  server.closeIdle()
  await once(session, 'goaway')
  answerWhole(exchange, () => 'the last one')
  t.is(`${(await answering).body}`, 'the last one')
  if (!session.destroyed) await once(session, 'close')
  t.deepEqual([...new Set(codes)], [constants.NGHTTP2_NO_ERROR])
})
