import type { Alert, AlertStatus } from '../../core/model/alert.ts'
import type { EventType } from '../../core/model/event.ts'
import type { RaisedAlert, Verdict } from './alert-store.ts'
import type { NewEvent } from './outbox.ts'
import type { Changed } from './paging.ts'

/** Within this time of an alert's creation the same thing adds to it (docs/reference/api-rules.md, Alerts). */
const WINDOW_MS = 10 * 60_000

/** Alerts that were created before this count no more. */
export function windowStart(now: Date): string {
  return new Date(now.getTime() - WINDOW_MS).toISOString()
}

/** What a raised alert means: it is new, or it became worse. */
export function publishRaised({ alert, before }: RaisedAlert): readonly NewEvent[] {
  const types: EventType[] = before === undefined ? ['alert.created'] : []
  if (before?.severity !== alert.severity) types.push(...severityEvents(alert))
  return types.map((event_type) => ({ event_type, data: () => alert }))
}

/** A note is for colleagues: it leaves with no event. */
export function publishStatus({ before, after }: Changed<Alert>) {
  const isResolved = after.status === 'resolved' && before.status !== 'resolved'
  const { note: _note, ...told } = after
  return isResolved ? [{ event_type: 'alert.resolved', data: () => told } as const] : []
}

/** @returns undefined if nothing changes */
export function withStatus(
  before: Alert,
  status: AlertStatus,
  resolvedBy: string | null,
  now: string,
  { resolution, note }: Verdict = {},
): Alert | undefined {
  const { resolution: formerResolution, note: formerNote, ...rest } = before
  const said = { ...(resolution !== undefined && { resolution }), ...(note !== undefined && { note }) }
  if (status !== before.status) {
    const resolved_at = status === 'resolved' ? now : null
    return { ...rest, status, updated_at: now, resolved_at, resolved_by: resolvedBy, ...said }
  }
  const isNew =
    (resolution !== undefined && resolution !== formerResolution) || (note !== undefined && note !== formerNote)
  return isNew ? { ...before, ...said, updated_at: now } : undefined
}

function severityEvents({ severity }: Alert): EventType[] {
  if (severity === 'critical') return ['alert.severity_critical']
  return severity === 'high' ? ['alert.severity_high'] : []
}
