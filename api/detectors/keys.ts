import { createHmac, randomBytes } from 'node:crypto'
import { InvariantError } from '../../core/errors.ts'
import type { HashedValues, KnownValuesIndex } from '../../core/model/detector.ts'
import type { NamedKeys } from '../store/named-keys.ts'

const SALT_BYTES = 16
const CHECK_BYTES = 6

/** What the key of a tenant's known values is made of: the salt in the database, and a secret that is not there. */
export type KeyParts = Pick<HashedValues, 'salt' | 'key_id'>

/** The keys of tenants' known values: with the database alone nobody can test a guess. */
export class KnownValueKeys {
  readonly #keys: NamedKeys

  constructor(keys: NamedKeys) {
    this.#keys = keys
  }

  /** For values that are hashed from now on. */
  newParts(): KeyParts {
    return { salt: randomBytes(SALT_BYTES).toString('base64'), key_id: this.#keys.current.id }
  }

  /** For values that are hashed to be tried, and not kept. */
  newKey(tenantId: string): Buffer {
    return this.newPair(tenantId).key
  }

  /** A new key of a tenant, and what it is made of. */
  newPair(tenantId: string): { readonly parts: KeyParts; readonly key: Buffer } {
    const parts = this.newParts()
    const key = this.keyOf(tenantId, parts)
    if (key === undefined) throw new InvariantError('the current key of known values is not known')
    return { parts, key }
  }

  /** Whether values that are hashed from now on may be hashed with it, too. */
  isCurrent({ key_id }: KeyParts): boolean {
    return key_id === this.#keys.current.id
  }

  /** 32 bytes; undefined if its secret is not known. */
  keyOf(tenantId: string, { salt, key_id }: KeyParts): Buffer | undefined {
    const secret = key_id === undefined ? this.#keys.unnamed : this.#keys.find(key_id)
    return secret && createHmac('sha256', secret.key).update(`${tenantId} ${salt}`).digest()
  }

  /** The stored form of values that were hashed with the key of these parts. */
  toStored(parts: KeyParts, { key, ...index }: KnownValuesIndex): HashedValues {
    return { ...parts, key_check: checkOf(Buffer.from(key, 'base64')), ...index }
  }

  /** What a proxy needs; undefined if the secret is not the one that the values were hashed with. */
  toServed(tenantId: string, { salt, key_id, key_check, ...index }: HashedValues): KnownValuesIndex | undefined {
    const key = this.keyOf(tenantId, { salt, key_id })
    return key !== undefined && checkOf(key) === key_check ? { key: key.toString('base64'), ...index } : undefined
  }
}

/** Tells whether a key is the one that hashes were made with. */
export function checkOf(key: Buffer): string {
  return createHmac('sha256', key).update('key check').digest().subarray(0, CHECK_BYTES).toString('base64')
}
