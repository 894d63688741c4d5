import type { FieldBlock } from './exchange.ts'
import { toRawHeaders } from './fields.ts'

const DIRECTIVE = /(?:^|,)\s*no-transform\s*(?:=|,|$)/i

/**
 * Whether `Cache-Control` asks that nobody on the way changes the body (RFC 9111 section 5.2.2.6; of a request section 5.2.1.6).
 * @param value of the field; several joined by commas
 */
export function forbidsTransforming(value: string | undefined): boolean {
  return value !== undefined && DIRECTIVE.test(value)
}

/** The same of an answer's fields. */
export function mustStayAsItIs(fields: FieldBlock): boolean {
  if (!/no-transform/i.test(fields)) return false
  const raw = toRawHeaders(fields)
  return raw.some(
    (name, at) => at % 2 === 0 && name.toLowerCase() === 'cache-control' && forbidsTransforming(raw[at + 1]),
  )
}
