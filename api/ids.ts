import { createHash, randomBytes, randomFillSync, randomUUID } from 'node:crypto'

/** Asking the system for a few bytes costs as much as for some thousand. */
const POOL_BYTES = 4096
const ID_BYTES = 16

const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** UUID version 7 (RFC 9562, 5.7): ids made one after the other lie side by side in an index. */
export function uuidV7(now: Date): string {
  const hex = now.getTime().toString(16).padStart(12, '0') + randomUUID().replaceAll('-', '').slice(12)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** `evt_…`, `whk_…`, `dlv_…`: 128 random bits after a prefix that names the kind. Not a secret. */
export function prefixedId(prefix: string): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return `${prefix}_${pool.toString('hex', used - ID_BYTES, used)}`
}

/** A secret that a person copies once, with 256 random bits. */
export function secretToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/** How secret tokens are kept: they are too random for a slow hash to protect anything more. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
