/** Words are this long at most, in bytes as they are packed. */
const LENGTH_MAX = 255
/** A slot: where the word stands, and above that a few bits of its hash, which tell most others apart without a look at the word. */
const OFFSET_BITS = 21
const OFFSET_MASK = (1 << OFFSET_BITS) - 1
const SEED = 0x811c9dc5 | 0
const FACTOR = 0x01000193
const SPREAD = 0x9e3779b1 | 0
/** Half of the slots stay free, so that a word that is not there is known after two looks or so. */
const SLOTS_PER_WORD = 1.6

/** Two arrays that all threads may share. */
export interface Packed {
  /** By hash, open addressing; 0 is free. */
  readonly slots: Int32Array
  /** Meaning, length and letters of one word after another; place 0 is none's. */
  readonly words: Uint8Array
}

/** Words and what each means, a number from 1 to 255, in two flat arrays: a tenth of what a map of strings takes, and read in place. */
export class PackedWords {
  readonly #slots: Int32Array
  readonly #words: Uint8Array
  readonly #shift: number

  constructor({ slots, words }: Packed) {
    this.#slots = slots
    this.#words = words
    this.#shift = 32 - Math.log2(slots.length)
  }

  static of(meanings: Iterable<readonly [word: string, meaning: number]>): PackedWords {
    return new PackedWords(pack([...meanings]))
  }

  /** What a word means; 0 where it is not there. */
  meaningOf(word: string): number {
    let hash = SEED
    for (let i = 0; i < word.length; i++) hash = step(hash, word.charCodeAt(i))
    const spread = Math.imul(hash, SPREAD)
    for (let slot = spread >>> this.#shift; ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const entry = this.#slots[slot] as number
      if (entry === 0) return 0
      if (entry >> OFFSET_BITS !== tagOf(hash)) continue
      const at = entry & OFFSET_MASK
      if (this.#isWord(at, word)) return this.#words[at] as number
    }
  }

  /** The same of letters of ASCII in either case, and signs, that stand in a text. */
  meaningAt(units: Uint16Array, start: number, end: number): number {
    let hash = SEED
    for (let i = start; i < end; i++) hash = step(hash, (units[i] as number) | 0x20)
    const spread = Math.imul(hash, SPREAD)
    for (let slot = spread >>> this.#shift; ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const entry = this.#slots[slot] as number
      if (entry === 0) return 0
      if (entry >> OFFSET_BITS !== tagOf(hash)) continue
      const at = entry & OFFSET_MASK
      if (this.#standsAt(at, units, start, end)) return this.#words[at] as number
    }
  }

  #isWord(at: number, word: string): boolean {
    const length = this.#words[at + 1] as number
    let next = at + 2
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      if (code < 0x80) {
        if (this.#words[next++] !== code) return false
      } else if (this.#words[next++] !== (0x80 | (code >> 7)) || this.#words[next++] !== (0x80 | (code & 0x7f)))
        return false
    }
    return next - at - 2 === length
  }

  #standsAt(at: number, units: Uint16Array, start: number, end: number): boolean {
    if (this.#words[at + 1] !== end - start) return false
    for (let i = start; i < end; i++)
      if (this.#words[at + 2 + i - start] !== ((units[i] as number) | 0x20)) return false
    return true
  }
}

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, FACTOR)
}

/** Of bits that do not choose the slot. */
function tagOf(hash: number): number {
  return hash >> OFFSET_BITS
}

/** @throws RangeError where the words do not fit. */
export function pack(meanings: readonly (readonly [word: string, meaning: number])[]): Packed {
  const words: number[] = [0]
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(meanings.length * SLOTS_PER_WORD + 1)))
  const shift = 32 - Math.log2(slots.length)
  for (const [word, meaning] of meanings) {
    const letters: number[] = []
    let hash = SEED
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      hash = step(hash, code)
      if (code < 0x80) letters.push(code)
      else letters.push(0x80 | (code >> 7), 0x80 | (code & 0x7f))
      if (code >= 0x4000) throw new RangeError('a word holds a letter that cannot be packed')
    }
    if (letters.length > LENGTH_MAX || words.length > OFFSET_MASK || meaning < 1 || meaning > 255)
      throw new RangeError('a word, its meaning, or all words together are too much to be packed')
    let slot = Math.imul(hash, SPREAD) >>> shift
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = (tagOf(hash) << OFFSET_BITS) | words.length
    words.push(meaning, letters.length, ...letters)
  }
  return { slots, words: Uint8Array.from(words) }
}
