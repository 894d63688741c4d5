import test from 'ava'
import type { ClientExchange } from '../../../../proxy/http/exchange.ts'
import { END_HEADERS, END_STREAM, FRAME, frame, literals, PREFACE } from '../../../support/frames.ts'
import { answerWhole } from '../../../support/h1.ts'
import { ask, startH2 } from '../../../support/h2.ts'
import { clientAt, startExchanger } from '../../../support/h2-service.ts'
import { randomNumbers } from '../../../support/random-numbers.ts'
import { listen, until, Wire } from '../../../support/wire.ts'

const SEED = 20_261_122
const CONNECTIONS = 200
/** Payload of a ping. */
const LAST = Buffer.from('the last')
const GET = { ':method': 'GET', ':scheme': 'https', ':authority': 'a', ':path': '/' }
const HEADS = [
  literals(GET),
  literals({ ...GET, ':method': 'POST' }),
  literals({ ...GET, ':method': 'POST', 'content-length': '3' }),
  literals({ ...GET, ':method': 'HEAD' }),
  literals({ ...GET, host: 'b', te: 'trailers' }),
  literals({ ...GET, connection: 'close' }),
  literals({ ':method': 'CONNECT', ':authority': 'a' }),
  literals({ ':status': '200' }),
  literals({ ':status': '200', 'content-length': '3' }),
  literals({ ':status': '100' }),
  literals({ 'grpc-status': '0' }),
  literals({ 'x-odd': 'a\r\nhost: b', cookie: 'a=1' }),
]

type Random = (below: number) => number

/** One frame, mostly as it should be. */
function randomFrame(random: Random, streams: readonly number[]): Buffer {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random(256)))
  const payloads: Readonly<Record<number, () => Buffer>> = {
    [FRAME.data]: () => bytes(random(20)),
    [FRAME.headers]: () => pick(HEADS),
    [FRAME.continuation]: () => pick(HEADS),
    [FRAME.reset]: () => Buffer.from([0, 0, 0, random(16)]),
    [FRAME.settings]: () => (random(2) === 0 ? Buffer.alloc(0) : Buffer.from([0, random(9), 0, 0, random(256), 0])),
    [FRAME.ping]: () => bytes(8),
    [FRAME.goaway]: () => Buffer.concat([Buffer.alloc(4), Buffer.from([0, 0, 0, random(16)])]),
    [FRAME.window]: () => Buffer.from([0, random(256), random(256), random(256)]),
    [FRAME.priority]: () => bytes(5),
  }
  const type = random(20) === 0 ? random(256) : pick(Object.values(FRAME))
  const onConnection = type === FRAME.settings || type === FRAME.ping || type === FRAME.goaway
  const stream = onConnection && random(10) > 0 ? 0 : pick(streams)
  const flags = random(10) === 0 ? random(256) : onConnection ? 0 : pick([0, 1, 4, 5])
  const made = frame(type, flags, stream, (payloads[type] ?? (() => bytes(random(40))))())
  // Not in its length: the server would wait for more.
  if (random(20) === 0) made[3 + random(made.length - 3)] = random(256)
  return made
}

/** Whole messages on one stream after the other, and now and then something else between two frames. */
function randomFrames(random: Random, heads: readonly Buffer[], streams: readonly number[]): Buffer {
  const frames: Buffer[] = []
  const add = (made: Buffer) => {
    if (random(6) === 0) frames.push(randomFrame(random, streams))
    frames.push(made)
  }
  for (const stream of streams) {
    const head = heads[random(heads.length)] ?? Buffer.alloc(0)
    const hasBody = random(2) === 0
    add(frame(FRAME.headers, hasBody ? END_HEADERS : END_HEADERS | END_STREAM, stream, head))
    if (!hasBody) continue
    add(frame(FRAME.data, 0, stream, Buffer.alloc(random(4))))
    add(frame(FRAME.data, END_STREAM, stream, Buffer.from('xyz')))
  }
  return Buffer.concat(frames)
}

test('whatever frames a client sends: each exchange is settled once, nothing faults, and others are served', async (t) => {
  t.timeout(120_000)
  const random = randomNumbers(SEED)
  const settled = new Map<ClientExchange, number>()
  let open = 0
  const { port, session } = await startH2(t, {
    onExchange(exchange) {
      open++
      settled.set(exchange, 0)
      const count = () => void settled.set(exchange, (settled.get(exchange) ?? 0) + 1)
      exchange.onSettled = count
      answerWhole(exchange, (body) => `${body.length}`)
    },
    onBadRequest: (exchange) => {
      open++
      exchange.begin({ status: 400, reason: '', fields: '', body: 'none' })
      exchange.end()
    },
    onSettled: () => open--,
  })
  for (let at = 0; at < CONNECTIONS; at++) {
    const wire = await Wire.open(t, port)
    const preface = random(20) === 0 ? Buffer.from(`${PREFACE}`.slice(0, random(24)).padEnd(24)) : PREFACE
    const frames = randomFrames(random, HEADS.slice(0, 7), [1, 3, 5, 7, 9])
    wire.send(Buffer.concat([preface, frame(FRAME.settings, 0, 0), frames, frame(FRAME.ping, 0, 0, LAST)]))
    // All of it was read when the last ping is answered, or it has ended the connection.
    await until(
      () => wire.socket.readableEnded || wire.socket.destroyed || wire.received.includes('the last'),
      () => `connection ${at} hangs`,
    )
    wire.socket.destroy()
  }
  await until(
    () => open === 0,
    () => `${open} exchanges are not settled`,
  )
  t.true(settled.size > CONNECTIONS / 4, `${settled.size} exchanges`)
  t.true([...settled.values()].every((times) => times === 1))
  t.is((await ask(session, GET)).status, 200)
})

test('whatever frames a service sends: each request has one outcome, and nothing faults', async (t) => {
  t.timeout(120_000)
  const random = randomNumbers(SEED + 1)
  const { port } = await listen(t, (socket) => {
    const frames = randomFrames(random, HEADS.slice(7), [1])
    socket.once('data', () => socket.end(Buffer.concat([frame(FRAME.settings, 0, 0), frames])))
    socket.on('data', () => {})
  })
  const { exchanger } = startExchanger(t, port)
  const outcomes = new Map<string, number>()
  for (let at = 0; at < CONNECTIONS; at++) {
    let told = 0
    const outcome = await new Promise<string>((resolve) => {
      const tell = (what: string) => {
        told++
        resolve(what)
      }
      exchanger.start(
        {
          ...{ connection: clientAt('10.0.0.1'), path: '/', method: random(2) === 0 ? 'GET' : 'POST' },
          ...{ fields: 'Host: a\r\nContent-Length: 1\r\n', body: Buffer.from('x') },
        },
        {
          ...{ beforeSending: () => {}, head: () => {}, data: () => {}, flush: () => true },
          end: () => tell('ended'),
          failed: () => tell('failed'),
        },
      )
    })
    t.is(told, 1)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  t.true((outcomes.get('failed') ?? 0) > 0)
  t.true((outcomes.get('ended') ?? 0) > 0)
})
