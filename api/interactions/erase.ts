import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { ErasureFilter } from '../store/interaction-store.ts'

/** Requests wait for one batch at most, which takes some tens of milliseconds: a segment of the index is built anew. */
const BATCH = 500
/** Of the time that a batch took, between it and the next one: others get a third of the time at least. */
const PAUSE_SHARE = 0.5

/**
 * Deletes, batch by batch, all that the filter lets through, what is recorded meanwhile included. What was deleted before
 * something failed is audited too.
 * @returns how many
 */
export async function eraseInteractions(
  { store, audit }: Pick<ApiDependencies, 'store' | 'audit'>,
  actor: Actor,
  tenantId: string,
  filter: ErasureFilter,
): Promise<number> {
  let deleted = 0
  try {
    for (;;) {
      const begun = performance.now()
      const some = await store.interactions.erase(tenantId, filter, BATCH)
      deleted += some
      if (some === 0) break
      await sleep((performance.now() - begun) * PAUSE_SHARE)
    }
  } finally {
    await audit.record(tenantId, actor, {
      action: 'interaction.deleted',
      target_type: 'interaction',
      target_id: null,
      // Without the users' ids, because the log keeps its entries for good.
      details: { count: deleted, by: Object.keys(filter).sort() },
    })
  }
  return deleted
}
