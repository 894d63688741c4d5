import { hash } from 'node:crypto'
import type { Candidate } from './rule.ts'

/** The findings of a text without their values, which the text contains. */
export type CachedFinding = Pick<Candidate, 'type' | 'score' | 'start' | 'end'>

/** The limit on texts and findings together. Each takes some hundred bytes. */
const COST_MAX = 16_384

/**
 * What was found in texts that come again: clients send a conversation's history with every turn. Texts are known by a keyed hash, so that
 * neither they nor anything to guess them by is kept. The least recently used go first.
 */
export class FindingsCache {
  readonly #key: string
  readonly #costMax: number
  readonly #entries = new Map<string, readonly CachedFinding[]>()
  /** Each set of a tenant's detectors has its own findings, since a changed set finds other things. */
  readonly #detectors = new WeakMap<object, number>()
  #detectorSets = 0
  #cost = 0

  /** `key` consists of random bytes of this process. */
  constructor(key: Uint8Array, costMax = COST_MAX) {
    this.#key = Buffer.from(key).toString('hex')
    this.#costMax = costMax
  }

  /** The keyed hash of a text. Undefined for a text with lone surrogates, since UTF-8 cannot tell it from others. */
  keyOf(text: string, tier: 1 | 2, detectors: object | undefined): string | undefined {
    if (!text.isWellFormed()) return undefined
    // In one call: an object that takes pieces costs as much as hashing two thousand characters.
    return hash('sha256', `${this.#key} ${tier} ${this.#setOf(detectors)} ${text}`, 'base64')
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

  /** The number of texts that are kept. */
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
