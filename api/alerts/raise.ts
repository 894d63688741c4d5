import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { windowStart } from '../store/raised-alerts.ts'
import type { Store } from '../store/store.ts'

/** Raises alerts that do not come from an interaction; those of interactions are raised with them. */
export async function raiseAlerts(
  store: Pick<Store, 'alerts'>,
  tenantId: string,
  candidates: readonly AlertCandidate[],
  now: Date,
): Promise<void> {
  await store.alerts.raise(tenantId, candidates, now.toISOString(), windowStart(now))
}
