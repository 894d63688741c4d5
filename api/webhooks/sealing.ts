import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D, 8.2.2: random nonces of 96 bits are good for 2^32 secrets a key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_FILE = 'webhook-key'
/** Sets this key apart from whatever else may be derived from the same secret (RFC 5869, 3.2). */
const HKDF_INFO = 'weir webhook secrets, version 1'

/** A sealed secret cannot be opened: wrong key, damaged, or another webhook's. Tells nothing of what is inside. */
export class SealingError extends WeirError {
  constructor(message: string, options?: ErrorOptions) {
    super('ERR_WEBHOOK_SECRET', message, options)
  }
}

/** What a sealed text belongs to: put anywhere else, it does not open. */
export interface SealedFor {
  readonly tenantId: string
  readonly webhookId: string
  /** The secret before the current one is a `signing_secret` as well, so a rotation moves it as it is. */
  readonly field: 'signing_secret' | 'auth_token' | 'url' | 'headers'
}

/**
 * Encrypts what the database keeps of a webhook's secrets, with AES-256-GCM. What is sealed reads
 * `v1.<base64url of nonce, ciphertext and tag>`.
 */
export class Sealer {
  readonly #key: Buffer

  /** @throws SealingError for a key that has not 32 bytes */
  constructor(key: Buffer) {
    if (key.length !== KEY_BYTES) {
      throw new SealingError(
        `the key of webhook secrets has ${key.length} bytes, not ${KEY_BYTES}: restore ${KEY_FILE}`,
      )
    }
    this.#key = key
  }

  seal(text: string, purpose: SealedFor): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(additionalData(purpose))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${VERSION}.${sealed.toString('base64url')}`
  }

  /** @throws SealingError */
  open(sealed: string, purpose: SealedFor): string {
    const [version, encoded = '', ...rest] = sealed.split('.')
    const bytes = Buffer.from(encoded, 'base64url')
    if (version !== VERSION || rest.length > 0 || bytes.length < NONCE_BYTES + TAG_BYTES) {
      throw new SealingError(`the stored ${purpose.field} is damaged, or from a later release`)
    }
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(additionalData(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      const message = `the stored ${purpose.field} cannot be read with this key: restore the key, or set the secret anew`
      throw new SealingError(message, { cause })
    }
  }
}

/**
 * The key of webhook secrets. With MongoDB, where API processes on several machines share the records, it is derived from
 * WEIR_JWT_SECRET, which they share as well; else it is `secrets/webhook-key` in the data directory, made at first start.
 * @throws SealingError for a damaged file
 */
export function loadWebhookKey(settings: Pick<Settings, 'mongodbUrl' | 'jwtSecret'>, secrets: SecretFiles): Buffer {
  // Settings are refused that name MongoDB and no secret.
  if (settings.mongodbUrl !== undefined && settings.jwtSecret !== undefined) {
    return Buffer.from(hkdfSync('sha256', settings.jwtSecret, '', HKDF_INFO, KEY_BYTES))
  }
  const key = secrets.readOrCreate(KEY_FILE, () => randomBytes(KEY_BYTES).toString('base64url'))
  return Buffer.from(key, 'base64url')
}

function additionalData({ tenantId, webhookId, field }: SealedFor): Buffer {
  return Buffer.from(JSON.stringify([VERSION, tenantId, webhookId, field]))
}
