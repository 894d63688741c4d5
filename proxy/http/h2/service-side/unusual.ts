import type { ExchangeRequest } from '../../exchange.ts'
import { h2Limits } from '../limits.ts'

/**
 * Whether a request is one for which services end the whole connection (nginx does, with ENHANCE_YOUR_CALM, for a field of the head that is
 * too long), or whose body could fill the window of all bodies on it.
 */
export function isUnusual({ path, fields, body }: ExchangeRequest): boolean {
  const { sharedFieldBytes, sharedHeadBytes, sharedBodyBytes } = h2Limits
  if ((body?.length ?? (body === null ? 0 : Number.POSITIVE_INFINITY)) > sharedBodyBytes) return true
  if (path.length > sharedFieldBytes || path.length + fields.length > sharedHeadBytes) return true
  if (fields.length <= sharedFieldBytes) return false
  return fields.split('\r\n').some((line) => longestPart(line) > sharedFieldBytes)
}

/** Cookies are sent in pieces. */
function longestPart(line: string): number {
  if (line.length <= h2Limits.sharedFieldBytes || !/^cookie:/i.test(line)) return line.length
  return Math.max(...line.split('; ').map(({ length }) => length))
}
