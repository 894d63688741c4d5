import { createPublicKey, X509Certificate } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect,
  createServer,
  type PeerCertificate,
  rootCertificates,
} from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { type Authority, openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { checkUpstreamIdentity, upstreamRoots } from '../../certs/trust.ts'
import { distinguishedName, extensions, signCertificate, toPem } from '../../certs/x509.ts'
import { DAY, ecKey, makeCa, newAuthority, pkcs8, writePair } from '../support/certificate-files.ts'
import { once } from '../support/once.ts'
import { temporaryFolder } from '../support/temp.ts'

const fingerprints = (pems: readonly string[]) => new Set(pems.map((pem) => new X509Certificate(pem).fingerprint256))

test('the roots are Node’s own and those the operator adds', (t) => {
  const extra = [makeCa({ key: ecKey() }), makeCa({ key: ecKey(), commonName: 'Another' })]
  const roots = fingerprints(upstreamRoots(`# two of them\n${extra.join('')}`, newAuthority(t).certificate))
  for (const { fingerprint256 } of extra) t.true(roots.has(fingerprint256))
  const [bundled = ''] = rootCertificates
  t.true(roots.has(new X509Certificate(bundled).fingerprint256))
})

test('our own CA is left out, also in another certificate over the same key', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  const own = makeCa({ key })
  writePair(folder, own, key)
  const authority = openAuthority(folder, () => new Date())
  const renewed = makeCa({ key, commonName: 'Operator CA, renewed' })
  const other = makeCa({ key: ecKey() })
  const roots = fingerprints(upstreamRoots([own, renewed, other].join(''), authority.certificate))
  t.false(roots.has(own.fingerprint256))
  t.false(roots.has(renewed.fingerprint256))
  t.true(roots.has(other.fingerprint256))
})

test('a broken certificate among the operator’s is named by its setting', (t) => {
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  const error = t.throws(() => upstreamRoots(pem, newAuthority(t).certificate), { code: 'ERR_UPSTREAM_CA_MALFORMED' })
  t.regex(error?.message ?? '', /WEIR_UPSTREAM_CA/)
})

/** Serves `credentials` and connects as the proxy does to an upstream. */
async function reach(t: ExecutionContext, credentials: { cert: string; key: string }, options: ConnectionOptions) {
  const server = createServer(credentials, (socket) => socket.end())
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: 'up.example',
    checkServerIdentity: (host, certificate) => checkUpstreamIdentity(host, certificate),
    ...options,
  })
  try {
    await once(socket, 'secureConnect')
  } finally {
    socket.destroy()
  }
}

test('an upstream with the right name and a root the operator added is accepted', async (t) => {
  const upstream = newAuthority(t)
  const ca = upstreamRoots(upstream.certificatePem, newAuthority(t).certificate)
  await t.notThrowsAsync(reach(t, issueServerCertificate(upstream, ['up.example'], new Date()), { ca }))
})

test('an upstream whose certificate our own CA signed is refused, even where the operator trusts that CA', async (t) => {
  const own = newAuthority(t)
  const ca = upstreamRoots(own.certificatePem, own.certificate)
  await t.throwsAsync(reach(t, issueServerCertificate(own, ['up.example'], new Date()), { ca }), {
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  })
})

test('an upstream that our own CA signed below a trusted root is refused', async (t) => {
  const folder = temporaryFolder(t)
  const [rootKey, key] = [ecKey(), ecKey()]
  const root = makeCa({ key: rootKey, commonName: 'Company Root', pathLength: 1 })
  writePair(folder, makeCa({ key, issuer: { certificate: root, key: rootKey } }), key)
  const own = openAuthority(folder, () => new Date())
  const credentials = issueServerCertificate(own, ['up.example'], new Date())
  const ca = upstreamRoots(root.toString(), own.certificate)
  await t.notThrowsAsync(reach(t, credentials, { ca }), 'the chain alone is good')
  const withOwn = (host: string, peer: PeerCertificate) => checkUpstreamIdentity(host, peer, own.certificate)
  await t.throwsAsync(reach(t, credentials, { ca, checkServerIdentity: withOwn }), {
    code: 'ERR_UPSTREAM_CERT_SIGNED_BY_WEIR',
  })
})

for (const [wrong, host, code] of [
  ['for another name', 'other.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['for a parent of the name', 'example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
] as const) {
  test(`an upstream with a certificate ${wrong} is refused`, async (t) => {
    const upstream = newAuthority(t)
    const credentials = issueServerCertificate(upstream, [host], new Date())
    await t.throwsAsync(reach(t, credentials, { ca: upstream.certificatePem }), { code })
  })
}

/** A certificate whose only mention of up.example is the common name. */
function commonNameOnly(authority: Authority, others: Parameters<typeof extensions.subjectAltName>[0]) {
  const key = ecKey()
  const cert = authority.sign({
    commonName: 'up.example',
    publicKey: createPublicKey(key),
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
    extensions: [
      extensions.notCertificateAuthority(),
      extensions.serverAuthentication(),
      ...(others.length === 0 ? [] : [extensions.subjectAltName(others, false)]),
    ],
  })
  return { cert, key: pkcs8(key) }
}

test('an upstream with a common name alone is refused, though Node would take it', async (t) => {
  const upstream = newAuthority(t)
  const ca = upstream.certificatePem
  const credentials = commonNameOnly(upstream, [])
  await t.notThrowsAsync(reach(t, credentials, { ca, checkServerIdentity }))
  await t.throwsAsync(reach(t, credentials, { ca }), { code: 'ERR_UPSTREAM_CERT_WITHOUT_SAN' })
})

test('an upstream whose subjectAltName holds an address alone cannot fall back to its common name', async (t) => {
  const upstream = newAuthority(t)
  const ca = upstream.certificatePem
  const credentials = commonNameOnly(upstream, [{ kind: 'ip', name: '127.0.0.1' }])
  await t.notThrowsAsync(reach(t, credentials, { ca, checkServerIdentity }))
  await t.throwsAsync(reach(t, credentials, { ca }), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})

test('addresses are compared with addresses', (t) => {
  const certificate = (subjectaltname: string) => ({ subject: { CN: '127.0.0.1' }, subjectaltname }) as PeerCertificate
  t.is(checkUpstreamIdentity('127.0.0.1', certificate('IP Address:127.0.0.1')), undefined)
  t.is(checkUpstreamIdentity('::1', certificate('IP Address:0:0:0:0:0:0:0:1')), undefined)
  t.truthy(checkUpstreamIdentity('127.0.0.1', certificate('DNS:127.0.0.1')))
  t.truthy(checkUpstreamIdentity('127.0.0.1', certificate('IP Address:127.0.0.2')))
  t.is(checkUpstreamIdentity('a.b.example', certificate('DNS:*.b.example')), undefined)
  t.truthy(checkUpstreamIdentity('a.a.b.example', certificate('DNS:*.b.example')))
})

test('an expired and a self-signed upstream are refused', async (t) => {
  const upstream = newAuthority(t)
  const old = issueServerCertificate(upstream, ['up.example'], new Date(Date.now() - 40 * DAY))
  await t.throwsAsync(reach(t, old, { ca: upstream.certificatePem }), { code: 'CERT_HAS_EXPIRED' })
  const key = ecKey()
  const selfSigned = signCertificate(
    {
      commonName: 'up.example',
      publicKey: createPublicKey(key),
      notBefore: new Date(Date.now() - DAY),
      notAfter: new Date(Date.now() + DAY),
      extensions: [extensions.subjectAltName([{ kind: 'dns', name: 'up.example' }], false)],
    },
    { name: distinguishedName('up.example'), key },
  )
  const credentials = { cert: toPem(selfSigned), key: pkcs8(key) }
  await t.throwsAsync(reach(t, credentials, { ca: upstream.certificatePem }), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})
