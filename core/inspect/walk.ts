import { LETTER_BITS, UNIT_CLASSES } from './unit-classes.ts'
import {
  BLOCKS,
  beginText,
  noteEndings,
  noteMarks,
  noteNamesBeforeDigits,
  noteSigns,
  noteUnits,
  noteWords,
  type WordNotes,
} from './walk-blocks.ts'

/** What a walk looks at each unit for: its classes (unit-classes.ts), and which of them in a row may end a keyword (keywords.ts). */
export interface Triggers {
  /** By unit: the class of the letter in keywords in the low six bits, the unit's own classes above. */
  readonly classes: Uint8Array
  /** A bit for every three classes in a row that any keyword may end with. */
  readonly lastThree: Int32Array
  /** A bit for every hash of five classes in a row (endingHash) that a keyword of five letters or more may end with. */
  readonly endings: Int32Array
  /** The same of four, for keywords of four letters. */
  readonly fourEndings: Int32Array
  /** A bit for every three classes in a row that a keyword of up to three letters may end with. */
  readonly shortEndings: Int32Array
  /** Words of at least this number of letters and digits are noted. */
  readonly wordMin: number
}

/** A longer text gets its own arrays, which are freed with it. */
const KEPT_MAX = 1_048_576
/** 8 kB of bits, which fit the first cache of a processor beside those of three classes. */
const ENDING_BITS = 16

/** Which bit of Triggers.endings or Triggers.fourEndings stands for the classes of five or four letters, six bits each. */
export function endingHash(classes: number): number {
  return Math.imul(classes, 0x9e3779b1) >>> (32 - ENDING_BITS)
}

/** Arrays in which no bit is set. */
export function noEndings(): Pick<Triggers, 'lastThree' | 'endings' | 'fourEndings' | 'shortEndings'> {
  return {
    lastThree: new Int32Array(1 << (3 * LETTER_BITS - 5)),
    endings: new Int32Array(1 << (ENDING_BITS - 5)),
    fourEndings: new Int32Array(1 << (ENDING_BITS - 5)),
    shortEndings: new Int32Array(1 << (3 * LETTER_BITS - 5)),
  }
}

/** In Walk.endingClasses, which of Triggers has told that a keyword may end there. */
export const LONG_BIT = 31
export const SHORT_BIT = 30

/** No word is so long: a small integer, as the loops over words compare with it. */
export const NO_WORD_MIN = 0x3fffffff

/** For walks without rules: there are no keywords. */
export const NO_TRIGGERS: Triggers = {
  classes: UNIT_CLASSES,
  ...noEndings(),
  wordMin: NO_WORD_MIN,
}

/**
 * The one walk over a text. It notes where something stands that any rule or disguise may begin with; all that looks closer does so
 * from these places on. Whatever it notes is valid until the next walk of the same object.
 *
 * A loop over numbers in an array is two to five times faster than one that calls charCodeAt(), which asks at every unit how the text is
 * stored; and each place is written down whether it counts or not, as a wrong guess of the processor costs more than ten of these.
 */
export class Walk implements WordNotes {
  /** The UTF-16 units of the text, followed by a zero and then by arbitrary values. */
  units = new Uint16Array(0)
  length = 0
  /** The places of units that belong to no word of letters and digits. The last place is the end of the text. */
  places = new Int32Array(0)
  placeCount = 0
  /** The places where keywords may end. */
  endings = new Int32Array(0)
  /** The letter classes of the five units up to each of these, with LONG_BIT and SHORT_BIT. */
  endingClasses = new Int32Array(0)
  endingCount = 0
  /** Where each group of digits begins and ends, in turn. */
  digits = new Int32Array(0)
  digitCount = 0
  /** The places of signs that a disguise may begin with. */
  marks = new Int32Array(0)
  markCount = 0
  /** The beginnings of words with a capital. */
  capitals = new Int32Array(0)
  capitalCount = 0
  /** The beginnings of words that may be given names. */
  givens = new Int32Array(0)
  givenCount = 0
  pairs: number[] = []
  longWords: number[] = []
  stretches: number[] = []
  spelled: number[] = []
  apart: number[] = []
  #bytes = Buffer.alloc(0)

  constructor() {
    this.#hold(4096)
  }

  /** Copies the units of a text, which note() then reads. */
  read(text: string): void {
    const { length } = text
    if (length >= this.units.length) this.#hold(length < KEPT_MAX ? 2 ** Math.ceil(Math.log2(length + 1)) : length + 1)
    this.#bytes.write(text, 'utf16le')
    this.units[length] = 0
    this.length = length
  }

  /** Notes what stands in the text: all of it, or only signs and long words, or of what stands between words only `marks`. */
  note(triggers: Triggers, what: 'all' | 'signs' | 'marks' = 'all'): void {
    this.placeCount = 0
    this.endingCount = 0
    this.digitCount = 0
    this.markCount = 0
    this.capitalCount = 0
    this.givenCount = 0
    this.pairs = []
    this.longWords = []
    this.stretches = []
    this.spelled = []
    this.apart = []
    const { counts } = BLOCKS
    beginText()
    // The zero behind the text ends its last word.
    for (let from = 0; from <= this.length; from += BLOCKS.length) {
      const length = Math.min(BLOCKS.length, this.length + 1 - from)
      // A view of a part costs more than copying all of an array that is no longer than a block.
      BLOCKS.units.set(this.units.length === BLOCKS.length ? this.units : this.units.subarray(from, from + length))
      noteUnits(from, length, triggers.classes, triggers.lastThree)
      noteEndings(from, triggers.endings, triggers.fourEndings, triggers.shortEndings)
      this.digitCount = append(this.digits, this.digitCount, BLOCKS.digits, counts.digits)
      if (what === 'all') {
        noteWords(this, from, triggers.wordMin)
        noteNamesBeforeDigits(this)
      } else if (what === 'signs') noteSigns(this, from, triggers.wordMin)
      else noteMarks(from)
      append(this.endingClasses, this.endingCount, BLOCKS.endingClasses, counts.endings)
      this.endingCount = append(this.endings, this.endingCount, BLOCKS.endings, counts.endings)
      this.placeCount = append(this.places, this.placeCount, BLOCKS.places, counts.places)
      this.markCount = append(this.marks, this.markCount, BLOCKS.marks, counts.marks)
      if (what !== 'all') continue
      this.capitalCount = append(this.capitals, this.capitalCount, BLOCKS.capitals, counts.capitals)
      this.givenCount = append(this.givens, this.givenCount, BLOCKS.givens, counts.givens)
    }
  }

  #hold(size: number): void {
    this.units = new Uint16Array(size)
    this.#bytes = Buffer.from(this.units.buffer)
    this.places = new Int32Array(size)
    this.endings = new Int32Array(size)
    this.endingClasses = new Int32Array(size)
    this.digits = new Int32Array(size)
    this.marks = new Int32Array(size)
    this.capitals = new Int32Array(size)
    this.givens = new Int32Array(size)
  }
}

/** Adds the first `length` of a block to what holds `count`, and returns how much it holds then. */
function append(all: Int32Array, count: number, block: Int32Array, length: number): number {
  all.set(block.subarray(0, length), count)
  return count + length
}
