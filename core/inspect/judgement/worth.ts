import { candidateOf } from '../candidates.ts'
import { type Numbers, UNJOINED } from '../numbers.ts'
import { type Candidate, type NumberRule, REPORTED_MIN } from '../rule.ts'
import { countAround, LONG_MIN, Population } from './population.ts'

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
 * Where one number is a value of this type, we take half of those around it for such values too: this is how often one that fits a
 * rule comes from there rather than from chance, for each that does, and one that does not.
 */
const SHARE = 0.5
/** The odds that a machine wrote a number grow so with each other that nothing explains. */
const UNEXPLAINED = Math.log(0.3)
/** A word that does not stand beside a number speaks for it no more than two numbers speak against it. */
const HINTED = Math.log(0.4)
/** Groups as people write them are rarely a machine's. Of those beside them, joined alike, any may belong to one row of numbers. */
const BESIDE_MAX = 8
const BESIDE = Math.log(0.55)

/** Adds the doubtful numbers that are worth it, with the score that the numbers around them leave. */
export function settle(doubtful: readonly Doubtful[], candidates: Candidate[], numbers: Numbers): void {
  if (doubtful.length === 0) return
  const explained = [...candidates, ...doubtful].sort((a, b) => a.start - b.start)
  const population = new Population(numbers, explained)
  const alike = new Map<string, number[]>()
  for (const { rule, start } of doubtful) {
    const places = alike.get(rule.type)
    if (places === undefined) alike.set(rule.type, [start])
    else if (places.at(-1) !== start) places.push(start)
  }
  for (const one of doubtful) {
    const { rule, start, end } = one
    const score = worthOf(one, numbers, population, countAround(alike.get(rule.type) ?? [], start, end))
    if (score >= REPORTED_MIN) candidates.push(candidateOf(rule, start, end, score))
  }
}

function worthOf(
  { rule, start, end, first, last, score, isHinted }: Doubtful,
  numbers: Numbers,
  population: Population,
  alike: number,
): number {
  const chance = rule.chance ?? 1
  let evidence = Math.log(score / (1 - score)) + alike * Math.log((SHARE + (1 - SHARE) * chance) / chance)
  if (isHinted && rule.scores.plain === 0) evidence += HINTED
  let longest = 0
  for (let i = first; i <= last; i++) longest = Math.max(longest, (numbers.ends[i] ?? 0) - (numbers.starts[i] ?? 0))
  if (longest >= LONG_MIN) evidence += population.piecesAround(start, end) * UNEXPLAINED
  if (last > first) {
    evidence += population.rowsAround(numbers, first, start, end) * UNEXPLAINED
    evidence += beside(numbers, first, last, numbers.joints[last] as number) * BESIDE
  }
  return Math.min(score, 1 / (1 + Math.exp(-evidence)))
}

/** How many groups stand on either side that the same joint holds to these. */
function beside({ joints }: Numbers, first: number, last: number, joint: number): number {
  if (joint === UNJOINED) return 0
  let count = 0
  for (let i = first; count < BESIDE_MAX && joints[i] === joint; i--) count++
  for (let i = last + 1; count < BESIDE_MAX && joints[i] === joint; i++) count++
  return count
}
