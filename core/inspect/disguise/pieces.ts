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

/** What a sign does to pieces, in bits; those of 0 may stand within any. */
const ENDS = 1
const SEPARATES = 2
/** Within a piece it is the value's own where another separates the pieces: "mari/e.du/pont". */
const MAY_STAND_WITHIN = 4
const KINDS = Uint8Array.from(SIGNS, (kind, code) => {
  const own = kind & (BREAK | SEPARATOR)
  return (
    (own === 0 ? 0 : ENDS) |
    ((own & SEPARATOR) === 0 ? 0 : SEPARATES) |
    (own === SEPARATOR && code > 0x20 ? MAY_STAND_WITHIN : 0)
  )
})
const PIECE_MAX = 8

/** Of any size. */
const PIECES_MIN = 4

/** How many equal pieces are no chance: letters stand alone in ordinary text now and then, groups of four hardly. */
function piecesMin(size: number): number {
  return size === 1 ? 8 : size === 2 ? 6 : PIECES_MIN
}

/** Most pieces are unlike the one before: what a text is made of is told from a run by two comparisons. */
export function findPieces({ units, places, placeCount }: Walk): PieceRun[] {
  const found: PieceRun[] = []
  let pieceStart = 0
  let runStart = 0
  /** 0 outside of a run. */
  let runSize = 0
  let separator = 0x10000
  /** The number of pieces of that size in the run so far. */
  let pieces = 0
  for (let n = 0; n < placeCount; n++) {
    const i = places[n] as number
    const code = units[i] as number
    const size = i - pieceStart
    if (((code ^ separator) | (size ^ runSize)) === 0) {
      pieces++
      pieceStart = i + 1
      continue
    }
    const kind = KINDS[code] as number
    // A sign that does nothing; or one within a piece, shorter up to there, that another sign separates. One branch, as neither can be foreseen.
    if (((kind - 1) | ((size - runSize) & -(kind >> 2) & -(code ^ separator))) < 0) continue
    if (pieces >= PIECES_MIN - 1 && runSize !== 0) endRun(found, runStart, runSize, pieces, i, size)
    pieces = 1
    runStart = pieceStart
    separator = code
    // A piece that is too long, or that no separator ends, begins none. SEPARATES
    runSize = size & ((size - PIECE_MAX - 1) >> 31) & -((kind >> 1) & 1)
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
