import { report } from './candidates.ts'
import { isLatinLetter } from './characters.ts'
import type { ContextIndex, ContextReader, Verdict } from './context.ts'
import { labelOf } from './judgement/labels.ts'
import { areSeveral, type Edge, edgeOf } from './judgement/whole.ts'
import type { Doubtful } from './judgement/worth.ts'
import { isDigit, type Numbers, UNJOINED } from './numbers.ts'
import { type Candidate, type NumberRule, REPORTED_MIN } from './rule.ts'

/** Reads the numbers of one text. Several rules have the same layout: what they ask about the same groups is found out once. */
export class NumberReader {
  readonly #contexts: ContextReader
  readonly #text: string
  readonly #numbers: Numbers
  #first = -1
  #last = -1
  #isPartOfList = false
  /** Without what joins them, Corsican letters in upper case; undefined until a rule asks for them. */
  #digits: string | undefined
  #isCorsican = false
  #passesLuhn: boolean | undefined
  /** Of the edges that were judged last. */
  #start = -1
  #end = -1
  #edge: Edge = 'free'

  constructor(contexts: ContextReader, numbers: Numbers) {
    this.#contexts = contexts
    this.#text = contexts.text
    this.#numbers = numbers
  }

  /**
   * Adds the finding of a rule at the groups `first` to `last`, which have one of its layouts; none where what stands around or within
   * them says that they are something else. `prefixed`: the layout begins with a character before the first group.
   */
  read(
    rule: NumberRule,
    context: ContextIndex,
    first: number,
    last: number,
    prefixed: boolean,
    candidates: Candidate[],
    doubtful: Doubtful[],
  ): void {
    const text = this.#text
    if (first !== this.#first || last !== this.#last) this.#turnTo(first, last)
    if (this.#isPartOfList || (this.#isCorsican && rule.corsican !== true)) return
    if (rule.luhn === true) {
      this.#passesLuhn ??= passesLuhn(this.#numbers, first, last)
      if (!this.#passesLuhn) return
    }
    this.#digits ??= this.#written()
    if (!rule.validate(this.#digits)) return
    const start = (this.#numbers.starts[first] as number) - (prefixed ? 1 : 0)
    const groupsEnd = this.#numbers.ends[last] as number
    const end = rule.extend?.(text, groupsEnd) ?? groupsEnd
    const edge = this.#edgeOf(start, end)
    if (edge === 'part of a number') return
    const isLabelled = edge === 'behind a word' && isLabel(this.#contexts, start, context)
    if ((edge === 'in a word' || edge === 'behind a word') && !isLabelled)
      if (rule.amongLetters !== true || isInCode(text, start, end)) return
    const verdict = isLabelled ? 'for' : this.#judge(rule, start, end, context)
    if (verdict !== 'for') {
      if (edge === 'glued' || edge === 'perhaps an amount') return
      if (rule.totals !== undefined && areSeveral(this.#numbers, first, last, rule.pairs === true)) return
    }
    if (isLabelled || (verdict === 'for' && this.#contexts.isLabelled)) report(candidates, rule, start, end, verdict)
    else {
      const { plain, context, contrary = 0 } = rule.scores
      const score = verdict === 'for' ? context : verdict === 'against' ? contrary : plain
      if (score >= REPORTED_MIN || (verdict === 'against' && isBelow(text, start)))
        doubtful.push({ rule, start, end, first, last, score, isHinted: verdict === 'for' })
    }
  }

  /** What the words around it say: those of another member say nothing against what somebody typed. */
  #judge({ scores }: NumberRule, start: number, end: number, context: ContextIndex): Verdict {
    const verdict = this.#contexts.judge(start, end, context)
    const isAnothers = verdict === 'against' && scores.plain > 0 && labelOf(this.#text, start, end) === 'content'
    return isAnothers ? 'none' : verdict
  }

  #turnTo(first: number, last: number): void {
    const { corsican } = this.#numbers
    this.#first = first
    this.#last = last
    this.#start = -1
    this.#digits = undefined
    this.#passesLuhn = undefined
    this.#isPartOfList = isPartOfList(this.#numbers, first, last)
    let isCorsican = 0
    for (let i = first; i <= last; i++) isCorsican |= corsican[i] as number
    this.#isCorsican = isCorsican === 1
  }

  #written(): string {
    const { starts, ends } = this.#numbers
    let digits = ''
    for (let i = this.#first; i <= this.#last; i++) digits += this.#text.slice(starts[i], ends[i])
    return this.#isCorsican ? digits.toUpperCase() : digits
  }

  #edgeOf(start: number, end: number): Edge {
    if (start !== this.#start || end !== this.#end) {
      this.#edge = edgeOf(this.#text, this.#numbers, this.#first, this.#last, start, end)
      this.#start = start
      this.#end = end
    }
    return this.#edge
  }
}

/**
 * In a list of numbers ("01 02 03 ..."), a neighbour looks like the outermost group and is joined like the groups within.
 * The neighbour before may begin with letters: "SK02 3579 8889 0512 1177" is no card behind a code.
 */
function isPartOfList(numbers: Numbers, first: number, last: number): boolean {
  if (first === last) return false
  const { units, joints, starts } = numbers
  const joint = joints[first + 1] as number
  if (joints[first] === joint && isLoose(numbers, first - 1, joint)) {
    const length = lengthOf(numbers, first)
    const before = (starts[first - 1] ?? 0) - 1
    let letters = 0
    while (letters < length && isLatinLetter(units[before - letters] as number)) letters++
    if (lengthOf(numbers, first - 1) + letters === length) return true
  }
  return (
    joints[last + 1] === joints[last] &&
    isLoose(numbers, last + 2, joint) &&
    lengthOf(numbers, last + 1) === lengthOf(numbers, last)
  )
}

/** A neighbour that is joined otherwise to what lies beyond belongs to that: "01.41.29.00.35 01 41 29 00 37". */
function isLoose({ joints }: Numbers, beyond: number, joint: number): boolean {
  const next = joints[beyond] ?? UNJOINED
  return next === UNJOINED || next === joint
}

function lengthOf({ starts, ends }: Numbers, index: number): number {
  return (ends[index] ?? 0) - (starts[index] ?? 0)
}

/** Luhn's check digit (validators/luhn.ts), in the units of the text. */
function passesLuhn({ units, starts, ends }: Numbers, first: number, last: number): boolean {
  let sum = 0
  let isDoubled = 0
  for (let group = last; group >= first; group--) {
    const start = starts[group] as number
    for (let i = (ends[group] as number) - 1; i >= start; i--) {
      const digit = (units[i] as number) - 48
      sum += digit + isDoubled * (digit > 4 ? digit - 9 : digit)
      isDoubled ^= 1
    }
  }
  return sum % 10 === 0
}

/** Whether the letters around a number are mixed with digits, as in hexadecimal identifiers, or it follows one: "c3a3 fe07 0947 8581". */
function isInCode(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CODE_REACH), start)
  return (
    /[0-9_-][A-Za-z]{1,8}$/.test(before) ||
    /(?<![A-Za-z])(?:[a-f]+[0-9]|[0-9]+[a-f])[0-9a-f]* [a-f]{1,4}$/i.test(before) ||
    /^[A-Za-z]{1,8}[0-9_-]/.test(text.slice(end, end + CODE_REACH))
  )
}

const CODE_REACH = 16
const LINE_REACH = 48

/** Whether what speaks against a number may stand in the line above: the head of another column. */
function isBelow(text: string, start: number): boolean {
  return text.slice(Math.max(0, start - LINE_REACH), start).includes('\n')
}

const LABEL_MAX = 16

function isLabel({ text, units }: ContextReader, start: number, context: ContextIndex): boolean {
  let from = start
  while (from > 0 && start - from <= LABEL_MAX && isLatinLetter(units[from - 1] as number)) from--
  // Letters behind a digit are a code's.
  if (from === start || (from > 0 && isDigit(units[from - 1] as number))) return false
  return context.verdictAt(text, units, from, start) === 'for'
}
