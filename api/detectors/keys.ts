import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'
import type { HashedValues, KnownValuesIndex } from '../../core/model/detector.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const CHECK_BYTES = 6
const KEY_FILE = 'detector-key'
/** Sets this key apart from whatever else is derived from the same secret (RFC 5869, 3.2). */
const HKDF_INFO = 'weir known values, version 1'

/**
 * The secret half of the keys that known values are hashed with; the other half, the salt, is in the database. With MongoDB, where
 * API processes on several machines share the records, it is derived from WEIR_JWT_SECRET, which they share as well; else it
 * is `secrets/detector-key` in the data directory, made at first start.
 */
export function loadDetectorKey(settings: Pick<Settings, 'mongodbUrl' | 'jwtSecret'>, secrets: SecretFiles): Buffer {
  if (settings.mongodbUrl !== undefined && settings.jwtSecret !== undefined) {
    return Buffer.from(hkdfSync('sha256', settings.jwtSecret, '', HKDF_INFO, KEY_BYTES))
  }
  const key = secrets.readOrCreate(KEY_FILE, () => randomBytes(KEY_BYTES).toString('base64url'))
  return Buffer.from(key, 'base64url')
}

/** The keys of tenants' known values: with the database alone nobody can test a guess. */
export class KnownValueKeys {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  newSalt(): string {
    return randomBytes(SALT_BYTES).toString('base64')
  }

  /** 32 bytes. */
  keyOf(tenantId: string, salt: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${tenantId} ${salt}`).digest()
  }

  /** What is kept of values that were hashed with the key of this salt. */
  toStored(salt: string, { key, ...index }: KnownValuesIndex): HashedValues {
    return { salt, key_check: checkOf(Buffer.from(key, 'base64')), ...index }
  }

  /** What a proxy needs; undefined where the secret is not the one that the values were hashed with. */
  toServed(tenantId: string, { salt, key_check, ...index }: HashedValues): KnownValuesIndex | undefined {
    const key = this.keyOf(tenantId, salt)
    return checkOf(key) === key_check ? { key: key.toString('base64'), ...index } : undefined
  }
}

function checkOf(key: Buffer): string {
  return createHmac('sha256', key).update('key check').digest().subarray(0, CHECK_BYTES).toString('base64')
}
