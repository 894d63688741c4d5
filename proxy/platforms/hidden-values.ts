import { tokenIn } from '../../core/inspect/rules/token-in.ts'
import { ibanLength, isIban } from '../../core/inspect/validators/iban.ts'

const IBAN_START = /(?=([A-Z]{2})\d{2}[A-Z0-9]{11})/g
/** Digits in several groups, with one mark between them each: `536-22-8726`. */
const GROUPS = /(?<![A-Za-z0-9])\d{1,19}(?:[-._~+/=:% ]\d{1,19}){1,8}(?![A-Za-z0-9])/g
const MIN_GROUPED_DIGITS = 9
/** A card's number and most people's, with up to one mark between any two of its digits. */
const LONG_NUMBER = /\d(?:[-._~+/=:% ]?\d){11,30}/g
/** Digests and UUIDs hold long numbers by chance. */
const HEX_RUN = /[0-9A-Fa-f-]{32}[0-9A-Fa-f-]*/g

/**
 * The parts of a program's own value that may still be personal or secret: tokens of vendors, account numbers, long numbers and
 * groups of digits. Each is inspected alone, because the characters around it would hide it.
 */
export function hiddenValues(value: string): readonly string[] {
  const found = [tokenIn(value), ibanIn(value) ?? longNumberIn(value), groupsIn(value)]
  return [...new Set(found.filter((piece) => piece !== undefined))]
}

/** The first account number (ISO 13616) whose digits add up, whatever stands around it. */
export function ibanIn(value: string): string | undefined {
  for (const { index, 1: country = '' } of value.matchAll(IBAN_START)) {
    const iban = value.slice(index, index + (ibanLength(country) ?? 0))
    if (iban !== '' && isIban(iban)) return iban
  }
  return undefined
}

/** The first run of groups that is as long as a person's number, if there is one. */
export function groupsIn(value: string): string | undefined {
  return value.match(GROUPS)?.find((groups) => groups.replace(/\D/g, '').length >= MIN_GROUPED_DIGITS)
}

function longNumberIn(value: string): string | undefined {
  return value.replace(HEX_RUN, ' ').match(LONG_NUMBER)?.[0]
}
