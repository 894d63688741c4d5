import { setImmediate } from 'node:timers/promises'
import type { Store } from '../store/store.ts'
import { GENESIS_HASH, isIntact } from './chain.ts'

/** Entries hashed before other requests get their turn: about ten milliseconds. */
const ENTRIES_AT_ONCE = 500

export interface AuditVerdict {
  readonly valid: boolean
  readonly entries: number
  /** The id of the first entry that was changed, or that does not follow on the one before. */
  readonly first_invalid?: string
}

/** Walks a tenant's whole chain. */
export async function verifyAuditLog(store: Pick<Store, 'audit'>, tenantId: string): Promise<AuditVerdict> {
  let entries = 0
  let previousHash = GENESIS_HASH
  let firstInvalid: string | undefined
  for (;;) {
    const part = await store.audit.read(tenantId, { offset: entries, limit: ENTRIES_AT_ONCE })
    for (const entry of part) {
      if (firstInvalid === undefined && !isIntact(entry, previousHash)) firstInvalid = entry.id
      previousHash = entry.hash
    }
    entries += part.length
    if (part.length < ENTRIES_AT_ONCE) break
    await setImmediate()
  }
  return {
    valid: firstInvalid === undefined,
    entries,
    ...(firstInvalid !== undefined && { first_invalid: firstInvalid }),
  }
}
