import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { curlTest, runCurl } from '../../support/curl.ts'
import { connectIntercepted, postJson } from '../../support/intercepted.ts'
import { once } from '../../support/once.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { Wire } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
})

async function connectTo(t: ExecutionContext, host = HOST): Promise<Wire> {
  const wire = await Wire.open(t, weir.proxyPort)
  wire.send(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`)
  await wire.expect('200 Connection Established\r\n\r\n')
  return wire
}

async function handshake(t: ExecutionContext, options: ConnectionOptions) {
  const { socket } = await connectTo(t)
  socket.removeAllListeners('data')
  const tls = connectTls({ socket, ca: weir.ca, servername: HOST, ...options })
  t.teardown(() => tls.destroy())
  await once(tls, 'secureConnect')
  return tls
}

async function failures(reason: string): Promise<number> {
  return weir.metric('weir_proxy_client_handshake_failures_total', { reason })
}

test.serial('the leaf is for the host of CONNECT, by ECDSA P-256 and the CA that was handed out', async (t) => {
  const tls = await handshake(t, {})
  t.true(tls.authorized)
  const leaf = tls.getPeerX509Certificate()
  t.is(leaf?.checkHost(HOST), HOST)
  t.is(leaf?.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1')
  t.is(tls.getProtocol(), 'TLSv1.3')
})

test.serial('a client that sends no server name, or speaks TLS 1.2, is served as well', async (t) => {
  for (const options of [{ servername: '' }, { maxVersion: 'TLSv1.2' }] as const) {
    const tls = await handshake(t, { ...options, checkServerIdentity: () => undefined })
    const wire = new Wire(tls)
    await wire.send(postJson(HOST, '/v1/responses', { input: 'hello' })).expect('HTTP/1.1 200 OK')
  }
  t.is(upstream.arrivals.length, 2)
})

test.serial('a client that offers HTTP/2 gets it, and others HTTP/1.1', async (t) => {
  const offered = async (protocols: string[]) => (await handshake(t, { ALPNProtocols: protocols })).alpnProtocol
  t.is(await offered(['http/1.1', 'h2']), 'h2')
  t.is(await offered(['h2']), 'h2')
  t.is(await offered(['http/1.1']), 'http/1.1')
})

test.serial('where HTTP/2 is switched off, a client that offers it gets HTTP/1.1', async (t) => {
  const off = await startWeir(t, { env: { WEIR_HTTP2: 'off' } })
  const tls = await connectIntercepted(t, off, HOST, { protocols: ['h2', 'http/1.1'] })
  t.is(tls.alpnProtocol, 'http/1.1')
})

curlTest('a client that does not trust the CA is counted as one that rejects it', async (t) => {
  const before = await failures('rejected')
  const answer = await runCurl(['--proxy', weir.proxyUrl, '--cacert', upstream.caFile, `https://${HOST}/`])
  t.is(answer.exitCode, 60)
  await weir.untilMetric('weir_proxy_client_handshake_failures_total', { reason: 'rejected' }, before + 1)
})

test.serial(
  'a client that asks for a protocol alone that is not spoken, or an old TLS, is turned away and counted',
  async (t) => {
    const before = await failures('protocol')
    await t.throwsAsync(handshake(t, { ALPNProtocols: ['h3'] }))
    await t.throwsAsync(handshake(t, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }))
    await weir.untilMetric('weir_proxy_client_handshake_failures_total', { reason: 'protocol' }, before + 2)
    t.pass()
  },
)

const GARBAGE: Readonly<Record<string, Buffer>> = {
  'a record that is no hello': Buffer.from('160301000568656c6c6f', 'hex'),
  'a record of the largest length': Buffer.concat([Buffer.from('160301ffff', 'hex'), Buffer.alloc(70_000, 0x41)]),
  'a hello of nothing but zeros': Buffer.concat([Buffer.from('16030100050100000100', 'hex'), Buffer.alloc(64)]),
  'random bytes behind a handshake’s first': Buffer.concat([Buffer.from([22]), Buffer.alloc(2000, 0xa5)]),
}

for (const [what, bytes] of Object.entries(GARBAGE)) {
  test.serial(`${what} instead of a TLS hello ends the connection and is counted`, async (t) => {
    const before = await failures('protocol')
    const wire = await connectTo(t)
    await wire.send(bytes).expectEnd()
    await weir.untilMetric('weir_proxy_client_handshake_failures_total', { reason: 'protocol' }, before + 1)
    t.is(weir.product.process.exitCode, null)
    t.is(weir.product.stderr, '')
  })
}

test.serial('a host that no certificate can be made for is answered, not a crash', async (t) => {
  const odd = await startWeir(t, { env: { WEIR_INTERCEPT_HOSTS: '*.example' } })
  for (const host of [`${'a'.repeat(64)}.example`, `${'a.'.repeat(126)}example`, 'a..example', '*.example']) {
    const before = await odd.metric('weir_proxy_connects_total', { outcome: 'bad_request' })
    const wire = await Wire.open(t, odd.proxyPort)
    const answer = await wire.send(`CONNECT ${host}:443 HTTP/1.1\r\n\r\n`).expectEnd()
    t.regex(answer, /^HTTP\/1\.1 400 /, host)
    t.is(await odd.metric('weir_proxy_connects_total', { outcome: 'bad_request' }), before + 1)
  }
  t.is(odd.product.process.exitCode, null)
  t.is(odd.product.stderr, '')
})
