import type { Event, EventType } from '../../core/model/event.ts'
import type { ServerMessage } from '../../core/model/live.ts'

/** An event as clients of /ws get it: written out once, however many they are. */
export interface LiveEvent {
  readonly id: string
  readonly type: EventType
  readonly text: string
}

export function toLiveEvent(event: Event): LiveEvent {
  const message: ServerMessage = { type: 'event', ...event }
  return { id: event.id, type: event.event_type, text: JSON.stringify(message) }
}
