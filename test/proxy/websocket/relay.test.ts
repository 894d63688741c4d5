import { Duplex } from 'node:stream'
import test from 'ava'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { Relay } from '../../../proxy/websocket/relay.ts'
import { until } from '../../support/wire.ts'

const FRAMES = 100
const BYTES = 10_000
const FOREVER_MS = 3_600_000

function textFrame(): Buffer {
  const head = Buffer.from([0x81, 126, BYTES >> 8, BYTES & 255])
  return Buffer.concat([head, Buffer.alloc(BYTES, 'x')])
}

test('a client that takes nothing slows its service down, and gets everything when it goes on', async (t) => {
  const taken: (() => void)[] = []
  let written = 0
  let isTaking = false
  const client = new Duplex({
    highWaterMark: 1,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written += chunk.length
      if (isTaking) done()
      else taken.push(done)
    },
  })
  const service = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const held = new FairShare({ resource: 'bytes', capacity: 2 ** 28, waitMs: 1000, stallMs: 1000, maxWaiting: 10 })
  let passed = 0
  const ended = Promise.withResolvers<void>()
  const relay = new Relay({
    client: { socket: client, head: Buffer.alloc(0) },
    service: { socket: service, head: Buffer.alloc(0) },
    agreement: { fields: '', clientDeflate: undefined, serviceDeflate: undefined },
    ...{ held, share: 'a' },
    settings: {
      ...{ maxMessageBytes: 2 ** 20, messagesPerSecond: 1000 },
      ...{ idleMs: FOREVER_MS, messageMs: FOREVER_MS, takingMs: FOREVER_MS },
    },
    judge: {
      outbound: () => ({ kind: 'pass' }),
      inbound: () => {
        passed++
      },
    },
    onEnd: () => ended.resolve(),
    onFault: (error) => t.fail(error.stack),
  })
  relay.start()
  for (let n = 0; n < FRAMES; n++) service.push(textFrame())
  await until(
    () => passed > 0 && service.isPaused(),
    () => `${passed} messages passed`,
  )
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  // What waits for the client is some 64 KiB, and one message.
  t.true(passed <= 8, String(passed))
  t.true(held.held <= 2 ** 18, String(held.held))
  isTaking = true
  for (const done of taken.splice(0)) done()
  await until(
    () => passed === FRAMES && written === FRAMES * textFrame().length,
    () => `${passed} messages passed, ${written} bytes were written`,
  )
  relay.destroy()
  await ended.promise
  t.is(held.held, 0)
})
