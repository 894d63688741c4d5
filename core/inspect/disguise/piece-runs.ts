/** Pieces of what may be one value: where each begins and ends. */
export interface Run {
  readonly starts: number[]
  readonly ends: number[]
}

/** Longer pieces are words, or values themselves. */
export const PIECE_MAX = 8

/** Whether a character may stand in the piece from which the others are looked for: a letter, a digit, @ or _. */
export function isPieceCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || ((code | 32) >= 97 && (code | 32) <= 122) || code === AT || code === UNDERSCORE
  )
}

const AT = 0x40
const UNDERSCORE = 0x5f
const SPACE = 0x20
const POINT = 0x2e

/** Those, and the other signs of addresses and tokens. */
export function isPiece(code: number): boolean {
  return isPieceCode(code) || code === POINT || code === 0x2d || code === 0x2b
}

/** Where the piece that begins at `start` ends, perhaps before `separator`; -1 where it is empty or too long. */
export function pieceEnd(text: string, units: Uint16Array, start: number, separator: string): number {
  const first = separator.charCodeAt(0)
  let end = start
  while (end - start <= PIECE_MAX && isPiece(units[end] as number)) {
    if (units[end] === first && end > start && text.startsWith(separator, end)) break
    end++
  }
  return end === start || end - start > PIECE_MAX ? -1 : end
}

/** Leaves out the point that ends a sentence behind the last piece. */
export function withoutPoint(text: string, { starts, ends }: Run): void {
  const end = ends.at(-1) as number
  const isPoint = end - (starts.at(-1) as number) > 1 && text.charCodeAt(end - 1) === POINT
  if (isPoint && !(text.charCodeAt(end) > SPACE)) ends[ends.length - 1] = end - 1
}
