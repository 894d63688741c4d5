import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { WeirError } from '../../core/errors.ts'
import type { NamedKeys } from '../store/named-keys.ts'

const VERSION = 'v2'
/** Of releases whose key had no id. */
const VERSION_WITHOUT_ID = 'v1'
const CIPHER = 'aes-256-gcm'
/** NIST SP 800-38D, 8.2.2: random nonces of 96 bits are good for 2^32 secrets a key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

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
 * `v2.<id of the key>.<base64url of nonce, ciphertext and tag>`.
 */
export class Sealer {
  readonly #keys: NamedKeys

  constructor(keys: NamedKeys) {
    this.#keys = keys
  }

  seal(text: string, purpose: SealedFor): string {
    const { id, key } = this.#keys.current
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(additionalData(VERSION, purpose))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${VERSION}.${id}.${sealed.toString('base64url')}`
  }

  /** @throws SealingError */
  open(sealed: string, purpose: SealedFor): string {
    const { version, id, bytes } = parse(sealed, purpose)
    const found = id === undefined ? this.#keys.unnamed : this.#keys.find(id)
    if (found === undefined) throw unreadable(purpose)
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv(CIPHER, found.key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(additionalData(version, purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      throw unreadable(purpose, cause)
    }
  }
}

interface Sealed {
  readonly version: string
  /** Of the key; undefined if it had none. */
  readonly id: string | undefined
  readonly bytes: Buffer
}

/** @throws SealingError */
function parse(sealed: string, { field }: SealedFor): Sealed {
  const [version = '', ...parts] = sealed.split('.')
  const [encoded = '', id, ...rest] = parts.toReversed()
  const bytes = Buffer.from(encoded, 'base64url')
  const hasId = version === VERSION && id !== undefined
  const isKnown = hasId || (version === VERSION_WITHOUT_ID && id === undefined)
  if (!isKnown || rest.length > 0 || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw new SealingError(`the stored ${field} is damaged, or from a later release`)
  }
  return { version, id, bytes }
}

function unreadable({ field }: SealedFor, cause?: unknown): SealingError {
  const how = 'restore WEIR_JWT_SECRET or give the old one to "npm run admin -- keys rotate", or set the secret anew'
  return new SealingError(`the stored ${field} cannot be read with this key: ${how}`, { cause })
}

function additionalData(version: string, { tenantId, webhookId, field }: SealedFor): Buffer {
  return Buffer.from(JSON.stringify([version, tenantId, webhookId, field]))
}
