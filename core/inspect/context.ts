import { isLatinLetter, plainWord } from './characters.ts'
import type { ContextWords } from './rule.ts'

/** How far words speak for or against a finding, in UTF-16 units: a label stands before a value more often than after. */
const BEFORE = 48
const AFTER = 20
/** Longer runs of letters are no words. */
const WORD_MAX = 32

export type Verdict = 'for' | 'against' | 'none'

/** Words by their plain form: what they say. Built once per rule. */
export type ContextIndex = ReadonlyMap<string, 'for' | 'against'>

export function indexContext(words: ContextWords | undefined): ContextIndex {
  const index = new Map<string, 'for' | 'against'>()
  for (const word of words?.for ?? []) index.set(word, 'for')
  for (const word of words?.against ?? []) index.set(word, 'against')
  return index
}

/** What the nearest word that says anything says: before the finding first, then directly after it. */
export function judgeContext(text: string, start: number, end: number, index: ContextIndex): Verdict {
  if (index.size === 0) return 'none'
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
        const verdict = index.get(plainWord(text.slice(i, wordEnd)))
        if (verdict !== undefined) return verdict
        wordEnd = -1
      }
    } else if (wordEnd !== -1) {
      const verdict = index.get(plainWord(text.slice(i + 1, wordEnd)))
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
      const verdict = index.get(plainWord(text.slice(wordStart, i)))
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
