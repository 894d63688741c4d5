import { type Event, type EventType, interactionIdOf, withoutInteraction } from '../../core/model/event.ts'
import type { ServerMessage } from '../../core/model/live.ts'

/** An event as clients of /ws get it: written out once, however many they are. */
export interface LiveEvent {
  readonly id: string
  readonly type: EventType
  /** What it is about, or what raised the alert that it is about. */
  readonly interactionId: string | null
  /** Blank once its interaction is erased, for all who keep it: there is nothing to send any more. */
  text: string
}

export function toLiveEvent(event: Event): LiveEvent {
  return { id: event.id, type: event.event_type, interactionId: interactionIdOf(event), text: textOf(event) }
}

/** Takes out of an event what is erased. An alert stays, without the user. */
export function eraseFrom(live: LiveEvent): void {
  if (live.text === '') return
  // Written by textOf only.
  const { type: _type, ...event } = JSON.parse(live.text) as Event & { readonly type: string }
  const left = withoutInteraction(event)
  live.text = left === undefined ? '' : textOf(left)
}

function textOf(event: Event): string {
  const message: ServerMessage = { type: 'event', ...event }
  return JSON.stringify(message)
}
