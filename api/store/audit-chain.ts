import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditDraft, AuditEntry } from '../../core/model/audit.ts'
import type { AuditHead } from './audit-store.ts'
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

/** Where an entry stands: its number is the first entry's 1, and one more with each entry of the tenant. */
export interface AuditPlace {
  readonly tenantId: string
  readonly number: number
}

/**
 * The entry in its place after `previous`, which is undefined for the first one.
 * @param keys without them entries are linked, but not sealed
 */
export function sealEntry(
  draft: AuditDraft,
  tenantId: string,
  previous: AuditHead | undefined,
  keys: AuditKeys | undefined,
): AuditEntry {
  const linked = { ...draft, prev_hash: previous?.hash ?? GENESIS_HASH }
  const hash = entryHash(linked)
  const key = keys?.current
  if (key === undefined) return { ...linked, hash, key_id: null, mac: null }
  return { ...linked, hash, key_id: key.id, mac: macOf(hash, { tenantId, number: (previous?.entries ?? 0) + 1 }, key) }
}

/** Whether the entry follows on `previousHash` and is as it was when it was linked. */
export function isLinked(entry: AuditEntry, previousHash: string): boolean {
  return entry.prev_hash === previousHash && entry.hash === entryHash(entry)
}

/** Whether the entry was sealed with one of the keys, in this place. */
export function isSealed(entry: AuditEntry, place: AuditPlace, keys: AuditKeys): boolean {
  return hasMac(entry, keys, (key) => macOf(entry.hash, place, key))
}

/** As `isSealed`, for entries of the releases whose seals did not cover the place. */
export function isSealedAnywhere(entry: AuditEntry, keys: AuditKeys): boolean {
  return hasMac(entry, keys, ({ key }) => createHmac('sha256', key).update(entry.hash).digest('hex'))
}

/** HMAC-SHA256 of a JSON array, in UTF-8: nothing else that the key seals begins with the same words. */
export function macOfFields(purpose: string, fields: readonly unknown[], { key }: NamedKey): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...fields]))
    .digest('hex')
}

export function isSameMac(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given, 'hex'), Buffer.from(expected, 'hex')]
  return one.length === other.length && timingSafeEqual(one, other)
}

function macOf(hash: string, { tenantId, number }: AuditPlace, key: NamedKey): string {
  return macOfFields('weir audit entry, version 2', [tenantId, number, hash], key)
}

function hasMac({ key_id, mac }: AuditEntry, keys: AuditKeys, expected: (key: NamedKey) => string): boolean {
  const key = key_id === null ? undefined : keys.find(key_id)
  return key !== undefined && mac !== null && isSameMac(mac, expected(key))
}

/** An engine may give an object's keys back in another order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
