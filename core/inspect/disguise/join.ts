import { isWordAt } from '../characters.ts'
import type { View } from '../view.ts'
import type { PieceRun } from './pieces.ts'
import { type Edit, inOrder, viewOfEdits } from './regions.ts'
import type { Suspects } from './suspects.ts'

/** Emphasis and tags that a reader does not see, set within a value: FR76**3000**6000, mari<b></b>e@... */
const MARKUP = /(?:<!--[^<>]{0,60}-->|<\/?[A-Za-z][^<>]{0,60}>|\*\*|__|~~|``?)+/y
/** Between two pieces of a literal: "abc" + "def", 'abc' . 'def', "abc", "def", or one literal directly after another. */
const SEAM = /["'`][\t\n\f\r ]{0,6}(?:[,+.&]|\|\|)?[\t\n\f\r ]{0,6}["'`]/y
const SEAM_MAX = 16
/** An array of short pieces is a split value; an array of long ones is a list. */
const PIECE_MAX = 6

/** The text with values put together again that were cut up; undefined where nothing looks cut up. */
export function joinPieces(view: View, { marks, quotes, pieces, lineBreaks }: Suspects): View | undefined {
  const { text } = view
  const edits: Edit[] = []
  for (const part of [
    markupEdits(text, marks),
    seamEdits(text, quotes),
    pieceEdits(text, pieces),
    lineEdits(lineBreaks),
  ]) {
    for (const edit of part) edits.push(edit)
  }
  return viewOfEdits(view, inOrder(edits))
}

function* markupEdits(text: string, marks: readonly number[]): Generator<Edit> {
  let end = 0
  for (const start of marks) {
    if (start < end) continue
    MARKUP.lastIndex = start
    if (!MARKUP.test(text)) continue
    end = MARKUP.lastIndex
    if (isWithinValue(text, start, end)) yield { start, end, text: '' }
  }
}

const VALUE_REACH = 8

/** Whether digits or an address stand around, not a heading or a list item. */
function isWithinValue(text: string, start: number, end: number): boolean {
  if (/^$|\s/.test(text.charAt(start - 1)) && /^$|\s/.test(text.charAt(end))) return false
  const before = text.slice(Math.max(0, start - VALUE_REACH), start)
  const after = text.slice(end, end + VALUE_REACH)
  return /[0-9@_.]/.test(before) || /[0-9@_]/.test(after)
}

function* seamEdits(text: string, quotes: readonly number[]): Generator<Edit> {
  let last = -1
  let matched = 0
  for (const [index, start] of quotes.entries()) {
    if (start < matched || (quotes[index + 1] ?? Number.POSITIVE_INFINITY) - start >= SEAM_MAX) continue
    SEAM.lastIndex = start
    if (!SEAM.test(text)) continue
    matched = SEAM.lastIndex
    const isShort = start - last <= PIECE_MAX || isShortPiece(text, start)
    if (start > 0 && matched < text.length && (isShort || !text.slice(start, matched).includes(','))) {
      yield { start, end: matched, text: '' }
      last = matched
    }
  }
}

function isShortPiece(text: string, end: number): boolean {
  return /["'`][^"'`\n]{1,6}$/.test(text.slice(Math.max(0, end - PIECE_MAX - 1), end))
}

function* pieceEdits(text: string, runs: readonly PieceRun[]): Generator<Edit> {
  for (const { ends, size } of runs) {
    const last = isNextWord(text, ends, size) ? ends.length - 2 : ends.length - 1
    // What goes on behind the last piece is not the value's.
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

const LINE_MAX = 6

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
