import { setImmediate } from 'node:timers/promises'
import { type AuditKeys, GENESIS_HASH, isLinked, isSealed } from '../store/audit-chain.ts'
import type { AuditHead } from '../store/audit-store.ts'
import type { Store } from '../store/store.ts'

/** Entries hashed before other requests get their turn: about ten milliseconds. */
const ENTRIES_AT_ONCE = 500

export interface AuditVerdict {
  readonly valid: boolean
  readonly entries: number
  /** The id of the first entry that was changed, that does not follow on the one before, or that is not sealed. */
  readonly first_invalid?: string
}

/**
 * Walks a tenant's whole chain. Entries of releases that had no keys come first; after a sealed one all are.
 * @param visit gets the place of each entry, from 1
 */
export async function verifyAuditLog(
  store: Pick<Store, 'audit'>,
  keys: AuditKeys,
  tenantId: string,
  visit: (head: AuditHead) => void = () => {},
): Promise<AuditVerdict> {
  let entries = 0
  let sealing = false
  let previousHash = GENESIS_HASH
  let firstInvalid: string | undefined
  for (;;) {
    const part = await store.audit.read(tenantId, { offset: entries, limit: ENTRIES_AT_ONCE })
    for (const entry of part) {
      entries += 1
      sealing ||= entry.key_id !== null
      const intact = isLinked(entry, previousHash) && (!sealing || isSealed(entry, keys))
      if (!intact) firstInvalid ??= entry.id
      previousHash = entry.hash
      visit({ entries, hash: entry.hash })
    }
    if (part.length < ENTRIES_AT_ONCE) break
    await setImmediate()
  }
  return {
    valid: firstInvalid === undefined,
    entries,
    ...(firstInvalid !== undefined && { first_invalid: firstInvalid }),
  }
}
