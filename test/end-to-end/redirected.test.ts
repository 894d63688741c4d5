import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { curlTest, runCurl } from '../support/curl.ts'
import { type PlainServer, startPlainServer } from '../support/plain-server.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { announced, startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const AI = 'api.openai.com'
const OTHER = 'other.example'
let upstream: FakeUpstream
let other: FakeUpstream
let server: PlainServer
let weir: Weir
let port: number

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [AI] })
  other = await startUpstream(scope, { hosts: [OTHER] })
  server = await startPlainServer(scope)
  weir = await startWeir(scope, {
    upstreams: { [AI]: upstream, [OTHER]: other },
    env: {
      WEIR_TRANSPARENT_PORT: '0',
      WEIR_PROXY_PROTOCOL: 'on',
      // The balancer; 127.0.0.1 stands for clients that come directly.
      WEIR_TRUSTED_PROXIES: '127.0.0.2/32',
      WEIR_CLIENT_ALLOW_CIDRS: '127.0.0.1/32,192.0.2.0/24',
      // Nobody can say there who they are.
      WEIR_PROXY_AUTH: 'basic',
      WEIR_CONNECT_TO: [
        upstream.connectTo(AI),
        other.connectTo(OTHER),
        `${OTHER}:80:127.0.0.1:${server.port}`,
        `${AI}:80:127.0.0.1:${server.port}`,
      ].join(),
    },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
  port = Number(new URL(`http://${announced(weir.product, 'Redirects')}`).port)
})

/** As if the network led all of curl's connections to the port. */
function redirected(args: readonly string[], body?: string) {
  const to = ['--connect-to', `::127.0.0.1:${port}`, '--cacert', weir.caFile]
  return runCurl([...to, ...args], body === undefined ? {} : { body })
}

function prompt(content: string): string {
  return JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] })
}

const JSON_TYPE = ['--header', 'content-type: application/json']

curlTest('redirected TLS to an AI service is inspected, with h2 and HTTP/1.1', async (t) => {
  for (const version of ['--http2', '--http1.1']) {
    const url = `https://${AI}/v1/chat/completions`
    const blocked = await redirected([url, version, ...JSON_TYPE], prompt(`my account ${IBAN}`))
    t.is(blocked.status, 400, version)
    t.is(blocked.headers.get('x-weir-policy'), 'No IBAN')
    const passed = await redirected([url, version, ...JSON_TYPE], prompt(`redirected ${version}`))
    t.is(passed.status, 200, version)
    const [record] = await weir.interactionsOf(`redirected ${version}`)
    t.is(record?.content_metadata.client_address, '127.0.0.1')
  }
})

curlTest('redirected TLS to another host passes as it is', async (t) => {
  const answer = await redirected([`https://${OTHER}/passed`, '--cacert', other.caFile])
  t.is(answer.status, 200)
  t.true(other.arrivals.some(({ url }) => url === '/passed'))
})

curlTest('redirected plain HTTP goes by Host: inspected to an AI service, as it is elsewhere', async (t) => {
  const passed = await redirected([`http://${OTHER}/a//b?c=%20d`])
  t.is(passed.status, 200)
  t.is(passed.text, 'plain')
  const arrival = server.arrivals.find(({ url }) => url === '/a//b?c=%20d')
  t.is(arrival?.headers.host, OTHER)
  const blocked = await redirected([`http://${AI}/v1/chat/completions`, ...JSON_TYPE], prompt(`plain ${IBAN}`))
  t.is(blocked.status, 400)
})

test('what says no destination, or a forbidden one, ends', async (t) => {
  const talk = async (text: string | Buffer) => {
    const wire = await Wire.open(t, port)
    return wire.send(text).expectEnd()
  }
  t.regex(await talk('CONNECT api.openai.com:443 HTTP/1.1\r\nHost: api.openai.com\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.regex(await talk('GET / HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.regex(await talk('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.regex(await talk('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 403 /)
  t.regex(
    await talk('GET / HTTP/1.1\r\nHost: metadata.google.internal\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 403 /,
  )
  t.regex(await talk('\0\0\0\0\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.is(await talk(Buffer.from([22, 3, 1, 0, 5, 2, 0, 0, 1, 0])), '')
  const nameless = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await t.throwsAsync(once(nameless, 'secureConnect'))
  const forbidden = connectTls({
    port,
    host: '127.0.0.1',
    servername: 'metadata.google.internal',
    rejectUnauthorized: false,
  })
  await t.throwsAsync(once(forbidden, 'secureConnect'), { code: 'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED' })
})

async function announce(
  t: ExecutionContext,
  header: string | Buffer,
  request: string,
  from = '127.0.0.2',
  to = weir.proxyPort,
) {
  const socket = connect({ port: to, host: '127.0.0.1', localAddress: from })
  t.teardown(() => socket.destroy())
  const wire = new Wire(socket)
  // In pieces: a balancer's header may come with or without what follows.
  for (const piece of [header.slice(0, 5), header.slice(5)]) {
    wire.send(piece)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return wire.send(request)
}

const GET_OWN = 'GET /proxy.pac HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const V2 = Buffer.concat([
  Buffer.from('\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c', 'latin1'),
  Buffer.from([192, 0, 2, 7, 127, 0, 0, 1, 0x30, 0x39, 0x1f, 0x90]),
])

test('a trusted balancer announces the client with version 1 or 2, and then must', async (t) => {
  const status = async (header: string | Buffer, from?: string) =>
    (await (await announce(t, header, GET_OWN, from)).expectEnd()).slice(0, 12)
  t.is(await status('PROXY TCP4 192.0.2.9 127.0.0.1 1234 8080\r\n'), 'HTTP/1.1 200')
  t.is(await status(V2), 'HTTP/1.1 200')
  t.is(await status('PROXY TCP4 198.51.100.9 127.0.0.1 1234 8080\r\n'), 'HTTP/1.1 403', 'the announced client counts')
  t.is(await status('PROXY UNKNOWN\r\n'), 'HTTP/1.1 403', 'the balancer itself is no client')
  t.is(await status('PROXY TCP4 192.0.2.9 nonsense\r\n'), '')
  t.is(await status(''), '', 'without a header nothing is read')
  t.is(
    await status('PROXY TCP4 192.0.2.9 127.0.0.1 1234 8080\r\n', '127.0.0.1'),
    'HTTP/1.1 400',
    'nobody else can announce',
  )
  const elsewhere = `GET /announced HTTP/1.1\r\nHost: ${OTHER}\r\nConnection: close\r\n\r\n`
  const through = await announce(t, V2, elsewhere, '127.0.0.2', port)
  t.regex(await through.expectEnd(), /^HTTP\/1\.1 200 /, 'on the port for redirected traffic too')
  await weir.untilMetric('weir_proxy_announcements_total', { outcome: 'client' }, 4)
  t.true((await weir.metric('weir_proxy_announcements_total', { outcome: 'malformed' })) >= 2)
})

test('a header that does not come is not waited for for ever', async (t) => {
  const wire = await announce(t, 'PROXY TCP4 192', '')
  const started = performance.now()
  await wire.expectEnd()
  t.true(performance.now() - started > 1000)
  await until(
    async () => (await weir.metric('weir_proxy_announcements_total', { outcome: 'late' })) > 0,
    () => 'it was not counted',
  )
})
