import { isLatinLetter, plainWord } from './characters.ts'
import type { ContextWords } from './rule.ts'

/** How far from a finding words count, in UTF-16 units. Labels stand before values more often than after them. */
const BEFORE = 48
const AFTER = 20
/** A longer run of letters is not a word. */
const WORD_MAX = 32

export type Verdict = 'for' | 'against' | 'none'

/** Maps the plain form of a word to what the word says about a finding. Built once for each rule. */
export class ContextIndex {
  readonly #verdicts = new Map<string, 'for' | 'against'>()
  /** For each first letter, in lower case, a bit for each length: most words of a text can be ruled out without being cut out of it. */
  readonly #lengths = new Uint32Array(128)

  constructor(words: ContextWords | undefined) {
    for (const word of words?.for ?? []) this.#add(word, 'for')
    for (const word of words?.against ?? []) this.#add(word, 'against')
  }

  #add(word: string, verdict: 'for' | 'against'): void {
    this.#verdicts.set(word, verdict)
    const first = word.charCodeAt(0) & 0x7f
    // A ligature is one letter in the text and two letters here.
    const ligatures = word.match(/[ao]e/g)?.length ?? 0
    for (let length = word.length - ligatures; length <= word.length; length++)
      this.#lengths[first] = (this.#lengths[first] ?? 0) | (1 << (length & 31))
  }

  get isEmpty(): boolean {
    return this.#verdicts.size === 0
  }

  /** What the word from `start` to `end` says. */
  verdictAt(text: string, start: number, end: number): 'for' | 'against' | undefined {
    const first = text.charCodeAt(start)
    if (first < 0x80 && ((this.#lengths[first | 0x20] as number) & (1 << ((end - start) & 31))) === 0) return undefined
    return this.#verdicts.get(plainWord(text.slice(start, end)))
  }
}

export function indexContext(words: ContextWords | undefined): ContextIndex {
  return new ContextIndex(words)
}

/** What the nearest word with a meaning says. Words before the finding come first, then words directly after it. */
export function judgeContext(text: string, start: number, end: number, index: ContextIndex): Verdict {
  if (index.isEmpty) return 'none'
  return wordsBefore(text, start, index) ?? wordsAfter(text, end, index) ?? 'none'
}

function wordsBefore(text: string, start: number, index: ContextIndex): Verdict | undefined {
  let floor = Math.max(0, start - BEFORE)
  // Only whole words count: the end of "Jean" does not mean EAN.
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
      // A word at the edge of the window is read to its end.
      if (i < ceiling) continue
      while (i < ceiling + WORD_MAX && isLatinLetter(text.charCodeAt(i))) i++
    }
    if (wordStart !== -1) {
      const verdict = index.verdictAt(text, wordStart, i)
      if (verdict !== undefined) return verdict
      wordStart = -1
    }
    // Words on the next line belong to the next value.
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
