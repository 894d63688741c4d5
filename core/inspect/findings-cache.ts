import { createHash } from 'node:crypto'
import type { Candidate } from './rule.ts'

/** What was found in a text, without the values: the text itself has these. */
export type CachedFinding = Pick<Candidate, 'type' | 'score' | 'start' | 'end'>

/** Texts and findings together; some hundred bytes each. */
const COST_MAX = 16_384

/**
 * What was found in texts that come again: clients send a conversation's history with every turn. Texts are known by a keyed hash, so that
 * neither they nor anything to guess them by is kept. The least recently used go first.
 */
export class FindingsCache {
  readonly #key: Uint8Array
  readonly #costMax: number
  readonly #entries = new Map<string, readonly CachedFinding[]>()
  /** Detectors of a tenant find other things after each change: each set of them has findings of its own. */
  readonly #detectors = new WeakMap<object, number>()
  #detectorSets = 0
  #cost = 0

  /** `key`: random bytes of this process. */
  constructor(key: Uint8Array, costMax = COST_MAX) {
    this.#key = key
    this.#costMax = costMax
  }

  /** By what a text is known; undefined where it cannot be told from others: UTF-8 has no lone surrogates. */
  keyOf(text: string, tier: 1 | 2, detectors: object | undefined): string | undefined {
    if (!text.isWellFormed()) return undefined
    return createHash('sha256')
      .update(this.#key)
      .update(`${tier} ${this.#setOf(detectors)} `)
      .update(text)
      .digest('base64')
  }

  get(key: string): readonly CachedFinding[] | undefined {
    const found = this.#entries.get(key)
    if (found !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, found)
    }
    return found
  }

  set(key: string, found: readonly CachedFinding[]): void {
    this.#remove(key)
    const cost = 1 + found.length
    if (cost > this.#costMax) return
    this.#entries.set(key, found)
    this.#cost += cost
    for (const oldest of this.#entries.keys()) {
      if (this.#cost <= this.#costMax) break
      this.#remove(oldest)
    }
  }

  /** Texts that are kept. */
  get size(): number {
    return this.#entries.size
  }

  #remove(key: string): void {
    const found = this.#entries.get(key)
    if (found === undefined) return
    this.#cost -= 1 + found.length
    this.#entries.delete(key)
  }

  #setOf(detectors: object | undefined): number {
    if (detectors === undefined) return 0
    let set = this.#detectors.get(detectors)
    if (set === undefined) {
      set = ++this.#detectorSets
      this.#detectors.set(detectors, set)
    }
    return set
  }
}
