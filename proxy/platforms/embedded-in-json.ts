import { type Embedded, embeddedInString } from '../body/embedded.ts'
import { startsLikeJson } from '../body/json.ts'
import { step } from '../body/time-budget.ts'
import { parseOrUndefined } from './json-value.ts'

/**
 * The shortest string in which a file is told (body/embedded.ts), without the head of a data URL; some writers of JSON escape a
 * slash. Begun only where a run begins, so that it takes linear time.
 */
const LONG_BASE64 = /(?<![A-Za-z0-9+/\\=_-])[A-Za-z0-9+/\\=_-]{960}/

/** The files and texts in the strings of a file that is JSON, or has JSON in each of its lines: of requests that a service will carry out. */
export function* embeddedInJson(text: string): Iterable<Embedded> {
  if (!startsLikeJson(text) || !LONG_BASE64.test(text)) return
  for (const value of valuesIn(text)) {
    const pending: unknown[] = [value]
    while (pending.length > 0) {
      step()
      const item = pending.pop()
      if (typeof item === 'string') {
        const embedded = embeddedInString(item)
        if (embedded !== undefined) yield embedded
      } else if (typeof item === 'object' && item !== null) {
        for (const child of Object.values(item)) pending.push(child)
      }
    }
  }
}

function* valuesIn(text: string): Iterable<unknown> {
  const whole = parseOrUndefined(text)
  if (whole !== undefined) {
    yield whole
    return
  }
  for (const line of text.split('\n')) {
    step()
    if (LONG_BASE64.test(line)) yield parseOrUndefined(line)
  }
}
