import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'

const KEY_BYTES = 32
/** The keyed hash comes first, and is the nonce: the same hash of the same tenant is always sealed to the same text. */
const KEYED_BYTES = 16
const HASH_BYTES = 32
const CIPHER = 'aes-256-ctr'
const KEY_FILE = 'content-hash-key'
/** Sets this key apart from whatever else is derived from the same secret (RFC 5869, 3.2). */
const HKDF_INFO = 'weir content hashes, version 1'
/** Shown for a hash that was sealed with another key. */
export const UNREADABLE_HASH = '0'.repeat(2 * HASH_BYTES)

interface TenantKeys {
  readonly hashing: Buffer
  readonly sealing: Buffer
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
    const plain = Buffer.from(hash, 'hex')
    const keyed = keyedHash(hashing, plain)
    return Buffer.concat([keyed, createCipheriv(CIPHER, sealing, keyed).update(plain)]).toString('hex')
  }

  /** The hash; UNREADABLE_HASH where it was sealed with another key. */
  open(tenantId: string, sealed: string): string {
    // As a release before has kept it.
    if (sealed.length !== 2 * (KEYED_BYTES + HASH_BYTES)) return sealed
    const { hashing, sealing } = this.#keysOf(tenantId)
    const bytes = Buffer.from(sealed, 'hex')
    const keyed = bytes.subarray(0, KEYED_BYTES)
    const plain = createDecipheriv(CIPHER, sealing, keyed).update(bytes.subarray(KEYED_BYTES))
    return timingSafeEqual(keyed, keyedHash(hashing, plain)) ? plain.toString('hex') : UNREADABLE_HASH
  }

  #keysOf(tenantId: string): TenantKeys {
    const known = this.#tenants.get(tenantId)
    if (known !== undefined) return known
    const derive = (purpose: string) => createHmac('sha256', this.#key).update(`${purpose} ${tenantId}`).digest()
    const keys = { hashing: derive('hash'), sealing: derive('seal') }
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

function keyedHash(key: Buffer, hash: Buffer): Buffer {
  return createHmac('sha256', key).update(hash).digest().subarray(0, KEYED_BYTES)
}
