import type { Walk } from '../walk.ts'
import { BREAK, SEPARATOR, SIGNS } from './signs.ts'

/** Equally long pieces with one separator between: a value cut up, or the bytes of one written apart. */
export interface PieceRun {
  readonly start: number
  /** The length of the first piece. All pieces have it, except perhaps the last. */
  readonly size: number
  /** How many there are, the last one included. Each but the first begins one character behind the end of the one before. */
  readonly count: number
  readonly end: number
}

/** Where piece number `index` of a run ends. */
export function pieceEnd({ start, size, count, end }: PieceRun, index: number): number {
  return index === count - 1 ? end : start + index * (size + 1) + size
}

/** What each sign does to pieces; 0 for all that may stand within one. */
const KINDS = Uint8Array.from(SIGNS, (kind) => kind & (BREAK | SEPARATOR))
const ONLY_SEPARATES = SEPARATOR
const PIECE_MAX = 8

/** Of any size. */
const PIECES_MIN = 4

/** How many equal pieces are no chance: letters stand alone in ordinary text now and then, groups of four hardly. */
function piecesMin(size: number): number {
  return size === 1 ? 8 : size === 2 ? 6 : PIECES_MIN
}

export function findPieces({ units, places, placeCount }: Walk): PieceRun[] {
  const found: PieceRun[] = []
  let pieceStart = 0
  let runStart = 0
  /** 0 outside of a run. */
  let runSize = 0
  let separator = -1
  /** The number of pieces of that size in the run so far. */
  let pieces = 0
  for (let n = 0; n < placeCount; n++) {
    const i = places[n] as number
    const code = units[i] as number
    const kind = KINDS[code] as number
    if (kind === 0) continue
    const size = i - pieceStart
    // Within a piece other separators are the value's own: "mari/e.du/pont".
    if (code !== separator && code > 0x20 && size < runSize && kind === ONLY_SEPARATES) continue
    if (size === runSize && code === separator) {
      pieces++
      pieceStart = i + 1
      continue
    }
    if (pieces >= PIECES_MIN - 1) endRun(found, runStart, runSize, pieces, i, size)
    // A piece that is too long, or that no separator ends, begins none; without a branch, as both are hard to foresee.
    runSize = size & ((size - PIECE_MAX - 1) >> 31) & -(kind >> 1)
    runStart = pieceStart
    separator = code
    pieces = 1
    pieceStart = i + 1
  }
  return found
}

/** Adds a run, if it has pieces enough. The last one, of `size` up to `i`, may be shorter; whatever follows it, the run is over. */
function endRun(found: PieceRun[], start: number, runSize: number, pieces: number, i: number, size: number): void {
  const isPiece = size > 0 && size <= runSize
  if (runSize === 0 || pieces + Number(isPiece) < piecesMin(runSize)) return
  const end = isPiece ? i : start + pieces * (runSize + 1) - 1
  found.push({ start, size: runSize, count: pieces + Number(isPiece), end })
}
