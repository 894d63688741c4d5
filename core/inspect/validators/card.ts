import { passesLuhn } from './luhn.ts'

interface IssuerRange {
  readonly brand: string
  /** First and last leading digits of the range, of equal length. */
  readonly from: string
  readonly to: string
  readonly lengths: readonly number[]
}

function range(brand: string, from: string, to: string, ...lengths: number[]): IssuerRange {
  return { brand, from, to, lengths }
}

/** Leading digits and lengths that card schemes have given out (ISO/IEC 7812; the schemes' published BIN ranges). */
const ISSUER_RANGES: readonly IssuerRange[] = [
  range('visa', '4', '4', 13, 16, 19),
  range('mastercard', '51', '55', 16),
  range('mastercard', '2221', '2720', 16),
  range('amex', '34', '34', 15),
  range('amex', '37', '37', 15),
  range('diners', '300', '305', 14, 16, 19),
  range('diners', '3095', '3095', 14, 16, 19),
  range('diners', '36', '36', 14, 16, 19),
  range('diners', '38', '39', 14, 16, 19),
  range('discover', '6011', '6011', 16, 19),
  range('discover', '644', '649', 16, 19),
  range('discover', '65', '65', 16, 19),
  range('jcb', '3528', '3589', 16, 19),
  range('jcb', '2131', '2131', 15),
  range('jcb', '1800', '1800', 15),
  range('unionpay', '62', '62', 16, 17, 18, 19),
  range('unionpay', '81', '81', 16, 19),
  range('maestro', '5018', '5018', 13, 14, 15, 16, 17, 18, 19),
  range('maestro', '5020', '5020', 13, 14, 15, 16, 17, 18, 19),
  range('maestro', '5038', '5038', 13, 14, 15, 16, 17, 18, 19),
  range('maestro', '5893', '5893', 13, 14, 15, 16, 17, 18, 19),
  range('maestro', '6304', '6304', 13, 14, 15, 16, 17, 18, 19),
  range('maestro', '6759', '6763', 13, 14, 15, 16, 17, 18, 19),
  range('maestro', '677', '679', 13, 14, 15, 16, 17, 18, 19),
  range('dankort', '5019', '5019', 16),
  range('elo', '4011', '4011', 16),
  range('elo', '5066', '5067', 16),
  range('elo', '6362', '6363', 16),
  range('verve', '5060', '5061', 16, 19),
  range('hipercard', '6062', '6062', 16),
  range('rupay', '6080', '6085', 16),
  range('mir', '2200', '2204', 16, 17, 18, 19),
  range('troy', '9792', '9792', 16),
]

/** `digits` of a payment card: an issuer's leading digits at one of its lengths (13 to 19), and Luhn. */
export function isPaymentCard(digits: string): boolean {
  // Luhn's digit costs less, and turns nine in ten away.
  return passesLuhn(digits) && cardBrand(digits) !== undefined
}

/** The scheme whose range and length fit, whatever the check digit; undefined where none does. */
export function cardBrand(digits: string): string | undefined {
  return ISSUER_RANGES.find(({ from, to, lengths }) => {
    if (!lengths.includes(digits.length)) return false
    const prefix = digits.slice(0, from.length)
    return prefix >= from && prefix <= to
  })?.brand
}
