import type { Severity } from '../../core/model/alert.ts'
import { SEVERITIES, Severity as SeveritySchema } from '../../core/model/alert.ts'
import type { EventType } from '../../core/model/event.ts'
import type { SinkEvent, SinkEventType } from './format.ts'

/** How severe each event is to a SOC (docs/siem.md); an alert brings its own. */
export const SEVERITY_OF: Readonly<Record<SinkEventType, Severity | 'own'>> = {
  'interaction.created': 'low',
  'interaction.classified': 'low',
  'interaction.policy_violated': 'medium',
  'interaction.high_risk': 'high',
  'alert.created': 'own',
  'alert.severity_high': 'own',
  'alert.severity_critical': 'own',
  'alert.resolved': 'own',
  'policy.created': 'medium',
  'policy.updated': 'medium',
  'policy.enabled': 'medium',
  // Less is held back from then on.
  'policy.disabled': 'high',
  'policy.deleted': 'high',
  'user.invited': 'low',
  'user.activated': 'low',
  'user.role_changed': 'medium',
  'user.deleted': 'medium',
  'audit.head': 'low',
}

export function severityOf({ event_type, data }: SinkEvent): Severity {
  const severity = SEVERITY_OF[event_type]
  return severity === 'own' ? SeveritySchema.catch('medium').parse(data.severity) : severity
}

/** Whether events of this type can be so severe. */
export function mayReach(type: EventType, least: Severity): boolean {
  const severity = SEVERITY_OF[type]
  return severity === 'own' || isAtLeast(severity, least)
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)
}
