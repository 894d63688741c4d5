import { isLatinLetter, plainWord } from './characters.ts'

/** The low bits of a class: which letter the unit is, as all keywords and names know it. */
export const LETTER_BITS = 6
export const LETTER_MASK = (1 << LETTER_BITS) - 1
/** The number of the bit that is set if the unit is neither a Latin letter nor an ASCII digit, so that a word ends there. */
export const PLACE_BIT = 6
/** The number of the bit that is set if the unit is an ASCII digit. */
export const DIGIT_BIT = 7

/** Characters beyond Latin Extended-A are never accented letters of a keyword. */
export const FOLDED = 0x180
/** The letter of each unit without case and accent; 0 if that is not a letter of Latin-1. */
export const PLAIN_LETTERS = new Uint8Array(65_536)
for (let code = 1; code < FOLDED; code++) {
  const plain = plainWord(String.fromCharCode(code))
  if (plain.length === 1 && plain.charCodeAt(0) < 0x100) PLAIN_LETTERS[code] = plain.charCodeAt(0)
}

/** The classes of letters are below it: those from a to z have 1 to 26, the one more of Latin-1 that no accent makes has 27. */
export const OTHER_LETTERS = 28

/** The letter class of a plain letter (PLAIN_LETTERS); 0 for digits and signs. */
function letterClass(plain: number): number {
  return plain >= 0x61 && plain <= 0x7a ? plain - 0x60 : plain === 0xdf ? OTHER_LETTERS - 1 : 0
}

/** The classes of each unit that are the same for all rules. */
export const UNIT_CLASSES = new Uint8Array(65_536)
for (let code = 0; code < UNIT_CLASSES.length; code++) {
  const isDigit = code >= 48 && code <= 57
  const kind = isDigit ? 1 << DIGIT_BIT : isLatinLetter(code) ? 0 : 1 << PLACE_BIT
  UNIT_CLASSES[code] = kind | letterClass(PLAIN_LETTERS[code] as number)
}
