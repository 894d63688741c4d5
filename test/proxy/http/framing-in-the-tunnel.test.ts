import test from 'ava'
import { openIntercepted, postJson } from '../../support/intercepted.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { Wire } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST, 'api.anthropic.com'] })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream, 'api.anthropic.com': upstream } })
  await weir.createPolicy(policyOn('IBAN', 'block'))
})

const SMUGGLED = `POST /smuggled HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 2\r\n\r\n{}`

/** Header lines, body, the status they are answered with. */
const AMBIGUOUS: Readonly<Record<string, readonly [headers: readonly string[], body: string, status: number]>> = {
  'two Host headers': [[`Host: ${HOST}`, 'Host: api.anthropic.com', 'Content-Length: 2'], '{}', 400],
  'two equal Host headers': [[`Host: ${HOST}`, `Host: ${HOST}`, 'Content-Length: 2'], '{}', 400],
  'a malformed Host': [[`Host: ${HOST}/path`, 'Content-Length: 2'], '{}', 400],
  'a length and chunks': [
    [`Host: ${HOST}`, 'Content-Length: 6', 'Transfer-Encoding: chunked'],
    `0\r\n\r\n${SMUGGLED}`,
    400,
  ],
  'chunks and a length': [
    [`Host: ${HOST}`, 'Transfer-Encoding: chunked', 'Content-Length: 6'],
    `0\r\n\r\n${SMUGGLED}`,
    400,
  ],
  'two lengths': [[`Host: ${HOST}`, 'Content-Length: 2', 'Content-Length: 100'], `{}${SMUGGLED}`, 400],
  'a signed length': [[`Host: ${HOST}`, 'Content-Length: +2'], `{}${SMUGGLED}`, 400],
  'chunks twice': [[`Host: ${HOST}`, 'Transfer-Encoding: chunked, chunked'], `0\r\n\r\n${SMUGGLED}`, 400],
  'a coding that is not chunked': [[`Host: ${HOST}`, 'Transfer-Encoding: xchunked'], `0\r\n\r\n${SMUGGLED}`, 400],
  'a coding with a tab in it': [
    [`Host: ${HOST}`, 'Transfer-Encoding: \tchunked\t, identity'],
    `0\r\n\r\n${SMUGGLED}`,
    400,
  ],
  'a folded header': [[`Host: ${HOST}`, 'X-A: 1', ' Transfer-Encoding: chunked'], SMUGGLED, 400],
  'a space before the colon': [[`Host: ${HOST}`, 'Transfer-Encoding : chunked'], `0\r\n\r\n${SMUGGLED}`, 400],
  'a bad chunk size': [[`Host: ${HOST}`, 'Transfer-Encoding: chunked'], `-1\r\n\r\n${SMUGGLED}`, 400],
  'a length with a leading zero': [[`Host: ${HOST}`, 'Content-Length: 02'], '{}', 400],
  'two Content-Types': [
    [`Host: ${HOST}`, 'Content-Type: application/json', 'Content-Type: text/plain', 'Content-Length: 2'],
    '{}',
    400,
  ],
  'Connection that names Content-Encoding': [
    [`Host: ${HOST}`, 'Connection: content-encoding', 'Content-Encoding: gzip', 'Content-Length: 2'],
    '{}',
    400,
  ],
  'Connection that names Content-Type': [
    [`Host: ${HOST}`, 'Connection: close, Content-Type', 'Content-Type: text/plain', 'Content-Length: 2'],
    '{}',
    400,
  ],
  'another host than CONNECT': [['Host: api.anthropic.com', 'Content-Length: 2'], '{}', 421],
  'another host in the target': [[`Host: other.example`, 'Content-Length: 2'], '{}', 421],
}

for (const [what, [headers, body, status]] of Object.entries(AMBIGUOUS)) {
  test(`intercepted: ${what} is answered with ${status}, counted, and ends the connection`, async (t) => {
    const before = await weir.metric('weir_proxy_bad_requests_total')
    const wire = await openIntercepted(t, weir, HOST)
    wire.send(`POST /ambiguous HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
    wire.send(SMUGGLED)
    const answer = await wire.expectEnd()
    t.regex(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    t.regex(answer, /\r\nconnection: close\r\n/i)
    t.is(answer.match(/HTTP\/1\.1 /g)?.length, 1, 'nothing behind it is answered')
    t.true((await weir.metric('weir_proxy_bad_requests_total')) > before)
    t.deepEqual(upstream.arrivals, [])
  })

  test(`absolute form: ${what} is refused, counted, and ends the connection`, async (t) => {
    const before = await weir.metric('weir_proxy_bad_requests_total')
    const wire = await Wire.open(t, weir.proxyPort)
    wire.send(`POST http://${HOST}/ambiguous HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
    wire.send(SMUGGLED)
    const answer = await wire.expectEnd()
    t.regex(answer, /^HTTP\/1\.1 4(00|21) /)
    t.is(answer.match(/HTTP\/1\.1 /g)?.length, 1, 'nothing behind it is answered')
    t.true((await weir.metric('weir_proxy_bad_requests_total')) > before)
    t.deepEqual(upstream.arrivals, [])
  })
}

for (const path of ['/v1/files#', '/v1/files?a#b', '/v1\\files', '\\v1/files']) {
  test.serial(`a target with a fragment or a backslash is refused, in a tunnel and at the port: ${path}`, async (t) => {
    const before = upstream.arrivals.length
    const fields = `HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 2\r\n\r\n{}`
    const inside = await openIntercepted(t, weir, HOST)
    t.regex(await inside.send(`POST ${path} ${fields}${SMUGGLED}`).expectEnd(), /^HTTP\/1\.1 400 /)
    const atPort = await Wire.open(t, weir.proxyPort)
    t.regex(await atPort.send(`POST http://${HOST}${path} ${fields}${SMUGGLED}`).expectEnd(), /^HTTP\/1\.1 400 /)
    t.is(upstream.arrivals.length, before)
  })
}

test('chunks in HTTP/1.0 are refused', async (t) => {
  const wire = await openIntercepted(t, weir, HOST)
  wire.send(`POST / HTTP/1.0\r\nHost: ${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`)
  const answer = await wire.expectEnd()
  t.regex(answer, /^HTTP\/1\.1 400 /)
  t.is(answer.match(/HTTP\/1\.1 /g)?.length, 1)
  t.deepEqual(upstream.arrivals, [])
})

test('a TLS hello for another host than CONNECT is answered with 421: fronting one service by another', async (t) => {
  const wire = await openIntercepted(t, weir, HOST, { servername: 'api.anthropic.com' })
  const answer = await wire.send(postJson(HOST, '/v1/responses', { input: 'fronted' })).expectEnd()
  t.regex(answer, /^HTTP\/1\.1 421 Misdirected Request\r\n/)
  t.regex(answer, /names another host than CONNECT did/)
  t.deepEqual(upstream.arrivals, [])
})

test('a tunnel to a harmless host whose TLS hello names an AI service is cut', async (t) => {
  const tunnels = await startWeir(t, { upstreams: { 'harmless.example': upstream } })
  await t.throwsAsync(openIntercepted(t, tunnels, 'harmless.example', { servername: HOST }))
  await tunnels.untilMetric('weir_proxy_tunnel_ends_total', { reason: 'forbidden_name' }, 1)
  t.deepEqual(upstream.arrivals, [])
})

const NO_TARGETS = [
  '/',
  'api.openai.com',
  'api.openai.com:',
  ':443',
  'http://api.openai.com:443/',
  '*',
  'a b:443',
  'a:99999',
]

for (const target of NO_TARGETS) {
  test(`CONNECT ${target} is answered with 400 and counted`, async (t) => {
    const before = await weir.metric('weir_proxy_connects_total', { outcome: 'refused' })
    const bad = await weir.metric('weir_proxy_bad_requests_total')
    const wire = await Wire.open(t, weir.proxyPort)
    const answer = await wire.send(`CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`).expectEnd()
    t.regex(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    const counted =
      (await weir.metric('weir_proxy_connects_total', { outcome: 'refused' })) -
      before +
      (await weir.metric('weir_proxy_bad_requests_total')) -
      bad
    t.true(counted > 0)
  })
}

test('bytes that are no HTTP are answered with 400 and counted, before and behind CONNECT', async (t) => {
  const garbage = Buffer.from('\x00\x01\x02 nonsense\r\n\r\n'.repeat(3), 'latin1')
  const before = await weir.metric('weir_proxy_bad_requests_total')
  const bare = await Wire.open(t, weir.proxyPort)
  t.regex(await bare.send(garbage).expectEnd(), /^HTTP\/1\.1 400 /)
  const behind = await Wire.open(t, weir.proxyPort)
  behind.send(`CONNECT ${HOST}:443 HTTP/1.1\r\n\r\n`)
  await behind.expect('200 Connection Established')
  t.regex(await behind.send(garbage).expectEnd(), /\r\n\r\nHTTP\/1\.1 400 /)
  const inside = await openIntercepted(t, weir, HOST)
  t.regex(await inside.send(garbage).expectEnd(), /^HTTP\/1\.1 400 /)
  t.true((await weir.metric('weir_proxy_bad_requests_total')) >= before + 3)
})

test('headers that are too large are answered with 431 and counted', async (t) => {
  const before = await weir.metric('weir_proxy_bad_requests_total')
  const wire = await openIntercepted(t, weir, HOST)
  wire.send(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nCookie: ${'c'.repeat(70_000)}\r\n\r\n`)
  t.regex(await wire.expectEnd(), /^HTTP\/1\.1 431 /)
  t.true((await weir.metric('weir_proxy_bad_requests_total')) > before)
})

test('cookies of 60 kB, as some web chats have them, pass', async (t) => {
  const cookies = await startUpstream(t, { hosts: ['chatgpt.com'] })
  const web = await startWeir(t, { upstreams: { 'chatgpt.com': cookies } })
  const wire = await openIntercepted(t, web, 'chatgpt.com')
  wire.send(`GET / HTTP/1.1\r\nHost: chatgpt.com\r\nCookie: ${'c'.repeat(60_000)}\r\n\r\n`)
  await wire.expect('HTTP/1.1 200 OK')
  t.is(cookies.arrivals[0]?.headers.cookie?.length, 60_000)
})

test('a CONNECT inside an intercepted connection ends it', async (t) => {
  const wire = await openIntercepted(t, weir, HOST)
  const answer = await wire.send('CONNECT 127.0.0.1:22 HTTP/1.1\r\n\r\n').expectEnd()
  t.false(answer.includes('200'))
})

test('pipelined prompts are answered in their order, each by its own verdict', async (t) => {
  const service = await startUpstream(t, {
    hosts: [HOST],
    answer: (_request, response, body) => response.end(body),
  })
  const piped = await startWeir(t, { upstreams: { [HOST]: service } })
  await piped.createPolicy(policyOn('IBAN', 'block'))
  const wire = await openIntercepted(t, piped, HOST)
  wire.send(
    [{ input: 'first' }, { input: `second ${IBAN}` }, { input: 'third' }]
      .map((json) => postJson(HOST, '/v1/responses', json))
      .join(''),
  )
  const answer = await wire.expect('{"input":"third"}')
  t.deepEqual(
    [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status),
    ['200', '400', '200'],
  )
  t.true(answer.indexOf('{"input":"first"}') < answer.indexOf('policy_violation'))
  t.is(service.arrivals.length, 2)
})
