import { createCipheriv, createHmac, hash, randomBytes, randomUUID } from 'node:crypto'
import test from 'ava'
import { ContentHashes, UNREADABLE_HASH } from '../../api/interactions/content-hashes.ts'
import { KeyedHash, Keystream } from '../../api/interactions/sealing-primitives.ts'
import { fixedKeys } from '../support/fixed-keys.ts'

test('a keyed hash is an HMAC, whatever the lengths', (t) => {
  for (const keyLength of [0, 1, 32, 64]) {
    const key = randomBytes(keyLength)
    const keyed = new KeyedHash(key)
    for (const length of [0, 1, 32, 33, 32, 1000]) {
      const data = randomBytes(length)
      t.is(keyed.of(data), createHmac('sha256', key).update(data).digest('hex'))
    }
  }
  t.throws(() => new KeyedHash(randomBytes(65)), { instanceOf: RangeError })
})

test('a keystream is that of AES-256-CTR, also where the counter carries', (t) => {
  const key = randomBytes(32)
  const stream = new Keystream(key)
  const nonces = [randomBytes(16), Buffer.alloc(16, 0xff), Buffer.from(`${'00'.repeat(13)}ffffff`, 'hex')]
  for (const nonce of nonces) {
    for (const length of [0, 1, 16, 32, 33, 100]) {
      const data = randomBytes(length)
      const expected = createCipheriv('aes-256-ctr', key, nonce).update(data)
      stream.apply(nonce, data)
      t.deepEqual(data, expected)
    }
  }
})

test('what is sealed now is what earlier releases sealed and the id of the key, and both open', (t) => {
  const key = randomBytes(32)
  const tenant = randomUUID()
  const keys = fixedKeys(key)
  const hashes = new ContentHashes(keys)
  const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${tenant}`).digest()
  for (let round = 0; round < 50; round++) {
    const plain = hash('sha256', `prompt ${round}`)
    const bytes = Buffer.from(plain, 'hex')
    const keyed = createHmac('sha256', derive('hash')).update(bytes).digest().subarray(0, 16)
    const earlier = Buffer.concat([keyed, createCipheriv('aes-256-ctr', derive('seal'), keyed).update(bytes)])
    const sealed = hashes.seal(tenant, plain)
    t.is(sealed, earlier.toString('hex') + keys.current.id)
    t.is(hashes.open(tenant, sealed), plain)
    t.is(hashes.open(tenant, earlier.toString('hex')), plain)
    t.is(hashes.open(randomUUID(), sealed), UNREADABLE_HASH)
  }
})
