import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { windowStart } from '../store/raised-alerts.ts'
import type { Store } from '../store/store.ts'

/** Alerts of what is neither an interaction nor found in one; those are raised with it. */
export async function raiseAlerts(
  store: Pick<Store, 'alerts'>,
  tenantId: string,
  candidates: readonly AlertCandidate[],
  now: Date,
): Promise<void> {
  await store.alerts.raise(tenantId, candidates, now.toISOString(), windowStart(now))
}
