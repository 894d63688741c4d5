/**
 * The French social security number (NIR): sex, year and month of birth, department and commune, order, and a key of two
 * digits (INSEE, "numéro d'inscription au répertoire"). Layout: S YY MM DD CCC OOO KK.
 */

/** Thirteen characters without key: every field has a value that INSEE gives out. `nir` has Corsica's A or B in upper case. */
export function isNirBody(nir: string): boolean {
  return nir.length === 13 && isBody(nir)
}

/** Of the first thirteen of these characters. */
function isBody(nir: string): boolean {
  // 1 and 2; 3 and 4 for people being registered, 5 and 6 seen in old files, 7 and 8 for temporary numbers.
  const sex = digitAt(nir, 0)
  if (sex < 1 || sex > 8) return false
  const isCorsican = isCorsicanLetter(nir.charCodeAt(6))
  if (isCorsican && nir.charCodeAt(5) !== TWO) return false
  for (let i = 1; i < 13; i++) {
    const digit = digitAt(nir, i)
    if ((digit < 0 || digit > 9) && !(i === 6 && isCorsican)) return false
  }
  const month = digitAt(nir, 3) * 10 + digitAt(nir, 4)
  // 20 to 42 and 50 to 99 stand for months that the civil registers do not tell.
  if (month === 0 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false
  if (isZero(nir, 5, 7)) return false
  // The communes of the overseas departments (97x, 98x) have two digits after a department of three.
  return !isZero(nir, 10, 13) && !isZero(nir, 7, 10)
}

const TWO = 0x32
const LETTER_A = 0x41
const LETTER_B = 0x42

function isCorsicanLetter(code: number): boolean {
  return code === LETTER_A || code === LETTER_B
}

/** From 0 to 9 if a digit stands there. */
function digitAt(nir: string, index: number): number {
  return nir.charCodeAt(index) - 48
}

function isZero(nir: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (digitAt(nir, i) !== 0) return false
  return true
}

/** Fifteen characters with the key: 97 minus the remainder by 97 of the thirteen first, 2A counting as 19 and 2B as 18. */
export function isNir(nir: string): boolean {
  if (nir.length !== 15 || !isBody(nir)) return false
  const [tens, ones] = [digitAt(nir, 13), digitAt(nir, 14)]
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return false
  let remainder = 0
  for (let i = 0; i < 13; i++) {
    const code = nir.charCodeAt(i)
    // The two before it has been read already: 2A counts as 19, modulo 97.
    const digit = code === LETTER_A ? 97 + 19 - 20 : code === LETTER_B ? 97 + 18 - 20 : code - 48
    remainder = (remainder * 10 + digit) % 97
  }
  return 97 - remainder === tens * 10 + ones
}
