import { BREAK, SEPARATOR, SIGNS } from './signs.ts'

/** Equally long pieces with one separator between: a value cut up, or the bytes of one written apart. */
export interface PieceRun {
  readonly start: number
  /** Of the first piece; every piece but the last has it. */
  readonly size: number
  /** Where each piece ends; the next begins one further. */
  readonly ends: readonly number[]
}

const PIECE_MAX = 8

/** How many equal pieces are no chance: letters stand alone in ordinary text now and then, groups of four hardly. */
function piecesMin(size: number): number {
  return size === 1 ? 8 : size === 2 ? 6 : 4
}

/** `signs` holds where the signs of `units` stand, in order, `count` of them; the last is the end of the text. */
export function findPieces(units: Uint16Array, signs: Int32Array, count: number): PieceRun[] {
  const found: PieceRun[] = []
  let pieceStart = 0
  let runStart = 0
  let runSize = 0
  let separator = -1
  /** How many pieces the run has so far, and where they end from the second on. */
  let pieces = 0
  let ends: number[] = []
  for (let n = 0; n < count; n++) {
    const i = signs[n] as number
    const code = units[i] as number
    const kind = (SIGNS[code] as number) & (BREAK | SEPARATOR)
    if (kind === 0) continue
    const size = i - pieceStart
    let goesOn = false
    if (pieces > 0) {
      // Within a piece other separators are the value's own: "mari/e.du/pont".
      if (kind === SEPARATOR && size < runSize && code !== separator && code > 0x20) continue
      // The last piece may be shorter; whatever follows it, the run is over.
      if (size > 0 && size <= runSize) {
        pieces++
        ends.push(i)
      }
      goesOn = size === runSize && kind === SEPARATOR && code === separator
    }
    if (!goesOn) {
      if (pieces >= piecesMin(runSize))
        found.push({ start: runStart, size: runSize, ends: [runStart + runSize, ...ends] })
      if (ends.length > 0) ends = []
      pieces = 0
      if (size >= 1 && size <= PIECE_MAX && kind === SEPARATOR) {
        runStart = pieceStart
        runSize = size
        separator = code
        pieces = 1
      }
    }
    pieceStart = i + 1
  }
  return found
}
