/** What the X-Weir-* headers tell a client about a coached or refused request (docs/reference/proxy-rules.md, "Coach headers"). */
export interface WeirHeaderValues {
  readonly action: 'block' | 'coach'
  readonly policyName?: string | undefined
  /** Undefined if there is no record. */
  readonly interactionId: string | undefined
  readonly message: string
  /** How many turns were left out of what was sent; none if absent. */
  readonly droppedTurns?: number | undefined
}

export const WEIR_HEADER_NAMES = ['x-weir-action', 'x-weir-policy', 'x-weir-interaction', 'x-weir-message'] as const

/** Longer values make some clients and balancers refuse the whole answer. */
const MAX_VALUE_LENGTH = 1024

export function weirHeaders(values: WeirHeaderValues): Record<string, string> {
  const headers: Record<string, string> = {
    'x-weir-action': values.action,
    'x-weir-message': encodeHeaderValue(values.message),
  }
  if (values.interactionId !== undefined) headers['x-weir-interaction'] = encodeHeaderValue(values.interactionId)
  if (values.policyName !== undefined) headers['x-weir-policy'] = encodeHeaderValue(values.policyName)
  if (values.droppedTurns !== undefined) headers['x-weir-dropped-turns'] = String(values.droppedTurns)
  return headers
}

/**
 * Printable ASCII as it is; `%` and everything else percent-encoded as UTF-8, so that decodeURIComponent gives the text
 * back. Bounded; never cut within an encoded character.
 */
export function encodeHeaderValue(text: string): string {
  let value = ''
  for (const character of text.toWellFormed()) {
    const plain = character >= ' ' && character <= '~' && character !== '%'
    const piece = plain ? character : encodeURIComponent(character)
    if (value.length + piece.length > MAX_VALUE_LENGTH) break
    value += piece
  }
  return value
}
