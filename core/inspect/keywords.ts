import { plainWord } from './characters.ts'
import { UNIT_CLASSES } from './unit-classes.ts'
import { ENDING_BITS, LETTER_BITS, LETTER_MASK, type Triggers, type Walk } from './walk.ts'

/** Beyond Latin Extended-A no character is a letter of a keyword with an accent. */
const FOLDED = 0x180
/** The letter that each unit is without case and accent; 0 where that is none of Latin-1. */
const LETTERS = new Uint8Array(65_536)
for (let code = 1; code < FOLDED; code++) {
  const plain = plainWord(String.fromCharCode(code))
  if (plain.length === 1 && plain.charCodeAt(0) < 0x100) LETTERS[code] = plain.charCodeAt(0)
}

const NONE = -1
const SLOT_FACTOR = 0x9e3779b1

/**
 * Finds many words in a text, without regard to case and accents, where a walk has noted that one may end. The keywords themselves are
 * of Latin-1, in lower case and without accents.
 *
 * The walk asks 32 kB of bits about every three units; what passes, one place in ten, is looked up here by its last three letters. An
 * automaton for all keywords would be larger than the processor's cache.
 */
export class KeywordIndex implements Triggers {
  readonly classes = new Uint16Array(UNIT_CLASSES)
  readonly endings = new Int32Array(1 << (ENDING_BITS - 5))
  /** The letters of all keywords, one after another; where each begins, and how many it has. */
  readonly #letters: Uint8Array
  readonly #starts: Int32Array
  readonly #lengths: Int32Array
  /** Lists of keywords, the longest first, NONE behind each. */
  readonly #lists: Int16Array
  /** Where the lists of keywords of one and of two letters begin, by their classes. */
  readonly #ofOne = new Int16Array(1 << LETTER_BITS).fill(NONE)
  readonly #ofTwo = new Int16Array(1 << (2 * LETTER_BITS)).fill(NONE)
  /** Where the lists of longer ones begin, by the classes of their last three: open addressing. */
  readonly #slotBits: number
  readonly #slotKeys: Int32Array
  readonly #slotLists: Int16Array
  /** Two numbers for each: a bit by the class of every letter that stands before those three in one of its keywords. */
  readonly #slotBefore: Int32Array

  constructor(keywords: readonly string[]) {
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
    const longer = Map.groupBy(
      keywords.keys().filter((index) => (keywords[index]?.length ?? 0) > 2),
      (index) => this.#endingOf(keywords[index] ?? ''),
    )
    this.#slotBits = Math.ceil(Math.log2(longer.size + 1)) + 1
    this.#slotKeys = new Int32Array(1 << this.#slotBits).fill(NONE)
    this.#slotLists = new Int16Array(1 << this.#slotBits)
    this.#slotBefore = new Int32Array(2 << this.#slotBits)
    const lists: number[] = []
    const addList = (indexes: readonly number[]) => {
      lists.push(...indexes.toSorted((a, b) => (this.#lengths[b] ?? 0) - (this.#lengths[a] ?? 0)), NONE)
      return lists.length - 1 - indexes.length
    }
    for (const [ending, indexes] of longer) {
      this.#allow(ending, 3)
      const slot = this.#slotOf(ending)
      this.#slotKeys[slot] = ending
      this.#slotLists[slot] = addList(indexes)
      for (const index of indexes) this.#allowBefore(slot, keywords[index] ?? '')
    }
    for (const [length, starts] of [
      [1, this.#ofOne],
      [2, this.#ofTwo],
    ] as const) {
      const short = [...keywords.keys()].filter((index) => keywords[index]?.length === length)
      for (const [ending, indexes] of Map.groupBy(short, (index) => this.#endingOf(keywords[index] ?? ''))) {
        this.#allow(ending, length)
        starts[ending] = addList(indexes)
      }
    }
    this.#lists = Int16Array.from(lists)
  }

  /** Calls `visit` with each keyword's index, start and end, in order of the ends, until it returns false; whether it never did. */
  scan(walk: Walk, visit: (keyword: number, start: number, end: number) => boolean): boolean {
    const { units, endings, endingCount } = walk
    const classes = this.classes
    const slotBefore = this.#slotBefore
    for (let n = 0; n < endingCount; n++) {
      const last = endings[n] as number
      const one = (classes[units[last] as number] as number) & LETTER_MASK
      const two = (last > 0 ? this.#classAt(units, last - 1) << LETTER_BITS : 0) | one
      const three = (last > 1 ? this.#classAt(units, last - 2) << (2 * LETTER_BITS) : 0) | two
      const slot = this.#slotOf(three)
      if (this.#slotKeys[slot] === three) {
        const before = last > 2 ? this.#classAt(units, last - 3) : 0
        const mayStand = ((slotBefore[2 * slot + (before >> 5)] as number) >> (before & 31)) & 1
        if (mayStand === 1 && !this.#visitList(units, last, this.#slotLists[slot] as number, visit)) return false
      }
      const ofTwo = this.#ofTwo[two] as number
      if (ofTwo !== NONE && !this.#visitList(units, last, ofTwo, visit)) return false
      const ofOne = this.#ofOne[one] as number
      if (ofOne !== NONE && !this.#visitList(units, last, ofOne, visit)) return false
    }
    return true
  }

  /** Visits those of a list that end with the unit `last`. */
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

  /** The classes of the last three letters, or of all where there are fewer. */
  #endingOf(keyword: string): number {
    let ending = 0
    for (const letter of keyword.slice(-3))
      ending = (ending << LETTER_BITS) | ((this.classes[letter.charCodeAt(0)] as number) & LETTER_MASK)
    return ending
  }

  /** Sets the bits of all endings that a keyword may stand at the end of. */
  #allow(ending: number, length: number): void {
    const own = Math.min(3, length) * LETTER_BITS
    for (let before = 0; before < 1 << (ENDING_BITS - own); before++) {
      const whole = (before << own) | ending
      this.endings[whole >> 5] = (this.endings[whole >> 5] as number) | (1 << (whole & 31))
    }
  }

  #allowBefore(slot: number, keyword: string): void {
    const letter = keyword.length > 3 ? (this.classes[keyword.charCodeAt(keyword.length - 4)] ?? 0) & LETTER_MASK : -1
    for (const half of [0, 1]) {
      const bits = letter === -1 ? -1 : letter >> 5 === half ? 1 << (letter & 31) : 0
      this.#slotBefore[2 * slot + half] = (this.#slotBefore[2 * slot + half] as number) | bits
    }
  }

  /** Where the key of an ending stands, or would stand. */
  #slotOf(ending: number): number {
    const mask = this.#slotKeys.length - 1
    let slot = Math.imul(ending, SLOT_FACTOR) >>> (32 - this.#slotBits)
    while (this.#slotKeys[slot] !== ending && this.#slotKeys[slot] !== NONE) slot = (slot + 1) & mask
    return slot
  }
}

function isKeyword(word: string): boolean {
  if (word === '' || word !== plainWord(word)) return false
  for (let i = 0; i < word.length; i++) if (LETTERS[word.charCodeAt(i)] !== word.charCodeAt(i)) return false
  return true
}
