import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isInPlan } from './phone-plans.ts'

/** `digits` begin with a country code. The plans of the national rules take numbers set aside for films, as people do. */
export function isInternationalPhone(digits: string): boolean {
  if (digits.startsWith('0')) return false
  if (digits.startsWith('33') && isFrenchPhone(`0${digits.slice(2)}`)) return true
  if (digits.startsWith('44') && isBritishPhone(`0${digits.slice(2)}`)) return true
  if (digits.startsWith('1')) return isNorthAmericanPhone(digits)
  if (!hasCallingCode(digits)) return false
  // The library takes five microseconds for a number that it knows.
  return isInPlan(digits) ?? parsePhoneNumberFromString(`+${digits}`)?.isValid() === true
}

/** Codes of no country: freephone, satellites, networks (ITU-T E.164). */
const SHARED_CODES = ['800', '808', '870', '878', '881', '882', '883', '888', '979']
/** Made when first asked for. */
let callingCodes: ReadonlySet<string> | undefined

/** Whether the digits begin with an assigned code: for others the library makes an error, which takes five microseconds. */
function hasCallingCode(digits: string): boolean {
  callingCodes ??= new Set([...getCountries().map((country) => getCountryCallingCode(country)), ...SHARED_CODES])
  return (
    callingCodes.has(digits.slice(0, 2)) || callingCodes.has(digits.slice(0, 3)) || callingCodes.has(digits.slice(0, 1))
  )
}

/** All numbers of the plan have ten digits and begin with 01 to 09 (Arcep, décision 2018-0881). */
export function isFrenchPhone(digits: string): boolean {
  return digits.length === 10 && digits.startsWith('0') && digits[1] !== '0'
}

/** Without the pairs that make it look like a number, the ten digits in their order are digits. */
export function isFrenchPhoneUngrouped(digits: string): boolean {
  return isFrenchPhone(digits) && digits !== '0123456789'
}

/** Area and exchange begin with 2 to 9, and neither is a service code such as 911 (North American Numbering Plan). */
export function isNorthAmericanPhone(digits: string): boolean {
  const number = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  // (222) 333-4444 stands in documentation.
  return (
    /^[2-9](?!11)[0-9]{2}[2-9](?!11)[0-9]{6}$/.test(number) && !/^([0-9])\1{2}([0-9])\2{2}([0-9])\3{3}$/.test(number)
  )
}

/** Ofcom's National Telephone Numbering Plan: 01, 02, 03, 05, 07, 08 and 09, mostly eleven digits with the zero. */
export function isBritishPhone(digits: string): boolean {
  return /^0(?:1[1-9][0-9]{7,8}|2[03489][0-9]{8}|3[0347][0-9]{8}|5[56][0-9]{8}|7[0-9]{9}|[89][0-9]{9})$/.test(digits)
}
