import type { AuditEntry } from '../../core/model/audit.ts'
import type { KnownEnds } from '../anchor/known-ends.ts'
import { type AuditKeys, GENESIS_HASH, isLinked, isSealed, isSealedAnywhere } from '../store/audit-chain.ts'
import type { AuditHead } from '../store/audit-store.ts'
import type { Store } from '../store/store.ts'
import { nextTurn } from '../turns/next-turn.ts'

/** Entries hashed before other requests get their turn: some milliseconds, and some tens where each keeps large rules of a policy. */
const ENTRIES_AT_ONCE = 100

export interface AuditVerdict {
  readonly valid: boolean
  readonly entries: number
  /** The id of the first entry that was changed, that does not follow on the one before, or that is not sealed. */
  readonly first_invalid?: string
  /** How many entries there must be at least, if there are fewer: the log was cut off. */
  readonly expected_entries?: number
}

export interface Verification {
  readonly keys: AuditKeys
  readonly known: KnownEnds
}

/**
 * Walks a tenant's whole chain. Entries after the checkpoint of the upgrade are sealed in their place; those before it end
 * with the hash that the checkpoint has.
 * @param visit gets the place of each entry, from 1, and the entry
 */
export async function verifyAuditLog(
  store: Pick<Store, 'audit'>,
  { keys, known }: Verification,
  tenantId: string,
  visit: (head: AuditHead, entry: AuditEntry) => void = () => {},
): Promise<AuditVerdict> {
  const checkpoint = known.checkpointOf(tenantId)
  const end = known.endOf(tenantId)
  const hashes = new Map([checkpoint, end].flatMap((head) => (head === undefined ? [] : [[head.entries, head.hash]])))
  let entries = 0
  let sealing = false
  let last: string | undefined
  let previousHash = GENESIS_HASH
  let firstInvalid: string | undefined
  for (;;) {
    // Before the first part too: of many requests at once one part is read at each turn.
    await nextTurn()
    const part = await store.audit.readAfter(tenantId, last, ENTRIES_AT_ONCE)
    for (const entry of part) {
      entries += 1
      sealing ||= entry.key_id !== null
      const wasSealed =
        entries > (checkpoint?.entries ?? 0)
          ? isSealed(entry, { tenantId, number: entries }, keys)
          : !sealing || isSealedAnywhere(entry, keys)
      const isKnown = entry.hash === (hashes.get(entries) ?? entry.hash)
      if (!isLinked(entry, previousHash) || !wasSealed || !isKnown) firstInvalid ??= entry.id
      previousHash = entry.hash
      last = entry.id
      visit({ entries, hash: entry.hash }, entry)
    }
    if (part.length < ENTRIES_AT_ONCE) break
  }
  // One more that has the number of another is in no part.
  if (last !== undefined && (await store.audit.countTo(tenantId, last)) !== entries) firstInvalid ??= last
  const expected = Math.max(0, ...hashes.keys())
  return {
    valid: firstInvalid === undefined && entries >= expected,
    entries,
    ...(firstInvalid !== undefined && { first_invalid: firstInvalid }),
    ...(entries < expected && { expected_entries: expected }),
  }
}
