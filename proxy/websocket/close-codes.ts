/** Status codes of close frames (RFC 6455 section 7.4, and IANA's registry of them). */
export const CLOSE = {
  goingAway: 1001,
  protocolError: 1002,
  policyViolation: 1008,
  badGateway: 1014,
} as const

const BY_ERROR: ReadonlyMap<string, number> = new Map([
  ['WS_ERR_INVALID_UTF8', 1007],
  ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 1009],
  ['WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH', 1009],
  ['WS_ERR_TOO_MANY_BUFFERED_PARTS', 1008],
])

/** What the peer is told about an error that `ws` has found in its frames. */
export function closeCodeOf(code: string | undefined): number {
  // zlib's own codes: what is compressed cannot be read.
  if (code?.startsWith('Z_') === true) return 1007
  return BY_ERROR.get(code ?? '') ?? CLOSE.protocolError
}

/** Some codes only say locally what happened: 1004, 1005, 1006 and 1015 are never sent. */
export function isSendable(code: number): boolean {
  return (
    (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) || (code >= 3000 && code <= 4999)
  )
}

/** A reason as long as a close frame can hold, never cut within a character. */
export function boundedReason(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let reason = ''
  let bytes = 0
  for (const character of text.toWellFormed()) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes - ELLIPSIS_BYTES) break
    reason += character
  }
  return `${reason}…`
}

const ELLIPSIS_BYTES = 3
