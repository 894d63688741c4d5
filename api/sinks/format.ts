import type { Event } from '../../core/model/event.ts'

/**
 * Writes an event in one line.
 * @param isWhole false where the whole event would be too long: then without what has no bound
 */
export type Format = (event: Event, isWhole: boolean) => string

export type FormatName = 'cef' | 'json' | 'ocsf'

/** @returns undefined where even its short form is longer than this */
export function writeWithin(format: Format, event: Event, maxBytes: number): string | undefined {
  return [true, false]
    .values()
    .map((isWhole) => format(event, isWhole))
    .find((line) => Buffer.byteLength(line) <= maxBytes)
}
