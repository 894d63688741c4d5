import { isWordAt } from '../characters.ts'
import { isDigit } from '../numbers.ts'
import { SpanList } from '../span-list.ts'
import type { View } from '../view.ts'
import type { Walk } from '../walk.ts'
import { viewOfCuts } from './cuts.ts'
import { isBlank, isQuote, markupEnd, seamEnd } from './markup.ts'
import { type PieceRun, pieceEnd } from './pieces.ts'
import { CONTEXT } from './regions.ts'
import { LINE_MAX, type Suspects } from './suspects.ts'

/** An array of pieces up to this length is a split value. An array of longer ones is a list. */
const PIECE_MAX = 6

/** The text with values put together again that were cut up; undefined where nothing looks cut up. */
export function joinPieces(
  view: View,
  walk: Walk,
  { marks, quotes, pieces, lineBreaks }: Suspects,
  tier: 1 | 2,
): View | undefined {
  const { text } = view
  cuts.clear()
  addMarkup(walk, marks)
  addSeams(text, walk, quotes)
  addPieces(text, walk, pieces)
  addLines(walk, lineBreaks)
  cuts.order()
  if (tier === 1) keepBesideValues(walk)
  return viewOfCuts(view, walk.units, cuts)
}

/** What joinPieces() takes out of a text; used for one text after another. */
const cuts = new SpanList()

/**
 * Keeps those with a digit or an at sign nearby: what tier 1 finds has one of them. Cuts that stand so close together that they are looked
 * at as one stay together.
 */
function keepBesideValues(walk: Walk): void {
  const { places, length } = cuts
  let kept = 0
  for (let first = 0; first < length; ) {
    let next = first + 2
    while (next < length && (places[next] as number) - (places[next - 1] as number) <= CONTEXT * 2) next += 2
    const from = Math.max(0, (places[first] as number) - CONTEXT)
    const to = Math.min(walk.length, (places[next - 1] as number) + CONTEXT)
    if (holdsValue(walk, from, to)) {
      if (kept !== first) places.copyWithin(kept, first, next)
      kept += next - first
    }
    first = next
  }
  cuts.length = kept
}

function holdsValue({ units }: Walk, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (((VALUES[units[i] as number] as number) & OF_TIER_1) !== 0) return true
  return false
}

/** What stands in values: a digit or an at sign, these or an underscore, and a point, in bits. */
const VALUES = new Uint8Array(65_536)
const OF_TIER_1 = 1
const OF_VALUE = 2
const POINT = 4
for (const character of '0123456789@') VALUES[character.charCodeAt(0)] = OF_TIER_1 | OF_VALUE
VALUES[0x5f] = OF_VALUE
VALUES[0x2e] = POINT

function addMarkup(walk: Walk, marks: readonly number[]): void {
  let last = 0
  let count = 0
  for (const mark of marks) {
    if (mark < last) continue
    let end = markupEnd(walk, mark)
    if (end === mark) continue
    // An empty comment of a program: /**/
    const isComment = end === mark + 2 && walk.units[mark - 1] === SLASH && walk.units[end] === SLASH
    const start = isComment ? mark - 1 : mark
    if (isComment) end++
    if (start - last > DENSE_GAP) {
      addDense(walk, count)
      count = 0
    }
    dense[count++] = start
    dense[count++] = end
    last = end
  }
  addDense(walk, count)
  if (dense.length > DENSE_KEPT) dense.length = 0
}

const DENSE_KEPT = 1024
/** Start and end, in turn, of markup that stands close together, for example around every letter or two; overwritten from its beginning. */
const dense: number[] = []

const DENSE_GAP = 2
const DENSE_MIN = 6
const SLASH = 0x2f

/** Adds all of them if there are many; otherwise those within a value. */
function addDense(walk: Walk, count: number): void {
  const isMany = count >= 2 * DENSE_MIN
  for (let i = 0; i < count; i += 2) {
    const start = dense[i] as number
    const end = dense[i + 1] as number
    if (isMany || isWithinValue(walk, start, end)) cuts.add(start, end)
  }
}

const VALUE_REACH = 8
const NEW_LINE = 0x0a

/** Whether digits or an address stand around, not a heading or a list item. */
function isWithinValue({ units, length }: Walk, start: number, end: number): boolean {
  const isAlone =
    (start === 0 || isBlank(units[start - 1] as number)) && (end >= length || isBlank(units[end] as number))
  if (isAlone) return false
  const from = start > VALUE_REACH ? start - VALUE_REACH : 0
  const to = end + VALUE_REACH < length ? end + VALUE_REACH : length
  // To the end of each side: where a value stands cannot be foreseen.
  let seen = 0
  for (let i = from; i < start; i++) seen |= VALUES[units[i] as number] as number
  if (seen !== 0) return true
  for (let i = end; i < to; i++) seen |= VALUES[units[i] as number] as number
  return (seen & OF_VALUE) !== 0
}

function addSeams(text: string, { units }: Walk, quotes: readonly number[]): void {
  let last = -1
  let matched = 0
  for (const start of quotes) {
    if (start < matched) continue
    const end = seamEnd(units, start)
    if (end === -1) continue
    matched = end
    if (isEmptyLiteral(units, start, end) || isBetweenRows(text, start, end)) continue
    const isShort = start - last <= PIECE_MAX || isShortPiece(text, start)
    if (start > 0 && matched < text.length && (isShort || !text.slice(start, matched).includes(','))) {
      cuts.add(start, matched)
      last = matched
    }
  }
}

const ROW_END = /[,;\t]["'][^"'\n]{0,64}$/
const ROW_HEAD = /^[^"'\n]{0,64}["'][,;\t]/
const CELL_REACH = 66

/** `,"030064"\n"1020",`: the last cell of a row and the first of the next. */
function isBetweenRows(text: string, start: number, end: number): boolean {
  return (
    /^["']\r?\n["']$/.test(text.slice(start, end)) &&
    ROW_END.test(text.slice(Math.max(0, start - CELL_REACH), start)) &&
    ROW_HEAD.test(text.slice(end, end + CELL_REACH))
  )
}

/** "split('')", 'name = ""', and the quotes around the text that documents a function: two quotes with nothing between, and no value beside them. */
function isEmptyLiteral(units: Uint16Array, start: number, end: number): boolean {
  return (
    end === start + 2 &&
    !isDigit(units[end] as number) &&
    start > 0 &&
    BEFORE_LITERALS[units[start - 1] as number] === 1
  )
}

/** What stands before a literal. */
const BEFORE_LITERALS = new Uint8Array(65_536)
for (const character of ` \t\n\r([{=,:;"'\``) BEFORE_LITERALS[character.charCodeAt(0)] = 1

function isShortPiece(text: string, end: number): boolean {
  for (let i = end - 1; i >= 0 && i >= end - PIECE_MAX - 1; i--) {
    const code = text.charCodeAt(i)
    if (isQuote(code)) return i < end - 1
    if (code === NEW_LINE) return false
  }
  return false
}

/** Words of one length stand in a row in most texts; where none of three letters or more has a digit or an at sign, no value is cut up. */
const WORD_MIN = 3

function addPieces(text: string, walk: Walk, runs: readonly PieceRun[]): void {
  for (const run of runs) {
    if (run.size >= WORD_MIN && !holdsValue(walk, run.start, run.end)) continue
    const last = isNextWord(text, run) ? run.count - 2 : run.count - 1
    // The text behind the last piece is not a part of the value.
    if (isWordAt(text, pieceEnd(run, last))) continue
    if (isListOfNumbers(text, run)) continue
    cuts.reserve(2 * last)
    const { places } = cuts
    let { length } = cuts
    for (let i = 0, end = run.start + run.size; i < last; i++, end += run.size + 1) {
      places[length++] = end
      places[length++] = end + 1
    }
    cuts.length = length
  }
}

/** "1.5", "-2305", "3:05". */
const NUMBER = /^(?:[-+]?[0-9]+\.[0-9]+|[-+][0-9]+|[0-9]+:[0-9]+)$/
/** "5653-1" of "0.5653-1.1838,0.6185": the end of one fraction and the beginning of the next. */
const BETWEEN_POINTS = /^[0-9]+[-, a-z]+[0-9]+$/i
const LIST_PIECE_MIN = 3

/** Whether all pieces of full length are times, or numbers with a point or a sign, or most points between them are those of fractions. */
function isListOfNumbers(text: string, { start, size, count }: PieceRun): boolean {
  if (size < LIST_PIECE_MIN) return false
  const isPointed = text[start + size] === '.'
  const kind = isPointed ? BETWEEN_POINTS : NUMBER
  let numbers = 0
  for (let n = 0; n < count - 1; n++) {
    const from = start + n * (size + 1)
    if (kind.test(text.slice(from, from + size))) numbers++
  }
  return isPointed ? numbers >= (count - 1) / 2 : numbers === count - 1
}

/** "4111 1111 1111 1111 is": a shorter last piece of letters behind pieces without. */
function isNextWord(text: string, run: PieceRun): boolean {
  const { end } = run
  const start = pieceEnd(run, run.count - 2) + 1
  if (text[start - 1] !== ' ' || end - start >= run.size) return false
  return /^\p{L}+$/u.test(text.slice(start, end)) && !/\p{L}$/u.test(text.slice(start - 2, start - 1))
}

/** Lines of one short length, one after another, are a value broken into lines: its head ends the line before, its rest begins the one after. */
function addLines(walk: Walk, lineBreaks: readonly number[]): void {
  let run: number[] = []
  let length = 0
  for (let n = 1; n <= lineBreaks.length; n++) {
    const start = (lineBreaks[n - 1] ?? 0) + 1
    const next = lineBreaks[n] ?? -1
    const size = next === -1 ? -1 : next - start
    const isShort = size >= 1 && size <= LINE_MAX
    if (run.length > 0 && !(isShort && size === length)) {
      if (!areRows(walk, run, length)) addBreaks(run, length)
      run = []
    }
    if (isShort) {
      if (run.length === 0) run.push(start - 1)
      run.push(next)
      length = size
    }
  }
}

/** Whether all lines of a run have a blank between digits at the same place: rows of a table. */
function areRows({ units }: Walk, run: readonly number[], length: number): boolean {
  const [first] = run
  if (first === undefined || run.length < ROWS_MIN) return false
  for (let column = 2; column < length; column++) {
    let isBlankInAll = true
    for (let n = 0; isBlankInAll && n < run.length - 1; n++) {
      const at = (run[n] as number) + column
      isBlankInAll = units[at] === SPACE && isDigit(units[at - 1] as number) && isDigit(units[at + 1] as number)
    }
    if (isBlankInAll) return true
  }
  return false
}

const ROWS_MIN = 3
const SPACE = 0x20

/** Adds the line breaks of a run, if there are more than chance makes. */
function addBreaks(run: readonly number[], length: number): void {
  if (run.length < (length >= 3 ? 3 : 5)) return
  for (const at of run) cuts.add(at, at + 1)
}
