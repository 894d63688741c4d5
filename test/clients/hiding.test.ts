import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import test from 'ava'
import { openIntercepted } from '../support/intercepted.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { Wire } from '../support/wire.ts'

const HOST = 'api.openai.com'
const ELSEWHERE = 'tunnelled.example'
const PATH = '/v1/chat/completions'
const scope = fileScope()

let upstream: FakeUpstream
let weir: Weir
test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST, ELSEWHERE] })
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream, [`${HOST}:80`]: upstream, [ELSEWHERE]: upstream },
  })
  await weir.createPolicy(policyOn('IBAN', 'block'))
})

/** A chat completion, with the IBAN or with what stands for it. */
function chat(content = IBAN): string {
  return JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] })
}

interface Sketch {
  readonly method?: string
  readonly target?: string
  readonly version?: string
  readonly headers?: readonly string[]
  readonly body?: string | Buffer
  /** Added to what is sent, without a word about it in the head. */
  readonly behind?: string
}

function message({
  method = 'POST',
  target = PATH,
  version = '1.1',
  headers = [],
  body = chat(),
  behind = '',
}: Sketch) {
  const length = body.length === 0 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${method} ${target} HTTP/${version}`, `Host: ${HOST}`, ...length, ...headers, '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.from(body), Buffer.from(behind)])
}

const JSON_TYPE = 'Content-Type: application/json'
const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']
const multipart = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--x--\r\n`

const TRICKS: readonly (readonly [how: string, sketch: Sketch])[] = [
  ['no content type', {}],
  ['the type of an image', { headers: ['Content-Type: image/png'] }],
  ['two types', { headers: ['Content-Type: image/png', JSON_TYPE] }],
  ['UTF-16 that nobody declared', { headers: [JSON_TYPE], body: Buffer.from(chat(), 'utf16le') }],
  ['gzip in capitals', { headers: [JSON_TYPE, 'Content-Encoding: GZIP'], body: gzipSync(chat()) }],
  ['gzip that nobody declared', { headers: [JSON_TYPE], body: gzipSync(chat()) }],
  ['two codings', { headers: ['Content-Encoding: gzip, br'], body: brotliCompressSync(gzipSync(chat())) }],
  ['deflate without its header', { headers: ['Content-Encoding: deflate'], body: deflateRawSync(chat()) }],
  ['zstd', { headers: ['Content-Encoding: zstd'], body: zstdCompressSync(chat()) }],
  ['a coding that is not there', { headers: ['Content-Encoding: gzip'] }],
  ['a coding nobody knows', { headers: ['Content-Encoding: rot13'] }],
  [
    'a second gzip member',
    { headers: ['Content-Encoding: gzip'], body: Buffer.concat([gzipSync(' '), gzipSync(chat())]) },
  ],
  [
    'bytes behind the gzip stream',
    { headers: ['Content-Encoding: gzip'], body: Buffer.concat([gzipSync(chat('x')), Buffer.from(chat())]) },
  ],
  ['a NUL before the text', { target: '/v1/files', headers: ['Content-Type: text/plain'], body: `\0${IBAN}` }],
  [
    'a NUL before the text of a file',
    {
      target: '/v1/files',
      headers: ['Content-Type: multipart/form-data; boundary=x'],
      body: multipart('a.bin', `\0${IBAN}`),
    },
  ],
  [
    'the name of a file',
    { target: '/v1/files', headers: ['Content-Type: multipart/form-data; boundary=x'], body: multipart(IBAN, 'x') },
  ],
  [
    'a boundary that is not there',
    { target: '/v1/files', headers: ['Content-Type: multipart/form-data; boundary=y'], body: multipart('a', IBAN) },
  ],
  ['a query', { method: 'GET', target: `/v1/models?q=${encodeURIComponent(IBAN)}`, body: '' }],
  [
    'a query beside a harmless prompt',
    { target: `${PATH}?note=${encodeURIComponent(IBAN)}`, headers: [JSON_TYPE], body: chat('x') },
  ],
  ...['GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE'].map(
    (method) => [`${method} with a body`, { method }] as const,
  ),
  ['HTTP/1.0', { version: '1.0', headers: [JSON_TYPE] }],
  ['an absolute target', { target: `https://${HOST}${PATH}`, headers: [JSON_TYPE] }],
  ['an absolute target elsewhere', { target: `https://${ELSEWHERE}${PATH}`, headers: [JSON_TYPE] }],
  ['a method override', { headers: [JSON_TYPE, 'X-HTTP-Method-Override: GET'] }],
  ['headers of our own', { headers: [JSON_TYPE, 'X-Weir-Hop: x', 'X-Authenticated-User: admin@weir.local'] }],
  ['an upgrade with a body', { headers: [JSON_TYPE, ...UPGRADE] }],
  ['bytes behind an upgrade', { method: 'GET', headers: UPGRADE, body: '', behind: IBAN }],
  ['the second of two requests at once', { headers: [JSON_TYPE], body: chat('x'), behind: message({}).toString() }],
  ['both length headers', { headers: [JSON_TYPE, 'Transfer-Encoding: chunked'] }],
  ['a second Host', { headers: [JSON_TYPE, `Host: ${ELSEWHERE}`] }],
]

function leaked(): boolean {
  return upstream.arrivals.some(({ body, url, rawHeaders }) => {
    const seen = [body.toString(), body.toString('utf16le'), decodeURIComponent(url), rawHeaders.join()].join()
    return seen.includes(IBAN)
  })
}

test('nothing hides a value from the policy that blocks it', async (t) => {
  for (const [how, sketch] of TRICKS) {
    const client = await openIntercepted(t, weir, HOST)
    client.send(message(sketch))
    const answer = await client.expect('\r\n\r\n')
    if (sketch.behind === undefined) t.regex(answer, /^HTTP\/1\.1 4\d\d /, how)
    else await client.expect('HTTP/1.1 4')
    t.false(leaked(), how)
    client.socket.destroy()
  }
  t.true((await weir.metric('weir_proxy_requests_total', { action: 'block' })) > 20)
})

test('a body that comes after 100 Continue, or byte by byte, is read like any other', async (t) => {
  const expecting = await openIntercepted(t, weir, HOST)
  const [head = '', body = ''] = message({ headers: [JSON_TYPE, 'Expect: 100-continue'] })
    .toString()
    .split('\r\n\r\n')
  expecting.send(`${head}\r\n\r\n`)
  await expecting.expect('100 Continue')
  expecting.send(body)
  await expecting.expect('x-weir-action: block')
  const slow = await openIntercepted(t, weir, HOST)
  for (const byte of message({ headers: [JSON_TYPE] })) {
    slow.send(Buffer.of(byte))
    await delay(1)
  }
  await slow.expect('x-weir-action: block')
  t.false(leaked())
})

test('trailers and chunk extensions go nowhere', async (t) => {
  const client = await openIntercepted(t, weir, HOST)
  const before = upstream.arrivals.length
  const [body, note] = [chat('x'), IBAN.replaceAll(' ', '')]
  client.send(
    `POST ${PATH} HTTP/1.1\r\nHost: ${HOST}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\nTrailer: X-Note\r\n\r\n` +
      `${body.length.toString(16)};note=${note}\r\n${body}\r\n0\r\nX-Note: ${note}\r\n\r\n`,
  )
  await client.expect('HTTP/1.1 200')
  const arrival = upstream.arrivals[before]
  t.is(arrival?.body.toString(), body)
  t.false(arrival?.rawHeaders.join().includes(note))
})

test('plain HTTP inside CONNECT is read', async (t) => {
  for (const port of [443, 80]) {
    const client = await Wire.open(t, weir.proxyPort)
    client.send(`CONNECT ${HOST}:${port} HTTP/1.1\r\nHost: ${HOST}:${port}\r\n\r\n`)
    await client.expect('200 Connection Established')
    client.send(message({ headers: [JSON_TYPE] }))
    await client.expect('x-weir-action: block')
  }
  t.false(leaked())
})

for (const spelling of ['API.OpenAI.COM', `${HOST}.`, 'api%2eopenai.com']) {
  test(`CONNECT to ${spelling} is decrypted too`, async (t) => {
    const wire = await Wire.open(t, weir.proxyPort)
    wire.send(`CONNECT ${spelling}:443 HTTP/1.1\r\nHost: ${spelling}:443\r\n\r\n`)
    await wire.expect('200 Connection Established')
    t.is(await weir.metric('weir_proxy_connects_total', { outcome: 'tunnelled' }), 0)
  })
}
