import { type ClassifyPartsOptions, classifyCached } from './classify-parts.ts'
import { worthOfReading } from './judgement/readings.ts'

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

/** One that the texts around it have not been weighed against. */
interface Read extends SplitFinding {
  /** How many lines end within it. */
  readonly lines: number
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
function headOf(text: string): number {
  return INTRODUCTION.exec(text.slice(0, REACH))?.[0].length ?? 0
}

/** What of a text values may be made of, without its introduction. */
function endsOf(text: string): string {
  const from = headOf(text)
  return text.length - from <= 2 * REACH
    ? text.slice(from)
    : `${text.slice(from, from + REACH)} and ${text.slice(-REACH)}`
}

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
  options: ClassifyPartsOptions,
): { readonly found: SplitFinding[]; readonly complete: boolean } {
  const offset = Math.max(0, pieces.length - PIECES_MAX)
  const recent = pieces.slice(offset)
  if (recent.length < 2) return { found: [], complete: true }
  const found: Read[] = []
  let complete = true
  for (const { text, joints, placeOf } of waysToJoin(recent)) {
    // Those between earlier messages come again with every turn.
    const classified = classifyCached(text, options)
    complete &&= classified.complete
    for (const { type, score, start, end } of classified.classifications) {
      if (!TYPES.has(type) || !joints.some((joint) => start < joint && joint < end)) continue
      const first = placeOf(start)
      const last = placeOf(end - 1)
      const split = {
        type,
        score,
        first: offset + first.piece,
        start: first.at,
        last: offset + last.piece,
        end: last.at + 1,
        lines: text.slice(start, end).split('\n').length - 1,
      }
      if (!isSeen(split, pieces, isKnown)) found.push(split)
    }
  }
  if (found.length === 0) return { found: [], complete }
  const texts = recent.map(({ text }) => endsOf(text))
  const made = distinct(found)
  const readings = made.map((one) => ({ ...one, first: one.first - offset, last: one.last - offset }))
  const judged = made.flatMap(({ lines: _, ...one }, index) => {
    const score = worthOfReading(texts, readings[index] as Read, readings)
    return score === 0 ? [] : [{ ...one, score: Math.round(score * FACTOR * 100) / 100 }]
  })
  return { found: judged, complete }
}

/** The same value is found in several lines, and a part of it, perhaps, in others: of those that overlap the longest stays. */
function distinct(found: readonly Read[]): Read[] {
  const kept: Read[] = []
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

/** One way in which neighbours may make up a value. */
interface Joined {
  readonly text: string
  /** Where one piece ends and the next begins. */
  readonly joints: readonly number[]
  /** The piece, and the place in it, of a character of `text`. */
  readonly placeOf: (index: number) => { readonly piece: number; readonly at: number }
}

/**
 * Every way in which neighbours may make up a value: the end of one text, whole short ones, the beginning of another.
 * A value may end with any of these.
 */
function waysToJoin(pieces: readonly Piece[]): Joined[] {
  const heads = pieces.map(({ text }) => headOf(text))
  const isMiddle = pieces.map(({ text }, index) => text.length - (heads[index] ?? 0) <= MIDDLE_MAX)
  const ways: Joined[] = []
  for (let first = 0; first < pieces.length - 1; first++) {
    const opening = pieces[first]?.text ?? ''
    const cuts = [{ piece: first, from: Math.max(0, opening.length - REACH), start: 0 }]
    let text = opening.slice(-REACH)
    for (let last = first + 1; last < Math.min(pieces.length, first + CHAIN_MAX); last++) {
      if (last > first + 1 && isMiddle[last - 1] !== true) break
      const from = heads[last] ?? 0
      cuts.push({ piece: last, from, start: text.length })
      text += (pieces[last]?.text ?? '').slice(from, from + REACH)
      ways.push(joinedOf(text, [...cuts]))
    }
  }
  return ways
}

function joinedOf(
  text: string,
  cuts: readonly { readonly piece: number; readonly from: number; readonly start: number }[],
): Joined {
  return {
    text,
    joints: cuts.slice(1).map(({ start }) => start),
    placeOf: (index) => {
      const { piece, from, start } = cuts.findLast((cut) => cut.start <= index) ?? { piece: 0, from: 0, start: 0 }
      return { piece, at: from + index - start }
    },
  }
}
