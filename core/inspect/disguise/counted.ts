import { isPieceCode, pieceEnd, type Run, withoutPoint } from './piece-runs.ts'

/** What stands between a number and its piece: "1. 4539", "p1": "4539", "part1=4539", "| 1 | 4539 |". */
const MIDDLE_MAX = 6
/** And between a piece and the next number. */
const BEHIND_MAX = 30
const PIECES_MIN = 3
const PIECES_MAX = 100
const ZERO = 0x30
const ONE = 0x31

/** The pieces that a number counts which begins at `at` with 0 or 1; undefined where there are fewer than three. `least`: where a piece may begin. */
export function countedAt(text: string, units: Uint16Array, at: number, least: number): Run | undefined {
  const first = (units[at] as number) - ZERO
  if (first !== 0 && first !== ONE - ZERO) return undefined
  let start = at + 1
  while (start - at <= MIDDLE_MAX && !isPieceCode(units[start] as number) && units[start] !== 0) start++
  if (start === at + 1 || start - at > MIDDLE_MAX + 1 || at < least) return undefined
  const middle = text.slice(at + 1, start)
  let end = pieceEnd(text, units, start, '\n')
  if (end === -1) return undefined
  const behind = behindPiece(text, end, first + 1, middle)
  if (behind === undefined) return undefined
  const run: Run = { starts: [start], ends: [end] }
  for (let count = first + 1; run.starts.length < PIECES_MAX; count++) {
    const joint = `${behind}${count}${middle}`
    if (!text.startsWith(joint, end)) break
    start = end + joint.length
    end = pieceEnd(text, units, start, behind)
    if (end === -1) break
    run.starts.push(start)
    run.ends.push(end)
  }
  withoutPoint(text, run)
  return run.starts.length < PIECES_MIN ? undefined : run
}

/** What stands between the first piece and the next number; undefined unless `middle` follows that number too. */
function behindPiece(text: string, end: number, next: number, middle: string): string | undefined {
  const around = text.slice(end, end + BEHIND_MAX + 1 + middle.length)
  const at = around.indexOf(`${next}${middle}`)
  return at < 1 ? undefined : around.slice(0, at)
}
