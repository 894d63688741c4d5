import { isLatinLetter } from './characters.ts'

/** The number of the bit that is set if the unit is neither a Latin letter nor an ASCII digit, so that a word ends there. */
export const PLACE_BIT = 6
/** The number of the bit that is set if the unit is an ASCII digit. */
export const DIGIT_BIT = 7

/** The classes of each unit that are the same for all rules. */
export const UNIT_CLASSES = new Uint16Array(65_536)
for (let code = 0; code < UNIT_CLASSES.length; code++) {
  const isDigit = code >= 48 && code <= 57
  UNIT_CLASSES[code] = isDigit ? 1 << DIGIT_BIT : isLatinLetter(code) ? 0 : 1 << PLACE_BIT
}
