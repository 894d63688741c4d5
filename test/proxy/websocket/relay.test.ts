import { Duplex } from 'node:stream'
import zlib from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { Relay } from '../../../proxy/websocket/relay.ts'
import { type Deflate, PerMessageDeflate } from '../../../proxy/websocket/ws-parts.ts'
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
      mayLeaveWith: () => true,
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

const MEGABYTE = 2 ** 20

/** permessage-deflate as it was agreed on without any parameter. */
function agreed(isServer: boolean): Deflate {
  const deflate = new PerMessageDeflate({ isServer, maxPayload: 16 * MEGABYTE })
  deflate.accept([{}])
  return deflate
}

/** A compressed frame: `first` of a text, or what goes on with it, or ends it. */
function packedFrame(text: Buffer, kind: 'first' | 'last' | 'whole'): Buffer {
  const packed = zlib.deflateRawSync(text, { finishFlush: zlib.constants.Z_SYNC_FLUSH })
  return frameOf(kind === 'first' ? packed : packed.subarray(0, -4), kind)
}

/** With a block that says of itself that it is the last (RFC 7692 section 7.2.3.4). */
function endedFrame(text: Buffer, kind: 'first' | 'last' | 'whole'): Buffer {
  return frameOf(Buffer.concat([zlib.deflateRawSync(text), Buffer.alloc(1)]), kind)
}

function frameOf(payload: Buffer, kind: 'first' | 'last' | 'whole'): Buffer {
  const head = Buffer.alloc(8)
  head[0] = { first: 0x41, last: 0x80, whole: 0xc1 }[kind]
  head[1] = 0x80 | 126
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

interface Opened {
  readonly client: Duplex
  readonly relay: Relay
  readonly messages: string[]
  /** What the client was sent, in hexadecimal. */
  readonly sent: () => string
}

function openCompressed(t: ExecutionContext, held: FairShare, share: string): Opened {
  const messages: string[] = []
  let sent = ''
  const client = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      sent += chunk.toString('hex')
      done()
    },
  })
  const service = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const relay = new Relay({
    client: { socket: client, head: Buffer.alloc(0) },
    service: { socket: service, head: Buffer.alloc(0) },
    agreement: { fields: '', clientDeflate: agreed(true), serviceDeflate: agreed(false) },
    ...{ held, share },
    settings: {
      ...{ maxMessageBytes: 16 * MEGABYTE, messagesPerSecond: 1000 },
      ...{ idleMs: FOREVER_MS, messageMs: FOREVER_MS, takingMs: FOREVER_MS },
    },
    judge: {
      outbound: ({ data }) => {
        messages.push(data.toString())
        return { kind: 'pass' }
      },
      inbound: () => {},
      mayLeaveWith: () => true,
    },
    onEnd: () => {},
    onFault: (error) => t.fail(error.stack),
  })
  relay.start()
  t.teardown(() => relay.destroy())
  return { client, relay, messages, sent: () => sent }
}

test('what a compressed fragment unfolds to is counted as it grows, up to the bound, and given back', async (t) => {
  const capacity = 8 * MEGABYTE
  const held = new FairShare({ resource: 'bytes', capacity, waitMs: FOREVER_MS, stallMs: FOREVER_MS, maxWaiting: 100 })
  t.teardown(() => held.close())
  const fragment = packedFrame(Buffer.alloc(3 * MEGABYTE, ' '), 'first')
  t.true(fragment.length < 4096)
  const opened = Array.from({ length: 5 }, () => openCompressed(t, held, 'greedy'))
  for (const { client } of opened) client.push(fragment)
  // Fifteen megabytes are wanted, and an eighth is for clients that hold next to nothing.
  await until(
    () => held.waiting > 0 && held.held > 6 * MEGABYTE,
    () => `${held.held} bytes are held, ${held.waiting} wait`,
  )
  t.true(held.held <= capacity - capacity / 8, String(held.held))
  const modest = openCompressed(t, held, 'modest')
  modest.client.push(packedFrame(Buffer.from('hello'), 'whole'))
  await until(
    () => modest.messages.length === 1,
    () => 'the message of another client does not pass',
  )
  for (const { relay } of opened) relay.destroy()
  await until(
    () => held.held === 0 && held.waiting === 0,
    () => `${held.held} bytes are held, ${held.waiting} wait`,
  )
})

test('a message in compressed fragments is put together, and its room is free when it has left', async (t) => {
  const capacity = 32 * MEGABYTE
  const held = new FairShare({ resource: 'bytes', capacity, waitMs: FOREVER_MS, stallMs: FOREVER_MS, maxWaiting: 100 })
  const { client, messages } = openCompressed(t, held, 'a')
  client.push(packedFrame(Buffer.alloc(2 * MEGABYTE, 'a'), 'first'))
  await until(
    () => held.held >= 2 * MEGABYTE,
    () => `${held.held} bytes are held`,
  )
  client.push(packedFrame(Buffer.alloc(MEGABYTE, 'b'), 'last'))
  await until(
    () => messages.length === 1 && held.held === 0,
    () => `${messages.length} messages, ${held.held} bytes are held`,
  )
  t.is(messages[0], 'a'.repeat(2 * MEGABYTE) + 'b'.repeat(MEGABYTE))
})

test('messages go on where a peer ends its compressed data with each', async (t) => {
  const held = new FairShare({
    ...{ resource: 'bytes', capacity: 8 * MEGABYTE, waitMs: FOREVER_MS, stallMs: FOREVER_MS, maxWaiting: 100 },
  })
  t.teardown(() => held.close())
  const { client, messages } = openCompressed(t, held, 'a')
  client.push(packedFrame(Buffer.from('one'), 'whole'))
  client.push(endedFrame(Buffer.from('two'), 'whole'))
  client.push(endedFrame(Buffer.alloc(MEGABYTE, 'x'), 'whole'))
  client.push(endedFrame(Buffer.from('fo'), 'first'))
  client.push(endedFrame(Buffer.from('ur'), 'last'))
  client.push(packedFrame(Buffer.from('five'), 'whole'))
  await until(
    () => messages.length === 5,
    () => `${messages.length} messages`,
  )
  t.deepEqual(messages, ['one', 'two', 'x'.repeat(MEGABYTE), 'four', 'five'])
})

test('who waits too long for room to unfold a fragment is told to try again', async (t) => {
  const held = new FairShare({
    resource: 'bytes',
    capacity: MEGABYTE,
    waitMs: 20,
    stallMs: FOREVER_MS,
    maxWaiting: 100,
  })
  const { client, sent } = openCompressed(t, held, 'a')
  client.push(packedFrame(Buffer.alloc(3 * MEGABYTE, ' '), 'first'))
  // 1013, in a close frame.
  await until(
    () => sent().includes('880203f5'),
    () => `the client was sent ${sent()}`,
  )
  t.is(held.held, 0)
})
