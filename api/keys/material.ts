import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { StoredKey } from '../store/keyring-store.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const ID_CHARACTERS = 12
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The purposes of keys. Each purpose has its own keys, so that one key reveals nothing about another. */
export const KEY_PURPOSES = [
  'session',
  'webhook',
  'content_hash',
  'known_values',
  'audit',
  'erased_ids',
  'second_factor',
  'export',
] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/** The secret that keys are derived from: WEIR_JWT_SECRET, or the one that was generated. */
export interface Root {
  readonly id: string
  readonly secret: string
}

export function toRoot(secret: string): Root {
  return { id: derive(secret, '', 'weir root id, version 1').toString('hex').slice(0, ID_CHARACTERS), secret }
}

/** 32 bytes (RFC 5869). @param info sets the key apart from whatever else is derived from the same secret */
export function derive(secret: string, salt: string | Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, KEY_BYTES))
}

/** A hash of a key with 256 random bits reveals nothing about the key. */
export function idOfKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, ID_CHARACTERS)
}

/** A new key of the root's. */
export function newKey(root: Root, purpose: KeyPurpose, now: Date, activeFrom: Date): StoredKey {
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  return {
    id: idOfKey(derivedKey(root, salt, purpose)),
    purpose,
    created_at: now.toISOString(),
    active_from: activeFrom.toISOString(),
    derived: { root: root.id, salt },
    wraps: [],
  }
}

/** A key of a release before, which is kept encrypted with the root. */
export function importedKey(root: Root, purpose: KeyPurpose, key: Buffer, now: Date): StoredKey {
  const kept = { id: idOfKey(key), purpose, created_at: now.toISOString(), active_from: new Date(0).toISOString() }
  return { ...kept, unnamed: true, derived: null, wraps: [{ root: root.id, sealed: wrap(root, kept, key) }] }
}

/** The key itself; undefined if it needs another root. */
export function keyOf(stored: StoredKey, root: Root): Buffer | undefined {
  const { derived, wraps } = stored
  const wrapped = wraps.find((one) => one.root === root.id)
  const key =
    derived?.root === root.id
      ? derivedKey(root, derived.salt, stored.purpose)
      : wrapped && unwrap(root, stored, wrapped.sealed)
  return key !== undefined && idOfKey(key) === stored.id ? key : undefined
}

/** The same key, which can be had from this root alone. */
export function rewrapped(stored: StoredKey, key: Buffer, root: Root): StoredKey {
  return { ...stored, derived: null, wraps: [{ root: root.id, sealed: wrap(root, stored, key) }] }
}

/** The same key, which can be had from this root as well. */
export function alsoWrapped(stored: StoredKey, key: Buffer, root: Root): StoredKey {
  const others = stored.wraps.filter((one) => one.root !== root.id)
  return { ...stored, wraps: [...others, { root: root.id, sealed: wrap(root, stored, key) }] }
}

function derivedKey({ secret }: Root, salt: string, purpose: string): Buffer {
  return derive(secret, Buffer.from(salt, 'base64url'), `weir ${purpose}, version 2`)
}

type Wrapped = Pick<StoredKey, 'id' | 'purpose'>

function wrap(root: Root, stored: Wrapped, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, wrappingKey(root), nonce).setAAD(additionalData(stored))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function unwrap(root: Root, stored: Wrapped, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) return undefined
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, wrappingKey(root), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(additionalData(stored)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    // Damaged: as good as not there, which its users say.
    return undefined
  }
}

function wrappingKey({ secret }: Root): Buffer {
  return derive(secret, '', 'weir keyring, version 1')
}

function additionalData({ id, purpose }: Wrapped): Buffer {
  return Buffer.from(JSON.stringify([id, purpose]))
}
