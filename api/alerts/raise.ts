import type { Alert } from '../../core/model/alert.ts'
import type { EventBus } from '../events/bus.ts'
import type { AlertCandidate, RaisedAlert } from '../store/alert-store.ts'
import type { Store } from '../store/store.ts'

/** Within this time of an alert's creation the same thing adds to it (api-decisions, Alerts). */
const WINDOW_MS = 10 * 60_000

/** Stores alerts and says so to those who listen. */
export async function raiseAlerts(
  store: Pick<Store, 'alerts'>,
  events: EventBus,
  tenantId: string,
  candidates: readonly AlertCandidate[],
  now: Date,
): Promise<void> {
  if (candidates.length === 0) return
  const since = new Date(now.getTime() - WINDOW_MS).toISOString()
  const raised = await store.alerts.raise(tenantId, candidates, now.toISOString(), since)
  for (const alert of raised) publish(events, alert)
}

function publish(events: EventBus, { alert, before }: RaisedAlert): void {
  if (before === undefined) events.publish(alert.tenant_id, 'alert.created', () => alert)
  if (before?.severity === alert.severity) return
  const type = severityEvent(alert)
  if (type !== undefined) events.publish(alert.tenant_id, type, () => alert)
}

function severityEvent({ severity }: Alert) {
  if (severity === 'critical') return 'alert.severity_critical'
  return severity === 'high' ? 'alert.severity_high' : undefined
}
