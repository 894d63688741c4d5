import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { openIntercepted, postJson } from '../../support/intercepted.ts'
import { once } from '../../support/once.ts'
import { randomNumbers } from '../../support/random-numbers.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const ROUNDS = 400
const AT_ONCE = 20
/** A connection that waits for more is closed by the client after this long. */
const QUIET_MS = 150
const weirs: Partial<Record<'closed' | 'open', Weir>> = {}
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  const upstreams = { [HOST]: upstream, [`${HOST}:80`]: upstream }
  const env = { WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8', WEIR_INSPECT_MAX_BYTES: '2000' }
  weirs.closed = await startWeir(scope, { upstreams, env })
  weirs.open = await startWeir(scope, { upstreams, env: { ...env, WEIR_FAIL_MODE: 'open' } })
})

const TOKENS = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ':',
  '/',
  '?',
  '#',
  '%',
  '%00',
  '@',
  '[',
  ']',
  '[::1]',
  '..',
  '*',
  '\\',
  '"',
  '{',
  '}',
  '\u0130',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/9.9',
  'Host: x',
  'Transfer-Encoding: chunked',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Connection: upgrade',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Content-Encoding: gzip, br, zstd',
  'Content-Type: multipart/form-data; boundary=',
  'x'.repeat(5000),
  '\xff\xfe',
  'CONNECT ',
  'GET ',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01',
].map((token) => Buffer.from(token, 'latin1'))

/** Cuts, doubles, overwrites, swaps in tokens: one to four times. */
function mutate(bytes: Buffer, random: (below: number) => number): Buffer {
  let result = bytes
  for (let times = random(4) + 1; times > 0; times--) {
    const at = random(result.length + 1)
    const until = Math.min(result.length, at + random(20))
    const piece = [Buffer.alloc(0), result.subarray(at, until), Buffer.of(random(256)), TOKENS[random(TOKENS.length)]][
      random(4)
    ]
    const after = random(2) === 0 ? at : until
    result = Buffer.concat([result.subarray(0, at), piece ?? Buffer.alloc(0), result.subarray(after)])
  }
  return result
}

const OUTER = [
  `CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}:443\r\n\r\n\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00`,
  `CONNECT 127.0.0.1:9 HTTP/1.1\r\nHost: 127.0.0.1:9\r\n\r\n`,
  `POST http://${HOST}/v1/responses HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 14\r\n\r\n{"input":"hi"}`,
  `GET http://127.0.0.1:9/a?b=c HTTP/1.1\r\nHost: 127.0.0.1:9\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  `GET /metrics?x HTTP/1.1\r\nHost: weir.proxy\r\nAccept: text/html\r\n\r\n`,
].map((text) => Buffer.from(text, 'latin1'))

const INNER = [
  Buffer.from(postJson(HOST, '/v1/chat/completions?a=b', { model: 'm', messages: [{ role: 'user', content: 'hi' }] })),
  Buffer.from(
    `POST /v1/responses HTTP/1.1\r\nHost: ${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  ),
  Buffer.concat([
    Buffer.from(`POST /v1/x HTTP/1.1\r\nHost: ${HOST}\r\nContent-Encoding: gzip\r\nContent-Length: 32\r\n\r\n`),
    gzipSync('{"input":"x"}'),
  ]),
  Buffer.from(
    `POST /v1/files HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 73\r\n\r\n--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\nx\r\n--b--\r\n`,
  ),
  Buffer.from(`GET /v1/realtime HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
]

async function sendOuter(weir: Weir, bytes: Buffer): Promise<void> {
  const socket = connect(weir.proxyPort, '127.0.0.1')
  socket.on('error', () => {}).resume()
  socket.setTimeout(QUIET_MS, () => socket.destroy())
  socket.write(bytes)
  await once(socket, 'close')
}

async function sendInner(t: ExecutionContext, weir: Weir, bytes: Buffer): Promise<void> {
  const { socket } = await openIntercepted(t, weir, HOST)
  socket.setTimeout(QUIET_MS, () => socket.destroy())
  socket.write(bytes)
  await once(socket, 'close')
}

for (const [index, mode] of (['closed', 'open'] as const).entries()) {
  for (const layer of ['outer', 'inner'] as const) {
    test.serial(
      `${mode}: ${ROUNDS} damaged dialogues (${layer}) neither end the process nor make it complain`,
      async (t) => {
        t.timeout(120_000)
        const weir = weirs[mode]
        if (weir === undefined) return t.fail()
        const random = randomNumbers(index + 1)
        const samples = layer === 'outer' ? OUTER : INNER
        for (let round = 0; round < ROUNDS; round += AT_ONCE) {
          const batch = Array.from({ length: AT_ONCE }, () =>
            mutate(samples[random(samples.length)] ?? Buffer.alloc(0), random),
          )
          await Promise.all(
            batch.map((bytes) => (layer === 'outer' ? sendOuter(weir, bytes) : sendInner(t, weir, bytes))),
          )
          t.is(
            weir.product.process.exitCode,
            null,
            `after ${JSON.stringify(batch.map((bytes) => bytes.toString('latin1')))}`,
          )
        }
        t.is(weir.product.stderr, '')
        t.is(await weir.metric('weir_proxy_policies_available'), 1, 'and it still answers')
      },
    )
  }
}
