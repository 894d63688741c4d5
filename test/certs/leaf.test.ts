import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { normalizeHostName } from '../../certs/host-name.ts'
import { issueLeaf } from '../../certs/leaf.ts'
import { DAY, ecKey, makeCa, newAuthority, openssl, writePair } from '../support/certificate-files.ts'
import { testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'

const opensslTest = testWith(test, 'openssl')
const publicKey = createPublicKey(ecKey())
const LONG_NAME = `${'a'.repeat(40)}.${'b'.repeat(40)}.example`

test('a leaf is signed by the CA for the one name that was asked for', (t) => {
  const authority = newAuthority(t)
  const leaf = new X509Certificate(
    issueLeaf(authority, [normalizeHostName('api.openai.com')], publicKey, new Date()).chainPem,
  )
  t.true(leaf.verify(authority.certificate.publicKey))
  t.true(leaf.checkIssued(authority.certificate))
  t.is(leaf.checkHost('api.openai.com'), 'api.openai.com')
  t.is(leaf.checkHost('www.api.openai.com'), undefined)
  t.is(leaf.subjectAltName, 'DNS:api.openai.com')
  t.is(leaf.subject, 'CN=api.openai.com')
  t.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.1'])
  t.false(leaf.ca)
  t.true(leaf.publicKey.equals(publicKey))
})

for (const address of [
  '127.0.0.1',
  '255.254.0.1',
  '::',
  '::1',
  '2001:db8::1',
  '1:2:3:4:5:6:7:8',
  'fe80::',
  '::ffff:192.0.2.1',
]) {
  test(`a leaf for ${address} names it as an address`, (t) => {
    const authority = newAuthority(t)
    const leaf = new X509Certificate(issueLeaf(authority, [normalizeHostName(address)], publicKey, new Date()).chainPem)
    t.is(leaf.checkIP(address), address)
    t.regex(leaf.subjectAltName ?? '', /^IP Address:[^,]+$/)
  })
}

opensslTest('a name too long for a common name leaves the subject empty and the alternative name critical', (t) => {
  const folder = temporaryFolder(t)
  const authority = newAuthority(t)
  const { chainPem } = issueLeaf(authority, [normalizeHostName(LONG_NAME)], publicKey, new Date())
  const leaf = new X509Certificate(chainPem)
  t.falsy(leaf.subject)
  t.is(leaf.checkHost(LONG_NAME), LONG_NAME)
  writeFileSync(join(folder, 'leaf.pem'), chainPem)
  const text = openssl('x509', '-in', join(folder, 'leaf.pem'), '-noout', '-text')
  t.regex(text, /Subject Alternative Name: critical/)
})

for (const [kind, key] of [
  ['P-256', () => ecKey()],
  ['P-384', () => ecKey('P-384')],
  ['P-521', () => ecKey('P-521')],
  ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
] as const) {
  opensslTest(`openssl verifies leaves of an operator's ${kind} CA strictly`, (t) => {
    const folder = temporaryFolder(t)
    const caKey = key()
    writePair(folder, makeCa({ key: caKey, commonName: 'Société Générique, S.A. — Proxy' }), caKey)
    const authority = openAuthority(folder, () => new Date())
    for (const host of ['api.openai.com', '192.0.2.1', '2001:db8::1', LONG_NAME]) {
      const { chainPem } = issueLeaf(authority, [normalizeHostName(host)], publicKey, new Date())
      t.true(new X509Certificate(chainPem).verify(authority.certificate.publicKey))
      writeFileSync(join(folder, 'leaf.pem'), chainPem)
      const verdict = openssl(
        ...[
          'verify',
          '-x509_strict',
          '-purpose',
          'sslserver',
          '-CAfile',
          join(folder, 'ca.pem'),
          join(folder, 'leaf.pem'),
        ],
      )
      t.regex(verdict, /leaf\.pem: OK/)
    }
  })
}

test('the authority key identifier is the CA’s own, and the leaf has no subject key identifier', (t) => {
  const authority = newAuthority(t)
  const { chainPem } = issueLeaf(authority, [normalizeHostName('a.example')], publicKey, new Date())
  const der = new X509Certificate(chainPem).raw
  const id = authority.keyIdentifier
  t.is(id?.length, 20)
  t.true(der.includes(Buffer.concat([Buffer.from('0603551d23041830168014', 'hex'), id ?? Buffer.alloc(0)])))
  t.false(der.includes(Buffer.from('0603551d0e', 'hex')))
})

test('a leaf is valid from yesterday for 30 days', (t) => {
  const authority = newAuthority(t)
  const now = new Date('2027-03-01T12:00:00Z')
  const { chainPem, notBefore, notAfter } = issueLeaf(authority, [normalizeHostName('a.example')], publicKey, now)
  const leaf = new X509Certificate(chainPem)
  t.is(leaf.validFromDate.toISOString(), '2027-02-28T12:00:00.000Z')
  t.is(leaf.validToDate.toISOString(), '2027-03-31T12:00:00.000Z')
  t.deepEqual([notBefore, notAfter], [leaf.validFromDate, leaf.validToDate])
})

test('a leaf never outlives the CA nor begins before it', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  const now = new Date(Math.floor(Date.now() / 1000) * 1000)
  const bounds = { notBefore: new Date(now.getTime() - 60_000), notAfter: new Date(now.getTime() + 5 * DAY) }
  writePair(folder, makeCa({ key, ...bounds }), key)
  const authority = openAuthority(folder, () => now)
  const leaf = new X509Certificate(issueLeaf(authority, [normalizeHostName('a.example')], publicKey, now).chainPem)
  t.deepEqual([leaf.validFromDate, leaf.validToDate], [bounds.notBefore, bounds.notAfter])
})

test('no leaf is issued once the CA has ended', (t) => {
  const authority = newAuthority(t)
  t.throws(() => issueLeaf(authority, [normalizeHostName('a.example')], publicKey, authority.notAfter), {
    code: 'ERR_CA_EXPIRED',
  })
})

test('dates from 2050 on are written as GeneralizedTime', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  writePair(folder, makeCa({ key, notAfter: new Date('2060-01-01T00:00:00Z') }), key)
  const authority = openAuthority(folder, () => new Date())
  const now = new Date('2049-12-31T00:00:00Z')
  const leaf = new X509Certificate(issueLeaf(authority, [normalizeHostName('a.example')], publicKey, now).chainPem)
  t.is(leaf.validFromDate.toISOString(), '2049-12-30T00:00:00.000Z')
  t.is(leaf.validToDate.toISOString(), '2050-01-30T00:00:00.000Z')
  t.true(leaf.raw.includes('20500130000000Z'))
})

test('serial numbers are unique, positive and of 16 bytes', (t) => {
  const authority = newAuthority(t)
  const serials = new Set<string>()
  for (let count = 0; count < 300; count += 1) {
    const { chainPem } = issueLeaf(authority, [normalizeHostName('a.example')], publicKey, new Date())
    serials.add(new X509Certificate(chainPem).serialNumber)
  }
  t.is(serials.size, 300)
  for (const serial of serials) t.regex(serial, /^[4-7][0-9A-F]{31}$/)
})

test('issuing takes a few milliseconds at the very most', (t) => {
  const authority = newAuthority(t)
  const name = normalizeHostName('a.example')
  const times = Array.from({ length: 51 }, () => {
    const begun = performance.now()
    issueLeaf(authority, [name], publicKey, new Date())
    return performance.now() - begun
  }).sort((a, b) => a - b)
  // RSA in JavaScript, the easy mistake, takes over 20.
  t.true((times[25] ?? Number.NaN) < 5, `median ${times[25]} ms`)
})
