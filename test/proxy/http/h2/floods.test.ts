import { constants } from 'node:http2'
import test, { type ExecutionContext } from 'ava'
import type { ClientExchange } from '../../../../proxy/http/exchange.ts'
import type { H2ServerOptions } from '../../../../proxy/http/h2/client-side/server-context.ts'
import { h2Limits } from '../../../../proxy/http/h2/limits.ts'
import { whenSettled } from '../../../../proxy/http/when-settled.ts'
import { END_HEADERS, END_STREAM, FRAME, frame, literals, PREFACE, readFrames } from '../../../support/frames.ts'
import { answerWhole } from '../../../support/h1.ts'
import { answerOf, ask, startH2 } from '../../../support/h2.ts'
import { once } from '../../../support/once.ts'
import { PATIENT_WITH_CLIENTS } from '../../../support/patience.ts'
import { until, Wire } from '../../../support/wire.ts'

const GET = { ':method': 'GET', ':scheme': 'https', ':authority': 'a', ':path': '/' }
const HEADERS = literals(GET)
const MANY = h2Limits.burst * 2

const request = (stream: number, flags = END_HEADERS | END_STREAM) => frame(FRAME.headers, flags, stream, HEADERS)
/** The code of a GOAWAY or RST_STREAM. */
const codeOf = (payload: Buffer) => payload.readUInt32BE(payload.length - 4)

/** A client that writes frames as it likes, and what it was sent. */
async function startRaw(t: ExecutionContext, options: Partial<H2ServerOptions> = {}) {
  const exchanges: ClientExchange[] = []
  let floods = 0
  const { port, session } = await startH2(t, {
    onExchange(exchange) {
      exchanges.push(exchange)
      answerWhole(exchange, () => 'ok')
    },
    onFlood: () => floods++,
    ...options,
  })
  const wire = await Wire.open(t, port)
  const chunks: Buffer[] = []
  wire.socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  wire.send(Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0)]))
  return {
    ...{ wire, exchanges, session, port },
    floods: () => floods,
    frames: () => readFrames(Buffer.concat(chunks)),
  }
}

const STREAMS = Array.from({ length: MANY }, (_, at) => 2 * at + 1)
const FLOODS: Readonly<Record<string, Buffer>> = {
  'streams that are reset at once': Buffer.concat(
    STREAMS.flatMap((stream) => [request(stream), frame(FRAME.reset, 0, stream, Buffer.from([0, 0, 0, 8]))]),
  ),
  pings: Buffer.concat(STREAMS.map(() => frame(FRAME.ping, 0, 0, Buffer.alloc(8)))),
  settings: Buffer.concat(STREAMS.map(() => frame(FRAME.settings, 0, 0, Buffer.from([0, 4, 0, 1, 0, 0])))),
  'heads that are no requests': Buffer.concat(
    STREAMS.map((stream) =>
      frame(FRAME.headers, END_HEADERS | END_STREAM, stream, literals({ ...GET, ':scheme': 'http' })),
    ),
  ),
}

for (const [what, bytes] of Object.entries(FLOODS)) {
  test(`a flood of ${what} ends its connection, and no other`, async (t) => {
    // One that is reset is not answered yet.
    const { wire, frames, floods, session } = await startRaw(t, { onExchange: () => {}, maxStreams: 10_000 })
    await wire.send(bytes).expectEnd()
    const goaway = frames().find(({ type }) => type === FRAME.goaway)
    t.is(goaway?.payload.readUInt32BE(4), constants.NGHTTP2_ENHANCE_YOUR_CALM)
    t.is(floods(), 1)
    t.false(session.destroyed)
  })
}

test('empty pieces of a body without an end end its connection', async (t) => {
  const { wire } = await startRaw(t)
  wire.send(request(1, END_HEADERS))
  const empty = Buffer.concat(Array.from({ length: MANY }, () => frame(FRAME.data, 0, 1)))
  await wire.send(empty).expectEnd()
  t.pass()
})

test('a head that goes on and on ends its connection', async (t) => {
  const { wire, exchanges } = await startRaw(t)
  const more = literals(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'x'.repeat(100)])))
  wire.send(request(1, END_STREAM))
  await wire.send(Buffer.concat(Array.from({ length: 100 }, () => frame(FRAME.continuation, 0, 1, more)))).expectEnd()
  t.is(exchanges.length, 0)
})

test('a header list that is too large is refused on its stream, and others go on', async (t) => {
  const { session } = await startRaw(t)
  const large = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`x-${at}`, 'x'.repeat(10_000)]))
  t.is((await ask(session, { ...GET, ...large })).status, 431)
  t.is((await ask(session, GET)).status, 200)
  // By now the client has agreed to our settings, and the framer sees to it.
  t.is((await ask(session, { ...GET, ...large })).code, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  t.is((await ask(session, GET)).status, 200)
})

test('no more streams are open at once than are allowed', async (t) => {
  const waiting: ClientExchange[] = []
  const { wire, frames } = await startRaw(t, { maxStreams: 3, onExchange: (exchange) => void waiting.push(exchange) })
  // A client that does not know of it yet; later it would be an error of the connection (RFC 9113 section 5.1.2).
  wire.send(Buffer.concat([1, 3, 5, 7, 9].map((stream) => request(stream))))
  const resets = () => frames().filter(({ type }) => type === FRAME.reset)
  await until(
    () => resets().length === 2,
    () => `${resets().length} streams were refused`,
  )
  t.deepEqual(
    resets().map(({ stream, payload }) => [stream, codeOf(payload)]),
    [
      [7, constants.NGHTTP2_REFUSED_STREAM],
      [9, constants.NGHTTP2_REFUSED_STREAM],
    ],
  )
  t.is(waiting.length, 3)
})

test('a client may not send more of a body than its window before any of it is read', async (t) => {
  const waiting: ClientExchange[] = []
  const { wire, frames } = await startRaw(t, { onExchange: (exchange) => void waiting.push(exchange) })
  wire.send(request(1, END_HEADERS))
  const pieces = Math.ceil(h2Limits.streamWindow / 16_384) + 1
  await wire
    .send(Buffer.concat(Array.from({ length: pieces }, () => frame(FRAME.data, 0, 1, Buffer.alloc(16_384)))))
    .expectEnd()
  const end = frames().find(({ type }) => type === FRAME.goaway || type === FRAME.reset)
  t.truthy(end)
  t.is(waiting.length, 1)
})

test('a body that waits holds up no other on its connection', async (t) => {
  const { session } = await startRaw(t, {
    onExchange: (exchange) => exchange.request.target === '/' && answerWhole(exchange, (body) => String(body.length)),
  })
  const waiting = session.request({ ...GET, ':method': 'POST', ':path': '/waits' })
  waiting.on('error', () => {})
  waiting.write(Buffer.alloc(10_000_000))
  const sizes = [1_000_000, 2_000_000, 3_000_000]
  const answers = await Promise.all(
    sizes.map((size) => ask(session, { ...GET, ':method': 'POST' }, Buffer.alloc(size))),
  )
  t.deepEqual(
    answers.map(({ body }) => Number(body)),
    sizes,
  )
})

const SHORT_MS = 50

test('a connection without a request ends, also in the middle of a head', async (t) => {
  for (const begun of [Buffer.alloc(0), request(1, END_STREAM)]) {
    const { wire } = await startRaw(t, { patience: { ...PATIENT_WITH_CLIENTS, head: SHORT_MS }, interval: 20 })
    await wire.send(begun).expectEnd()
  }
  t.pass()
})

test('a connection whose last request was long ago ends', async (t) => {
  const { session } = await startRaw(t, { patience: { ...PATIENT_WITH_CLIENTS, idle: SHORT_MS }, interval: 20 })
  t.is((await ask(session, GET)).status, 200)
  if (!session.destroyed) await once(session, 'close')
  t.pass()
})

test('a body that does not come is answered with 408, and whoever waits for it is told', async (t) => {
  const told: string[] = []
  const { session } = await startRaw(t, {
    patience: { ...PATIENT_WITH_CLIENTS, body: SHORT_MS, linger: SHORT_MS },
    interval: 20,
    onExchange(exchange) {
      exchange.listen({ gone: () => void told.push('gone'), drained: () => {} })
      whenSettled(exchange, ({ status, complete }) => void told.push(`${status} ${complete}`))
      exchange.receive({ data: () => {}, end: () => void told.push('end'), cut: () => void told.push('cut') })
    },
  })
  for (const begun of ['', 'half of it']) {
    const stream = session.request({ ...GET, ':method': 'POST' })
    if (begun !== '') stream.write(begun)
    const { status, body, code } = await answerOf(stream)
    t.is(status, 408, begun)
    t.is(`${body}`, 'the request did not come in time')
    t.is(code, constants.NGHTTP2_NO_ERROR)
    t.deepEqual(told.splice(0), ['408 true', 'gone', 'cut'])
  }
})

test('an answer that is not taken is given up', async (t) => {
  const { session } = await startRaw(t, {
    patience: { ...PATIENT_WITH_CLIENTS, taking: SHORT_MS },
    interval: 20,
    onExchange: (exchange) => answerWhole(exchange, () => 'x'.repeat(1_000_000)),
  })
  const unread = session.request(GET)
  unread.on('error', () => {})
  unread.pause()
  await once(unread, 'close')
  t.is(unread.rstCode, constants.NGHTTP2_CANCEL)
})
