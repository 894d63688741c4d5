import { candidateOf } from '../candidates.ts'
import { type Numbers, UNJOINED } from '../numbers.ts'
import { type Candidate, type NumberRule, REPORTED_MIN } from '../rule.ts'
import { type Known, LONG_MIN, Population } from './population.ts'

/** A number that fits a rule, while nothing says what it is: what it is worth depends on the numbers around it. */
export interface Doubtful {
  readonly rule: NumberRule
  readonly start: number
  readonly end: number
  /** Its groups. */
  readonly first: number
  readonly last: number
  /** How often such a number is right where no other stands near. */
  readonly score: number
  /** A word speaks for it that may as well belong to something else. */
  readonly isHinted: boolean
}

/**
 * Where one number is a value of this type, we take half of those in its place for such values too: this is how often one that fits a
 * rule comes from there rather than from chance, for each that does, and one that does not.
 */
const SHARE = 0.5
/** The odds that a machine wrote a number grow so with each other that nothing explains. */
const UNEXPLAINED = Math.log(0.3)
/** However many there are, one place in a thousand among them holds values: enough that pass in the same place outweigh all others. */
const OTHERS_MAX = Math.log(0.001)
/** A number that only a word makes a value is none by a word that does not stand beside it, unless more of the kind do. */
const HINTED = Math.log(0.1)
/** Groups as people write them are rarely a machine's. Of those beside them, joined alike, any may belong to one row of numbers. */
const BESIDE_MAX = 8
const BESIDE = Math.log(0.55)

/** Adds the doubtful numbers that are worth it, with the score that the numbers around them leave. `length` is that of the text. */
export function settle(doubtful: readonly Doubtful[], candidates: Candidate[], numbers: Numbers, length: number): void {
  if (doubtful.length === 0) return
  const known = [...candidates.map(({ type, start, end }) => ({ type, start, end })), ...doubtful.map(knownOf)]
  known.sort((a, b) => a.start - b.start)
  const population = new Population(numbers, length, known)
  for (const one of doubtful) {
    const score = worthOf(one, numbers, population)
    if (score >= REPORTED_MIN) candidates.push(candidateOf(one.rule, one.start, one.end, score))
  }
}

function knownOf({ rule: { type }, start, end }: Doubtful): Known {
  return { type, start, end }
}

function worthOf(one: Doubtful, numbers: Numbers, population: Population): number {
  const { rule, first, last, score, isHinted } = one
  const chance = rule.chance ?? 1
  const fits = Math.log((SHARE + (1 - SHARE) * chance) / chance)
  let evidence = Math.log(score / (1 - score)) + population.fitting(knownOf(one)) * fits
  if (isHinted && rule.scores.plain === 0) evidence += HINTED
  // Long groups in a layout that nobody prints are as easily several numbers of a machine's.
  if (last === first || ((last === first + 1 || rule.totals !== undefined) && holdsLong(numbers, first, last)))
    evidence += population.inPlace(one) * UNEXPLAINED + Math.max(OTHERS_MAX, population.others(one) * UNEXPLAINED)
  if (last > first) {
    evidence += population.rowsAround(first, one) * UNEXPLAINED
    evidence += beside(numbers, first, last, numbers.joints[last] as number) * BESIDE
  }
  return Math.min(score, 1 / (1 + Math.exp(-evidence)))
}

function holdsLong({ starts, ends }: Numbers, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if ((ends[i] as number) - (starts[i] as number) >= LONG_MIN) return true
  return false
}

/** How many groups stand on either side that the same joint holds to these. */
function beside({ joints }: Numbers, first: number, last: number, joint: number): number {
  if (joint === UNJOINED) return 0
  let count = 0
  for (let i = first; count < BESIDE_MAX && joints[i] === joint; i--) count++
  for (let i = last + 1; count < BESIDE_MAX && joints[i] === joint; i++) count++
  return count
}
