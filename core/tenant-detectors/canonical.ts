import { normalise } from '../inspect/normalise.ts'
import { plainView } from '../inspect/view.ts'

/** Classes of UTF-16 units. */
const BLANK = 1
const DASH = 2
const MARK = 4
const WORD = 8
/** A letter or digit, also of a script that is written without blanks. */
const LETTER = 16
/** An escape such as \n ends a word although its letter stands before the next. */
const BACKSLASH = 92
const ESCAPES = new Set([...'nrt'].map((letter) => letter.charCodeAt(0)))
/** From here on, and in Thai and its neighbours, words are written without blanks between them. */
const UNSPACED = 0x2e80
const THAI_TO_TIBETAN = [0xe00, 0xfff] as const

/** `compact` leaves out blanks and dashes; `words` makes one blank of several. */
export type Form = 'compact' | 'words'

interface Tables {
  readonly classes: Uint8Array
  /** Each unit without its accent, and in lower case without that. */
  readonly plain: Uint16Array
  readonly lower: Uint16Array
}

let tables: Tables | undefined

/** Built when a tenant has detectors: most have none. */
function tablesOf(): Tables {
  if (tables !== undefined) return tables
  const classes = new Uint8Array(65_536)
  const plain = new Uint16Array(65_536)
  const lower = new Uint16Array(65_536)
  for (let unit = 0; unit < 65_536; unit++) {
    const character = String.fromCharCode(unit)
    classes[unit] = classOf(unit, character)
    const base = single(character.normalize('NFD').replace(/\p{M}/gu, ''), unit)
    plain[unit] = base
    lower[unit] = single(String.fromCharCode(base).toLowerCase(), base)
  }
  tables = { classes, plain, lower }
  return tables
}

function classOf(unit: number, character: string): number {
  if (/\s/.test(character)) return BLANK
  if (unit === 0x2d || unit === 0xad || (unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212) return DASH
  if (unit >= 0x300 && unit <= 0x36f) return MARK | WORD | LETTER
  const isUnspaced = unit >= UNSPACED || (unit >= THAI_TO_TIBETAN[0] && unit <= THAI_TO_TIBETAN[1])
  if (!/[\p{L}\p{N}\p{M}_]/u.test(character)) return 0
  return isUnspaced ? LETTER : LETTER | WORD
}

function single(text: string, otherwise: number): number {
  return text.length === 1 ? text.charCodeAt(0) : otherwise
}

/** Whether a unit of a canonical form is neither a letter nor a digit. */
export function isSymbol(unit: number): boolean {
  return ((tablesOf().classes[unit] as number) & LETTER) === 0
}

/** A text in canonical form. The arrays belong to the reader: valid until its next call. */
export interface CanonicalText {
  readonly length: number
  readonly units: Uint16Array
  /** Where each unit stands in the text it was made from. */
  readonly places: Int32Array
  /** MAY_START and MAY_END: whether a word may begin with this unit, or end with it; and SYMBOL. */
  readonly edges: Uint8Array
}

export const MAY_START = 1
export const MAY_END = 2
/** Neither a letter nor a digit. */
export const SYMBOL = 4

/** Longer texts get arrays of their own, which go with them. */
const KEPT_MAX = 1_048_576

/** Makes canonical forms: without accents, on wish without case, and without what people write now one way, now another. */
export class CanonicalReader {
  #units = new Uint16Array(4096)
  #places = new Int32Array(4096)
  #edges = new Uint8Array(4096)

  read(text: string, form: Form, ignoreCase: boolean): CanonicalText {
    const { classes, plain, lower } = tablesOf()
    const fold = ignoreCase ? lower : plain
    const { units, places, edges } = this.#room(text.length)
    let length = 0
    let before = 0
    let current = classes[text.charCodeAt(0)] ?? 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      const after = i + 1 < text.length ? (classes[text.charCodeAt(i + 1)] as number) : 0
      const kind = current
      current = after
      if (kind & (BLANK | DASH | MARK)) {
        if (kind & MARK) continue
        before = 0
        if (form === 'compact') continue
        if (kind & BLANK) {
          if (length > 0 && units[length - 1] === 32) continue
          units[length] = 32
          places[length] = i
          edges[length++] = MAY_START | MAY_END
          continue
        }
      }
      const isWord = (kind & WORD) !== 0
      let edge = isWord && before & WORD && !isEscaped(text, i - 1) ? 0 : MAY_START
      if ((kind & LETTER) === 0) edge |= SYMBOL
      if (!isWord || (after & WORD) === 0) edge |= MAY_END
      units[length] = fold[unit] as number
      places[length] = i
      edges[length++] = edge
      before = kind
    }
    return { length, units, places, edges }
  }

  #room(length: number): { units: Uint16Array; places: Int32Array; edges: Uint8Array } {
    if (length <= this.#units.length) return { units: this.#units, places: this.#places, edges: this.#edges }
    const size = length < KEPT_MAX ? 2 ** Math.ceil(Math.log2(length)) : length
    const room = { units: new Uint16Array(size), places: new Int32Array(size), edges: new Uint8Array(size) }
    if (length < KEPT_MAX) {
      this.#units = room.units
      this.#places = room.places
      this.#edges = room.edges
    }
    return room
  }
}

function isEscaped(text: string, index: number): boolean {
  return text.charCodeAt(index - 1) === BACKSLASH && ESCAPES.has(text.charCodeAt(index))
}

const reader = new CanonicalReader()

/** A value in canonical form, as it is looked for in texts: disguises taken off, outer blanks too. */
export function canonicalForm(value: string, form: Form, ignoreCase: boolean): string {
  const visible = normalise(plainView(value))?.text ?? value
  const { units, length } = reader.read(visible.trim(), form, ignoreCase)
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
}
