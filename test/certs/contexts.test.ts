import { type AddressInfo, createServer } from 'node:net'
import { type ConnectionOptions, checkServerIdentity, connect, type PeerCertificate, TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { LeafContexts } from '../../certs/contexts.ts'
import { DAY, ecKey, HOUR, makeCa, newAuthority, writePair } from '../support/certificate-files.ts'
import { once } from '../support/once.ts'
import { temporaryFolder } from '../support/temp.ts'

/** A TLS server as the proxy has one inside a tunnel: the CONNECT host decides until a ClientHello names another. */
async function serve(t: ExecutionContext, contexts: LeafContexts, connectHost: string): Promise<number> {
  const server = createServer((raw) => {
    const tls = new TLSSocket(raw, {
      isServer: true,
      secureContext: contexts.contextFor(connectHost),
      SNICallback: (name, done) => done(null, contexts.contextFor(name)),
    })
    tls.on('error', () => raw.destroy())
    tls.on('secure', () => tls.end('hello'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Verifies as curl does: chain, dates and name. Resolves with the certificate the server showed. */
async function handshake(port: number, options: ConnectionOptions): Promise<PeerCertificate> {
  const socket = connect({ port, host: '127.0.0.1', ...options })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

for (const [kind, connectHost, options] of [
  ['a name in the ClientHello', '192.0.2.1', { servername: 'api.openai.com' }],
  ['an IPv4 address without SNI', '127.0.0.1', { host: '127.0.0.1' }],
  ['an IPv6 address without SNI', '::1', { host: '127.0.0.1', checkHost: '::1' }],
  ['a CONNECT name without SNI', 'api.openai.com', { host: '127.0.0.1', checkHost: 'api.openai.com' }],
] as const) {
  test(`a client that trusts the CA finishes the handshake with ${kind}`, async (t) => {
    const authority = newAuthority(t)
    const contexts = new LeafContexts(authority, { now: () => new Date() })
    const port = await serve(t, contexts, connectHost)
    const { checkHost, ...connection } = { checkHost: undefined, ...options }
    const certificate = await handshake(port, {
      ...connection,
      ca: authority.certificatePem,
      ...(checkHost !== undefined && {
        checkServerIdentity: (_host: string, peer: PeerCertificate) => checkServerIdentity(checkHost, peer),
      }),
    })
    t.truthy(certificate.subjectaltname)
  })
}

test('a client that does not trust the CA refuses', async (t) => {
  const contexts = new LeafContexts(newAuthority(t), { now: () => new Date() })
  const port = await serve(t, contexts, 'a.example')
  await t.throwsAsync(handshake(port, { servername: 'a.example' }), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
})

test('a client that trusts only the root accepts an intermediate, which is sent along', async (t) => {
  const folder = temporaryFolder(t)
  const [rootKey, key] = [ecKey(), ecKey()]
  const root = makeCa({ key: rootKey, commonName: 'Company Root', pathLength: 1 })
  writePair(folder, makeCa({ key, issuer: { certificate: root, key: rootKey } }), key)
  const contexts = new LeafContexts(
    openAuthority(folder, () => new Date()),
    { now: () => new Date() },
  )
  const port = await serve(t, contexts, 'a.example')
  const certificate = await handshake(port, { servername: 'a.example', ca: root.toString() })
  t.is(certificate.subject.CN, 'a.example')
})

test('TLS 1.2 is spoken, TLS 1.1 is not', async (t) => {
  const authority = newAuthority(t)
  const port = await serve(t, new LeafContexts(authority, { now: () => new Date() }), 'a.example')
  const options = { servername: 'a.example', ca: authority.certificatePem }
  await t.notThrowsAsync(handshake(port, { ...options, maxVersion: 'TLSv1.2' }))
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  const error = await t.throwsAsync<Error & { code: string }>(handshake(port, { ...options, ...old }))
  t.regex(error?.code ?? '', /^ERR_SSL_(TLSV1_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/)
})

function clocked(t: ExecutionContext, options: { maxContexts?: number } = {}) {
  const clock = { time: Date.now() }
  const authority = newAuthority(t)
  return { clock, authority, contexts: new LeafContexts(authority, { now: () => new Date(clock.time), ...options }) }
}

test('a context is made once a host, however the host is spelt', (t) => {
  const { contexts } = clocked(t)
  const context = contexts.contextFor('api.openai.com')
  t.is(contexts.contextFor('API.openai.com.'), context)
  t.not(contexts.contextFor('api.anthropic.com'), context)
  t.is(contexts.size, 2)
})

test('the context used least recently goes first when there are too many', (t) => {
  const { contexts } = clocked(t, { maxContexts: 3 })
  const a = contexts.contextFor('a.example')
  const b = contexts.contextFor('b.example')
  contexts.contextFor('c.example')
  contexts.contextFor('a.example')
  contexts.contextFor('d.example')
  t.is(contexts.size, 3)
  t.is(contexts.contextFor('a.example'), a)
  t.not(contexts.contextFor('b.example'), b)
  t.is(contexts.size, 3)
})

test('a thousand hosts stay in memory by default, and not one more', (t) => {
  const { contexts } = clocked(t)
  for (let count = 0; count <= 1000; count += 1) contexts.contextFor(`host-${count}.example`)
  t.is(contexts.size, 1000)
})

test('a hostile name leaves nothing behind', (t) => {
  const { contexts } = clocked(t)
  t.throws(() => contexts.contextFor('a/../b'), { code: 'ERR_HOST_NAME' })
  t.is(contexts.size, 0)
})

test('leaves of one day share a key that is not the CA’s, and the next day has another', async (t) => {
  const { clock, authority, contexts } = clocked(t)
  const port = await serve(t, contexts, 'a.example')
  // The moved clock is the server's alone, so the client is told to look at the key only.
  const keyOf = async (servername: string) =>
    (await handshake(port, { servername, ca: authority.certificatePem })).pubkey?.toString('hex')
  const first = await keyOf('a.example')
  t.truthy(first)
  t.not(first, authority.certificate.publicKey.export({ format: 'der', type: 'spki' }).subarray(-65).toString('hex'))
  t.is(await keyOf('b.example'), first)
  clock.time += DAY - HOUR
  t.is(await keyOf('a.example'), first)
  clock.time += HOUR - 1000
  t.is(await keyOf('c.example'), first)
  clock.time += 1000
  const second = await keyOf('a.example')
  t.not(second, first)
  t.is(await keyOf('b.example'), second)
})

test('a context is renewed an hour before its leaf ends with the CA', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  const clock = { time: Math.floor(Date.now() / 1000) * 1000 }
  writePair(folder, makeCa({ key, notAfter: new Date(clock.time + 5 * HOUR) }), key)
  const now = () => new Date(clock.time)
  const contexts = new LeafContexts(openAuthority(folder, now), { now })
  const context = contexts.contextFor('a.example')
  clock.time += 4 * HOUR - 1
  t.is(contexts.contextFor('a.example'), context)
  clock.time += 1
  t.not(contexts.contextFor('a.example'), context)
  clock.time += HOUR
  t.throws(() => contexts.contextFor('a.example'), { code: 'ERR_CA_EXPIRED' })
})

test('a clock that is set back does not leave clients with certificates from the future', (t) => {
  const { clock, contexts } = clocked(t)
  const context = contexts.contextFor('a.example')
  clock.time -= DAY / 2
  t.is(contexts.contextFor('a.example'), context)
  clock.time -= DAY
  t.not(contexts.contextFor('a.example'), context)
})
