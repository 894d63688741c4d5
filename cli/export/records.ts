import { allPolicies } from '../../api/policies/all-policies.ts'
import { readVersions } from '../../api/policies/policy-versions.ts'
import type { Page } from '../../api/store/paging.ts'
import type { Store } from '../../api/store/store.ts'
import { showInteraction } from '../../core/model/interaction.ts'
import type { PolicyVersion } from '../../core/model/policy-version.ts'

/** Records that are in memory at once. An interaction can have a megabyte. */
const PAGE = 100
/** Records of one millisecond that are read once more: as many could be erased meanwhile, and none of the others would be missed. */
const AGAIN_MAX = 1000
/** Versions of a policy: more than the audit log is read for. */
const VERSIONS_MAX = 1000

export interface Period {
  /** Both inclusive. */
  readonly from: string
  readonly to: string
}

/** @param store whose interactions have their hashes opened: what `GET /interactions/:id` answers with */
export function interactionsOf(store: Pick<Store, 'interactions'>, tenantId: string, { from, to }: Period) {
  const sort = { field: 'timestamp', descending: false } as const
  const found = inOrder(
    async (start, page) => {
      const filter = { start_date: start, end_date: to }
      return (await store.interactions.list(tenantId, filter, sort, page, 'whole')).items
    },
    ({ timestamp }) => timestamp,
    from,
  )
  return mapped(found, showInteraction)
}

/** The alerts that were raised in the period, as they are now. */
export function alertsOf(store: Pick<Store, 'alerts'>, tenantId: string, { from, to }: Period) {
  const sort = { field: 'created_at', descending: false } as const
  return inOrder(
    async (start, page) => {
      return (await store.alerts.list(tenantId, { start_date: start, end_date: to }, sort, page)).items
    },
    ({ created_at }) => created_at,
    from,
  )
}

/** What each policy was at the beginning of the period, and after each change in it; oldest first. */
export async function* policyVersionsOf(
  store: Pick<Store, 'audit' | 'policies'>,
  tenantId: string,
  period: Period,
): AsyncGenerator<PolicyVersion & { readonly policy_id: string; readonly complete: boolean }> {
  for (const id of await policyIds(store, tenantId, period)) {
    const policy = await store.policies.get(tenantId, id)
    const { versions, complete } = await readVersions(store, tenantId, id, policy, VERSIONS_MAX)
    for (const version of versionsIn(versions, period)) yield { policy_id: id, complete, ...version }
  }
}

/** Also of those that were deleted since the beginning of the period. */
async function policyIds(
  store: Pick<Store, 'audit' | 'policies'>,
  tenantId: string,
  { from }: Period,
): Promise<Set<string>> {
  const ids = new Set((await allPolicies(store, tenantId, 'created_at')).map(({ id }) => id))
  const deleted = { action: 'policy.deleted', start_date: from }
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await store.audit.list(tenantId, deleted, { offset, limit: PAGE })
    for (const { target_id } of items) if (target_id !== null) ids.add(target_id)
    if (items.length < PAGE) break
  }
  return ids
}

/** @param versions newest first */
function versionsIn(versions: readonly PolicyVersion[], { from, to }: Period): PolicyVersion[] {
  const changes = versions.filter(({ changed_at }) => changed_at >= from && changed_at <= to)
  const before = versions.find(({ changed_at }) => changed_at < from)
  const inForce = before === undefined || before.change === 'deleted' ? [] : [before]
  return [...inForce, ...changes.reverse()]
}

/**
 * All that a list has from a time on, oldest first. Each page begins with the time where the one before ended, and not with
 * a number of records: records that come or go meanwhile move none of the others out of sight.
 */
async function* inOrder<T extends { readonly id: string }>(
  read: (start: string, page: Page) => Promise<readonly T[]>,
  timeOf: (item: T) => string,
  from: string,
): AsyncGenerator<T> {
  let start = from
  let seen = new Set<string>()
  for (;;) {
    // Those of the same millisecond come once more, and others after them.
    const again = Math.min(seen.size, AGAIN_MAX)
    const limit = again + PAGE
    const items = await read(start, { offset: seen.size - again, limit })
    for (const item of items) {
      const time = timeOf(item)
      if (time === start && seen.has(item.id)) continue
      if (time !== start) {
        start = time
        seen = new Set()
      }
      seen.add(item.id)
      yield item
    }
    if (items.length < limit) return
  }
}

async function* mapped<T, R>(items: AsyncIterable<T>, change: (item: T) => R): AsyncGenerator<R> {
  for await (const item of items) yield change(item)
}
