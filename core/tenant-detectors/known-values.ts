import { createHmac } from 'node:crypto'
import { WeirError } from '../errors.ts'
import type { Detection } from '../inspect/engine.ts'
import type { Candidate } from '../inspect/rule.ts'
import { KNOWN_VALUE_MAX, KNOWN_VALUE_MIN, type KnownValuesIndex } from '../model/detector.ts'
import { type CanonicalText, canonicalForm, isSymbol, MAY_END, MAY_START, SYMBOL } from './canonical.ts'

/** 2^-128 that another text has the same: enough, and half the room. */
const HASH_BYTES = 16
/**
 * How many times more tags there are than values, in bits. More would save hashing and tell somebody who holds the key more of each
 * value: a tag is a linear function of it.
 */
const SPARSENESS_BITS = 8
const TAG_BITS_MAX = 24
/** Fewer different characters, or fewer digits if there is nothing else, stand in texts by chance. */
const DIFFERENT_MIN = 4
const DIGITS_MIN = 8
const SCORE = 0.99
const STARTS_PER_CHECK = 256
const CANDIDATES_MAX = 10_000
const MISSES_MAX = 2048

/** A value that cannot be looked for; the message says why, and never the value. */
export class KnownValueError extends WeirError {
  /** Which of the values. */
  readonly index: number

  constructor(index: number, message: string) {
    super('ERR_KNOWN_VALUE', message)
    this.index = index
  }
}

/**
 * Hashes values for good. They are found however they are spaced, hyphenated or accented, and, with `ignoreCase`, capitalised.
 * @param key 32 bytes
 * @throws KnownValueError
 */
export function hashKnownValues(values: readonly string[], ignoreCase: boolean, key: Buffer): KnownValuesIndex {
  const forms = new Set<string>()
  for (const [index, value] of values.entries()) {
    const form = canonicalForm(value, 'compact', ignoreCase)
    const problem = problemOf(form)
    if (problem !== undefined) throw new KnownValueError(index, problem)
    forms.add(form)
  }
  const tagBits = Math.min(TAG_BITS_MAX, SPARSENESS_BITS + Math.ceil(Math.log2(forms.size)))
  const hasher = new RollingHash(key)
  const tags = [...forms].map((form) => hasher.tagOf(form, tagBits)).sort((a, b) => a - b)
  const hashes = [...forms].map((form) => hashOf(form, key)).sort((a, b) => a.compare(b))
  return {
    key: key.toString('base64'),
    lengths: [...new Set([...forms].map((form) => form.length))].sort((a, b) => a - b),
    symbol_starts: symbolsOf([...forms].map((form) => form.charAt(0))),
    symbol_ends: symbolsOf([...forms].map((form) => form.slice(-1))),
    tag_bits: tagBits,
    tags: Buffer.from(Uint32Array.from(new Set(tags)).buffer).toString('base64'),
    hashes: Buffer.concat(hashes).toString('base64'),
  }
}

function problemOf(form: string): string | undefined {
  if (form.length < KNOWN_VALUE_MIN) {
    return `must have at least ${KNOWN_VALUE_MIN} characters besides blanks and dashes`
  }
  if (form.length > KNOWN_VALUE_MAX) return `must have at most ${KNOWN_VALUE_MAX} characters`
  if (new Set(form).size < DIFFERENT_MIN) return `must have at least ${DIFFERENT_MIN} different characters`
  if (form.length < DIGITS_MIN && /^\d+$/.test(form)) return `must have at least ${DIGITS_MIN} digits`
  return undefined
}

function symbolsOf(edges: readonly string[]): string {
  return [...new Set(edges.filter((edge) => isSymbol(edge.charCodeAt(0))))].sort().join('')
}

function unitsOf(symbols: string): ReadonlySet<number> {
  return new Set([...symbols].map((symbol) => symbol.charCodeAt(0)))
}

function hashOf(form: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(form, 'utf16le').digest().subarray(0, HASH_BYTES)
}

/** A polynomial over the units, modulo 2^32: that of any stretch follows from two prefixes. */
class RollingHash {
  readonly #base: number
  readonly #mask: number
  readonly #powers = new Int32Array(KNOWN_VALUE_MAX + 1)

  constructor(key: Buffer) {
    const derived = createHmac('sha256', key).update('rolling hash').digest()
    // Odd numbers of this form have the longest period.
    this.#base = (derived.readInt32LE(0) & ~7) | 5
    this.#mask = derived.readInt32LE(4)
    this.#powers[0] = 1
    for (let i = 1; i < this.#powers.length; i++) this.#powers[i] = Math.imul(this.#powers[i - 1] ?? 0, this.#base)
  }

  /** `prefixes[i]` is the hash of the first `i` units. */
  prefixes(units: Uint16Array, length: number, prefixes: Int32Array): void {
    const base = this.#base
    let hash = 0
    prefixes[0] = 0
    for (let i = 0; i < length; i++) {
      hash = (Math.imul(hash, base) + (units[i] as number) + 1) | 0
      prefixes[i + 1] = hash
    }
  }

  stretch(prefixes: Int32Array, start: number, end: number): number {
    return ((prefixes[end] as number) - Math.imul(prefixes[start] as number, this.#powers[end - start] as number)) | 0
  }

  /** The last step spreads what differs over all bits (MurmurHash3's finaliser). */
  tag(hash: number, length: number, bits: number): number {
    let mixed = hash ^ this.#mask ^ Math.imul(length, 0x9e3779b1)
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return (mixed ^ (mixed >>> 16)) >>> (32 - bits)
  }

  tagOf(form: string, bits: number): number {
    const units = new Uint16Array(form.length)
    for (let i = 0; i < form.length; i++) units[i] = form.charCodeAt(i)
    const prefixes = new Int32Array(form.length + 1)
    this.prefixes(units, form.length, prefixes)
    return this.tag(this.stretch(prefixes, 0, form.length), form.length, bits)
  }
}

let prefixes = new Int32Array(4096)
let ends = new Int32Array(4096)

/** Finds values of which only hashes are known. */
export class KnownValues {
  readonly ignoreCase: boolean
  readonly #type: string
  readonly #ruleId: string
  readonly #key: Buffer
  readonly #rolling: RollingHash
  readonly #shortest: number
  readonly #longest: number
  readonly #lengths = new Uint8Array(KNOWN_VALUE_MAX + 1)
  readonly #tagBits: number
  /** One bit for each tag that there may be. */
  readonly #tags: Uint32Array
  readonly #symbolStarts: ReadonlySet<number>
  readonly #symbolEnds: ReadonlySet<number>
  readonly #hashes = new Set<string>()
  /** Of one text: logs and tables say the same again and again. */
  readonly #misses = new Set<string>()

  constructor(ruleId: string, type: string, ignoreCase: boolean, index: KnownValuesIndex) {
    this.#ruleId = ruleId
    this.#type = type
    this.ignoreCase = ignoreCase
    this.#key = Buffer.from(index.key, 'base64')
    this.#rolling = new RollingHash(this.#key)
    this.#shortest = Math.min(...index.lengths)
    this.#longest = Math.max(...index.lengths)
    for (const length of index.lengths) this.#lengths[length] = 1
    this.#tagBits = index.tag_bits
    this.#tags = new Uint32Array(Math.ceil(2 ** index.tag_bits / 32))
    const tags = Buffer.from(index.tags, 'base64')
    for (let i = 0; i + 4 <= tags.length; i += 4) {
      const tag = tags.readUInt32LE(i)
      this.#tags[tag >>> 5] = (this.#tags[tag >>> 5] ?? 0) | (1 << (tag & 31))
    }
    this.#symbolStarts = unitsOf(index.symbol_starts)
    this.#symbolEnds = unitsOf(index.symbol_ends)
    const hashes = Buffer.from(index.hashes, 'base64')
    for (let i = 0; i + HASH_BYTES <= hashes.length; i += HASH_BYTES) {
      this.#hashes.add(hashes.toString('latin1', i, i + HASH_BYTES))
    }
  }

  /** `text` is in compact form, with or without case as `ignoreCase` says. */
  detect(text: CanonicalText, isOverBudget: () => boolean): Detection {
    try {
      return this.#detect(text, isOverBudget)
    } finally {
      this.#misses.clear()
    }
  }

  #detect({ length, units, places, edges }: CanonicalText, isOverBudget: () => boolean): Detection {
    const candidates: Candidate[] = []
    const endCount = this.#prepare(units, edges, length)
    let firstEnd = 0
    for (let start = 0, starts = 0; start + this.#shortest <= length; start++) {
      const edge = edges[start] as number
      if ((edge & MAY_START) === 0) continue
      if (edge & SYMBOL && !this.#symbolStarts.has(units[start] as number)) continue
      if (++starts % STARTS_PER_CHECK === 0 && isOverBudget()) return { candidates, complete: false }
      while (firstEnd < endCount && (ends[firstEnd] as number) < start + this.#shortest) firstEnd++
      const last = start + this.#longest
      for (let i = firstEnd; i < endCount; i++) {
        const end = ends[i] as number
        if (end > last) break
        if (this.#lengths[end - start] === 0 || !this.#mayBe(start, end)) continue
        if (!this.#isKnown(units, start, end)) continue
        if (candidates.length >= CANDIDATES_MAX) return { candidates, complete: false }
        candidates.push(this.#candidate(places[start] as number, (places[end - 1] as number) + 1))
      }
    }
    return { candidates, complete: true }
  }

  /** Hashes all prefixes and lists where values may end. @returns how many such places there are */
  #prepare(units: Uint16Array, edges: Uint8Array, length: number): number {
    if (prefixes.length <= length) {
      prefixes = new Int32Array(length * 2)
      ends = new Int32Array(length * 2)
    }
    this.#rolling.prefixes(units, length, prefixes)
    let count = 0
    for (let i = 0; i < length; i++) {
      const edge = edges[i] as number
      if ((edge & MAY_END) === 0 || (edge & SYMBOL && !this.#symbolEnds.has(units[i] as number))) continue
      ends[count++] = i + 1
    }
    return count
  }

  #mayBe(start: number, end: number): boolean {
    const hash = this.#rolling.stretch(prefixes, start, end)
    const tag = this.#rolling.tag(hash, end - start, this.#tagBits)
    return (((this.#tags[tag >>> 5] as number) >>> (tag & 31)) & 1) === 1
  }

  #isKnown(units: Uint16Array, start: number, end: number): boolean {
    const form = Buffer.from(units.buffer, start * 2, (end - start) * 2).toString('utf16le')
    if (this.#misses.has(form)) return false
    const isKnown = this.#hashes.has(hashOf(form, this.#key).toString('latin1'))
    if (!isKnown && this.#misses.size < MISSES_MAX) this.#misses.add(form)
    return isKnown
  }

  #candidate(start: number, end: number): Candidate {
    return { type: this.#type, ruleId: this.#ruleId, score: SCORE, validated: true, start, end }
  }
}
