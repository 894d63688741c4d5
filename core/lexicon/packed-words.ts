/** A slot: where the word stands, and above that a few bits of its hash, which tell most others apart without a look at the word. */
const OFFSET_BITS = 21
const OFFSET_MASK = (1 << OFFSET_BITS) - 1
/** Before the letters of each word: its meaning, low and high byte, and how many bytes the letters take. */
const HEAD = 3
const SEED = 0x811c9dc5 | 0
const FACTOR = 0x01000193
const SPREAD = 0x9e3779b1 | 0
/** A third of the slots or more stay free, so that a word that is not there is known after two looks or so. */
const SLOTS_PER_WORD = 1.6
const BLANK = 0x20

/**
 * Words and what each means, a number from 1 to 65,535, in two flat arrays: a tenth of what a map of strings takes, and read in place.
 * Letters are bytes, those beyond ASCII two.
 */
export class PackedWords {
  /** By hash, open addressing; 0 is free. */
  readonly #slots: Int32Array
  readonly #shift: number
  #words: Uint8Array
  #end = 1
  #count = 0

  /** For N words at most (`wordsMax`), of M bytes together (`bytesMax`). @throws RangeError where that is too much to be packed */
  constructor(wordsMax: number, bytesMax: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(wordsMax * SLOTS_PER_WORD + 1)))
    this.#shift = 32 - Math.log2(this.#slots.length)
    if (bytesMax > OFFSET_MASK) throw new RangeError('more words than can be packed')
    this.#words = new Uint8Array(bytesMax)
  }

  static of(meanings: readonly (readonly [word: string, meaning: number])[]): PackedWords {
    const bytes = meanings.reduce((sum, [word]) => sum + HEAD + 2 * word.length, 1)
    const packed = new PackedWords(meanings.length, bytes)
    for (const [word, meaning] of meanings) packed.add(word, 0, word.length, meaning)
    return packed
  }

  /** Adds the words of a list, with single blanks between; what means something already means both. */
  addAll(list: string, meaning: number): void {
    for (let start = 0; start < list.length; ) {
      const blank = list.indexOf(' ', start)
      const end = blank === -1 ? list.length : blank
      this.add(list, start, end, meaning)
      start = end + 1
    }
  }

  /** The same of the word at `start` to `end` of a text. @throws RangeError where it cannot be packed */
  add(text: string, start: number, end: number, meaning: number): void {
    let hash = SEED
    for (let i = start; i < end; i++) hash = step(hash, text.charCodeAt(i))
    let slot = Math.imul(hash, SPREAD) >>> this.#shift
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & (this.#slots.length - 1)) {
      const entry = this.#slots[slot] as number
      const at = entry & OFFSET_MASK
      if (entry >> OFFSET_BITS !== tagOf(hash) || !this.#isWord(at, text, start, end)) continue
      this.#words[at] = (this.#words[at] as number) | (meaning & 0xff)
      this.#words[at + 1] = (this.#words[at + 1] as number) | (meaning >> 8)
      return
    }
    const at = this.#end
    let next = at + HEAD
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i)
      if (code >= 0x4000) throw new RangeError('a word holds a letter that cannot be packed')
      if (code < 0x80) this.#words[next++] = code
      else {
        this.#words[next++] = 0x80 | (code >> 7)
        this.#words[next++] = 0x80 | (code & 0x7f)
      }
    }
    if (next > this.#words.length || next - at - HEAD > 0xff) throw new RangeError('more letters than were asked for')
    this.#words[at] = meaning & 0xff
    this.#words[at + 1] = meaning >> 8
    this.#words[at + 2] = next - at - HEAD
    if (++this.#count >= this.#slots.length) throw new RangeError('more words than were asked for')
    this.#slots[slot] = (tagOf(hash) << OFFSET_BITS) | at
    this.#end = next
  }

  /** What a word means; 0 where it is not there. */
  meaningOf(word: string): number {
    let hash = SEED
    for (let i = 0; i < word.length; i++) hash = step(hash, word.charCodeAt(i))
    for (let slot = Math.imul(hash, SPREAD) >>> this.#shift; ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const entry = this.#slots[slot] as number
      if (entry === 0) return 0
      const at = entry & OFFSET_MASK
      if (entry >> OFFSET_BITS === tagOf(hash) && this.#isWord(at, word, 0, word.length)) return this.#meaningAt(at)
    }
  }

  /** The same of letters of ASCII in either case, and signs, that stand in a text. */
  meaningAt(units: Uint16Array, start: number, end: number): number {
    let hash = SEED
    for (let i = start; i < end; i++) hash = step(hash, (units[i] as number) | 0x20)
    for (let slot = Math.imul(hash, SPREAD) >>> this.#shift; ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const entry = this.#slots[slot] as number
      if (entry === 0) return 0
      const at = entry & OFFSET_MASK
      if (entry >> OFFSET_BITS === tagOf(hash) && this.#standsAt(at, units, start, end)) return this.#meaningAt(at)
    }
  }

  /** Calls `visit` with the letters of each word, `length` of them, and what it means. */
  forEach(visit: (letters: Uint16Array, length: number, meaning: number) => void): void {
    const letters = new Uint16Array(0xff)
    for (let at = 1; at < this.#end; ) {
      const end = at + HEAD + (this.#words[at + 2] as number)
      let length = 0
      for (let i = at + HEAD; i < end; i++) {
        const byte = this.#words[i] as number
        letters[length++] = byte < 0x80 ? byte : ((byte & 0x7f) << 7) | ((this.#words[++i] as number) & 0x7f)
      }
      visit(letters, length, this.#meaningAt(at))
      at = end
    }
  }

  /** Gives back what was held for more words. */
  trim(): void {
    this.#words = this.#words.slice(0, this.#end)
  }

  #meaningAt(at: number): number {
    return (this.#words[at] as number) | ((this.#words[at + 1] as number) << 8)
  }

  #isWord(at: number, text: string, start: number, end: number): boolean {
    let next = at + HEAD
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i)
      if (code < 0x80) {
        if (this.#words[next++] !== code) return false
      } else if (this.#words[next++] !== (0x80 | (code >> 7)) || this.#words[next++] !== (0x80 | (code & 0x7f)))
        return false
    }
    return next - at - HEAD === this.#words[at + 2]
  }

  #standsAt(at: number, units: Uint16Array, start: number, end: number): boolean {
    if (this.#words[at + 2] !== end - start) return false
    const letters = at + HEAD - start
    for (let i = start; i < end; i++) if (this.#words[letters + i] !== ((units[i] as number) | BLANK)) return false
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
