/** Check digits of tax and personal numbers; `value` without separators, in upper case. */

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Spanish NIF and NIE: the remainder by 23 gives the letter (Orden INT/2058/2008). */
export function isSpanishNif(value: string): boolean {
  const match = /^([XYZ]?)([0-9]{7,8})([A-Z])$/.exec(value)
  if (match === null) return false
  const [, prefix = '', digits = '', letter] = match
  if (prefix.length + digits.length !== 8) return false
  const number = Number(`${prefix === '' ? '' : 'XYZ'.indexOf(prefix)}${digits}`)
  return NIF_LETTERS[number % 23] === letter
}

const ODD: Readonly<Record<string, number>> = Object.fromEntries(
  [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23].flatMap(
    (value, index) => {
      const letter: [string, number] = [String.fromCharCode(65 + index), value]
      return index < 10 ? [letter, [String(index), value] as [string, number]] : [letter]
    },
  ),
)

/** Italian codice fiscale: sixteen characters, the last a sum over odd and even places (DM 23/12/1976). */
export function isCodiceFiscale(value: string): boolean {
  if (!/^[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-EHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/.test(value))
    return false
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const character = value.charAt(i)
    if (i % 2 === 0) sum += ODD[character] ?? 0
    else sum += /[0-9]/.test(character) ? Number(character) : character.charCodeAt(0) - 65
  }
  return value.charCodeAt(15) - 65 === sum % 26
}

/** Belgian national number: 97 minus the remainder of the first nine digits, with a 2 before them for births since 2000. */
export function isBelgianNumber(value: string): boolean {
  if (!/^[0-9]{11}$/.test(value)) return false
  const month = Number(value.slice(2, 4)) % 20
  if (month > 12 || Number(value.slice(4, 6)) > 31) return false
  const check = Number(value.slice(9))
  return [value.slice(0, 9), `2${value.slice(0, 9)}`].some((body) => 97 - (Number(body) % 97) === check)
}

/** Dutch citizen service number: the weighted sum 9 to 2, less the last digit, divides by eleven. */
export function isBsn(value: string): boolean {
  if (!/^[0-9]{9}$/.test(value) || value === '000000000') return false
  let sum = -Number(value[8])
  for (let i = 0; i < 8; i++) sum += (9 - i) * Number(value[i])
  return sum % 11 === 0
}

/** German tax identification number: eleven digits, ISO 7064 mod 11,10; one digit of the first ten occurs twice or thrice. */
export function isSteuerId(value: string): boolean {
  if (!/^[1-9][0-9]{10}$/.test(value)) return false
  const distinct = new Set(value.slice(0, 10)).size
  if (distinct !== 9 && distinct !== 8) return false
  let product = 10
  for (let i = 0; i < 10; i++) {
    const sum = (Number(value[i]) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(value[10])
}

/** French VAT number: two key characters, digits for most (12 + 3 times the SIREN's remainder by 97), and the SIREN. */
export function isFrenchVat(value: string): boolean {
  const match = /^FR([0-9]{2})([0-9]{9})$/.exec(value)
  if (match === null) return false
  return (12 + 3 * (Number(match[2]) % 97)) % 97 === Number(match[1])
}
