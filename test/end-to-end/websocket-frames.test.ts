import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import test from 'ava'
import { connectIntercepted, openIntercepted } from '../support/intercepted.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { type SocketService, startSocketService } from '../support/socket-service.ts'
import { startUpstream } from '../support/upstream.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const HOST = 'chat.corp.example'
const SILENT = 'silent.corp.example'
const COPILOT = 'api.githubcopilot.com'
let service: SocketService
let weir: Weir
let off: Weir

test.before(async () => {
  service = await startSocketService(scope, {
    hosts: [HOST],
    perMessageDeflate: true,
    onMessage: (socket, text) => {
      if (text === 'break') (socket as unknown as { _socket: Wire['socket'] })._socket.write(Buffer.from([0x83, 0]))
      else socket.send(text)
    },
  })
  const silent = await startUpstream(scope, { hosts: [SILENT] })
  silent.server.on('upgrade', () => {})
  const upstreams = { [HOST]: service, [SILENT]: silent }
  weir = await startWeir(scope, {
    upstreams,
    env: {
      ...{
        WEIR_INTERCEPT_HOSTS: `${HOST},${SILENT}`,
        WEIR_WEBSOCKET_MESSAGE_BYTES: '100000',
        WEIR_CLIENT_BODY_MS: '2000',
      },
      ...{ WEIR_WEBSOCKET_MESSAGES_PER_SECOND: '20', WEIR_WEBSOCKET_HANDSHAKE_MS: '8000', WEIR_MAX_WEBSOCKETS: '200' },
    },
  })
  off = await startWeir(scope, {
    upstreams,
    env: { WEIR_INTERCEPT_HOSTS: `${HOST},${COPILOT}`, WEIR_WEBSOCKET: 'off', WEIR_FAIL_MODE: 'open' },
  })
})

const handshake = (more: readonly string[] = [], host = HOST) =>
  [
    ...['GET /frames HTTP/1.1', `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket'],
    ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...more, '', ''],
  ].join('\r\n')

/** A frame of a client: masked, with a mask of zeros, so that the table can be read. */
function frame(
  first: number,
  payload: string | Buffer = '',
  { length, masked = true }: { length?: number; masked?: boolean } = {},
): Buffer {
  const bytes = Buffer.from(payload)
  const size = length ?? bytes.length
  const head = size < 126 ? Buffer.from([first, size]) : Buffer.from([first, 127, 0, 0, 0, 0, 0, 0, 0, 0])
  if (size >= 126) head.writeUInt32BE(size, 6)
  if (!masked) return Buffer.concat([head, bytes])
  head[1] = (head[1] ?? 0) | 0x80
  return Buffer.concat([head, Buffer.alloc(4), bytes])
}

const TEXT = 0x81
const PART = 0x01
const MORE = 0x00
const LAST = 0x80
const CLOSE = 0x88
const PING = 0x89
const PONG = 0x8a
const COMPRESSED = 0xc1
const code = (value: number) => Buffer.from([value >> 8, value & 255])
const bomb = deflateRawSync(Buffer.alloc(200_000)).subarray(0, -1)

async function openFrames(t: Scope, more: readonly string[] = []): Promise<Wire> {
  const wire = new Wire(await connectIntercepted(t, weir, HOST))
  wire.send(handshake(more))
  const answer = await wire.expect('\r\n\r\n')
  if (!answer.startsWith('HTTP/1.1 101 ')) throw new Error(answer)
  return wire.clear()
}

/** After the cases of the Autobahn test suite, by its numbers; what comes back, as it stands on the wire. */
const CASES: readonly (readonly [name: string, sent: readonly Buffer[], expected: Buffer])[] = [
  ['1.1.1 an empty message', [frame(TEXT)], Buffer.from([TEXT, 0])],
  ['1.1.2 a short message', [frame(TEXT, 'hello')], frame(TEXT, 'hello', { masked: false })],
  [
    '2.1 a ping, which the service answers',
    [frame(PING, 'are you there')],
    frame(PONG, 'are you there', { masked: false }),
  ],
  ['2.5 a ping that is too long', [frame(PING, '', { length: 126 })], frame(CLOSE, code(1002), { masked: false })],
  ['2.9 an unasked pong before a ping', [frame(PONG, 'x'), frame(PING, 'y')], frame(PONG, 'y', { masked: false })],
  ['3.1 a reserved bit', [frame(TEXT | 0x40, 'x')], frame(CLOSE, code(1002), { masked: false })],
  ['4.1.1 a reserved opcode', [frame(0x83, 'x')], frame(CLOSE, code(1002), { masked: false })],
  ['4.2.1 a reserved control opcode', [frame(0x8b)], frame(CLOSE, code(1002), { masked: false })],
  ['5.1 a ping in fragments', [frame(PING & 0x7f, 'a')], frame(CLOSE, code(1002), { masked: false })],
  ['5.3 two fragments', [frame(PART, 'one '), frame(LAST, 'two')], frame(TEXT, 'one two', { masked: false })],
  [
    '5.6 a ping between fragments',
    [frame(PART, 'one '), frame(PING, 'p'), frame(LAST, 'two')],
    Buffer.concat([frame(PONG, 'p', { masked: false }), frame(TEXT, 'one two', { masked: false })]),
  ],
  ['5.9 a fragment of nothing', [frame(LAST, 'x')], frame(CLOSE, code(1002), { masked: false })],
  [
    '5.18 a message within a message',
    [frame(PART, 'x'), frame(TEXT, 'y')],
    frame(CLOSE, code(1002), { masked: false }),
  ],
  [
    '6.2.1 UTF-8 in fragments',
    [frame(PART, 'κόσ'), frame(MORE, ''), frame(LAST, 'με')],
    frame(TEXT, 'κόσμε', { masked: false }),
  ],
  [
    '6.3.1 no UTF-8',
    [frame(TEXT, Buffer.from([0xce, 0xba, 0xed, 0xa0, 0x80]))],
    frame(CLOSE, code(1007), { masked: false }),
  ],
  [
    '7.1.1 a goodbye behind a message',
    [frame(TEXT, 'bye'), frame(CLOSE, code(1000))],
    Buffer.concat([frame(TEXT, 'bye', { masked: false }), frame(CLOSE, code(1000), { masked: false })]),
  ],
  [
    '7.1.3 what comes behind a goodbye',
    [frame(CLOSE, code(1000)), frame(TEXT, 'late')],
    frame(CLOSE, code(1000), { masked: false }),
  ],
  ['7.3.1 a goodbye without a code', [frame(CLOSE)], Buffer.from([CLOSE, 0])],
  ['7.3.2 a goodbye of one byte', [frame(CLOSE, 'x')], frame(CLOSE, code(1002), { masked: false })],
  [
    '7.5.1 a reason that is no UTF-8',
    [frame(CLOSE, Buffer.from([3, 232, 0xed, 0xa0]))],
    frame(CLOSE, code(1007), { masked: false }),
  ],
  ['7.7.13 a code of one’s own', [frame(CLOSE, code(4999))], frame(CLOSE, code(4999), { masked: false })],
  ['7.9.4 a code that is never sent', [frame(CLOSE, code(1005))], frame(CLOSE, code(1002), { masked: false })],
  [
    '9.1 a message beyond the bound',
    [frame(TEXT, '', { length: 100_001 })],
    frame(CLOSE, code(1009), { masked: false }),
  ],
  ['a frame without a mask', [frame(TEXT, 'x', { masked: false })], frame(CLOSE, code(1002), { masked: false })],
]

for (const [name, sent, expected] of CASES) {
  test(name, async (t) => {
    const wire = await openFrames(t)
    // Whole, and byte by byte.
    for (const bytes of sent) for (const byte of bytes) wire.send(Buffer.from([byte]))
    await wire.expect(expected.toString('latin1'))
    t.is(wire.received.slice(0, expected.length), expected.toString('latin1'))
  })
}

/** Groups 1.1, 1.2 and 9: lengths at which the framing changes. */
for (const length of [125, 126, 127, 128, 65_535, 65_536]) {
  test(`1.1.3 to 1.1.8 and 1.2: a text and bytes of ${length}`, async (t) => {
    const socket = await openTestSocket(t, weir, `wss://${HOST}/`, { perMessageDeflate: false })
    // The service answers bytes with twice as many letters, and nothing may be longer than the bound.
    const bytes = Math.min(length, 40_000)
    socket.send('*'.repeat(length))
    socket.send(Buffer.alloc(bytes, 0xfe))
    await socket.expect(2)
    t.is(socket.received[0]?.length, length)
    t.is(socket.received[1]?.length, 2 + 2 * bytes)
  })
}

/** Group 6: what is UTF-8 comes back, what is not ends the WebSocket with 1007, as soon as a frame is whole. */
for (const [name, bytes, isText] of [
  ['6.5 the noncharacters of the first plane', 'efbfbeefbfbf', true],
  ['6.7 the last of two, three and four bytes', 'dfbfefbfbff48fbfbf', true],
  ['6.8 a sequence beyond Unicode', 'f4908080', false],
  ['6.10 five bytes', 'f888808080', false],
  ['6.12 a first byte alone', 'c2', false],
  ['6.14 a continuation alone', '80', false],
  ['6.18 an overlong slash', 'c0af', false],
  ['6.19 an overlong end of two bytes', 'c1bf', false],
  ['6.20 an overlong zero', 'e08080', false],
  ['6.21 a surrogate', 'eda080', false],
  ['6.21 a pair of surrogates', 'eda080edb080', false],
] as const) {
  test(name, async (t) => {
    const wire = await openFrames(t)
    const payload = Buffer.from(bytes, 'hex')
    wire.send(frame(TEXT, payload))
    const expected = isText ? frame(TEXT, payload, { masked: false }) : frame(CLOSE, code(1007), { masked: false })
    await wire.expect(expected.toString('latin1'))
    t.is(wire.received.slice(0, expected.length), expected.toString('latin1'))
  })
}

/** Groups 7.7 and 7.9: every code that may be sent comes back, every other one is an error of the protocol. */
test('7.7 and 7.9: codes of a goodbye', async (t) => {
  const good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
  const bad = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535]
  await Promise.all(
    [...good, ...bad].map(async (sent) => {
      const wire = await openFrames(t)
      wire.send(frame(CLOSE, code(sent)))
      const expected = frame(CLOSE, code(good.includes(sent) ? sent : 1002), { masked: false }).toString('latin1')
      await wire.expect(expected)
      t.is(wire.received.slice(0, expected.length), expected, `${sent}`)
    }),
  )
})

const DEFLATE = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits'

for (const [name, payload, expected] of [
  [
    '12.1 a compressed message',
    deflateRawSync('hello hello hello', { finishFlush: 2 }).subarray(0, -4),
    'hello hello hello',
  ],
  ['a bomb', bomb, code(1009).toString('latin1')],
  ['what cannot be decompressed', Buffer.from([0xff, 0xff, 0xff]), code(1007).toString('latin1')],
] as const) {
  test(name, async (t) => {
    const wire = await openFrames(t, [DEFLATE])
    wire.send(frame(COMPRESSED, payload))
    await wire.expect(expected)
    t.pass()
  })
}

for (const [name, fields, status] of [
  ['no key', handshake().replace(/Sec-WebSocket-Key.*\r\n/, ''), 400],
  ['a short key', handshake().replace('dGhlIHNhbXBsZSBub25jZQ==', 'short'), 400],
  ['another version', handshake().replace('Version: 13', 'Version: 8'), 426],
  ['POST', handshake().replace('GET', 'POST'), 400],
  ['malformed extensions', handshake(['Sec-WebSocket-Extensions: ;;']), 400],
  ['malformed subprotocols', handshake(['Sec-WebSocket-Protocol: a,,b']), 400],
] as const) {
  test(`a handshake with ${name} is refused with ${status}`, async (t) => {
    const wire = await openIntercepted(t, weir, HOST)
    const answer = await wire.send(fields).expectEnd()
    t.true(answer.startsWith(`HTTP/1.1 ${status} `), answer)
  })
}

test('extensions other than permessage-deflate are left out', async (t) => {
  const wire = await openIntercepted(t, weir, HOST)
  const answer = await wire
    .send(handshake(['Sec-WebSocket-Extensions: x-own; a=1']).replace('/frames', '/x-own'))
    .expect('\r\n\r\n')
  t.notRegex(answer, /sec-websocket-extensions/i)
  const { request } = service.accepted.find(({ request: { url } }) => url === '/x-own') ?? {}
  t.is(request?.url, '/x-own')
  t.is(request?.headers['sec-websocket-extensions'], undefined)
})

test('a client that stops in the middle of a message is told so with 1008', async (t) => {
  const wire = await openFrames(t)
  wire.send(frame(PART, 'half of it'))
  await wire.expect('the message did not come in time')
  t.true(wire.received.includes(code(1008).toString('latin1')))
})

test('a service that breaks the protocol ends the WebSocket of its client with 1014', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${HOST}/breaking`)
  client.send('break')
  t.is((await client.expectClose()).code, 1014)
})

test('a client that is too fast is read more slowly, and loses nothing', async (t) => {
  const client = await openTestSocket(t, weir, `wss://${HOST}/fast`)
  const started = performance.now()
  for (let n = 0; n < 60; n++) client.send(`message ${n}`)
  const received = await client.expect(60)
  t.deepEqual(
    received,
    Array.from({ length: 60 }, (_, n) => `message ${n}`),
  )
  // Forty at once, and twenty a second after them.
  t.true(performance.now() - started > 500)
})

test('a service that does not answer the handshake in time is given up with 504', async (t) => {
  const wire = await openIntercepted(t, weir, SILENT)
  t.regex(await wire.send(handshake([], SILENT)).expectEnd(), /^HTTP\/1\.1 504 /)
})

test('switched off: 426, or 501 where that lets the service’s clients fall back', async (t) => {
  const first = await (await openIntercepted(t, off, HOST)).send(handshake()).expectEnd()
  t.regex(first, /^HTTP\/1\.1 426 Upgrade Required\r\n/)
  t.regex(first, /\r\nx-should-retry: false\r\n/)
  const copilot = await (await openIntercepted(t, off, COPILOT)).send(handshake([], COPILOT)).expectEnd()
  t.regex(copilot, /^HTTP\/1\.1 501 Not Implemented\r\n/)
})

test('clients that are gone while their messages are decompressed do no harm', async (t) => {
  const restarts = await weir.metric('weir_proxy_restarts_total')
  const payload = deflateRawSync(randomBytes(60_000).toString('hex'), { finishFlush: 2 }).subarray(0, -4)
  for (let round = 0; round < 30; round++) {
    const wire = await openFrames(t, [DEFLATE])
    wire.send(frame(COMPRESSED, payload))
    await new Promise((resolve) => setTimeout(resolve, round % 6))
    wire.socket.destroy()
  }
  const client = await openTestSocket(t, weir, `wss://${HOST}/unharmed`)
  client.send('still there')
  t.deepEqual(await client.expect(1), ['still there'])
  t.is(await weir.metric('weir_proxy_restarts_total'), restarts)
})

test('random bytes end the WebSocket and nothing else', async (t) => {
  for (let round = 0; round < 20; round++) {
    const wire = await openFrames(t, round % 2 === 0 ? [DEFLATE] : [])
    wire.send(randomBytes(300)).socket.end()
  }
  const client = await openTestSocket(t, weir, `wss://${HOST}/after`)
  client.send('still there')
  t.deepEqual(await client.expect(1), ['still there'])
  await until(
    async () => (await weir.metric('weir_proxy_admission_held', { resource: 'websockets' })) <= 60,
    () => 'the WebSockets are held on',
  )
  t.is(await weir.metric('weir_proxy_faults_total'), 0)
})
