import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditDraft, AuditEntry } from '../../core/model/audit.ts'
import type { NamedKey, NamedKeys } from './named-keys.ts'

/** The previous hash of the first entry. */
export const GENESIS_HASH = '0'.repeat(64)

/**
 * The hash that ties an entry to the one before: SHA-256 of a JSON array, in UTF-8, of `prev_hash`, `id`, `timestamp`,
 * `actor_id`, `actor_email`, `action`, `target_type`, `target_id`, `ip` and `details`, whose keys are sorted.
 */
export function entryHash(entry: Omit<AuditEntry, 'hash' | 'key_id' | 'mac'>): string {
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

/** The key that seals new entries, and the keys of earlier entries by their id. */
export type AuditKeys = Pick<NamedKeys, 'current' | 'find'>

/** @param keys without them entries are linked, but not sealed */
export function sealEntry(
  draft: AuditDraft,
  previousHash: string | undefined,
  keys: AuditKeys | undefined,
): AuditEntry {
  const linked = { ...draft, prev_hash: previousHash ?? GENESIS_HASH }
  const hash = entryHash(linked)
  const key = keys?.current
  return { ...linked, hash, key_id: key?.id ?? null, mac: key === undefined ? null : macOf(hash, key) }
}

/** Whether the entry follows on `previousHash` and is as it was when it was linked. */
export function isLinked(entry: AuditEntry, previousHash: string): boolean {
  return entry.prev_hash === previousHash && entry.hash === entryHash(entry)
}

/** Whether the entry has a seal made with the key. */
export function isSealed({ hash, key_id, mac }: AuditEntry, keys: AuditKeys): boolean {
  const key = key_id === null ? undefined : keys.find(key_id)
  if (key === undefined || mac === null) return false
  const [given, expected] = [Buffer.from(mac, 'hex'), Buffer.from(macOf(hash, key), 'hex')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function macOf(hash: string, { key }: NamedKey): string {
  return createHmac('sha256', key).update(hash).digest('hex')
}

/** An engine may give an object's keys back in another order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
