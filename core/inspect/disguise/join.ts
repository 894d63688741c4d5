import { isWordAt } from '../characters.ts'
import { isDigit } from '../numbers.ts'
import type { View } from '../view.ts'
import type { Walk } from '../walk.ts'
import { isBlank, isQuote, markupEnd, seamEnd } from './markup.ts'
import { type PieceRun, pieceEnd } from './pieces.ts'
import { CONTEXT, type Edit, inOrder, viewOfEdits } from './regions.ts'
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
  const edits: Edit[] = []
  addMarkup(edits, walk, marks)
  addSeams(edits, text, walk, quotes)
  addPieces(edits, text, walk, pieces)
  addLines(edits, lineBreaks)
  const ordered = inOrder(edits)
  return viewOfEdits(view, tier === 1 ? besideValues(walk, ordered) : ordered)
}

/**
 * Those with a digit or an at sign nearby: what tier 1 finds has one of them. Edits that stand so close together that they are looked at
 * as one stay together.
 */
function besideValues(walk: Walk, edits: readonly Edit[]): readonly Edit[] {
  const kept: Edit[] = []
  for (let first = 0; first < edits.length; ) {
    let last = first
    while (last + 1 < edits.length && (edits[last + 1] as Edit).start - (edits[last] as Edit).end <= CONTEXT * 2) last++
    const from = Math.max(0, (edits[first]?.start ?? 0) - CONTEXT)
    const to = Math.min(walk.length, (edits[last]?.end ?? 0) + CONTEXT)
    if (first === 0 && last === edits.length - 1) return holdsValue(walk, from, to) ? edits : kept
    if (holdsValue(walk, from, to)) for (let i = first; i <= last; i++) kept.push(edits[i] as Edit)
    first = last + 1
  }
  return kept
}

function holdsValue({ units }: Walk, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isDigit(units[i] as number) || units[i] === 0x40) return true
  return false
}

function addMarkup(edits: Edit[], walk: Walk, marks: readonly number[]): void {
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
      addDense(edits, walk, count)
      count = 0
    }
    dense[count++] = start
    dense[count++] = end
    last = end
  }
  addDense(edits, walk, count)
  if (dense.length > DENSE_KEPT) dense.length = 0
}

const DENSE_KEPT = 1024
/** Start and end, in turn, of markup that stands close together, for example around every letter or two; overwritten from its beginning. */
const dense: number[] = []

const DENSE_GAP = 2
const DENSE_MIN = 6
const SLASH = 0x2f

/** Adds all of them if there are many; otherwise those within a value. */
function addDense(edits: Edit[], walk: Walk, count: number): void {
  const isMany = count >= 2 * DENSE_MIN
  for (let i = 0; i < count; i += 2) {
    const start = dense[i] as number
    const end = dense[i + 1] as number
    if (isMany || isWithinValue(walk, start, end)) edits.push({ start, end, text: '' })
  }
}

const VALUE_REACH = 8
const NEW_LINE = 0x0a
const POINT = 0x2e

/** Whether digits or an address stand around, not a heading or a list item. */
function isWithinValue({ units, length }: Walk, start: number, end: number): boolean {
  const isAlone =
    (start === 0 || isBlank(units[start - 1] as number)) && (end >= length || isBlank(units[end] as number))
  if (isAlone) return false
  for (let i = Math.max(0, start - VALUE_REACH); i < start; i++)
    if (isOfValue(units[i] as number) || units[i] === POINT) return true
  for (let i = end; i < Math.min(length, end + VALUE_REACH); i++) if (isOfValue(units[i] as number)) return true
  return false
}

function isOfValue(code: number): boolean {
  return isDigit(code) || code === 0x40 || code === 0x5f
}

function addSeams(edits: Edit[], text: string, { units }: Walk, quotes: readonly number[]): void {
  let last = -1
  let matched = 0
  for (const start of quotes) {
    if (start < matched) continue
    const end = seamEnd(units, start)
    if (end === -1) continue
    matched = end
    if (isEmptyLiteral(units, start, end)) continue
    const isShort = start - last <= PIECE_MAX || isShortPiece(text, start)
    if (start > 0 && matched < text.length && (isShort || !text.slice(start, matched).includes(','))) {
      edits.push({ start, end: matched, text: '' })
      last = matched
    }
  }
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

function addPieces(edits: Edit[], text: string, walk: Walk, runs: readonly PieceRun[]): void {
  for (const run of runs) {
    if (run.size >= WORD_MIN && !holdsValue(walk, run.start, run.end)) continue
    const last = isNextWord(text, run) ? run.count - 2 : run.count - 1
    // The text behind the last piece is not a part of the value.
    if (isWordAt(text, pieceEnd(run, last))) continue
    for (let i = 0, end = run.start + run.size; i < last; i++, end += run.size + 1)
      edits.push({ start: end, end: end + 1, text: '' })
  }
}

/** "4111 1111 1111 1111 is": a shorter last piece of letters behind pieces without. */
function isNextWord(text: string, run: PieceRun): boolean {
  const { end } = run
  const start = pieceEnd(run, run.count - 2) + 1
  if (text[start - 1] !== ' ' || end - start >= run.size) return false
  return /^\p{L}+$/u.test(text.slice(start, end)) && !/\p{L}$/u.test(text.slice(start - 2, start - 1))
}

/** Lines of one short length, one after another, are a value broken into lines: its head ends the line before, its rest begins the one after. */
function addLines(edits: Edit[], lineBreaks: readonly number[]): void {
  let run: number[] = []
  let length = 0
  for (let n = 1; n <= lineBreaks.length; n++) {
    const start = (lineBreaks[n - 1] ?? 0) + 1
    const next = lineBreaks[n] ?? -1
    const size = next === -1 ? -1 : next - start
    const isShort = size >= 1 && size <= LINE_MAX
    if (run.length > 0 && !(isShort && size === length)) {
      addBreaks(edits, run, length)
      run = []
    }
    if (isShort) {
      if (run.length === 0) run.push(start - 1)
      run.push(next)
      length = size
    }
  }
}

/** Adds the line breaks of a run, if there are more than chance makes. */
function addBreaks(edits: Edit[], run: readonly number[], length: number): void {
  if (run.length < (length >= 3 ? 3 : 5)) return
  for (const at of run) edits.push({ start: at, end: at + 1, text: '' })
}
