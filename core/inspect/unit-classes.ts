import { isLatinLetter } from './characters.ts'

/** The unit is no Latin letter and no digit of ASCII: words end there. As the number of its bit. */
export const PLACE_BIT = 6
/** The unit is a digit of ASCII. */
export const DIGIT_BIT = 7

/** The classes of every unit that do not depend on rules. */
export const UNIT_CLASSES = new Uint16Array(65_536)
for (let code = 0; code < UNIT_CLASSES.length; code++) {
  const isDigit = code >= 48 && code <= 57
  UNIT_CLASSES[code] = isDigit ? 1 << DIGIT_BIT : isLatinLetter(code) ? 0 : 1 << PLACE_BIT
}
