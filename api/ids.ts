import { createHash, randomBytes } from 'node:crypto'
import { randomHex } from '../config/unique-id.ts'

const ID_BYTES = 16

/** `evt_…`, `whk_…`, `dlv_…`: 128 random bits after a prefix that names the kind. Not a secret. */
export function prefixedId(prefix: string): string {
  return `${prefix}_${randomHex(ID_BYTES)}`
}

/** A secret that a person copies once, with 256 random bits. */
export function secretToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/** How secret tokens are kept: they are too random for a slow hash to protect anything more. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
