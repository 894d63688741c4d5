import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import test from 'ava'
import { Agent, fetch, ProxyAgent } from 'undici'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { adminCommand } from '../support/admin-command.ts'
import { newAuthority } from '../support/certificate-files.ts'
import { curlTest, runCurl } from '../support/curl.ts'
import { once } from '../support/once.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { Wire } from '../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const ASK = `https://${HOST}/v1/responses`
const BODY = JSON.stringify({ model: 'gpt-5', input: 'hello' })
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST, 'tunnelled.example'] })
  const upstreams = { [HOST]: upstream, 'tunnelled.example': upstream }
  weir = await startWeir(scope, { upstreams, env: { WEIR_PROXY_TLS: 'auto', WEIR_CLIENT_HANDSHAKE_MS: '2000' } })
})

test('the port takes TLS, with a certificate of the CA for this machine', async (t) => {
  t.regex(weir.proxyUrl, /^https:\/\/127\.0\.0\.1:\d+$/)
  const dispatcher = new Agent({ connect: { ca: weir.ca } })
  t.teardown(() => dispatcher.destroy())
  const read = async (path: string) => (await fetch(`${weir.proxyUrl}${path}`, { dispatcher })).text()
  t.regex(await read('/proxy.pac'), /HTTPS 127\.0\.0\.1:\d+/)
  t.regex(await read('/'), /HTTPS_PROXY=https:\/\/127\.0\.0\.1/)
  t.regex(await read('/metrics'), /weir_proxy_port_handshakes_total\{outcome="done"\} [1-9]/)
})

curlTest('curl comes through it with --proxy-cacert, to what is intercepted and to what is not', async (t) => {
  const proxy = ['--proxy', weir.proxyUrl, '--proxy-cacert', weir.caFile]
  const intercepted = await runCurl([...proxy, '--cacert', weir.caFile, ASK], { body: BODY })
  t.is(intercepted.status, 200, intercepted.message)
  const tunnelled = await runCurl([...proxy, '--cacert', upstream.caFile, 'https://tunnelled.example/'])
  t.is(tunnelled.status, 200, tunnelled.message)
  const distrusting = await runCurl(['--proxy', weir.proxyUrl, '--cacert', weir.caFile, ASK], { body: BODY })
  t.is(distrusting.status, 0, 'without the CA nothing is sent to the proxy')
})

test('fetch of undici comes through it, and Node’s own with NODE_USE_ENV_PROXY', async (t) => {
  // By name: undici sends a proxy's address as a server name, which TLS does not allow.
  const proxy = `https://localhost:${weir.proxyPort}`
  const dispatcher = new ProxyAgent({ uri: proxy, proxyTls: { ca: weir.ca }, requestTls: { ca: weir.ca } })
  t.teardown(() => dispatcher.destroy())
  t.is((await fetch(ASK, { method: 'POST', body: BODY, dispatcher })).status, 200)
  const script = `fetch(${JSON.stringify(ASK)}, { method: 'POST', body: '{}' }).then(({ status }) => console.log(status))`
  const env = {
    ...{ PATH: process.env.PATH, NODE_USE_ENV_PROXY: '1' },
    ...{ HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: weir.caFile },
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script], { env, timeout: 60_000 })
  t.is(stdout.trim(), '200')
})

test('who speaks plain HTTP is told to encrypt, and what is no handshake holds nothing up', async (t) => {
  const plain = await Wire.open(t, weir.proxyPort)
  const answer = await plain.send(`CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}:443\r\n\r\n`).expect('https://')
  t.regex(answer, /^HTTP\/1\.1 400 /)
  const broken = connect(weir.proxyPort, '127.0.0.1')
    .on('error', () => {})
    .resume()
  broken.write(Buffer.from([22, 3, 1, 0, 5, 1, 0, 0, 1, 0]))
  await once(broken, 'close')
  t.teardown(() => broken.destroy())
  const tls = connectTls({
    port: weir.proxyPort,
    host: '127.0.0.1',
    ca: weir.ca,
    maxVersion: 'TLSv1.1',
    ciphers: 'ALL:@SECLEVEL=0',
  })
  await t.throwsAsync(once(tls, 'secureConnect'))
})

test('the demonstration finds its way through it', async (t) => {
  const env = { WEIR_PROXY_PORT: String(weir.proxyPort), WEIR_PROXY_TLS: 'auto' }
  const { code, stdout, stderr } = await adminCommand(weir.dataDir, ['demo', '--json'], env)
  t.is(code, 0, stderr)
  t.is(JSON.parse(stdout).status, 400)
})

test('a certificate from files is shown, behind the PROXY protocol too', async (t) => {
  const folder = temporaryFolder(t)
  const authority = newAuthority(t)
  const { cert, key } = issueServerCertificate(authority, ['proxy.corp.example'], new Date())
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const other = await startWeir(t, {
    env: {
      WEIR_PROXY_TLS_CERT: join(folder, 'cert.pem'),
      WEIR_PROXY_TLS_KEY: join(folder, 'key.pem'),
      WEIR_PROXY_PROTOCOL: 'on',
      WEIR_TRUSTED_PROXIES: '127.0.0.1/32',
      WEIR_CLIENT_ALLOW_CIDRS: '203.0.113.9',
    },
  })
  const socket = connect(other.proxyPort, '127.0.0.1').on('error', () => {})
  t.teardown(() => socket.destroy())
  socket.write('PROXY TCP4 203.0.113.9 127.0.0.1 4000 8080\r\n')
  const tls = connectTls({ socket, servername: 'proxy.corp.example', ca: authority.certificatePem })
  await once(tls, 'secureConnect')
  t.true(tls.authorized)
  const wire = new Wire(tls)
  const answer = await wire.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n').expect('\r\n\r\n')
  t.regex(answer, /^HTTP\/1\.1 200 /, 'the announced address is the client of what is inside')
})
