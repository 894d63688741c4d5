import { isLatinLetter, plainWord } from './characters.ts'
import type { ContextWords } from './rule.ts'

/** How far words speak for or against a finding, in UTF-16 units: a label stands before a value more often than after. */
const BEFORE = 48
const AFTER = 20
/** Longer runs of letters are no words. */
const WORD_MAX = 32

export type Verdict = 'for' | 'against' | 'none'

/** Words by their plain form: what they say. Built once per rule. */
export class ContextIndex {
  readonly #verdicts = new Map<string, 'for' | 'against'>()
  /** A bit per length, by the first letter in lower case: most words need not be cut out to be known as none of these. */
  readonly #lengths = new Uint32Array(128)

  constructor(words: ContextWords | undefined) {
    for (const word of words?.for ?? []) this.#add(word, 'for')
    for (const word of words?.against ?? []) this.#add(word, 'against')
  }

  #add(word: string, verdict: 'for' | 'against'): void {
    this.#verdicts.set(word, verdict)
    const first = word.charCodeAt(0) & 0x7f
    // A ligature is one letter in the text, and two here.
    const ligatures = word.match(/[ao]e/g)?.length ?? 0
    for (let length = word.length - ligatures; length <= word.length; length++)
      this.#lengths[first] = (this.#lengths[first] ?? 0) | (1 << (length & 31))
  }

  get isEmpty(): boolean {
    return this.#verdicts.size === 0
  }

  /** What the letters from `start` to `end` say. */
  verdictAt(text: string, start: number, end: number): 'for' | 'against' | undefined {
    const first = text.charCodeAt(start)
    if (first < 0x80 && ((this.#lengths[first | 0x20] as number) & (1 << ((end - start) & 31))) === 0) return undefined
    return this.#verdicts.get(plainWord(text.slice(start, end)))
  }
}

export function indexContext(words: ContextWords | undefined): ContextIndex {
  return new ContextIndex(words)
}

/** What the nearest word that says anything says: before the finding first, then directly after it. */
export function judgeContext(text: string, start: number, end: number, index: ContextIndex): Verdict {
  if (index.isEmpty) return 'none'
  return wordsBefore(text, start, index) ?? wordsAfter(text, end, index) ?? 'none'
}

function wordsBefore(text: string, start: number, index: ContextIndex): Verdict | undefined {
  let floor = Math.max(0, start - BEFORE)
  // Half a word says something else: "Jean" is no EAN.
  for (let i = 0; i < WORD_MAX && isLatinLetter(text.charCodeAt(floor - 1)); i++) floor--
  let wordEnd = -1
  for (let i = start - 1; i >= floor - 1; i--) {
    const code = i >= floor ? text.charCodeAt(i) : 0
    if (isLatinLetter(code)) {
      if (wordEnd === -1) wordEnd = i + 1
      // phoneNumber, userSSN: the upper-case letter after a lower-case one begins a word.
      if (isUpper(code) && i > floor && isLower(text.charCodeAt(i - 1))) {
        const verdict = index.verdictAt(text, i, wordEnd)
        if (verdict !== undefined) return verdict
        wordEnd = -1
      }
    } else if (wordEnd !== -1) {
      const verdict = index.verdictAt(text, i + 1, wordEnd)
      if (verdict !== undefined) return verdict
      wordEnd = -1
    }
  }
  return undefined
}

function wordsAfter(text: string, end: number, index: ContextIndex): Verdict | undefined {
  const ceiling = Math.min(text.length, end + AFTER)
  let wordStart = -1
  for (let i = end; i <= ceiling; i++) {
    const code = text.charCodeAt(i)
    if (isLatinLetter(code)) {
      if (wordStart === -1) wordStart = i
      // A word that the window cuts is read to its end.
      if (i < ceiling) continue
      while (i < ceiling + WORD_MAX && isLatinLetter(text.charCodeAt(i))) i++
    }
    if (wordStart !== -1) {
      const verdict = index.verdictAt(text, wordStart, i)
      if (verdict !== undefined) return verdict
      wordStart = -1
    }
    // What stands on the next line belongs to the next value.
    if (code === 10) return undefined
  }
  return undefined
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}
