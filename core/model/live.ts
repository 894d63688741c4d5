import { z } from 'zod'
import { Uuid } from './common.ts'
import { Event, EventType } from './event.ts'

/** `interaction.*`, `policy.created`, or `*` for all. */
export const EventPattern = z
  .string()
  .max(64)
  .refine((pattern) => EventType.options.some((type) => matchesPattern(pattern, type)), 'names no event type')

/** What a client may say on /ws (docs/live-updates.md). */
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    events: z.array(EventPattern).max(64),
    /** In the first message of a connection: what came after this event is sent before what happens from now on. */
    last_event_id: z
      .string()
      .regex(/^evt_[\w-]{1,60}$/, 'must be the id of an event')
      .optional(),
  }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** What a client gets to hear on /ws. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), connection_id: z.string() }),
  z.strictObject({ type: z.literal('event'), ...Event.shape }),
  z.strictObject({ type: z.literal('subscribed'), events: z.array(EventPattern) }),
  /** Events may have been missed that cannot be sent any more: what was read before is to be read again. */
  z.strictObject({ type: z.literal('gap') }),
  /** To service tokens alone: the tenant's detectors have changed, and a proxy is to read them again. It is no event. */
  z.strictObject({ type: z.literal('detectors_changed') }),
  /**
   * To service tokens alone: the rights, the address or the proxy token of a user have changed, so that a proxy asks again who its
   * clients are. Without a user where another process has changed some of them.
   */
  z.strictObject({ type: z.literal('users_changed'), user_id: Uuid.optional() }),
  /** To service tokens alone: which services are decrypted, and for whom, has changed. */
  z.strictObject({ type: z.literal('switches_changed') }),
  /** Likewise: the exceptions to policies have changed. */
  z.strictObject({ type: z.literal('exceptions_changed') }),
  z.strictObject({ type: z.literal('pong') }),
  z.strictObject({ type: z.literal('error'), error: z.string() }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

export function matchesPattern(pattern: string, type: EventType): boolean {
  if (pattern === '*' || pattern === type) return true
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}
