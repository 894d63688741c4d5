import { createHmac, timingSafeEqual } from 'node:crypto'
import { InvariantError } from '../../core/errors.ts'
import type { NamedKey, NamedKeys } from '../store/named-keys.ts'
import { KeyedHash, Keystream } from './sealing-primitives.ts'

/** The keyed hash comes first, and is the nonce: the same hash of the same tenant is always sealed to the same text. */
const KEYED_BYTES = 16
const HASH_BYTES = 32
const SEALED_BYTES = KEYED_BYTES + HASH_BYTES
/** Shown for a hash that was sealed with another key. */
export const UNREADABLE_HASH = '0'.repeat(2 * HASH_BYTES)

interface TenantKeys {
  readonly hashing: KeyedHash
  readonly sealing: Keystream
}

/**
 * The hashes of contents as they are kept: a short text, such as a phone number, can be found from its SHA-256 by trying, and
 * from these only with the key. A sealed hash is a keyed hash of it, by which it is found, the hash encrypted with the
 * keyed hash as nonce, and the id of the key: the construction of synthetic nonces (Rogaway and Shrimpton, 2006; RFC 5297 is
 * another of its kind), with HMAC-SHA256 and AES-256-CTR. Hexadecimal, 96 digits and the id, which those of releases
 * before lack.
 */
export class ContentHashes {
  readonly #keys: NamedKeys
  readonly #tenants = new Map<string, TenantKeys>()

  constructor(keys: NamedKeys) {
    this.#keys = keys
  }

  seal(tenantId: string, hash: string): string {
    return this.#sealWith(this.#keys.current, tenantId, hash)
  }

  /** The same of many hashes, in their order, for less than each by itself. */
  sealAll(tenantId: string, hashes: readonly string[]): string[] {
    return this.#sealAllWith(this.#keys.current, tenantId, hashes)
  }

  /** Each text that the hash may be kept as: with the key of now, or one before. */
  formsOf(tenantId: string, hash: string): string[] {
    const { all, unnamed } = this.#keys
    const forms = all.map((key) => this.#sealWith(key, tenantId, hash))
    return unnamed === undefined ? forms : [...forms, this.#sealWith({ ...unnamed, id: '' }, tenantId, hash)]
  }

  /** The hash; UNREADABLE_HASH where it was sealed with another key. */
  open(tenantId: string, sealed: string): string {
    // As a release before has kept it.
    if (sealed.length < 2 * SEALED_BYTES) return sealed
    const id = sealed.slice(2 * SEALED_BYTES)
    const key = id === '' ? this.#keys.unnamed : this.#keys.find(id)
    if (key === undefined) return UNREADABLE_HASH
    const { hashing, sealing } = this.#keysOf(key, tenantId)
    const keyed = Buffer.from(sealed.slice(0, 2 * KEYED_BYTES), 'hex')
    const plain = Buffer.from(sealed.slice(2 * KEYED_BYTES, 2 * SEALED_BYTES), 'hex')
    sealing.apply(keyed, plain)
    const expected = Buffer.from(hashing.of(plain), 'hex').subarray(0, KEYED_BYTES)
    return timingSafeEqual(keyed, expected) ? plain.toString('hex') : UNREADABLE_HASH
  }

  #sealWith(key: NamedKey, tenantId: string, hash: string): string {
    return this.#sealAllWith(key, tenantId, [hash])[0] ?? ''
  }

  #sealAllWith(key: NamedKey, tenantId: string, hashes: readonly string[]): string[] {
    const { hashing, sealing } = this.#keysOf(key, tenantId)
    const bytes = Buffer.from(hashes.join(''), 'hex')
    if (bytes.length !== hashes.length * HASH_BYTES) throw new InvariantError('A content hash is no SHA-256')
    const keyed = hashes.map((_, index) => hashing.ofDigest(bytes, index * HASH_BYTES).slice(0, 2 * KEYED_BYTES))
    sealing.applyEach(Buffer.from(keyed.join(''), 'hex'), bytes, HASH_BYTES)
    const sealed = bytes.toString('hex')
    const digits = 2 * HASH_BYTES
    return keyed.map((nonce, index) => nonce + sealed.slice(index * digits, (index + 1) * digits) + key.id)
  }

  #keysOf({ id, key }: NamedKey, tenantId: string): TenantKeys {
    // A hash without an id can have only one key.
    const name = `${id} ${tenantId}`
    const known = this.#tenants.get(name)
    if (known !== undefined) return known
    const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${tenantId}`).digest()
    const keys = { hashing: new KeyedHash(derive('hash')), sealing: new Keystream(derive('seal')) }
    this.#tenants.set(name, keys)
    return keys
  }
}
