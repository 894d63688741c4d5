import { passesLuhn } from './luhn.ts'

const NO_SIREN = '000000000'
const LA_POSTE = '356000000'

/** A French company number: nine digits, Luhn (INSEE, arrêté du 27 juillet 1973). Nine zeros are no company. */
export function isSiren(digits: string): boolean {
  return digits.length === 9 && digits !== NO_SIREN && passesLuhn(digits)
}

/**
 * A French establishment number: SIREN, then an establishment of five digits, Luhn over all fourteen. Both are tested:
 * one digit in ten passes by chance, two tests leave one in a hundred. La Poste has more establishments than Luhn leaves
 * room for, so for its SIREN the sum of the digits is a multiple of five instead (INSEE, Sirene documentation).
 */
export function isSiret(digits: string): boolean {
  if (digits.length !== 14 || !passesLuhn(digits, 9)) return false
  if (digits.startsWith(NO_SIREN) || digits.endsWith('00000')) return false
  return passesLuhn(digits) || (digits.startsWith(LA_POSTE) && sumOfDigits(digits) % 5 === 0)
}

function sumOfDigits(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += digits.charCodeAt(i) - 48
  return sum
}
