import { type ClassifyOptions, classify } from './classify.ts'
import { plainView, ViewBuilder } from './view.ts'

/** One of the texts that a value may be split over, in the order of the conversation. */
export interface Piece {
  readonly text: string
}

/** A value that begins in one text and ends in another. */
export interface SplitFinding {
  readonly type: string
  readonly score: number
  /** Index of the first and the last text, and where the value begins and ends in these. */
  readonly first: number
  readonly start: number
  readonly last: number
  readonly end: number
}

/** The longest part of a split value on either side. */
const REACH = 64
/** A text that is no longer than this, apart from its introduction, may be a piece from the middle of a value. */
const MIDDLE_MAX = 32
/** How many texts are looked at. Earlier ones are left out. */
const PIECES_MAX = 16
/** The most texts that one value is split over. */
const CHAIN_MAX = 8
/** "part 2: ", « et la suite : ». */
const INTRODUCTION = /^[^:\n]{0,60}: ?/
/** Types with a checksum or a strict form: others would be put together by chance. */
const TYPES: ReadonlySet<string> = new Set(['EMAIL', 'PHONE', 'IBAN', 'CREDIT_CARD', 'NIR', 'SIRET', 'SSN', 'API_KEY'])
/** More than the places of two ends of a value differ by: a value over more texts counts as longer. */
const SPAN_MAX = 10_000_000
/** The factor on scores, as for everything that is found only after joining. */
const FACTOR = 0.95

/**
 * Values split over texts: the end of each is read together with the beginning of the next. `isKnown` tells whether something has
 * been found in that stretch of a text already: what a text shows by itself is not put together again with the next.
 */
export function findSplit(
  pieces: readonly Piece[],
  isKnown: (index: number, start: number, end: number) => boolean,
  options: ClassifyOptions,
): { readonly found: SplitFinding[]; readonly complete: boolean } {
  const offset = Math.max(0, pieces.length - PIECES_MAX)
  const recent = pieces.slice(offset)
  if (recent.length < 2) return { found: [], complete: true }
  const starts = startsOf(recent)
  const { text, joints, original } = joinEnds(recent, starts)
  const { classifications, complete } = classify(text, options)
  const found: SplitFinding[] = []
  for (const { type, score, start, end } of classifications) {
    if (!TYPES.has(type) || !joints.some((joint) => start < joint && joint < end)) continue
    const span = original(start, end)
    const first = starts.findLastIndex((from) => from <= span.start)
    const last = starts.findLastIndex((from) => from < span.end)
    const split = {
      type,
      score: Math.round(score * FACTOR * 100) / 100,
      first: offset + first,
      start: span.start - (starts[first] ?? 0),
      last: offset + last,
      end: span.end - (starts[last] ?? 0),
    }
    if (!isSeen(split, pieces, isKnown)) found.push(split)
  }
  return { found: distinct(found), complete }
}

/** The same value is found in several lines, and a part of it, perhaps, in others: of those that overlap the longest stays. */
function distinct(found: readonly SplitFinding[]): SplitFinding[] {
  const kept: SplitFinding[] = []
  const isBefore = (a: SplitFinding, b: SplitFinding) => a.last < b.first || (a.last === b.first && a.end <= b.start)
  const reach = ({ first, start, last, end }: SplitFinding) => (last - first) * SPAN_MAX + end - start
  for (const one of found.toSorted((a, b) => reach(b) - reach(a)))
    if (kept.every((other) => isBefore(one, other) || isBefore(other, one))) kept.push(one)
  return kept.sort((a, b) => a.first - b.first || a.start - b.start)
}

function isSeen(
  { first, start, last, end }: SplitFinding,
  pieces: readonly Piece[],
  isKnown: (index: number, start: number, end: number) => boolean,
): boolean {
  for (let index = first; index <= last; index++) {
    const to = index === last ? end : (pieces[index]?.text.length ?? 0)
    if (isKnown(index, index === first ? start : 0, to)) return true
  }
  return false
}

/** The offset of each text if each stands on its own line. */
function startsOf(pieces: readonly Piece[]): number[] {
  let start = 0
  return pieces.map(({ text }) => {
    const from = start
    start += text.length + 1
    return from
  })
}

/**
 * One line for every way in which neighbours may make up a value: the end of one text, whole short ones, the beginning of another.
 * A value may end with any of these.
 */
function joinEnds(pieces: readonly Piece[], starts: readonly number[]) {
  const builder = new ViewBuilder(plainView(pieces.map(({ text }) => text).join('\n')))
  const joints: number[] = []
  let length = 0
  const copy = (index: number, from: number, to: number) => {
    const start = starts[index] ?? 0
    builder.copy(start + from, start + to)
    length += Math.max(0, to - from)
  }
  const heads = pieces.map(({ text }) => INTRODUCTION.exec(text.slice(0, REACH))?.[0].length ?? 0)
  const isMiddle = pieces.map(({ text }, index) => text.length - (heads[index] ?? 0) <= MIDDLE_MAX)
  for (let first = 0; first < pieces.length - 1; first++) {
    for (let last = first + 1; last < Math.min(pieces.length, first + CHAIN_MAX); last++) {
      if (last > first + 1 && isMiddle[last - 1] !== true) break
      const opening = pieces[first]?.text.length ?? 0
      copy(first, Math.max(0, opening - REACH), opening)
      for (let index = first + 1; index <= last; index++) {
        const head = heads[index] ?? 0
        joints.push(length)
        copy(index, head, Math.min(pieces[index]?.text.length ?? 0, head + REACH))
      }
      // The line break between two ways may be mapped to any character of the texts.
      builder.replace(0, 1, '\n')
      length++
    }
  }
  return { ...builder.finish(), joints }
}
