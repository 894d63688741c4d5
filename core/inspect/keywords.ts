import { plainWord } from './characters.ts'
import { FOLDED, LETTER_BITS, LETTER_MASK, OTHER_LETTERS, PLAIN_LETTERS, UNIT_CLASSES } from './unit-classes.ts'
import { endingHash, NO_WORD_MIN, noEndings, type Triggers, type Walk } from './walk.ts'

/** A table of this module: what is imported is read from memory each time. */
const PLAIN = PLAIN_LETTERS
const NONE = -1
/** How many of the last letters are known where a keyword may end. */
const ENDING_MAX = 5
/** The last three decide whether a keyword of up to four letters may end there: a bit for each four would be too many. */
const SHORT_MAX = 3
const FIVE = (1 << (5 * LETTER_BITS)) - 1
const FOUR = (1 << (4 * LETTER_BITS)) - 1
const THREE = (1 << (3 * LETTER_BITS)) - 1
const TWO = (1 << (2 * LETTER_BITS)) - 1
const SLOT_FACTOR = 0x9e3779b1
/** An entry of a list: the keyword's number in the lowest bits, then its length, then its first letter. */
const NUMBER_MASK = 0xfff
const LENGTH_SHIFT = 12
const LENGTH_MASK = 0x7f
const LETTER_SHIFT = 19

/** Is told of keywords. No function: V8 drops what it compiled of one that is made for each text as soon as it collects garbage. */
export interface KeywordVisitor {
  /** False ends the search. */
  visit(keyword: number, start: number, end: number): boolean
}

/**
 * Finds many words in a text, without regard to case and accents, where a walk has noted that one may end. The keywords themselves are
 * of Latin-1, in lower case and without accents.
 *
 * The walk asks 32 kB of bits about every three units, and about what passes 8 kB by the last five, as many by the last four, and as many
 * as before by three, for shorter keywords. What is left, one place in thirty, is looked up here by these letters. An automaton for all
 * keywords would be larger than the processor's cache.
 */
export class KeywordIndex implements Triggers {
  readonly classes = new Uint8Array(UNIT_CLASSES)
  readonly lastThree: Int32Array
  readonly endings: Int32Array
  readonly fourEndings: Int32Array
  readonly shortEndings: Int32Array
  /** The letters of all keywords, one after another, and where each begins. */
  readonly #letters: Uint8Array
  readonly #starts: Int32Array
  /** Lists of keywords, the longest first: the number, the length and the first letter of each. Each list ends with NONE. */
  readonly #lists: Int32Array
  /** Where the lists of keywords of one and of two letters begin, by the classes of the last two units. */
  readonly #ofTwo = new Int16Array(1 << (2 * LETTER_BITS)).fill(NONE)
  /** Where the lists of those of three and of four letters begin, and of longer ones, by the classes of their last three, four and five. */
  readonly #ofThree: EndingTable
  readonly #ofFour: EndingTable
  readonly #ofMore: EndingTable

  readonly wordMin: number

  constructor(keywords: readonly string[], wordMin = NO_WORD_MIN) {
    this.wordMin = wordMin
    const { lastThree, endings, fourEndings, shortEndings } = noEndings()
    this.fourEndings = fourEndings
    this.lastThree = lastThree
    this.endings = endings
    this.shortEndings = shortEndings
    const classOf = new Map<number, number>()
    for (const code of Buffer.from(keywords.join(''), 'latin1')) {
      if (this.#classOf(code) !== 0 || classOf.has(code)) continue
      // Where there are more signs than classes some share one: the index looks twice, and finds the same.
      classOf.set(code, OTHER_LETTERS + (classOf.size % (LETTER_MASK + 1 - OTHER_LETTERS)))
    }
    for (let code = 1; code < FOLDED; code++)
      this.classes[code] = (this.classes[code] as number) | (classOf.get(PLAIN_LETTERS[code] as number) ?? 0)
    this.#letters = Buffer.from(keywords.join(''), 'latin1')
    if (keywords.length > NUMBER_MASK || keywords.some(({ length }) => length > LENGTH_MASK))
      throw new RangeError('more keywords than have numbers, or a longer one than has a length')
    this.#starts = new Int32Array(keywords.length)
    let start = 0
    for (const [index, keyword] of keywords.entries()) {
      if (!isKeyword(keyword)) throw new RangeError('keywords are of Latin-1, in lower case, without accents')
      this.#starts[index] = start
      start += keyword.length
    }
    const lists: number[] = []
    const addList = (indexes: readonly number[]) => {
      const lengthOf = (index: number) => keywords[index]?.length ?? 0
      for (const index of indexes.toSorted((a, b) => lengthOf(b) - lengthOf(a)))
        lists.push(index | (lengthOf(index) << LENGTH_SHIFT) | ((keywords[index] ?? '').charCodeAt(0) << LETTER_SHIFT))
      lists.push(NONE)
      return lists.length - 1 - indexes.length
    }
    const byEnding = (length: number) => {
      const indexes = keywords.keys().filter((index) => Math.min(ENDING_MAX, keywords[index]?.length ?? 0) === length)
      return Map.groupBy(indexes, (index) => this.#endingOf(keywords[index] ?? ''))
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
    this.#ofFour = longLists(4)
    this.#ofThree = longLists(3)
    const ofTwo = byEnding(2)
    const ofOne = byEnding(1)
    for (const [ending, indexes] of ofOne) {
      this.#allow(ending, 1)
      for (let before = 0; before <= LETTER_MASK; before++) {
        const both = (before << LETTER_BITS) | ending
        ofTwo.set(both, [...(ofTwo.get(both) ?? []), ...indexes])
      }
    }
    for (const [ending, indexes] of ofTwo) {
      if (!ofOne.has(ending & LETTER_MASK)) this.#allow(ending, 2)
      this.#ofTwo[ending] = addList(indexes)
    }
    this.#lists = Int32Array.from(lists)
  }

  /** Tells `visitor` of each keyword's index, start and end, in order of the ends, until it returns false; whether it never did. */
  scan(walk: Walk, visitor: KeywordVisitor): boolean {
    const { units, endings, endingClasses, endingCount } = walk
    for (let n = 0; n < endingCount; n++) {
      const classes = endingClasses[n] as number
      const last = endings[n] as number
      // LONG_BIT
      if (classes < 0) {
        const ofMore = this.#ofMore.get(classes & FIVE)
        if (ofMore !== NONE && !this.#visitList(units, last, ofMore, visitor)) return false
      }
      // SHORT_BIT
      if (((classes >> 30) & 1) === 0) continue
      const ofFour = this.#ofFour.get(classes & FOUR)
      const ofThree = this.#ofThree.get(classes & THREE)
      const ofTwo = this.#ofTwo[classes & TWO] as number
      // NONE has all bits.
      if ((ofFour & ofThree & ofTwo) === NONE) continue
      if (ofFour !== NONE && !this.#visitList(units, last, ofFour, visitor)) return false
      if (ofThree !== NONE && !this.#visitList(units, last, ofThree, visitor)) return false
      if (ofTwo !== NONE && !this.#visitList(units, last, ofTwo, visitor)) return false
    }
    return true
  }

  /** Visits the keywords of a list that end with the unit `last`. */
  #visitList(units: Uint16Array, last: number, list: number, visitor: KeywordVisitor): boolean {
    const lists = this.#lists
    for (let i = list; ; i++) {
      const entry = lists[i] as number
      if (entry === NONE) return true
      const length = (entry >> LENGTH_SHIFT) & LENGTH_MASK
      const start = last + 1 - length
      // The first letter tells most other words apart, without a look at the keyword.
      if (start < 0 || PLAIN[units[start] as number] !== entry >> LETTER_SHIFT) continue
      const keyword = entry & NUMBER_MASK
      if (this.#standsAt(units, start, length, keyword) && !visitor.visit(keyword, start, last + 1)) return false
    }
  }

  #classOf(code: number): number {
    return (this.classes[code] as number) & LETTER_MASK
  }

  #standsAt(units: Uint16Array, start: number, length: number, keyword: number): boolean {
    const from = this.#starts[keyword] as number
    for (let i = 1; i < length; i++) if (PLAIN[units[start + i] as number] !== this.#letters[from + i]) return false
    return true
  }

  /** The classes of the last five letters, or of all where there are fewer. */
  #endingOf(keyword: string): number {
    let ending = 0
    for (const letter of keyword.slice(-ENDING_MAX))
      ending = (ending << LETTER_BITS) | this.#classOf(letter.charCodeAt(0))
    return ending
  }

  /** Sets the bits of all that a keyword of that length and ending may stand at the end of. */
  #allow(ending: number, length: number): void {
    if (length === ENDING_MAX) {
      setBit(this.endings, endingHash(ending))
      setBit(this.lastThree, ending & THREE)
      return
    }
    if (length === 4) {
      setBit(this.fourEndings, endingHash(ending))
      setBit(this.lastThree, ending & THREE)
      return
    }
    for (let before = 0; before < 1 << (Math.max(0, SHORT_MAX - length) * LETTER_BITS); before++) {
      const three = ((before << (length * LETTER_BITS)) | ending) & THREE
      setBit(this.shortEndings, three)
      setBit(this.lastThree, three)
    }
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
  for (let i = 0; i < word.length; i++) if (PLAIN_LETTERS[word.charCodeAt(i)] !== word.charCodeAt(i)) return false
  return true
}
