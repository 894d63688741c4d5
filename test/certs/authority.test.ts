import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { inspect, promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { CertificateError, type CertificateErrorCode } from '../../certs/errors.ts'
import { DAY, ecKey, makeCa, openssl, pkcs8, writePair } from '../support/certificate-files.ts'
import { testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'

const opensslTest = testWith(test, 'openssl')
const now = () => new Date()
const MODULE = new URL('../../certs/authority.ts', import.meta.url).href

function refuses(t: ExecutionContext, folder: string, code: CertificateErrorCode, mentions: RegExp): void {
  const error = t.throws(() => openAuthority(folder, now), { instanceOf: CertificateError, code })
  t.regex(error?.message ?? '', mentions)
}

const isRoot = process.getuid?.() === 0

test('the first start makes a CA that can only sign leaves', (t) => {
  const folder = join(temporaryFolder(t), 'not', 'there', 'yet')
  const authority = openAuthority(folder, now)
  const certificate = new X509Certificate(readFileSync(join(folder, 'ca.pem')))
  t.is(certificate.fingerprint256, authority.fingerprint)
  t.true(certificate.ca)
  t.true(certificate.verify(certificate.publicKey))
  t.regex(certificate.subject, /^CN=Weir CA [0-9a-f]{8}$/)
  t.is(certificate.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1')
  t.true(certificate.validFromDate.getTime() < Date.now() - DAY)
  t.true(Math.abs(certificate.validToDate.getTime() - Date.now() - 730 * DAY) < DAY)
  t.deepEqual(readdirSync(folder).sort(), ['ca.key', 'ca.pem'])
})

opensslTest('openssl reads the constraints of the CA as critical', (t) => {
  const folder = temporaryFolder(t)
  openAuthority(folder, now)
  const text = openssl('x509', '-in', join(folder, 'ca.pem'), '-noout', '-text')
  t.regex(text, /Basic Constraints: critical\s+CA:TRUE, pathlen:0\n/)
  t.regex(text, /Key Usage: critical\s+Certificate Sign, CRL Sign\n/)
  t.regex(text, /Subject Key Identifier: \s+([0-9A-F]{2}:){19}[0-9A-F]{2}\n/)
})

test('the key is for its owner alone, the certificate for everybody', (t) => {
  const folder = join(temporaryFolder(t), 'data')
  openAuthority(folder, now)
  t.is(statSync(join(folder, 'ca.key')).mode & 0o777, 0o600)
  t.is(statSync(join(folder, 'ca.pem')).mode & 0o777, 0o644 & ~process.umask())
  t.is(statSync(folder).mode & 0o777, 0o700)
})

test('later starts keep the CA', (t) => {
  const folder = temporaryFolder(t)
  const first = openAuthority(folder, now)
  t.is(openAuthority(folder, now).fingerprint, first.fingerprint)
})

test('two installations have different names and keys', (t) => {
  const [one, other] = [openAuthority(temporaryFolder(t), now), openAuthority(temporaryFolder(t), now)]
  t.not(one.certificate.subject, other.certificate.subject)
  t.false(one.certificate.publicKey.equals(other.certificate.publicKey))
})

test('four processes that start at once end up with one CA and no leftovers', async (t) => {
  const folder = temporaryFolder(t)
  const at = Date.now() + 1500
  const script = `const { openAuthority } = await import(${JSON.stringify(MODULE)})
    while (Date.now() < ${at}) {}
    process.stdout.write(openAuthority(process.argv[1], () => new Date()).fingerprint)`
  const run = promisify(execFile)
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => run(process.execPath, ['--input-type=module', '-e', script, folder])),
  )
  t.is(new Set(answers.map(({ stdout }) => stdout)).size, 1)
  t.is(answers[0]?.stdout, openAuthority(folder, now).fingerprint)
  t.deepEqual(readdirSync(folder).sort(), ['ca.key', 'ca.pem'])
})

test('a start that was killed between the key and the certificate is finished by the next', (t) => {
  const folder = temporaryFolder(t)
  const { fingerprint, certificate } = openAuthority(folder, now)
  const id = createHash('sha256')
    .update(certificate.publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
  renameSync(join(folder, 'ca.pem'), join(folder, `.ca-${id.slice(0, 32)}.pem`))
  t.is(openAuthority(folder, now).fingerprint, fingerprint)
  t.true(existsSync(join(folder, 'ca.pem')))
})

for (const [missing, present] of [
  ['ca.key', 'ca.pem'],
  ['ca.pem', 'ca.key'],
] as const) {
  test(`${present} without ${missing} is refused and left alone`, (t) => {
    const folder = temporaryFolder(t)
    openAuthority(folder, now)
    const kept = readFileSync(join(folder, present))
    renameSync(join(folder, missing), join(folder, 'moved-away'))
    refuses(t, folder, 'ERR_CA_INCOMPLETE', new RegExp(`${missing} is missing`))
    t.deepEqual(readFileSync(join(folder, present)), kept)
    t.false(existsSync(join(folder, missing)))
  })
}

for (const contents of ['', 'not PEM', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
  test(`a ca.pem of ${JSON.stringify(contents)} is refused by name`, (t) => {
    const folder = temporaryFolder(t)
    openAuthority(folder, now)
    writeFileSync(join(folder, 'ca.pem'), contents)
    refuses(t, folder, 'ERR_CA_MALFORMED', /ca\.pem does not hold a PEM certificate/)
  })
}

test('a broken ca.key is refused without a word of what it holds', (t) => {
  const folder = temporaryFolder(t)
  openAuthority(folder, now)
  const half = readFileSync(join(folder, 'ca.key'), 'utf8').slice(0, 120)
  writeFileSync(join(folder, 'ca.key'), half)
  const error = t.throws(() => openAuthority(folder, now), { instanceOf: CertificateError, code: 'ERR_CA_MALFORMED' })
  t.regex(error?.message ?? '', /ca\.key does not hold a PEM private key/)
  t.false(`${error?.stack}${String(error?.cause)}`.includes(half.split('\n')[1] ?? '?'))
})

test('a ca.key with a passphrase is opened with it, and refused with the reason without', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  const locked = key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' })
  writePair(folder, makeCa({ key }), locked.toString())
  refuses(t, folder, 'ERR_CA_PASSPHRASE', /is encrypted: set WEIR_CA_PASSPHRASE/)
  t.throws(() => openAuthority(folder, now, { passphrase: 'wrong' }), { code: 'ERR_CA_PASSPHRASE' })
  t.notThrows(() => openAuthority(folder, now, { passphrase: 'secret' }))
})

test('a new key is encrypted where a passphrase is set', (t) => {
  const folder = temporaryFolder(t)
  const { fingerprint } = openAuthority(folder, now, { passphrase: 'secret' })
  t.regex(readFileSync(join(folder, 'ca.key'), 'utf8'), /BEGIN ENCRYPTED PRIVATE KEY/)
  t.is(openAuthority(folder, now, { passphrase: 'secret' }).fingerprint, fingerprint)
})

test('a key of another CA is refused', (t) => {
  const folder = temporaryFolder(t)
  writePair(folder, makeCa({ key: ecKey() }), ecKey())
  refuses(t, folder, 'ERR_CA_MISMATCH', /ca\.key does not belong to .*ca\.pem/)
})

test('a key of another kind is refused', (t) => {
  const folder = temporaryFolder(t)
  writePair(folder, makeCa({ key: ecKey() }), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  refuses(t, folder, 'ERR_CA_MISMATCH', /does not belong/)
})

test('a certificate that is no CA is refused', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  writePair(folder, makeCa({ key, isCa: false }), key)
  refuses(t, folder, 'ERR_CA_UNSUITABLE', /ca\.pem is not a CA certificate/)
})

opensslTest('a CA key that browsers refuse is refused', (t) => {
  const folder = temporaryFolder(t)
  // No other way to a certificate over such a key than openssl: our own code refuses to sign with it.
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:1024', '-nodes', '-subj', '/CN=Weak', '-days', '9'],
    ...['-keyout', join(folder, 'ca.key'), '-out', join(folder, 'ca.pem')],
  )
  refuses(t, folder, 'ERR_CA_UNSUITABLE', /RSA of 2048 bits/)
})

test('an expired CA is refused with its date', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  writePair(folder, makeCa({ key, notAfter: new Date('2026-01-02T03:04:05Z'), notBefore: new Date(0) }), key)
  refuses(t, folder, 'ERR_CA_EXPIRED', /expired on 2026-01-02T03:04:05\.000Z/)
})

test('a CA from the future points at the clock', (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  writePair(folder, makeCa({ key, notBefore: new Date(Date.now() + DAY) }), key)
  refuses(t, folder, 'ERR_CA_NOT_YET_VALID', /clock/)
})

test('the end of the CA is announced 90 days ahead', (t) => {
  const folder = temporaryFolder(t)
  const clock = { time: Date.now() }
  const authority = openAuthority(folder, () => new Date(clock.time))
  t.false(authority.expiresSoon)
  clock.time = authority.notAfter.getTime() - 91 * DAY
  t.false(authority.expiresSoon)
  clock.time = authority.notAfter.getTime() - 89 * DAY
  t.true(authority.expiresSoon)
})

test('a key that others can read is tightened to 0600', (t) => {
  const folder = temporaryFolder(t)
  openAuthority(folder, now)
  chmodSync(join(folder, 'ca.key'), 0o644)
  openAuthority(folder, now)
  t.is(statSync(join(folder, 'ca.key')).mode & 0o777, 0o600)
})

test('a data directory that cannot be written to is named', (t) => {
  const file = join(temporaryFolder(t), 'a-file')
  writeFileSync(file, '')
  const error = t.throws(() => openAuthority(join(file, 'data'), now), { instanceOf: CertificateError })
  t.regex(error?.message ?? '', /ca\.key/)
})

test('a file that is a folder is unreadable', (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'ca.key'))
  refuses(t, folder, 'ERR_CA_UNREADABLE', /ca\.key cannot be read \(EISDIR\)/)
})

if (!isRoot) {
  test('a key file of somebody else is unreadable', (t) => {
    const folder = temporaryFolder(t)
    openAuthority(folder, now)
    chmodSync(join(folder, 'ca.key'), 0o000)
    refuses(t, folder, 'ERR_CA_UNREADABLE', /ca\.key cannot be read \(EACCES\)/)
  })
}

test('the key does not show when the authority is printed or serialised', (t) => {
  const folder = temporaryFolder(t)
  const authority = openAuthority(folder, now)
  const secret = readFileSync(join(folder, 'ca.key'), 'utf8').split('\n')[1] ?? ''
  const shown = inspect(authority, { depth: null, showHidden: true }) + JSON.stringify(authority)
  t.true(secret.length > 40)
  t.false(shown.includes(secret))
  t.false(shown.includes('PrivateKeyObject'))
})

test('an operator may put an intermediate with its root there', (t) => {
  const folder = temporaryFolder(t)
  const [rootKey, key] = [ecKey(), ecKey('P-384')]
  const root = makeCa({ key: rootKey, commonName: 'Company Root' })
  const intermediate = makeCa({ key, commonName: 'Company Proxy CA', issuer: { certificate: root, key: rootKey } })
  writePair(folder, `${intermediate}${root}`, pkcs8(key))
  const authority = openAuthority(folder, now)
  t.is(authority.fingerprint, intermediate.fingerprint256)
  t.is(new X509Certificate(authority.chainPem).fingerprint256, intermediate.fingerprint256)
  t.is(authority.chainPem.match(/BEGIN/g)?.length, 1)
})
