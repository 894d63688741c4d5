import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { Agent, fetch, request } from 'undici'
import { renewCertificate } from '../../api/certificate-renewal.ts'
import { answerPlainHttp } from '../../api/plain-http.ts'
import { tlsCredentials } from '../../api/tls.ts'
import { loadSettings } from '../../config/settings.ts'
import { startTestApi } from '../support/api.ts'
import { newAuthority } from '../support/certificate-files.ts'
import { once } from '../support/once.ts'
import { temporaryFolder } from '../support/temp.ts'
import { until, Wire } from '../support/wire.ts'

const logger = pino({ level: 'silent' })

function credentialsFor(t: ExecutionContext, found: () => string[], publicUrl?: URL, apiHost = '0.0.0.0') {
  const authority = newAuthority(t)
  const settings = {
    ...loadSettings({}, temporaryFolder(t)),
    apiTls: 'auto',
    apiTlsCert: undefined,
    apiTlsKey: undefined,
    apiHost,
    publicUrl,
    dataDir: temporaryFolder(t),
  } as const
  const credentials = tlsCredentials(settings, authority, () => new Date(), found)
  if (credentials === undefined) throw new Error('there is a certificate')
  return { credentials, ca: authority.certificatePem }
}

test('the certificate is for the public name, the host that is listened on, and whatever this machine is called', (t) => {
  const found = () => ['vm', 'not a name', '10.0.0.5', 'fd00::5', 'fe80::1%eth0']
  const { credentials } = credentialsFor(t, found, new URL('https://weir.corp.example:8443'), '10.9.9.9')
  const leaf = new X509Certificate(credentials.issue().cert)
  for (const name of ['weir.corp.example', 'vm', 'localhost']) t.is(leaf.checkHost(name), name)
  for (const address of ['10.0.0.5', '10.9.9.9', 'fd00::5', '127.0.0.1', '::1']) t.is(leaf.checkIP(address), address)
})

test('a machine that gets another address gets another certificate, without a restart', async (t) => {
  const names = ['10.0.0.5']
  const { credentials, ca } = credentialsFor(t, () => names)
  const server = createServer(credentials.issue(), (_, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  t.teardown(renewCertificate({ server, credentials, logger, now: Date.now }, 10))
  const { port } = server.address() as AddressInfo
  const isFor = async (address: string) => {
    const socket = connectTls({ host: '127.0.0.1', port, ca })
    await once(socket, 'secureConnect')
    const { raw } = socket.getPeerCertificate()
    socket.destroy()
    return new X509Certificate(raw).checkIP(address) === address
  }
  t.true(await isFor('10.0.0.5'))
  t.false(await isFor('10.0.0.6'))
  names.push('10.0.0.6')
  await until(
    () => isFor('10.0.0.6'),
    () => 'it keeps its old certificate',
  )
})

test('plain HTTP to the TLS port is told to use https, and TLS goes on beside it', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_API_TLS: 'auto' } })
  const answer = await fetch(api.server.url.replace('https:', 'http:'))
  t.is(answer.status, 400)
  t.regex(((await answer.json()) as { error: string }).error, /https:\/\//)
  t.is(answer.headers.get('location'), null)
  // Byte by byte, and with a body that nobody waits for.
  const slow = await Wire.open(t, api.server.port)
  for (const byte of 'POST / HTTP/1.1\r\n') slow.send(byte)
  await slow.expect('400 Bad Request')
  t.is((await api.request('GET', '/healthz')).status, 200)
})

test('a connection on which nothing comes does not hold up a stop', async (t) => {
  const { credentials } = credentialsFor(t, () => [])
  const server = createServer(credentials.issue(), (_, response) => response.end())
  const endSilent = answerPlainHttp(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const silent = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(server, 'connection')
  const closed = once(server, 'close')
  server.close()
  endSilent()
  await Promise.all([closed, once(silent, 'close')])
  t.pass()
})

test('HSTS is for names that are public: never for loopback, nor for addresses', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_API_TLS: 'auto' } })
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  t.teardown(() => dispatcher.close())
  const sent = async (host: string) => {
    const answer = await request(`${api.server.url}/healthz`, { dispatcher, headers: { host } })
    await answer.body.dump()
    t.is(answer.statusCode, 200, host)
    return answer.headers['strict-transport-security']
  }
  for (const host of ['localhost', 'LOCALHOST:8443', 'weir.localhost', '127.0.0.1:8443', '[::1]:8443', '10.0.0.5']) {
    t.is(await sent(host), undefined, host)
  }
  t.is(await sent('weir.corp.example:8443'), 'max-age=31536000; includeSubDomains')
})

test('a connection that begins a handshake and does not go on is closed in seconds', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_API_TLS: 'auto' } })
  const socket = connect(api.server.port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  let closed = false
  socket.on('close', () => {
    closed = true
  })
  // The first byte of a TLS record; without a bound of its own the next one may take two minutes.
  socket.write(Buffer.of(22))
  await until(
    () => closed,
    () => 'the connection is open',
    40_000,
  )
  t.pass()
})
