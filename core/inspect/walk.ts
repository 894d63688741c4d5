import { DIGIT_BIT, PLACE_BIT, UNIT_CLASSES } from './unit-classes.ts'

/** What a walk looks at each unit for: its classes (unit-classes.ts), and which three in a row may end a keyword (keywords.ts). */
export interface Triggers {
  /** By unit: the class of the letter in keywords in the low six bits, the unit's own classes above. */
  readonly classes: Uint16Array
  /** A bit for every three classes in a row. */
  readonly endings: Int32Array
}

/** Longer texts get arrays of their own, which go with them. */
const KEPT_MAX = 1_048_576
/** The classes of letters that tell which keyword may end: three times six bits. */
export const ENDING_BITS = 18
const ENDING_MASK = (1 << ENDING_BITS) - 1
export const LETTER_BITS = 6
export const LETTER_MASK = (1 << LETTER_BITS) - 1

/** For what is walked over without rules: no keywords. */
export const NO_TRIGGERS: Triggers = { classes: UNIT_CLASSES, endings: new Int32Array(1 << (ENDING_BITS - 5)) }

/**
 * The one walk over a text. It notes where something stands that any rule or disguise may begin with; all that looks closer does so
 * from these places on. Whatever it notes is valid until the next walk of the same object.
 *
 * A loop over numbers in an array is two to five times faster than one that calls charCodeAt(), which asks at every unit how the text is
 * stored; and each place is written down whether it counts or not, as a wrong guess of the processor costs more than ten of these.
 */
export class Walk {
  /** The UTF-16 units of the text, a zero behind them, and then anything. */
  units = new Uint16Array(0)
  length = 0
  /** Where units stand that belong to no word of letters and digits; the end of the text is the last. */
  places = new Int32Array(0)
  placeCount = 0
  /** The last units of what may be keywords. */
  endings = new Int32Array(0)
  endingCount = 0
  /** The first units of groups of digits. */
  digits = new Int32Array(0)
  digitCount = 0
  #bytes = Buffer.alloc(0)

  constructor() {
    this.#hold(4096)
  }

  /** Copies the units of a text; note() goes over them. */
  read(text: string): void {
    const { length } = text
    if (length >= this.units.length) this.#hold(length < KEPT_MAX ? 2 ** Math.ceil(Math.log2(length + 1)) : length + 1)
    this.#bytes.write(text, 'utf16le')
    this.units[length] = 0
    this.length = length
  }

  note({ classes, endings }: Triggers): void {
    const { units, length, places, endings: noted, digits } = this
    let placeCount = 0
    let endingCount = 0
    let digitCount = 0
    let ending = 0
    let before = 0
    for (let i = 0; i < length; i++) {
      const kind = classes[units[i] as number] as number
      places[placeCount] = i
      placeCount += (kind >> PLACE_BIT) & 1
      ending = ((ending << LETTER_BITS) | (kind & LETTER_MASK)) & ENDING_MASK
      noted[endingCount] = i
      endingCount += ((endings[ending >> 5] as number) >> (ending & 31)) & 1
      digits[digitCount] = i
      digitCount += ((kind & ~before) >> DIGIT_BIT) & 1
      before = kind
    }
    places[placeCount] = length
    this.placeCount = placeCount + 1
    this.endingCount = endingCount
    this.digitCount = digitCount
  }

  #hold(size: number): void {
    this.units = new Uint16Array(size)
    this.#bytes = Buffer.from(this.units.buffer)
    this.places = new Int32Array(size)
    this.endings = new Int32Array(size)
    this.digits = new Int32Array(size)
  }
}
