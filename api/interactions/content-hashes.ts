import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'
import { KeyedHash, Keystream } from './sealing-primitives.ts'

const KEY_BYTES = 32
/** The keyed hash comes first, and is the nonce: the same hash of the same tenant is always sealed to the same text. */
const KEYED_BYTES = 16
const HASH_BYTES = 32
const KEY_FILE = 'content-hash-key'
/** Sets this key apart from whatever else is derived from the same secret (RFC 5869, 3.2). */
const HKDF_INFO = 'weir content hashes, version 1'
/** Shown for a hash that was sealed with another key. */
export const UNREADABLE_HASH = '0'.repeat(2 * HASH_BYTES)

interface TenantKeys {
  readonly hashing: KeyedHash
  readonly sealing: Keystream
}

/**
 * The hashes of contents as they are kept: a short text, such as a phone number, can be found from its SHA-256 by trying, and
 * from these only with the key. A sealed hash is a keyed hash of it, by which it is found, and the hash encrypted with the
 * keyed hash as nonce: the construction of synthetic nonces (Rogaway and Shrimpton, 2006; RFC 5297 is another of its
 * kind), with HMAC-SHA256 and AES-256-CTR. Hexadecimal, 96 digits.
 */
export class ContentHashes {
  readonly #key: Buffer
  readonly #tenants = new Map<string, TenantKeys>()

  constructor(key: Buffer) {
    this.#key = key
  }

  seal(tenantId: string, hash: string): string {
    const { hashing, sealing } = this.#keysOf(tenantId)
    const bytes = Buffer.from(hash, 'hex')
    const keyed = hashing.of(bytes).slice(0, 2 * KEYED_BYTES)
    sealing.apply(Buffer.from(keyed, 'hex'), bytes)
    return keyed + bytes.toString('hex')
  }

  /** The hash; UNREADABLE_HASH where it was sealed with another key. */
  open(tenantId: string, sealed: string): string {
    // As a release before has kept it.
    if (sealed.length !== 2 * (KEYED_BYTES + HASH_BYTES)) return sealed
    const { hashing, sealing } = this.#keysOf(tenantId)
    const keyed = Buffer.from(sealed.slice(0, 2 * KEYED_BYTES), 'hex')
    const plain = Buffer.from(sealed.slice(2 * KEYED_BYTES), 'hex')
    sealing.apply(keyed, plain)
    const expected = Buffer.from(hashing.of(plain), 'hex').subarray(0, KEYED_BYTES)
    return timingSafeEqual(keyed, expected) ? plain.toString('hex') : UNREADABLE_HASH
  }

  #keysOf(tenantId: string): TenantKeys {
    const known = this.#tenants.get(tenantId)
    if (known !== undefined) return known
    const derive = (purpose: string) => createHmac('sha256', this.#key).update(`${purpose} ${tenantId}`).digest()
    const keys = { hashing: new KeyedHash(derive('hash')), sealing: new Keystream(derive('seal')) }
    this.#tenants.set(tenantId, keys)
    return keys
  }
}

/**
 * The key of content hashes. With MongoDB, where API processes on several machines share the records, it is derived from
 * WEIR_JWT_SECRET, which they share as well; else it is `secrets/content-hash-key` in the data directory, made at first start.
 */
export function loadContentHashKey(settings: Pick<Settings, 'mongodbUrl' | 'jwtSecret'>, secrets: SecretFiles): Buffer {
  if (settings.mongodbUrl !== undefined && settings.jwtSecret !== undefined) {
    return Buffer.from(hkdfSync('sha256', settings.jwtSecret, '', HKDF_INFO, KEY_BYTES))
  }
  const key = secrets.readOrCreate(KEY_FILE, () => randomBytes(KEY_BYTES).toString('base64url'))
  return Buffer.from(key, 'base64url')
}
