import { isDigit } from '../numbers.ts'
import { REPORTED_MIN } from '../rule.ts'

/** How many digits the values have that people write in pieces; one with letters, or a sign, is no chance. */
const TOTALS: Readonly<Record<string, readonly number[]>> = {
  CREDIT_CARD: [15, 16],
  NIR: [15],
  SIRET: [14],
  PHONE: [10],
  SSN: [9],
}
/** The totals of any type with a check digit. */
const CHECKED = [14, 15, 16]
/** The odds of a value that was read out of several texts, for every other way to read them that makes none, and of another type. */
const IN_VAIN = Math.log(0.2)
const OF_OTHERS = Math.log(0.6)
/** And for each line that ends within it in one of the texts: so people write several numbers. */
const LINE = Math.log(0.1)

/** A row of digits, and the text that it stands in; `isApart` where a letter stands between it and the one before. */
interface Group {
  readonly text: number
  readonly length: number
  readonly isApart: boolean
}

/** For each other length of its pieces: who cuts a value up makes equal ones. */
const UNEVEN = Math.log(0.2)
/** And for each text beside it that is a figure, a long one, or a short one, as an hour, a price and the date on a card are. */
const LONG_FIGURE = Math.log(0.5)
const SHORT_FIGURE = Math.log(0.75)
const SHORT_MAX = 4
const LETTER = /\p{L}/u

/** A value that was put together from the ends and beginnings of several texts. */
export interface Reading {
  readonly type: string
  readonly score: number
  /** Index of the first and the last of the texts. */
  readonly first: number
  readonly last: number
  /** How many lines end within it. */
  readonly lines: number
}

/**
 * The score of one of the readings of `texts`; 0 where it is not worth a report. Among many figures one way to read them together passes
 * every check.
 */
export function worthOfReading(texts: readonly string[], one: Reading, readings: readonly Reading[]): number {
  const { type, score, lines } = one
  const totals = TOTALS[type]
  if (totals === undefined) return score
  const alike = readings.filter((other) => other.type === type)
  const groups = groupsOf(texts)
  const own = countReadings(groups, totals)
  const others = CHECKED.includes(totals[0] as number) ? countReadings(groups, CHECKED) - own : 0
  const inVain = Math.max(0, own - alike.length)
  const isOfOne = (index: number) => alike.some(({ first, last }) => first <= index && index <= last)
  let figures = 0
  for (const [index, text] of texts.entries()) if (!isOfOne(index)) figures += oddsBeside(text)
  // The last piece is what was left.
  const lengths = new Set(texts.slice(one.first, one.last).map(digitsIn)).size
  const against = inVain * IN_VAIN + others * OF_OTHERS + lines * LINE + figures + Math.max(0, lengths - 1) * UNEVEN
  const worth = 1 / (1 + Math.exp(-Math.log(score / (1 - score)) - against))
  return worth < REPORTED_MIN ? 0 : Math.min(score, worth)
}

function digitsIn(text: string): number {
  return text.replaceAll(/[^0-9]/g, '').length
}

function oddsBeside(text: string): number {
  const digits = digitsIn(text)
  if (digits === 0 || LETTER.test(text)) return 0
  return digits > SHORT_MAX ? LONG_FIGURE : SHORT_FIGURE
}

function groupsOf(texts: readonly string[]): Group[] {
  const groups: Group[] = []
  let isApart = false
  for (const [text, written] of texts.entries())
    for (const [part] of written.matchAll(/[0-9]+|\p{L}/gu)) {
      const isNumber = isDigit(part.charCodeAt(0))
      if (isNumber) groups.push({ text, length: part.length, isApart })
      isApart = !isNumber
    }
  return groups
}

/** How many stretches of groups, over more than one text, have so many digits. */
function countReadings(groups: readonly Group[], totals: readonly number[]): number {
  const longest = Math.max(...totals)
  let readings = 0
  for (const [first, head] of groups.entries()) {
    let length = 0
    for (let i = first; i < groups.length && length < longest; i++) {
      const group = groups[i] as Group
      if (group.isApart && i > first) break
      length += group.length
      if (group.text !== head.text && totals.includes(length)) readings++
    }
  }
  return readings
}
