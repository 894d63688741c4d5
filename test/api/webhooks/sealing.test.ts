import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { loadWebhookKey, type SealedFor, Sealer, SealingError } from '../../../api/webhooks/sealing.ts'
import { SecretFiles } from '../../../config/secret-files.ts'
import { temporaryFolder } from '../../support/temp.ts'

const PURPOSE: SealedFor = { tenantId: 'tenant-1', webhookId: 'whk_1', field: 'signing_secret' }
const EMBEDDED = { mongodbUrl: undefined, jwtSecret: undefined }
const shared = (jwtSecret: string) => ({ mongodbUrl: 'mongodb://db/weir', jwtSecret })

test('what is sealed opens again and shows nothing of what is inside', (t) => {
  const sealer = new Sealer(randomBytes(32))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sealed = sealer.seal(text, PURPOSE)
      return /^v1\.[\w-]+$/.test(sealed) && sealer.open(sealed, PURPOSE) === text.toWellFormed()
    }),
  )
  t.not(sealer.seal('same', PURPOSE), sealer.seal('same', PURPOSE))
  t.false(sealer.seal('whsec_visible', PURPOSE).includes(Buffer.from('whsec_visible').toString('base64url')))
})

test('a sealed text opens for its own webhook and field alone', (t) => {
  const sealer = new Sealer(randomBytes(32))
  const sealed = sealer.seal('secret', PURPOSE)
  for (const other of [
    { ...PURPOSE, tenantId: 'tenant-2' },
    { ...PURPOSE, webhookId: 'whk_2' },
    { ...PURPOSE, field: 'auth_token' as const },
    { ...PURPOSE, tenantId: 'tenant-1","whk_1', webhookId: '' },
  ]) {
    t.throws(() => sealer.open(sealed, other), { instanceOf: SealingError, code: 'ERR_WEBHOOK_SECRET' })
  }
})

test('a change of any byte is noticed', (t) => {
  const sealer = new Sealer(randomBytes(32))
  const bytes = Buffer.from(sealer.seal('secret', PURPOSE).slice(3), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const tampered = Buffer.from(bytes)
    tampered[at] = (tampered[at] ?? 0) ^ 1
    t.throws(() => sealer.open(`v1.${tampered.toString('base64url')}`, PURPOSE), { instanceOf: SealingError })
  }
})

test('a wrong key says so without a word of the secret', (t) => {
  const sealed = new Sealer(randomBytes(32)).seal('whsec_top', PURPOSE)
  const error = t.throws(() => new Sealer(randomBytes(32)).open(sealed, PURPOSE), { instanceOf: SealingError })
  t.regex(error?.message ?? '', /signing_secret cannot be read with this key: restore the key/)
  t.false(error?.message.includes('whsec_top'))
  t.false(error?.message.includes(sealed))
})

for (const damaged of [
  '',
  'v1',
  'v1.',
  'v1.AAAA',
  'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'whsec_plain',
  'v1.a.b',
]) {
  test(`${JSON.stringify(damaged)} is said to be damaged`, (t) => {
    const error = t.throws(() => new Sealer(randomBytes(32)).open(damaged, PURPOSE), { instanceOf: SealingError })
    t.regex(error?.message ?? '', /damaged/)
  })
}

test('the key is made once in the data directory, for its owner alone', (t) => {
  const folder = temporaryFolder(t)
  const key = loadWebhookKey(EMBEDDED, new SecretFiles(folder))
  t.is(key.length, 32)
  t.deepEqual(loadWebhookKey(EMBEDDED, new SecretFiles(folder)), key)
  const file = join(folder, 'secrets', 'webhook-key')
  t.is(statSync(file).mode & 0o777, 0o600)
  t.is(readFileSync(file, 'utf8').trim(), key.toString('base64url'))
  t.notDeepEqual(loadWebhookKey(EMBEDDED, new SecretFiles(temporaryFolder(t))), key)
})

test('the key file is used without MongoDB even where WEIR_JWT_SECRET is set', (t) => {
  const folder = temporaryFolder(t)
  const key = loadWebhookKey(EMBEDDED, new SecretFiles(folder))
  const settings = { mongodbUrl: undefined, jwtSecret: 'j'.repeat(32) }
  t.deepEqual(loadWebhookKey(settings, new SecretFiles(folder)), key)
})

test('with MongoDB every process derives the same key from the secret they share', (t) => {
  const key = loadWebhookKey(shared('j'.repeat(32)), new SecretFiles(temporaryFolder(t)))
  t.is(key.length, 32)
  t.deepEqual(loadWebhookKey(shared('j'.repeat(32)), new SecretFiles(temporaryFolder(t))), key)
  t.notDeepEqual(loadWebhookKey(shared('k'.repeat(32)), new SecretFiles(temporaryFolder(t))), key)
  t.false(key.equals(Buffer.from('j'.repeat(32))))
  // RFC 5869 with an empty salt and this info, computed apart; another value would lock everybody out of their secrets.
  t.is(key.toString('hex'), '50908c2cfa4d945c5acd2ffb49b469c19e2f5526febab8180f51e09f0e5b2941')
})

test('a damaged key file is an error that names it', (t) => {
  const folder = temporaryFolder(t)
  const secrets = new SecretFiles(folder)
  writeFileSync(join(folder, 'secrets', 'webhook-key'), 'short\n')
  const error = t.throws(() => new Sealer(loadWebhookKey(EMBEDDED, secrets)), { instanceOf: SealingError })
  t.regex(error?.message ?? '', /webhook-key/)
})
