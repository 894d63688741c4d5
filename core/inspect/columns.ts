import type { ScoredSpan } from './rule.ts'

const NONE: readonly ScoredSpan[] = []
const ROWS_MAX = 200
const HEAD_MAX = 400
const LINE_MAX = 2_000
/** This number of cells without a value ends a column. */
const GAPS_MAX = 3
/** This number of cells with the word of the head does, too: they head tables of their own, each read from there. A few say "no passport". */
const HEADS_MAX = 4
const HEAD_CELL = /^["' ]{0,2}[\p{L}_ .()/°-]{2,30}["' \r]{0,2}$/u

/**
 * The values in a column of a table, below the head that holds the word at `start` to `end`. The first group of `cell`, which describes
 * a whole cell, is the value. `until`: where the rows end, as another column has told.
 */
export function readColumn(
  text: string,
  start: number,
  end: number,
  cell: RegExp,
  score: number,
  until?: number,
): readonly ScoredSpan[] {
  const lineEnd = lineEndAt(text, end)
  if (lineEnd === -1) return NONE
  const before = text.slice(Math.max(0, start - HEAD_MAX), start)
  const lineStart = start - before.length + before.lastIndexOf('\n') + 1
  // A head has no numbers of its own.
  if (lineStart > 0 && text[lineStart - 1] !== '\n') return NONE
  const head = text.slice(lineStart, lineEnd)
  if (/[0-9]{4}/.test(head)) return NONE
  const separator = /[\t;|,]/.exec(head)?.[0]
  if (separator === undefined) return NONE
  const column = head.slice(0, start - lineStart).split(separator).length - 1
  const heads = head.split(separator)
  const own = heads[column]
  if (own === undefined || !HEAD_CELL.test(own)) return NONE
  const word = text.slice(start, end).toLowerCase()
  const found: ScoredSpan[] = []
  let from = lineEnd + 1
  let gaps = 0
  let headCount = 0
  for (let row = 0; row < ROWS_MAX && from < (until ?? text.length); row++) {
    const line = text.slice(from, from + LINE_MAX)
    const next = line.indexOf('\n')
    const cells = (next === -1 ? line : line.slice(0, next)).split(separator)
    if (cells.length < Math.max(2, heads.length - 1) || cells[column] === own) break
    if (until === undefined && cells[column]?.toLowerCase().includes(word) && ++headCount === HEADS_MAX) break
    let at = from
    for (let index = 0; index < column; index++) at += (cells[index]?.length ?? 0) + 1
    const value = cell.exec(cells[column] ?? '')
    if (value?.[1] === undefined) {
      if (++gaps === GAPS_MAX) break
    } else {
      gaps = 0
      const offset = at + value[0].indexOf(value[1])
      found.push({ start: offset, end: offset + value[1].length, score })
    }
    if (next === -1) break
    from += next + 1
  }
  return found
}

/** No line ends between these two places of the text, and one does at the second, or nothing is known of it. */
let line = { text: '', from: 0, to: 0 }

/** Where the line ends that goes on from `from`, if that is within HEAD_MAX; else -1. What was looked at before is not looked at again: a text may be one line. */
function lineEndAt(text: string, from: number): number {
  if (from < line.from || from > line.to || text !== line.text) line = { text, from, to: from }
  // An equal string is compared unit by unit, the same one is not.
  line.text = text
  const limit = Math.min(text.length, from + HEAD_MAX)
  while (line.to < limit && text.charCodeAt(line.to) !== LINE_FEED) line.to++
  return line.to < limit ? line.to : -1
}

const LINE_FEED = 0x0a
