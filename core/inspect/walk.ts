import { LETTER_BITS, UNIT_CLASSES } from './unit-classes.ts'

/** What a walk looks at each unit for: its classes (unit-classes.ts), and which of them in a row may end a keyword (keywords.ts). */
export interface Triggers {
  /** By unit: the class of the letter in keywords in the low six bits, the unit's own classes above. */
  readonly classes: Uint16Array
  /** A bit for every hash of four classes in a row (endingHash). */
  readonly endings: Int32Array
  /** A bit for every three classes in a row. */
  readonly shortEndings: Int32Array
}

/** A longer text gets its own arrays, which are freed with it. */
const KEPT_MAX = 1_048_576
/** 16 kB of bits, which fit the first cache of a processor beside those of three classes. */
const ENDING_BITS = 17

/** Which bit of Triggers.endings stands for the classes of four letters, six bits each. */
export function endingHash(classes: number): number {
  return Math.imul(classes, 0x9e3779b1) >>> (32 - ENDING_BITS)
}

/** Arrays in which no bit is set. */
export function noEndings(): Pick<Triggers, 'endings' | 'shortEndings'> {
  return { endings: new Int32Array(1 << (ENDING_BITS - 5)), shortEndings: new Int32Array(1 << (3 * LETTER_BITS - 5)) }
}

/** For walks without rules: there are no keywords. */
export const NO_TRIGGERS: Triggers = { classes: UNIT_CLASSES, ...noEndings() }

/**
 * The one walk over a text. It notes where something stands that any rule or disguise may begin with; all that looks closer does so
 * from these places on. Whatever it notes is valid until the next walk of the same object.
 *
 * A loop over numbers in an array is two to five times faster than one that calls charCodeAt(), which asks at every unit how the text is
 * stored; and each place is written down whether it counts or not, as a wrong guess of the processor costs more than ten of these.
 */
export class Walk {
  /** The UTF-16 units of the text, followed by a zero and then by arbitrary values. */
  units = new Uint16Array(0)
  length = 0
  /** The places of units that belong to no word of letters and digits. The last place is the end of the text. */
  places = new Int32Array(0)
  placeCount = 0
  /** The letter classes of the four units before each place. */
  tails = new Int32Array(0)
  /** The places where keywords may end. */
  endings = new Int32Array(0)
  /** The letter classes of the four units up to each of these. */
  endingClasses = new Int32Array(0)
  endingCount = 0
  /** The places where groups of digits begin. */
  digits = new Int32Array(0)
  digitCount = 0
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

  note(triggers: Triggers): void {
    block.ending = 0
    block.before = 0
    this.placeCount = 0
    this.endingCount = 0
    this.digitCount = 0
    for (let from = 0; from < this.length; from += BLOCK) {
      const length = Math.min(BLOCK, this.length - from)
      blockUnits.set(this.units.subarray(from, from + length))
      noteBlock(from, length, triggers.classes, triggers.endings, triggers.shortEndings)
      this.places.set(blockPlaces.subarray(0, block.places), this.placeCount)
      this.tails.set(blockTails.subarray(0, block.places), this.placeCount)
      this.placeCount += block.places
      this.endings.set(blockEndings.subarray(0, block.endings), this.endingCount)
      this.endingClasses.set(blockEndingClasses.subarray(0, block.endings), this.endingCount)
      this.endingCount += block.endings
      this.digits.set(blockDigits.subarray(0, block.digits), this.digitCount)
      this.digitCount += block.digits
    }
    this.tails[this.placeCount] = block.ending
    this.places[this.placeCount++] = this.length
  }

  #hold(size: number): void {
    this.units = new Uint16Array(size)
    this.#bytes = Buffer.from(this.units.buffer)
    this.places = new Int32Array(size)
    this.tails = new Int32Array(size)
    this.endings = new Int32Array(size)
    this.endingClasses = new Int32Array(size)
    this.digits = new Int32Array(size)
  }
}

/**
 * A text is gone over in blocks of these arrays: as they are the same at all times, their addresses and lengths are constants of the compiled
 * loop, which is a third faster for it.
 */
const BLOCK = 4096
const blockUnits = new Uint16Array(BLOCK)
const blockPlaces = new Int32Array(BLOCK)
const blockTails = new Int32Array(BLOCK)
const blockEndings = new Int32Array(BLOCK)
const blockEndingClasses = new Int32Array(BLOCK)
const blockDigits = new Int32Array(BLOCK)
/** The result of a block: how much it has noted, and its last classes, which the next block needs. */
const block = { ending: 0, before: 0, places: 0, endings: 0, digits: 0 }

/** The numbers of bits are written as literals here, because imported constants are read from memory each time. */
function noteBlock(
  from: number,
  length: number,
  classes: Uint16Array,
  endings: Int32Array,
  shortEndings: Int32Array,
): void {
  let { ending, before } = block
  let placeCount = 0
  let endingCount = 0
  let digitCount = 0
  for (let i = 0; i < length; i++) {
    const kind = classes[blockUnits[i] as number] as number
    blockPlaces[placeCount] = from + i
    blockTails[placeCount] = ending
    // PLACE_BIT
    placeCount += (kind >> 6) & 1
    // LETTER_BITS, LETTER_MASK; four letters
    ending = ((ending << 6) | (kind & 0x3f)) & 0xffffff
    // endingHash
    const hash = Math.imul(ending, 0x9e3779b1) >>> 15
    blockEndings[endingCount] = from + i
    blockEndingClasses[endingCount] = ending
    endingCount +=
      (((endings[hash >> 5] as number) >> (hash & 31)) |
        ((shortEndings[(ending & 0x3ffff) >> 5] as number) >> (ending & 31))) &
      1
    blockDigits[digitCount] = from + i
    // DIGIT_BIT
    digitCount += ((kind & ~before) >> 7) & 1
    before = kind
  }
  block.ending = ending
  block.before = before
  block.places = placeCount
  block.endings = endingCount
  block.digits = digitCount
}
