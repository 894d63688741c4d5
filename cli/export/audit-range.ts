import { type AuditVerdict, type Verification, verifyAuditLog } from '../../api/audit/verify.ts'
import { GENESIS_HASH } from '../../api/store/audit-chain.ts'
import type { AuditHead } from '../../api/store/audit-store.ts'
import type { Store } from '../../api/store/store.ts'
import type { AuditEntry } from '../../core/model/audit.ts'
import type { Period } from './records.ts'

const PAGE = 500

/** The entries from the first to the last one of a period, without a gap, so that they can be seen to follow each other. */
export interface AuditRange {
  /** Null where no entry is in the period. */
  readonly first: number | null
  readonly last: number | null
  /** The entry before the first one; undefined if that is the log's first. */
  readonly before: string | undefined
  readonly prevHash: string
  readonly lastHash: string
  readonly head: AuditHead
  readonly verdict: AuditVerdict
}

/** Walks the whole log, which also verifies it. */
export async function findAuditRange(
  store: Pick<Store, 'audit'>,
  verification: Verification,
  tenantId: string,
  { from, to }: Period,
): Promise<AuditRange> {
  let head: AuditHead = { entries: 0, hash: GENESIS_HASH }
  let previous: string | undefined
  let first: { readonly number: number; readonly before: string | undefined; readonly prevHash: string } | undefined
  let last: AuditHead | undefined
  const verdict = await verifyAuditLog(store, verification, tenantId, (place, { id, timestamp }) => {
    if (timestamp >= from) first ??= { number: place.entries, before: previous, prevHash: head.hash }
    if (timestamp <= to) last = place
    previous = id
    head = place
  })
  if (first === undefined || last === undefined || last.entries < first.number) {
    const hash = head.hash
    return { first: null, last: null, before: undefined, prevHash: hash, lastHash: hash, head, verdict }
  }
  const { number, before, prevHash } = first
  return { first: number, last: last.entries, before, prevHash, lastHash: last.hash, head, verdict }
}

export async function* auditEntriesOf(
  store: Pick<Store, 'audit'>,
  tenantId: string,
  { first, last, before }: AuditRange,
): AsyncGenerator<AuditEntry> {
  if (first === null || last === null) return
  let id = before
  for (let left = last - first + 1; left > 0; ) {
    const entries = await store.audit.readAfter(tenantId, id, Math.min(PAGE, left))
    yield* entries
    if (entries.length === 0) return
    left -= entries.length
    id = entries.at(-1)?.id
  }
}
