import { z } from 'zod'
import { Uuid } from './common.ts'

/** Every event there is (specification, Event types). */
export const EventType = z.enum([
  'interaction.created',
  'interaction.policy_violated',
  'interaction.high_risk',
  'interaction.classified',
  'alert.created',
  'alert.severity_critical',
  'alert.severity_high',
  'alert.resolved',
  'policy.created',
  'policy.updated',
  'policy.deleted',
  'policy.enabled',
  'policy.disabled',
  'user.invited',
  'user.activated',
  'user.role_changed',
  'user.deleted',
])
export type EventType = z.infer<typeof EventType>

/** An interaction of at least this risk raises `interaction.high_risk` (specification, Limits). */
export const HIGH_RISK = 0.8

/** One event as webhooks and live connections get it. */
export const Event = z.strictObject({
  /** Prefix `evt_`. */
  id: z.string(),
  timestamp: z.string(),
  event_type: EventType,
  tenant_id: Uuid,
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof Event>

const ABOUT_INTERACTIONS = 'interaction.'
const ABOUT_ALERTS = 'alert.'

/** The types whose events hold an alert, which stays when the interaction is erased that raised it. */
export const ALERT_EVENTS: readonly EventType[] = EventType.options.filter((type) => type.startsWith(ABOUT_ALERTS))

/** The interaction that the event holds, or that raised the alert it holds; null if there is none. */
export function interactionIdOf({ event_type, data }: Pick<Event, 'event_type' | 'data'>): string | null {
  if (event_type.startsWith(ABOUT_INTERACTIONS)) return typeof data.id === 'string' ? data.id : null
  if (event_type.startsWith(ABOUT_ALERTS)) return typeof data.interaction_id === 'string' ? data.interaction_id : null
  return null
}

/**
 * What stays of an event when its interaction is erased: nothing, or the alert without the user, for to delete a record must not
 * keep an alarm from arriving.
 */
export function withoutInteraction(event: Event): Event | undefined {
  if (!event.event_type.startsWith(ABOUT_ALERTS)) return undefined
  return { ...event, data: { ...event.data, user_id: null } }
}
