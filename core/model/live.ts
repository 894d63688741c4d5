import { z } from 'zod'
import { EventType } from './event.ts'

/** `interaction.*`, `policy.created`, or `*` for all. */
export const EventPattern = z
  .string()
  .max(64)
  .refine((pattern) => EventType.options.some((type) => matchesPattern(pattern, type)), 'names no event type')

/** What a client may say on /ws (api-decisions, Live updates). */
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), events: z.array(EventPattern).max(64) }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

export function matchesPattern(pattern: string, type: EventType): boolean {
  if (pattern === '*' || pattern === type) return true
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}
