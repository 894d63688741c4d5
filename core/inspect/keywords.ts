import { plainWord } from './characters.ts'
import { UNIT_CLASSES } from './unit-classes.ts'
import { endingHash, LETTER_BITS, LETTER_MASK, noEndings, type Triggers, type Walk } from './walk.ts'

/** Characters beyond Latin Extended-A are never accented letters of a keyword. */
const FOLDED = 0x180
/** The letter of each unit without case and accent; 0 if that is not a letter of Latin-1. */
const LETTERS = new Uint8Array(65_536)
for (let code = 1; code < FOLDED; code++) {
  const plain = plainWord(String.fromCharCode(code))
  if (plain.length === 1 && plain.charCodeAt(0) < 0x100) LETTERS[code] = plain.charCodeAt(0)
}

const NONE = -1
/** How many of the last letters decide which keywords may end. */
const ENDING_MAX = 4
const SLOT_FACTOR = 0x9e3779b1

/**
 * Finds many words in a text, without regard to case and accents, where a walk has noted that one may end. The keywords themselves are
 * of Latin-1, in lower case and without accents.
 *
 * The walk asks 32 kB of bits about every four units, and half a kilobyte about every two; what passes, one place in thirty, is looked up
 * here by its last four letters, or by fewer for shorter keywords. An automaton for all keywords would be larger than the processor's cache.
 */
export class KeywordIndex implements Triggers {
  readonly classes = new Uint16Array(UNIT_CLASSES)
  readonly endings: Int32Array
  readonly pairs: Int32Array
  /** The letters of all keywords, one after another; where each begins, and how many it has. */
  readonly #letters: Uint8Array
  readonly #starts: Int32Array
  readonly #lengths: Int32Array
  /** Lists of keywords, the longest first. Each list ends with NONE. */
  readonly #lists: Int16Array
  /** Where the lists of keywords of one and of two letters begin, by their classes. */
  readonly #ofOne = new Int16Array(1 << LETTER_BITS).fill(NONE)
  readonly #ofTwo = new Int16Array(1 << (2 * LETTER_BITS)).fill(NONE)
  /** Where the lists of those of three letters begin, and of longer ones, by the classes of their last three and four. */
  readonly #ofThree: EndingTable
  readonly #ofMore: EndingTable

  constructor(keywords: readonly string[]) {
    const { endings, pairs } = noEndings()
    this.endings = endings
    this.pairs = pairs
    const classOf = new Map<number, number>()
    for (const code of Buffer.from(keywords.join(''), 'latin1')) {
      // Where there are more letters than classes some share one: the index looks twice, and finds the same.
      if (!classOf.has(code)) classOf.set(code, 1 + (classOf.size % LETTER_MASK))
    }
    for (let code = 1; code < FOLDED; code++)
      this.classes[code] = (this.classes[code] as number) | (classOf.get(LETTERS[code] as number) ?? 0)
    this.#letters = Buffer.from(keywords.join(''), 'latin1')
    this.#lengths = Int32Array.from(keywords, ({ length }) => length)
    this.#starts = new Int32Array(keywords.length)
    let start = 0
    for (const [index, keyword] of keywords.entries()) {
      if (!isKeyword(keyword)) throw new RangeError('keywords are of Latin-1, in lower case, without accents')
      this.#starts[index] = start
      start += keyword.length
    }
    const lists: number[] = []
    const addList = (indexes: readonly number[]) => {
      lists.push(...indexes.toSorted((a, b) => (this.#lengths[b] ?? 0) - (this.#lengths[a] ?? 0)), NONE)
      return lists.length - 1 - indexes.length
    }
    const byEnding = (length: number) => {
      const indexes = keywords.keys().filter((index) => Math.min(ENDING_MAX, keywords[index]?.length ?? 0) === length)
      return Map.groupBy(indexes, (index) => this.#endingOf(keywords[index] ?? ''))
    }
    const shortLists = (length: number, starts: Int16Array) => {
      for (const [ending, indexes] of byEnding(length)) {
        this.#allow(ending, length)
        starts[ending] = addList(indexes)
      }
    }
    const longLists = (length: number) => {
      const endings = byEnding(length)
      const table = new EndingTable(endings.size)
      for (const [ending, indexes] of endings) {
        this.#allow(ending, length)
        table.set(ending, addList(indexes))
      }
      return table
    }
    this.#ofMore = longLists(ENDING_MAX)
    this.#ofThree = longLists(3)
    shortLists(2, this.#ofTwo)
    shortLists(1, this.#ofOne)
    this.#lists = Int16Array.from(lists)
  }

  /** Calls `visit` with each keyword's index, start and end, in order of the ends, until it returns false; whether it never did. */
  scan(walk: Walk, visit: (keyword: number, start: number, end: number) => boolean): boolean {
    const { units, endings, endingCount } = walk
    const classes = this.classes
    for (let n = 0; n < endingCount; n++) {
      const last = endings[n] as number
      const one = (classes[units[last] as number] as number) & LETTER_MASK
      const two = (last > 0 ? this.#classAt(units, last - 1) << LETTER_BITS : 0) | one
      const three = (last > 1 ? this.#classAt(units, last - 2) << (2 * LETTER_BITS) : 0) | two
      const four = (last > 2 ? this.#classAt(units, last - 3) << (3 * LETTER_BITS) : 0) | three
      const ofMore = this.#ofMore.get(four)
      if (ofMore !== NONE && !this.#visitList(units, last, ofMore, visit)) return false
      const ofThree = this.#ofThree.get(three)
      if (ofThree !== NONE && !this.#visitList(units, last, ofThree, visit)) return false
      const ofTwo = this.#ofTwo[two] as number
      if (ofTwo !== NONE && !this.#visitList(units, last, ofTwo, visit)) return false
      const ofOne = this.#ofOne[one] as number
      if (ofOne !== NONE && !this.#visitList(units, last, ofOne, visit)) return false
    }
    return true
  }

  /** Visits the keywords of a list that end with the unit `last`. */
  #visitList(
    units: Uint16Array,
    last: number,
    list: number,
    visit: (keyword: number, start: number, end: number) => boolean,
  ): boolean {
    for (let i = list; this.#lists[i] !== NONE; i++) {
      const keyword = this.#lists[i] as number
      const start = last + 1 - (this.#lengths[keyword] as number)
      if (this.#standsAt(units, start, keyword) && !visit(keyword, start, last + 1)) return false
    }
    return true
  }

  #classAt(units: Uint16Array, index: number): number {
    return (this.classes[units[index] as number] as number) & LETTER_MASK
  }

  #standsAt(units: Uint16Array, start: number, keyword: number): boolean {
    if (start < 0) return false
    const from = this.#starts[keyword] as number
    for (let i = 0; i < (this.#lengths[keyword] as number); i++)
      if (LETTERS[units[start + i] as number] !== this.#letters[from + i]) return false
    return true
  }

  /** The classes of the last four letters, or of all where there are fewer. */
  #endingOf(keyword: string): number {
    let ending = 0
    for (const letter of keyword.slice(-ENDING_MAX))
      ending = (ending << LETTER_BITS) | ((this.classes[letter.charCodeAt(0)] as number) & LETTER_MASK)
    return ending
  }

  /** Sets the bits of all that a keyword of that length and ending may stand at the end of. */
  #allow(ending: number, length: number): void {
    if (length <= 2) {
      for (let before = 0; before < 1 << ((2 - length) * LETTER_BITS); before++)
        setBit(this.pairs, (before << (length * LETTER_BITS)) | ending)
      return
    }
    for (let before = 0; before < 1 << ((ENDING_MAX - length) * LETTER_BITS); before++)
      setBit(this.endings, endingHash((before << (length * LETTER_BITS)) | ending))
  }
}

function setBit(bits: Int32Array, index: number): void {
  bits[index >> 5] = (bits[index >> 5] as number) | (1 << (index & 31))
}

/** Numbers by the classes of endings, in open addressing. */
class EndingTable {
  readonly #bits: number
  readonly #keys: Int32Array
  readonly #values: Int16Array

  constructor(size: number) {
    this.#bits = Math.ceil(Math.log2(size + 1)) + 1
    this.#keys = new Int32Array(1 << this.#bits).fill(NONE)
    this.#values = new Int16Array(1 << this.#bits).fill(NONE)
  }

  set(ending: number, value: number): void {
    const slot = this.#slotOf(ending)
    this.#keys[slot] = ending
    this.#values[slot] = value
  }

  /** Returns NONE if there is no number. */
  get(ending: number): number {
    return this.#values[this.#slotOf(ending)] as number
  }

  /** Where the key of an ending stands, or would stand. */
  #slotOf(ending: number): number {
    const keys = this.#keys
    const mask = keys.length - 1
    let slot = Math.imul(ending, SLOT_FACTOR) >>> (32 - this.#bits)
    while (keys[slot] !== ending && keys[slot] !== NONE) slot = (slot + 1) & mask
    return slot
  }
}

function isKeyword(word: string): boolean {
  if (word === '' || word !== plainWord(word)) return false
  for (let i = 0; i < word.length; i++) if (LETTERS[word.charCodeAt(i)] !== word.charCodeAt(i)) return false
  return true
}
