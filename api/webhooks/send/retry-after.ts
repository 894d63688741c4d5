const DAY_MS = 24 * 60 * 60 * 1000
const SECONDS = /^\d{1,10}$/
/** RFC 9110, 5.6.7: the form that is written today; the two obsolete ones are not worth their readers. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Reads Retry-After (RFC 9110, 10.2.3).
 * @returns milliseconds from `now`, a day at most; undefined if it says nothing that can be followed
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? ''
  const wait = SECONDS.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - now.getTime()
      : Number.NaN
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), DAY_MS)
}
