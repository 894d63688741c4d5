import { candidateOf } from '../candidates.ts'
import { indexContext } from '../context.ts'
import { type Numbers, UNJOINED } from '../numbers.ts'
import { type Candidate, type NumberRule, REPORTED_MIN, type ReaderRule, type Span } from '../rule.ts'
import { labelOf, meaningOf, wordsOf } from './labels.ts'
import { type Known, LONG_MIN, Population } from './population.ts'
import { isBehindComma } from './whole.ts'

/** A number that fits a rule, while nothing says what it is: what it is worth depends on the numbers around it. */
export interface Doubtful {
  readonly rule: NumberRule | ReaderRule
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

/** Numbers in groups, for each long row of groups around that are joined alike; in groups that nobody prints, for each row. */
const JOINED = Math.log(0.6)
/** A program's own number is a value of somebody's once in fifty times; one under a name that we do not know, less often than others. */
const MEASURED = Math.log(0.02)
const UNNAMED = Math.log(0.3)
/** The head of its column names the type, as long as most of the column are such values. */
const HEADED = Math.log(30)

/** Adds the doubtful numbers of a text that are worth it, with the score that the numbers around them leave. */
export function settle(text: string, doubtful: readonly Doubtful[], candidates: Candidate[], numbers: Numbers): void {
  if (doubtful.length === 0) return
  const known = [...candidates.map(({ type, start, end }) => ({ type, start, end })), ...doubtful.map(knownOf)]
  known.sort((a, b) => a.start - b.start)
  const population = new Population(numbers, text.length, known)
  for (const one of doubtful) {
    const score = worthOf(text, one, numbers, population)
    if (score >= REPORTED_MIN) candidates.push({ ...candidateOf(one.rule, one.start, one.end, score), isUnnamed: true })
  }
}

function knownOf({ rule: { type }, start, end, score }: Doubtful): Known {
  return { type, start, end, isContrary: score < REPORTED_MIN }
}

function worthOf(text: string, one: Doubtful, numbers: Numbers, population: Population): number {
  const { rule, first, last, isHinted } = one
  const { chance = 1 } = rule
  const totals = rule.kind === 'number' ? rule.totals : undefined
  const fits = Math.log((SHARE + (1 - SHARE) * chance) / chance)
  const label = first === last ? labelOf(text, one.start, one.end) : undefined
  const head = label === undefined ? headOf(text, rule, population.headOf(one)) : undefined
  // A word elsewhere says nothing about what has a name of its own.
  const score = label === 'measure' && isHinted ? rule.scores.plain : head === 'for' ? rule.scores.context : one.score
  if (score < REPORTED_MIN) return 0
  let evidence = Math.log(score / (1 - score)) + population.fitting(knownOf(one)) * fits
  if (label === 'measure' || head === 'against') evidence += MEASURED
  else if (head === 'for') evidence += HEADED
  else if (label === 'other') evidence += UNNAMED
  if (isHinted && rule.scores.plain === 0) evidence += HINTED
  // Layouts leave fractions behind a comma alone.
  if (rule.kind === 'reader' && isBehindComma(numbers, first)) evidence += MEASURED
  // Long groups in a layout that nobody prints are as easily several numbers of a machine's.
  if (last === first || ((last === first + 1 || totals !== undefined) && holdsLong(numbers, first, last))) {
    evidence += population.inPlace(one) * UNEXPLAINED
    // What somebody typed stands in a member of its own.
    if (label !== 'content') evidence += Math.max(OTHERS_MAX, population.others(one) * UNEXPLAINED)
  }
  if (last > first) {
    evidence += (population.rowsAround(first, one) + population.amountsAround(first, last, one)) * UNEXPLAINED
    evidence += population.joinedAround(first, totals === undefined, one) * JOINED
    if (isAmongHexes(text, one)) evidence += MEASURED
    if (text.charCodeAt(one.start) === BRACKET) evidence += amountsInBrackets(text, one) * UNEXPLAINED
    evidence += beside(numbers, first, last, numbers.joints[last] as number) * BESIDE
  }
  return Math.min(score, 1 / (1 + Math.exp(-evidence)))
}

const HEAD_MAX = 64
const NO_HEAD = /[0-9]{3}/

/** What the head of its column says about a value. */
function headOf(text: string, rule: Doubtful['rule'], cell: Span | undefined): 'for' | 'against' | undefined {
  if (cell === undefined || cell.end - cell.start > HEAD_MAX) return undefined
  const head = text.slice(cell.start, cell.end)
  if (NO_HEAD.test(head)) return undefined
  const index = indexContext(rule.words)
  for (const word of wordsOf(head)) {
    const said = index.verdictOf(word)
    if (said !== undefined) return said
  }
  return meaningOf(head) === 'measure' ? 'against' : undefined
}

const BRACKET = 0x28
const BRACKETS_REACH = 256
/** "(950 170)", "(9)", and no area code. */
const IN_BRACKETS = /\((?![0-9]{3}\))[0-9][0-9 .,]{0,20}\)/g

/** How many numbers in brackets stand around one that begins with a bracket: losses, in a table of amounts. */
function amountsInBrackets(text: string, { start, end }: Span): number {
  const around = `${text.slice(Math.max(0, start - BRACKETS_REACH), start)}|${text.slice(end, end + BRACKETS_REACH)}`
  return around.match(IN_BRACKETS)?.length ?? 0
}

const LINE_REACH = 48
/** Digits and letters of a hexadecimal number. */
const HEX = /(?<![\p{L}\p{N}])(?=[0-9a-f]{2,16}(?![\p{L}\p{N}]))(?:[a-f]+[0-9]|[0-9]+[a-f])[0-9a-f]*/giu
const HEX_BEFORE = /(?<![\p{L}\p{N}])(?:[a-f]+[0-9]|[0-9]+[a-f])[0-9a-f]*[ ]{1,2}$|(?<![\p{L}\p{N}])[a-f]{2}[ ]{1,2}$/iu
const HEX_AFTER = /^[ ]{1,2}(?:[a-f]+[0-9]|[0-9]+[a-f])[0-9a-f]*(?![\p{L}\p{N}])/iu
const HEXES_MIN = 2

/** Whether hexadecimal numbers stand beside it and elsewhere in its line: the bytes of a file. */
function isAmongHexes(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - LINE_REACH), start)
  const after = text.slice(end, end + LINE_REACH)
  if (!HEX_BEFORE.test(before) && !HEX_AFTER.test(after)) return false
  const line = `${before.slice(before.lastIndexOf('\n') + 1)}|${after.split('\n', 1)[0]}`
  return (line.match(HEX)?.length ?? 0) >= HEXES_MIN
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
