import { createCipheriv, randomBytes } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { type SealedFor, Sealer, SealingError } from '../../../api/webhooks/sealing.ts'
import { fixedKeys } from '../../support/fixed-keys.ts'

const PURPOSE: SealedFor = { tenantId: 'tenant-1', webhookId: 'whk_1', field: 'signing_secret' }

test('what is sealed opens again and shows nothing of what is inside', (t) => {
  const sealer = new Sealer(fixedKeys(randomBytes(32)))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sealed = sealer.seal(text, PURPOSE)
      return /^v2\.[0-9a-f]{12}\.[\w-]+$/.test(sealed) && sealer.open(sealed, PURPOSE) === text.toWellFormed()
    }),
  )
  t.not(sealer.seal('same', PURPOSE), sealer.seal('same', PURPOSE))
  t.false(sealer.seal('whsec_visible', PURPOSE).includes(Buffer.from('whsec_visible').toString('base64url')))
})

test('a sealed text opens for its own webhook and field alone', (t) => {
  const sealer = new Sealer(fixedKeys(randomBytes(32)))
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
  const sealer = new Sealer(fixedKeys(randomBytes(32)))
  const [version, id, encoded = ''] = sealer.seal('secret', PURPOSE).split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const tampered = Buffer.from(bytes)
    tampered[at] = (tampered[at] ?? 0) ^ 1
    t.throws(() => sealer.open(`${version}.${id}.${tampered.toString('base64url')}`, PURPOSE), {
      instanceOf: SealingError,
    })
  }
})

test('a wrong key says so without a word of the secret', (t) => {
  const sealed = new Sealer(fixedKeys(randomBytes(32))).seal('whsec_top', PURPOSE)
  const error = t.throws(() => new Sealer(fixedKeys(randomBytes(32))).open(sealed, PURPOSE), {
    instanceOf: SealingError,
  })
  t.regex(error?.message ?? '', /signing_secret cannot be read with this key: restore WEIR_JWT_SECRET/)
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
    const error = t.throws(() => new Sealer(fixedKeys(randomBytes(32))).open(damaged, PURPOSE), {
      instanceOf: SealingError,
    })
    t.regex(error?.message ?? '', /damaged/)
  })
}

test('what is sealed names its key, and opens with it after others have followed', (t) => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const sealed = new Sealer(fixedKeys(first)).seal('whsec_top', PURPOSE)
  t.is(sealed.split('.')[1], fixedKeys(first).current.id)
  t.is(new Sealer(fixedKeys(second, first)).open(sealed, PURPOSE), 'whsec_top')
  t.not(new Sealer(fixedKeys(second, first)).seal('whsec_top', PURPOSE).split('.')[1], sealed.split('.')[1])
})

test('what a release before has sealed opens with the key that had no id', (t) => {
  const key = Buffer.alloc(32, 7)
  const sealed = sealedBefore('whsec_top', key)
  t.is(new Sealer(fixedKeys(randomBytes(32), key)).open(sealed, PURPOSE), 'whsec_top')
  t.throws(() => new Sealer(fixedKeys(key, randomBytes(32))).open(sealed, PURPOSE), { instanceOf: SealingError })
})

function sealedBefore(text: string, key: Buffer): string {
  const { tenantId, webhookId, field } = PURPOSE
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(JSON.stringify(['v1', tenantId, webhookId, field])))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${sealed.toString('base64url')}`
}
