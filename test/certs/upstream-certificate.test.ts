import type { X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DetailedPeerCertificate } from 'node:tls'
import test from 'ava'
import { distrustedBySystem, isCompromised } from '../../certs/distrusted.ts'
import { upstreamRoots } from '../../certs/trust.ts'
import { checkUpstreamCertificate } from '../../certs/upstream-certificate.ts'
import { anyExtension, buildCertificate } from '../support/build-certificate.ts'
import { DAY, ecKey, makeCa, newAuthority } from '../support/certificate-files.ts'
import { temporaryFolder } from '../support/temp.ts'

const key = ecKey()
const root = buildCertificate({ key, commonName: 'Root', extensions: [anyExtension.ca()] })

/** As Node gives it after a handshake: a root is its own issuer. */
function peerOf(leaf: X509Certificate, fingerprint = root.fingerprint): DetailedPeerCertificate {
  const last = { ...root.toLegacyObject(), fingerprint } as DetailedPeerCertificate
  last.issuerCertificate = last
  return { ...leaf.toLegacyObject(), issuerCertificate: last } as DetailedPeerCertificate
}

function codeOf(certificate: DetailedPeerCertificate, isPublicRoot = false): string | undefined {
  const checked = { host: 'up.example', certificate, staple: 'unasked', now: new Date() } as const
  return checkUpstreamCertificate({ ...checked, isPublicRoot: () => isPublicRoot })?.code
}

function lasting(days: number, notBefore: string): DetailedPeerCertificate {
  const from = new Date(notBefore)
  const notAfter = new Date(from.getTime() + days * DAY)
  const issuer = { certificate: root, key }
  return peerOf(buildCertificate({ issuer, key: ecKey(), names: ['up.example'], notBefore: from, notAfter }))
}

test('a public authority may issue for as long as browsers accept, by the day it issued; a company’s for longer', (t) => {
  for (const [from, days, tooMany] of [
    ['2021-01-01', 398, 400],
    ['2026-04-01', 200, 202],
    ['2027-04-01', 100, 102],
    ['2029-04-01', 47, 49],
  ] as const) {
    t.is(codeOf(lasting(days, from), true), undefined, from)
    t.is(codeOf(lasting(tooMany, from), true), 'ERR_UPSTREAM_CERT_TOO_LONG_LIVED', from)
    t.is(codeOf(lasting(tooMany, from)), undefined, from)
  }
  t.is(codeOf(lasting(800, '2019-01-01'), true), undefined)
})

test('a chain with an authority whose key is public is refused', (t) => {
  const superfish = 'C8:64:48:48:69:D4:1D:2B:0D:32:31:9C:5A:62:F9:31:5A:AF:2C:BD'
  t.true(isCompromised(superfish))
  const leaf = buildCertificate({ issuer: { certificate: root, key }, key: ecKey(), names: ['up.example'] })
  t.is(codeOf(peerOf(leaf)), undefined)
  t.is(codeOf(peerOf(leaf, superfish)), 'ERR_UPSTREAM_CERT_DISTRUSTED')
})

test('what is no certificate is refused', (t) => {
  const peer = peerOf(root)
  t.is(codeOf({ ...peer, raw: Buffer.from([0x30, 0x03, 0x02, 0x01]) }), 'ERR_UPSTREAM_CERT_KEY_USAGE')
})

test('roots that the machine’s administrator has distrusted are not trusted, as Debian and p11-kit list them', (t) => {
  const folder = temporaryFolder(t)
  const [debian, blocked, trusted] = [makeCa({ key: ecKey() }), makeCa({ key: ecKey() }), makeCa({ key: ecKey() })]
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('etc/ca-certificates.conf', '# roots\nmozilla/Good.crt\n!mozilla/Bad.crt\n!mozilla/Gone.crt\n')
  write('usr/share/ca-certificates/mozilla/Bad.crt', debian.toString())
  write('usr/share/ca-certificates/mozilla/Good.crt', trusted.toString())
  write('etc/pki/ca-trust/source/blocklist/bad.pem', blocked.toString())
  write('etc/pki/ca-trust/source/blocklist/broken.pem', '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n')
  const distrusted = distrustedBySystem(folder)
  t.deepEqual(distrusted, new Set([debian.fingerprint256, blocked.fingerprint256]))
  const all = [debian, blocked, trusted].join('')
  const roots = upstreamRoots(all, newAuthority(t).certificate, 'all', distrusted).join('\n')
  t.false(roots.includes(debian.toString().trim()))
  t.false(roots.includes(blocked.toString().trim()))
  t.true(roots.includes(trusted.toString().trim()))
  t.is(distrustedBySystem(temporaryFolder(t)).size, 0)
})
