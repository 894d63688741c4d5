import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { requireNoneHeld } from '../retention/held-records.ts'
import type { ErasureFilter } from '../store/interaction-store.ts'

/** Requests wait for one batch at most, which takes some tens of milliseconds: a segment of the index is built anew. */
const BATCH = 500
const NEWEST_FIRST = { field: 'timestamp', descending: true } as const
/** Of the time that a batch took, between it and the next one: others get a third of the time at least. */
const PAUSE_SHARE = 0.5

/** How many of the records that come while it runs it deletes at most: those that keep coming do not keep it going. */
const RECORDED_MEANWHILE_MAX = 10_000

export interface Erasure {
  readonly tenantId: string
  readonly actor: Actor
  readonly filter: ErasureFilter
  /** Throws where the actor may no longer do it. Asked before each batch. */
  readonly stillAllowed: () => Promise<unknown>
}

/**
 * Deletes, batch by batch, all that the filter lets through, what is recorded meanwhile included. The audit log has an entry
 * before the first batch, so that also an erasure that a crash ends is known of, and one with the number at the end.
 * @returns how many
 * @throws ApiError 409 if some of it must be kept, before anything is deleted; one that is set meanwhile ends it
 */
export async function eraseInteractions(
  { store, audit }: Pick<ApiDependencies, 'store' | 'audit'>,
  { tenantId, actor, filter, stillAllowed }: Erasure,
): Promise<number> {
  const entry = (action: string, count: number) =>
    audit.record(tenantId, actor, {
      action,
      target_type: 'interaction',
      target_id: null,
      // Without the users' ids, because the log keeps its entries for good.
      details: { count, by: Object.keys(filter).sort() },
    })
  await requireNoneHeld(store, tenantId, filter)
  const { total, isEstimate } = await store.interactions.list(
    tenantId,
    filter,
    NEWEST_FIRST,
    { offset: 0, limit: 1 },
    'short',
  )
  if (total > 0) await entry('interaction.deletion_started', total)
  let deleted = 0
  try {
    // Of an estimate nothing follows but that there are very many.
    while (isEstimate || deleted < total + RECORDED_MEANWHILE_MAX) {
      const begun = performance.now()
      await stillAllowed()
      await requireNoneHeld(store, tenantId, filter)
      const some = await store.interactions.erase(tenantId, filter, BATCH)
      deleted += some
      if (some === 0) break
      await sleep((performance.now() - begun) * PAUSE_SHARE)
    }
  } finally {
    await entry('interaction.deleted', deleted)
  }
  return deleted
}
