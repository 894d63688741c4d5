import { report } from './candidates.ts'
import { isLatinLetter, isWordAt } from './characters.ts'
import { type ContextIndex, judgeContext } from './context.ts'
import { isDigit, type Numbers, UNJOINED } from './numbers.ts'
import type { Candidate, NumberRule } from './rule.ts'

/**
 * The finding of a rule at the groups `first` to `last`, which have one of its layouts; undefined where what stands around or within
 * them says that they are something else. `prefixed`: the layout begins with a character before the first group.
 */
export function readNumber(
  text: string,
  numbers: Numbers,
  rule: NumberRule,
  context: ContextIndex,
  first: number,
  last: number,
  prefixed: boolean,
): Candidate | undefined {
  if (isPartOfList(text, numbers, first, last)) return undefined
  const start = (numbers.starts[first] ?? 0) - (prefixed ? 1 : 0)
  const groupsEnd = numbers.ends[last] ?? 0
  const end = rule.extend?.(text, groupsEnd) ?? groupsEnd
  const edge = judgeEdges(text, numbers, first, last, start, end, context)
  if (edge === 'part of a number' || (edge === 'in a word' && !(rule.amongLetters && !isInCode(text, start, end))))
    return undefined
  const digits = digitsOf(text, numbers, first, last, rule.corsican === true)
  if (digits === undefined || !rule.validate(digits)) return undefined
  const verdict = edge === 'labelled' ? 'for' : judgeContext(text, start, end, context)
  if (edge === 'glued' && verdict !== 'for') return undefined
  const found: Candidate[] = []
  report(found, rule, start, end, verdict)
  return found[0]
}

/** The digits without what joins them; undefined where there is a Corsican letter that the rule does not take. */
function digitsOf(text: string, numbers: Numbers, first: number, last: number, corsican: boolean): string | undefined {
  let digits = ''
  for (let i = first; i <= last; i++) {
    if (numbers.corsican[i] === 1 && !corsican) return undefined
    digits += text.slice(numbers.starts[i], numbers.ends[i])
  }
  return corsican ? digits.toUpperCase() : digits
}

/**
 * In a list of numbers ("01 02 03 ..."), a neighbour looks like the outermost group and is joined like the groups within.
 * The neighbour before may begin with letters: "SK02 3579 8889 0512 1177" is no card behind a code.
 */
function isPartOfList(text: string, numbers: Numbers, first: number, last: number): boolean {
  if (first === last) return false
  const { starts, ends, joints } = numbers
  const length = (index: number) => (ends[index] ?? 0) - (starts[index] ?? 0)
  const joint = joints[first + 1] ?? UNJOINED
  // A neighbour that is joined otherwise to what lies beyond belongs to that: "01.41.29.00.35 01 41 29 00 37".
  const isLoose = (beyond: number) => (joints[beyond] ?? UNJOINED) === UNJOINED || joints[beyond] === joint
  if (joints[first] === joint && isLoose(first - 1)) {
    let letters = 0
    while (letters < length(first) && isLatinLetter(text.charCodeAt((starts[first - 1] ?? 0) - letters - 1))) letters++
    if (length(first - 1) + letters === length(first)) return true
  }
  return joints[last + 1] === joints[last] && isLoose(last + 2) && length(last + 1) === length(last)
}

type Edge = 'free' | 'glued' | 'labelled' | 'in a word' | 'part of a number'

/**
 * What touches a number. Letters make it part of an identifier, unless they are its label ("SIRET73282932000074"); a point
 * between digits makes it a decimal or a version; a hyphen or slash to a word leaves it in doubt.
 */
function judgeEdges(
  text: string,
  numbers: Numbers,
  first: number,
  last: number,
  start: number,
  end: number,
  context: ContextIndex,
): Edge {
  const before = text[start - 1]
  const after = text[end]
  if (after === '.' && isDigit(text.charCodeAt(end + 1))) return 'part of a number'
  if (before === '+' || (before === '.' && isDigit(text.charCodeAt(start - 2)))) return 'part of a number'
  if (isDigit(text.charCodeAt(start - 1)) || isDigit(text.charCodeAt(end))) return 'part of a number'
  if (isThousands(numbers, first, last, before, after)) return 'part of a number'
  if (isWordAt(text, end)) return 'in a word'
  if (isWordAt(text, start - 1)) return isLabel(text, start, context) ? 'labelled' : 'in a word'
  return isJoinedToWord(text, before, start - 2) || isJoinedToWord(text, after, end + 1) ? 'glued' : 'free'
}

function isJoinedToWord(text: string, joint: string | undefined, beyond: number): boolean {
  return (joint === '-' || joint === '/' || joint === '\\') && isWordAt(text, beyond)
}

/** 1,234,567: groups of three behind commas are one amount. */
function isThousands(
  numbers: Numbers,
  first: number,
  last: number,
  before: string | undefined,
  after: string | undefined,
): boolean {
  const { starts, ends, joints } = numbers
  const length = (index: number) => (ends[index] ?? 0) - (starts[index] ?? 0)
  if (before === ',' && joints[first] !== UNJOINED && length(first) === 3 && length(first - 1) <= 3) return true
  return after === ',' && (joints[last + 1] ?? UNJOINED) !== UNJOINED && length(last) <= 3 && length(last + 1) === 3
}

/** Whether the letters around a number are mixed with digits, as in hexadecimal identifiers. */
function isInCode(text: string, start: number, end: number): boolean {
  return (
    /[0-9_-][A-Za-z]{1,8}$/.test(text.slice(Math.max(0, start - 9), start)) ||
    /^[A-Za-z]{1,8}[0-9_-]/.test(text.slice(end, end + 9))
  )
}

const LABEL_MAX = 16

function isLabel(text: string, start: number, context: ContextIndex): boolean {
  let from = start
  while (from > 0 && start - from <= LABEL_MAX && isLatinLetter(text.charCodeAt(from - 1))) from--
  return from < start && context.verdictAt(text, from, start) === 'for'
}
