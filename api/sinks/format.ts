import type { Event, EventType } from '../../core/model/event.ts'

/** `audit.head`: where a tenant's audit log ends, kept outside of the database. No webhook gets it. */
export type SinkEventType = EventType | 'audit.head'

/** An entry for syslog and the file of events. */
export type SinkEvent = Omit<Event, 'event_type'> & { readonly event_type: SinkEventType }

/**
 * Writes an event in one line.
 * @param isWhole false if the whole event would be too long: then without what has no bound
 */
export type Format = (event: SinkEvent, isWhole: boolean) => string

export type FormatName = 'cef' | 'json' | 'ocsf'

/** @returns undefined if even its short form is longer than this */
export function writeWithin(format: Format, event: SinkEvent, maxBytes: number): string | undefined {
  return [true, false]
    .values()
    .map((isWhole) => format(event, isWhole))
    .find((line) => Buffer.byteLength(line) <= maxBytes)
}
