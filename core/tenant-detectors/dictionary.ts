import type { Detection } from '../inspect/engine.ts'
import type { Candidate } from '../inspect/rule.ts'
import { type CanonicalText, canonicalForm, MAY_END, MAY_START } from './canonical.ts'

/** How much of its beginning a word is looked up by: the most of these that it has. */
const ANCHORS = [1, 2, 4, 8, 16] as const
const BASE = 0x01000193
const FILTER_BITS = 18
const POSITIONS_PER_CHECK = 16_384
const CANDIDATES_MAX = 10_000

export interface DictionaryRule {
  readonly ruleId: string
  readonly type: string
  readonly words: readonly string[]
  readonly wholeWords: boolean
  readonly score: number
}

interface Entry {
  readonly rule: DictionaryRule
  readonly form: string
}

/** Finds the words of any number of dictionaries in one pass. */
export class Dictionaries {
  readonly ignoreCase: boolean
  readonly #byAnchor = new Map<number, Entry[]>()
  /** Which anchors there may be, by the last bits of their hashes. */
  readonly #filter = new Uint8Array(2 ** FILTER_BITS)
  readonly #anchors: readonly { readonly length: number; readonly power: number }[]
  readonly #onlyWhole: boolean

  constructor(rules: readonly DictionaryRule[], ignoreCase: boolean) {
    this.ignoreCase = ignoreCase
    const used = new Set<number>()
    for (const rule of rules) {
      for (const form of new Set(rule.words.map((word) => canonicalForm(word, 'words', ignoreCase)))) {
        const anchor = ANCHORS.findLast((length) => length <= form.length)
        // Nothing but marks: there is nothing to look for.
        if (anchor === undefined) continue
        used.add(anchor)
        const hash = hashOf(form, anchor)
        const entries = this.#byAnchor.get(hash)
        if (entries === undefined) this.#byAnchor.set(hash, [{ rule, form }])
        else entries.push({ rule, form })
        this.#filter[hash >>> (32 - FILTER_BITS)] = 1
      }
    }
    this.#anchors = ANCHORS.filter((length) => used.has(length)).map((length) => ({ length, power: powerOf(length) }))
    this.#onlyWhole = rules.every(({ wholeWords }) => wholeWords)
  }

  /** `text` is in words form, with or without case as `ignoreCase` says. */
  detect(text: CanonicalText, isOverBudget: () => boolean): Detection {
    const candidates: Candidate[] = []
    const { length, units, edges } = text
    for (const anchor of this.#anchors) {
      let hash = 0
      for (let end = 0; end < length; end++) {
        hash = Math.imul(hash, BASE) + (units[end] as number) + 1
        const start = end + 1 - anchor.length
        if (start < 0) continue
        if (start > 0) hash -= Math.imul((units[start - 1] as number) + 1, anchor.power)
        if (end % POSITIONS_PER_CHECK === 0 && isOverBudget()) return { candidates, complete: false }
        if (this.#onlyWhole && ((edges[start] as number) & MAY_START) === 0) continue
        const mixed = mix(hash, anchor.length)
        if (this.#filter[mixed >>> (32 - FILTER_BITS)] === 0) continue
        for (const { rule, form } of this.#byAnchor.get(mixed) ?? []) {
          if (!stands(text, start, form, rule.wholeWords)) continue
          if (candidates.length >= CANDIDATES_MAX) return { candidates, complete: false }
          candidates.push(candidateOf(rule, text, start, form.length))
        }
      }
    }
    return { candidates, complete: true }
  }
}

function stands({ length, units, edges }: CanonicalText, start: number, form: string, whole: boolean): boolean {
  const end = start + form.length
  if (end > length) return false
  for (let i = 0; i < form.length; i++) if (units[start + i] !== form.charCodeAt(i)) return false
  return !whole || (((edges[start] as number) & MAY_START) !== 0 && ((edges[end - 1] as number) & MAY_END) !== 0)
}

function candidateOf({ type, ruleId, score }: DictionaryRule, text: CanonicalText, at: number, length: number) {
  const start = text.places[at] as number
  return { type, ruleId, score, validated: false, start, end: (text.places[at + length - 1] as number) + 1 }
}

function hashOf(form: string, length: number): number {
  let hash = 0
  for (let i = 0; i < length; i++) hash = Math.imul(hash, BASE) + form.charCodeAt(i) + 1
  return mix(hash, length)
}

function powerOf(length: number): number {
  let power = 1
  for (let i = 0; i < length; i++) power = Math.imul(power, BASE)
  return power
}

function mix(hash: number, length: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15) ^ length, 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
