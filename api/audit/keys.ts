import { createHash, hkdfSync } from 'node:crypto'
import type { AuditKey, AuditKeys } from '../store/audit-chain.ts'

const KEY_BYTES = 32
const ID_CHARACTERS = 12
/** Sets this key apart from whatever else is derived from the same secret (RFC 5869, 3.2). */
const HKDF_INFO = 'weir audit log, version 1'

/**
 * @param roots the secret that sessions are signed with, then those it replaced: what was sealed with a key of theirs stays
 *   verifiable
 */
export function auditKeys(current: string, ...replaced: readonly string[]): AuditKeys {
  const key = deriveKey(current)
  const all = new Map([...replaced.map(deriveKey), key].map((one) => [one.id, one]))
  return { current: key, find: (id) => all.get(id) }
}

function deriveKey(root: string): AuditKey {
  const key = Buffer.from(hkdfSync('sha256', root, '', HKDF_INFO, KEY_BYTES))
  // Of a key with 256 random bits a hash tells nothing.
  return { id: createHash('sha256').update(key).digest('hex').slice(0, ID_CHARACTERS), key }
}
