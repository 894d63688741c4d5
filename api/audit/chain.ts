import { createHash } from 'node:crypto'
import type { AuditEntry } from '../../core/model/audit.ts'

/** What stands before the first entry. */
export const GENESIS_HASH = '0'.repeat(64)

/**
 * The hash that ties an entry to the one before: SHA-256 of a JSON array, in UTF-8, of `prev_hash`, `id`, `timestamp`,
 * `actor_id`, `actor_email`, `action`, `target_type`, `target_id`, `ip` and `details`, whose keys are sorted.
 */
export function entryHash(entry: Omit<AuditEntry, 'hash'>): string {
  const fields = [
    entry.prev_hash,
    entry.id,
    entry.timestamp,
    entry.actor_id,
    entry.actor_email,
    entry.action,
    entry.target_type,
    entry.target_id,
    entry.ip,
    sortKeys(entry.details),
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

export function sealEntry(entry: Omit<AuditEntry, 'hash' | 'prev_hash'>, previousHash: string | undefined): AuditEntry {
  const linked = { ...entry, prev_hash: previousHash ?? GENESIS_HASH }
  return { ...linked, hash: entryHash(linked) }
}

/** Whether the entry follows on `previousHash` and is as it was when it was sealed. */
export function isIntact(entry: AuditEntry, previousHash: string): boolean {
  return entry.prev_hash === previousHash && entry.hash === entryHash(entry)
}

/** An engine may give an object's keys back in another order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
