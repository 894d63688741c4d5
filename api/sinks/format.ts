import type { Event } from '../../core/model/event.ts'
import { toCef } from './cef.ts'
import { toOcsf } from './ocsf.ts'
import { severityOf } from './severity.ts'
import { toAsciiJson } from './text.ts'

/**
 * Writes an event in one line.
 * @param isWhole false where the whole event would be too long: then without what has no bound
 */
export type Format = (event: Event, isWhole: boolean) => string

export type FormatName = 'cef' | 'json' | 'ocsf'

/** Of a value that remains where an event is too long. */
const SHORT = 200

/** The event as webhooks have it, with its severity. */
const toJson: Format = (event, isWhole) => {
  const { data, ...rest } = event
  return toAsciiJson({
    ...rest,
    severity: severityOf(event),
    data: isWhole ? data : shortened(data),
    ...(!isWhole && { truncated: true }),
  })
}

export const FORMATS: Readonly<Record<FormatName, Format>> = { cef: toCef, json: toJson, ocsf: toOcsf }

/** @returns undefined where even its short form is longer than this */
export function writeWithin(format: Format, event: Event, maxBytes: number): string | undefined {
  return [true, false]
    .values()
    .map((isWhole) => format(event, isWhole))
    .find((line) => Buffer.byteLength(line) <= maxBytes)
}

function shortened(data: Event['data']): Event['data'] {
  const plain = Object.entries(data).filter(([, value]) => typeof value !== 'object' || value === null)
  return Object.fromEntries(
    plain.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, SHORT).toWellFormed() : value]),
  )
}
