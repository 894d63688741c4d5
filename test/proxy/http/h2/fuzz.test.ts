import test from 'ava'
import type { ClientExchange } from '../../../../proxy/http/exchange.ts'
import { FRAME, frame, PREFACE } from '../../../support/frames.ts'
import { answerWhole } from '../../../support/h1.ts'
import { ask, startH2 } from '../../../support/h2.ts'
import { clientAt, startExchanger } from '../../../support/h2-service.ts'
import { ANSWER_HEADS, plainGet, randomFrames, requestHeads } from '../../../support/random-frames.ts'
import { randomNumbers } from '../../../support/random-numbers.ts'
import { listen, until, Wire } from '../../../support/wire.ts'

const SEED = 20_261_122
const CONNECTIONS = 200
/** Payload of a ping. */
const LAST = Buffer.from('the last')

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
    const frames = randomFrames(random, requestHeads('a'), [1, 3, 5, 7, 9])
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
  t.is((await ask(session, plainGet('a'))).status, 200)
})

test('whatever frames a service sends: each request has one outcome, and nothing faults', async (t) => {
  t.timeout(120_000)
  const random = randomNumbers(SEED + 1)
  const { port } = await listen(t, (socket) => {
    const frames = randomFrames(random, ANSWER_HEADS, [1])
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
