import { passesLuhn } from '../../core/inspect/validators/luhn.ts'
import type { Draw } from './draw.ts'

/** Types of values that people own and that look like a number, and how each is written. */
export type OwnedType = 'CREDIT_CARD' | 'IBAN' | 'NIR' | 'PHONE' | 'SIRET' | 'SSN'

export const OWNED_TYPES: readonly OwnedType[] = ['CREDIT_CARD', 'IBAN', 'NIR', 'PHONE', 'SIRET', 'SSN']

/** As a database has it. */
export function bareValue(draw: Draw, type: OwnedType): string {
  return VALUES[type](draw)
}

/** As people write it: in groups. */
export function groupedValue(draw: Draw, type: OwnedType): string {
  return GROUPED[type](draw, bareValue(draw, type))
}

const VALUES: Readonly<Record<OwnedType, (draw: Draw) => string>> = {
  CREDIT_CARD(draw) {
    const prefix = draw.pick(['4970', '4974', '4539', '4', '51', '53', '55', '2221', '2720', '37', '34'])
    return withLuhn(prefix + draw.anyDigits((prefix.startsWith('3') ? 14 : 15) - prefix.length))
  },
  IBAN(draw) {
    const account = `3000${draw.below(10)}${draw.anyDigits(16)}`
    const bank = account.slice(0, 21)
    // The key of a French account (RIB): 97 less the weighted sum of bank, branch and number.
    const sum = 89n * BigInt(bank.slice(0, 5)) + 15n * BigInt(bank.slice(5, 10)) + 3n * BigInt(bank.slice(10))
    const rib = bank + String(97n - (sum % 97n)).padStart(2, '0')
    return `FR${String(98n - (BigInt(`${rib}152700`) % 97n)).padStart(2, '0')}${rib}`
  },
  NIR(draw) {
    const born = `${two(draw.between(35, 99))}${two(draw.between(1, 12))}`
    const place = `${two(draw.pick([13, 31, 33, 44, 59, 69, 75, 78, 92]))}${String(draw.between(1, 400)).padStart(3, '0')}`
    const body = `${draw.between(1, 2)}${born}${place}${String(draw.between(1, 990)).padStart(3, '0')}`
    return body + two(97 - Number(BigInt(body) % 97n))
  },
  PHONE(draw) {
    const national = `${draw.pick(['6', '7', '1', '4'])}${draw.between(1, 6)}${draw.anyDigits(7)}`
    return draw.pick([`0${national}`, `+33${national}`])
  },
  SIRET(draw) {
    return withLuhn(withLuhn(draw.digits(8)) + two(0) + two(draw.between(1, 99)))
  },
  SSN(draw) {
    return `${draw.between(101, 665)}-${draw.between(10, 99)}-${draw.between(1001, 9999)}`
  },
}

const GROUPED: Readonly<Record<OwnedType, (draw: Draw, value: string) => string>> = {
  CREDIT_CARD: (draw, value) => {
    const separator = draw.pick([' ', '-'])
    return value.length === 15
      ? value.replace(/(.{4})(.{6})/, `$1${separator}$2${separator}`)
      : value.replace(/(.{4})(?!$)/g, `$1${separator}`)
  },
  IBAN: (_, value) => value.replace(/(.{4})(?!$)/g, '$1 '),
  NIR: (_, value) => value.replace(/(.)(..)(..)(..)(...)(...)(..)/, '$1 $2 $3 $4 $5 $6 $7'),
  PHONE: (draw, value) =>
    value.startsWith('0')
      ? value.replace(/(..)(?!$)/g, `$1${draw.pick([' ', '.', '-'])}`)
      : value.replace(/^(\+33)(.)(..)(..)(..)(..)$/, '$1 $2 $3 $4 $5 $6'),
  SIRET: (_, value) => value.replace(/(...)(...)(...)(.....)/, '$1 $2 $3 $4'),
  SSN: (_, value) => value,
}

const two = (value: number) => String(value).padStart(2, '0')

function withLuhn(digits: string): string {
  for (let check = 0; check < 9; check++) if (passesLuhn(`${digits}${check}`)) return `${digits}${check}`
  return `${digits}9`
}
