import { isLatinLetter, plainWord } from './characters.ts'
import type { ContextWords } from './rule.ts'

/** How far from a finding words count, in UTF-16 units. Labels stand before values more often than after them. */
const BEFORE = 48
const AFTER = 20
/** A longer run of letters is not a word. */
const WORD_MAX = 32

export type Verdict = 'for' | 'against' | 'none'

/** What a unit is. All that is beyond is none of these. */
const LETTER = 1
const LOWER = 2
const UPPER = 4
const LINE_FEED = 8
const KINDS = new Uint8Array(0x250)
for (let code = 0; code < KINDS.length; code++) {
  const isAscii = code < 0x80
  KINDS[code] =
    (isLatinLetter(code) ? LETTER : 0) |
    (isAscii && /[a-z]/.test(String.fromCharCode(code)) ? LOWER : 0) |
    (isAscii && /[A-Z]/.test(String.fromCharCode(code)) ? UPPER : 0) |
    (code === 10 ? LINE_FEED : 0)
}
function kindOf(code: number): number {
  return code < 0x250 ? (KINDS[code] as number) : 0
}

/** Maps the plain form of a word to what the word says about a finding. Built once for each rule. */
export class ContextIndex {
  readonly #verdicts = new Map<string, 'for' | 'against'>()
  /** For each first letter, in lower case, a bit for each length: most words of a text can be ruled out without being cut out of it. */
  readonly #lengths = new Uint32Array(128)
  /** A bit for each first letter, last letter and length (keyOf). */
  readonly #bits = new Int32Array(1 << (KEY_BITS - 5))

  constructor(words: ContextWords | undefined) {
    for (const word of words?.for ?? []) this.#add(word, 'for')
    for (const word of words?.against ?? []) this.#add(word, 'against')
  }

  #add(word: string, verdict: 'for' | 'against'): void {
    this.#verdicts.set(word, verdict)
    const first = word.charCodeAt(0) & 0x7f
    const last = word.charCodeAt(word.length - 1)
    // A ligature is one letter in the text and two letters here.
    const ligatures = word.match(/[ao]e/g)?.length ?? 0
    for (let length = word.length - ligatures; length <= word.length; length++) {
      this.#lengths[first] = (this.#lengths[first] as number) | (1 << (length & 31))
      const key = keyOf(first, last, length)
      this.#bits[key >> 5] = (this.#bits[key >> 5] as number) | (1 << (key & 31))
    }
  }

  get isEmpty(): boolean {
    return this.#verdicts.size === 0
  }

  /** What a word says, in its plain form. */
  verdictOf(word: string): 'for' | 'against' | undefined {
    return this.#verdicts.get(word)
  }

  /** What the word from `start` to `end` says; `units` are those of the text. */
  verdictAt(text: string, units: Uint16Array, start: number, end: number): 'for' | 'against' | undefined {
    const first = units[start] as number
    const last = units[end - 1] as number
    const length = end - start
    if (first < 0x80) {
      if ((((this.#lengths[first | 0x20] as number) >> (length & 31)) & 1) === 0) return undefined
      const key = keyOf(first, last, length)
      if (last < 0x80 && (((this.#bits[key >> 5] as number) >> (key & 31)) & 1) === 0) return undefined
    }
    return this.#verdicts.get(plainWord(text.slice(start, end)))
  }
}

const KEY_BITS = 10

function keyOf(first: number, last: number, length: number): number {
  return (((first & 31) << 5) | (last & 31)) ^ ((length * 97) & ((1 << KEY_BITS) - 1))
}

/** Many rules have the same words. */
const indexes = new WeakMap<ContextWords, ContextIndex>()
const NO_WORDS = new ContextIndex(undefined)

export function indexContext(words: ContextWords | undefined): ContextIndex {
  if (words === undefined) return NO_WORDS
  let index = indexes.get(words)
  if (index === undefined) {
    index = new ContextIndex(words)
    indexes.set(words, index)
  }
  return index
}

/**
 * Tells what the words around the findings of one text say about them. Where findings stand close together, most of what is around one
 * has been around the one before: where no letters are is found out once.
 */
export class ContextReader {
  readonly text: string
  readonly units: Uint16Array
  /** No letter stands between these two. */
  #clearFrom = 0
  #clearTo = 0
  /** Nor a line feed between these. */
  #lineFrom = 0
  #lineTo = 0
  /** No word between these two has a meaning for this index. No letter stands beside them. */
  #silentFrom = 0
  #silentTo = 0
  #silentFor: ContextIndex | undefined
  /** Whether the word that spoke for the finding judged last is its label: nothing else that it may belong to stands between. */
  isLabelled = false
  /** `units` are those of the text, a zero behind them. */
  constructor(text: string, units: Uint16Array) {
    this.text = text
    this.units = units
  }

  /** What the nearest word with a meaning says. Words before the finding come first, then words directly after it. */
  judge(start: number, end: number, index: ContextIndex): Verdict {
    this.isLabelled = false
    if (index.isEmpty) return 'none'
    return this.#wordsBefore(start, index) ?? this.#wordsAfter(end, index) ?? 'none'
  }

  #wordsBefore(start: number, index: ContextIndex): Verdict | undefined {
    const { units } = this
    let floor = start > BEFORE ? start - BEFORE : 0
    const from = this.#clearBefore(start, floor)
    if (from < floor) return undefined
    // Only whole words count: the end of "Jean" does not mean EAN.
    for (let n = 0; n < WORD_MAX && floor > 0 && (kindOf(units[floor - 1] as number) & LETTER) !== 0; n++) floor--
    const isWhole = floor === 0 || (kindOf(units[floor - 1] as number) & LETTER) === 0
    const silentTo = isWhole && index === this.#silentFor ? this.#silentTo : -1
    let lowest = floor
    let wordEnd = -1
    for (let i = from - 1; i >= floor - 1; i--) {
      // What was read for a finding before this one is not read again.
      if (i + 1 === silentTo && wordEnd === -1) {
        i = this.#silentFrom - 1
        if (i < floor) lowest = i + 1
      }
      const kind = i >= floor ? kindOf(units[i] as number) : 0
      if ((kind & LETTER) !== 0) {
        if (wordEnd === -1) wordEnd = i + 1
        // phoneNumber, userSSN: the upper-case letter after a lower-case one begins a word.
        if ((kind & UPPER) !== 0 && i > floor && (kindOf(units[i - 1] as number) & LOWER) !== 0) {
          const verdict = this.#verdictBefore(i, wordEnd, start, index)
          if (verdict !== undefined) return verdict
          wordEnd = -1
        }
      } else if (wordEnd !== -1) {
        const verdict = this.#verdictBefore(i + 1, wordEnd, start, index)
        if (verdict !== undefined) return verdict
        wordEnd = -1
      }
    }
    if (isWhole && from < start) {
      this.#silentFrom = lowest
      this.#silentTo = from
      this.#silentFor = index
    }
    return undefined
  }

  /** What the word from `from` to `to` says about a finding behind it. */
  #verdictBefore(from: number, to: number, start: number, index: ContextIndex): Verdict | undefined {
    const verdict = index.verdictAt(this.text, this.units, from, to)
    if (verdict === undefined || isInCode(this.text, from, to, start)) return undefined
    const isNear = isBeside(this.text.slice(to, start), to - from)
    this.isLabelled = isNear && to - from > INITIALS_MAX
    return verdict === 'against' || isNear || to - from > INITIALS_MAX ? verdict : undefined
  }

  /** No letter stands from the place that it returns up to `start`; one stands before that place, unless it lies at `floor` or before that. */
  #clearBefore(start: number, floor: number): number {
    const { units } = this
    const known = this.#clearTo < start ? this.#clearTo : start
    let from = start
    while (from > floor && from > known && (kindOf(units[from - 1] as number) & LETTER) === 0) from--
    if (from === known && this.#clearFrom < known) from = this.#clearFrom
    else this.#clearTo = start
    while (from > floor && (kindOf(units[from - 1] as number) & LETTER) === 0) from--
    this.#clearFrom = from
    if (this.#clearTo < start) this.#clearTo = start
    return from
  }

  #wordsAfter(end: number, index: ContextIndex): Verdict | undefined {
    const { units } = this
    const { length } = this.text
    const ceiling = end + AFTER < length ? end + AFTER : length
    let i = end
    if (i >= this.#lineFrom && i < this.#lineTo) i = this.#lineTo
    else this.#lineFrom = end
    while (i <= ceiling && (kindOf(units[i] as number) & (LETTER | LINE_FEED)) === 0) i++
    this.#lineTo = i
    let wordStart = -1
    for (; i <= ceiling; i++) {
      const kind = kindOf(units[i] as number)
      if ((kind & LETTER) !== 0) {
        if (wordStart === -1) wordStart = i
        // A word at the edge of the window is read to its end.
        if (i < ceiling) continue
        while (i < ceiling + WORD_MAX && (kindOf(units[i] as number) & LETTER) !== 0) i++
      }
      if (wordStart !== -1) {
        const verdict = index.verdictAt(this.text, units, wordStart, i)
        if (verdict !== undefined && !isInCode(this.text, wordStart, i, end)) {
          const isNear = isBeside(this.text.slice(end, wordStart), i - wordStart)
          this.isLabelled = isNear && i - wordStart > INITIALS_MAX
          if (verdict === 'against' || isNear || i - wordStart > INITIALS_MAX) return verdict
        }
        wordStart = -1
      }
      // Words on the next line belong to the next value.
      if ((kind & LINE_FEED) !== 0) return undefined
    }
    return undefined
  }
}

/** Two letters are a word's initials, and a part of most other things: they count where they stand beside the finding. */
const INITIALS_MAX = 2
/** A word of up to this number of letters results by chance in long codes. */
const CHANCE_MAX = 4
const CODE_MIN = 20
const CODE = /[A-Za-z0-9+/=_]/
const DIGIT = /[0-9]/

/** Whether the word is a piece of a code, as "cb" of "8229cb" and "INS" of a checksum in base64. The finding, which begins or ends at `value`, is none. */
function isInCode(text: string, from: number, to: number, value: number): boolean {
  const length = to - from
  if (length > CHANCE_MAX) return false
  if (DIGIT.test(text.charAt(from - 1)) && from !== value) return true
  if (length <= INITIALS_MAX && DIGIT.test(text.charAt(to)) && to !== value) return true
  let first = from
  while (from - first < CODE_MIN && first !== value && CODE.test(text.charAt(first - 1))) first--
  let last = to
  while (last - to < CODE_MIN && last !== value && CODE.test(text.charAt(last))) last++
  return (
    last - first > CODE_MIN + CHANCE_MAX &&
    /[0-9]/.test(text.slice(first, last)) &&
    /[a-z]/.test(text.slice(first, last)) &&
    /[A-Z]/.test(text.slice(first, last))
  )
}

/** What stands between a finding and the word beside it that labels it. */
const TO_INITIALS = /^[^\p{L}0-9]*(?:(?:number|num|no|numero|numéro|is|est|n)[^\p{L}0-9]+)*$/iu
const OTHER_NUMBER = /[0-9]{3}/
/** The name of something in a program, and an index of it: "call test.py::test[". */
const CODE_NAME = /::|[A-Za-z]\[/
const NEXT_LINE = /\n.*\p{L}/su

/** Whether what stands between a word and a finding leaves no doubt that the one speaks of the other. */
function isBeside(between: string, length: number): boolean {
  if (length <= INITIALS_MAX) return TO_INITIALS.test(between)
  return !OTHER_NUMBER.test(between) && !NEXT_LINE.test(between) && !CODE_NAME.test(between)
}
