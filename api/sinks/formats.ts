import { toAsciiJson } from './ascii-json.ts'
import { toCef } from './cef.ts'
import type { Format, FormatName, SinkEvent } from './format.ts'
import { toOcsf } from './ocsf.ts'
import { severityOf } from './severity.ts'

/** The length of a value in an event that was too long. */
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

function shortened(data: SinkEvent['data']): SinkEvent['data'] {
  const plain = Object.entries(data).filter(([, value]) => typeof value !== 'object' || value === null)
  return Object.fromEntries(
    plain.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, SHORT).toWellFormed() : value]),
  )
}
