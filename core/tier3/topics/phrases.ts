import { plainWord } from '../../inspect/characters.ts'
import { TOPIC_TYPES, type TopicType } from '../types.ts'
import { LEXICONS } from './lexicon.ts'

/** Where a phrase of a topic stands. */
export interface Hit {
  readonly topic: TopicType
  readonly phrase: string
  /** What it adds to the topic; negative where it speaks against it. */
  readonly weight: number
  /** Number of the word it starts with. */
  readonly word: number
  readonly start: number
  readonly end: number
}

interface Entry {
  readonly topic: TopicType
  readonly phrase: string
  readonly weight: number
  readonly words: readonly string[]
}

const WEIGHTS = { strong: 3, usual: 2, weak: 1, against: -2 } as const

/** Letters with digits, and the two currency words that hold a sign. */
const WORD = /[\p{L}\p{N}]+[€$]?/gu

/** Without accents and without a plural's s, as the lexicon is written. */
function stem(word: string): string {
  const plain = plainWord(word)
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain
}

/** By first word, the longest phrases first. */
const ENTRIES: ReadonlyMap<string, readonly Entry[]> = (() => {
  const entries = new Map<string, Entry[]>()
  for (const topic of TOPIC_TYPES) {
    for (const [kind, weight] of Object.entries(WEIGHTS)) {
      for (const phrase of LEXICONS[topic][kind as keyof typeof WEIGHTS].split(',')) {
        const words = (phrase.match(/[\p{L}\p{N}_]+[€$]?/gu) ?? []).map(stem)
        const [first] = words
        if (first === undefined) continue
        const known = entries.get(first) ?? []
        known.push({ topic, phrase: words.join(' '), weight, words })
        entries.set(first, known)
      }
    }
  }
  for (const list of entries.values()) list.sort((a, b) => b.words.length - a.words.length)
  return entries
})()

interface Word {
  readonly stem: string
  readonly start: number
  readonly end: number
}

/** Every phrase of every topic in a text, in order. Of a topic, words count for the longest phrase they are part of. */
export function findPhrases(text: string): { readonly hits: Hit[]; readonly words: number } {
  const words: Word[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word.length <= 40) words.push({ stem: stem(word), start: index, end: index + word.length })
  }
  const hits: Hit[] = []
  const takenUpTo = new Map<TopicType, number>()
  for (const [index, word] of words.entries()) {
    for (const entry of ENTRIES.get(word.stem) ?? []) {
      if ((takenUpTo.get(entry.topic) ?? 0) > index || !matches(words, index, entry.words)) continue
      const last = words[index + entry.words.length - 1] ?? word
      hits.push({ ...entry, word: index, start: word.start, end: last.end })
      takenUpTo.set(entry.topic, index + entry.words.length)
    }
  }
  return { hits, words: words.length }
}

function matches(words: readonly Word[], from: number, phrase: readonly string[]): boolean {
  return phrase.every((part, offset) => words[from + offset]?.stem === part)
}
