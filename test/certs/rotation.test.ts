import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import {
  activateRotation,
  apiCaPem,
  cancelRotation,
  distributedPem,
  installedCas,
  prepareRotation,
} from '../../certs/rotation.ts'
import { DAY, ecKey, makeCa, pkcs8 } from '../support/certificate-files.ts'
import { temporaryFolder } from '../support/temp.ts'

const now = () => new Date()

test('a rotation is prepared, distributed and activated; the CA before is kept', (t) => {
  const folder = temporaryFolder(t)
  const before = openAuthority(folder, now)
  t.is(distributedPem(folder), before.certificatePem)
  const next = prepareRotation(folder, now, { validityDays: 100 })
  t.not(next.fingerprint, before.fingerprint)
  t.true(Math.abs(next.notAfter.getTime() - Date.now() - 100 * DAY) < DAY)
  t.is(openAuthority(folder, now).fingerprint, before.fingerprint, 'nothing signs with it yet')
  t.is(distributedPem(folder), before.certificatePem + next.certificatePem)
  t.throws(() => prepareRotation(folder, now, {}), { code: 'ERR_CA_NEXT_IS_THERE' })

  t.is(activateRotation(folder, now, {}).fingerprint, next.fingerprint)
  t.is(openAuthority(folder, now).fingerprint, next.fingerprint)
  t.is(distributedPem(folder), next.certificatePem)
  t.is(installedCas(folder)['ca-previous']?.fingerprint256, before.fingerprint)
  t.deepEqual(readdirSync(folder).sort(), ['ca-previous.key', 'ca-previous.pem', 'ca.key', 'ca.pem'])
  if (process.platform !== 'win32') {
    for (const file of ['ca.key', 'ca-previous.key']) t.is(statSync(join(folder, file)).mode & 0o777, 0o600, file)
  }
  t.throws(() => activateRotation(folder, now, {}), { code: 'ERR_CA_NO_NEXT' })
})

test('a company’s own next CA is activated like one that was made here; a wrong one changes nothing', (t) => {
  const folder = temporaryFolder(t)
  const before = openAuthority(folder, now)
  const key = ecKey()
  const certificate = makeCa({ key, commonName: 'Company CA' })
  writeFileSync(join(folder, 'ca-next.pem'), certificate.toString())
  writeFileSync(join(folder, 'ca-next.key'), pkcs8(ecKey()))
  t.throws(() => activateRotation(folder, now, {}), { code: 'ERR_CA_MISMATCH' })
  t.is(openAuthority(folder, now).fingerprint, before.fingerprint)
  writeFileSync(join(folder, 'ca-next.key'), pkcs8(key))
  t.is(activateRotation(folder, now, {}).fingerprint, certificate.fingerprint256)
})

test('a prepared CA can be cancelled', (t) => {
  const folder = temporaryFolder(t)
  openAuthority(folder, now)
  t.false(cancelRotation(folder))
  prepareRotation(folder, now, {})
  t.true(cancelRotation(folder))
  t.deepEqual(readdirSync(folder).sort(), ['ca.key', 'ca.pem'])
})

test('a process killed between the two steps of an activation leaves a CA that works', (t) => {
  const folder = temporaryFolder(t)
  openAuthority(folder, now)
  const next = prepareRotation(folder, now, {})
  // What a kill behind the key's rename leaves.
  const staged = stagedNameOf(folder)
  copyFileSync(join(folder, 'ca-next.pem'), join(folder, staged))
  renameSync(join(folder, 'ca-next.key'), join(folder, 'ca.key'))
  t.is(openAuthority(folder, now).fingerprint, next.fingerprint)
  t.false(existsSync(join(folder, staged)))
  t.is(readFileSync(join(folder, 'ca.pem'), 'utf8'), next.certificatePem)
})

/** The name under which a new pair's certificate waits: it is derived from the key alone. */
function stagedNameOf(folder: string): string {
  const { 'ca-next': next } = installedCas(folder)
  const der = next?.publicKey.export({ format: 'der', type: 'spki' }) ?? Buffer.alloc(0)
  return `.ca-${createHash('sha256').update(der).digest('hex').slice(0, 32)}.pem`
}

test('the API’s certificate may come from the CA, the next one, or one of its own', (t) => {
  const folder = temporaryFolder(t)
  const ca = openAuthority(folder, now)
  const own = openAuthority(folder, now, {}, 'api-ca')
  t.is(apiCaPem(folder), ca.certificatePem + own.certificatePem)
})
