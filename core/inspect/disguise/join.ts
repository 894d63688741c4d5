import { isWordAt } from '../characters.ts'
import { isDigit } from '../numbers.ts'
import type { View } from '../view.ts'
import type { Walk } from '../walk.ts'
import { isBlank, isQuote, markupEnd, seamEnd } from './markup.ts'
import type { PieceRun } from './pieces.ts'
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
  for (const part of [
    markupEdits(walk, marks),
    seamEdits(text, walk, quotes),
    pieceEdits(text, walk, pieces),
    lineEdits(lineBreaks),
  ]) {
    for (const edit of part) edits.push(edit)
  }
  const ordered = inOrder(edits)
  return viewOfEdits(view, tier === 1 ? besideValues(walk, ordered) : ordered)
}

/**
 * Those with a digit or an at sign nearby: what tier 1 finds has one of them. Edits that stand so close together that they are looked at
 * as one stay together.
 */
function besideValues(walk: Walk, edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = []
  for (let first = 0; first < edits.length; ) {
    let last = first
    while ((edits[last + 1]?.start ?? Number.POSITIVE_INFINITY) - (edits[last]?.end ?? 0) <= CONTEXT * 2) last++
    const from = Math.max(0, (edits[first]?.start ?? 0) - CONTEXT)
    const to = Math.min(walk.length, (edits[last]?.end ?? 0) + CONTEXT)
    if (holdsValue(walk, from, to)) for (let i = first; i <= last; i++) kept.push(edits[i] as Edit)
    first = last + 1
  }
  return kept
}

function holdsValue({ units }: Walk, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isDigit(units[i] as number) || units[i] === 0x40) return true
  return false
}

function* markupEdits(walk: Walk, marks: readonly number[]): Generator<Edit> {
  let last = 0
  /** Markup that stands close together, for example around every letter or two. */
  let dense: Edit[] = []
  for (const mark of marks) {
    if (mark < last) continue
    let end = markupEnd(walk, mark)
    if (end === mark) continue
    // An empty comment of a program: /**/
    const isComment = end === mark + 2 && walk.units[mark - 1] === SLASH && walk.units[end] === SLASH
    const start = isComment ? mark - 1 : mark
    if (isComment) end++
    if (start - last > DENSE_GAP) {
      yield* ofDense(walk, dense)
      dense = []
    }
    dense.push({ start, end, text: '' })
    last = end
  }
  yield* ofDense(walk, dense)
}

const DENSE_GAP = 2
const DENSE_MIN = 6
const SLASH = 0x2f

/** All of them if there are many; otherwise those within a value. */
function ofDense(walk: Walk, edits: readonly Edit[]): readonly Edit[] {
  return edits.length >= DENSE_MIN ? edits : edits.filter(({ start, end }) => isWithinValue(walk, start, end))
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

function* seamEdits(text: string, { units }: Walk, quotes: readonly number[]): Generator<Edit> {
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
      yield { start, end: matched, text: '' }
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

function* pieceEdits(text: string, walk: Walk, runs: readonly PieceRun[]): Generator<Edit> {
  for (const { start, ends, size } of runs) {
    if (size >= WORD_MIN && !holdsValue(walk, start, ends.at(-1) ?? 0)) continue
    const last = isNextWord(text, ends, size) ? ends.length - 2 : ends.length - 1
    // The text behind the last piece is not a part of the value.
    if (isWordAt(text, ends[last] ?? 0)) continue
    for (let i = 0; i < last; i++) {
      const end = ends[i] ?? 0
      yield { start: end, end: end + 1, text: '' }
    }
  }
}

/** "4111 1111 1111 1111 is": a shorter last piece of letters behind pieces without. */
function isNextWord(text: string, ends: readonly number[], size: number): boolean {
  const end = ends.at(-1) ?? 0
  const start = (ends.at(-2) ?? 0) + 1
  if (text[start - 1] !== ' ' || end - start >= size) return false
  return /^\p{L}+$/u.test(text.slice(start, end)) && !/\p{L}$/u.test(text.slice(start - 2, start - 1))
}

/** Lines of one short length, one after another, are a value broken into lines: its head ends the line before, its rest begins the one after. */
function* lineEdits(lineBreaks: readonly number[]): Generator<Edit> {
  let run: number[] = []
  let length = 0
  for (let n = 1; n <= lineBreaks.length; n++) {
    const start = (lineBreaks[n - 1] ?? 0) + 1
    const next = lineBreaks[n] ?? -1
    const size = next === -1 ? -1 : next - start
    const isShort = size >= 1 && size <= LINE_MAX
    if (run.length > 0 && !(isShort && size === length)) {
      yield* breaksOf(run, length)
      run = []
    }
    if (isShort) {
      if (run.length === 0) run.push(start - 1)
      run.push(next)
      length = size
    }
  }
}

/** The line breaks of a run, if there are more than chance makes. */
function* breaksOf(run: readonly number[], length: number): Generator<Edit> {
  if (run.length < (length >= 3 ? 3 : 5)) return
  for (const at of run) yield { start: at, end: at + 1, text: '' }
}
