import test from 'ava'
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { isInPlan } from '../../../core/inspect/validators/phone-plans.ts'
import { randomNumbers } from '../../support/random-numbers.ts'

const CODES = [...new Set(getCountries().map((country) => String(getCountryCallingCode(country))))]
const EXAMPLES = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number.slice(1) ?? [])
const ROUNDS = 60_000

test('says of numbers of all countries what the library says, or nothing', (t) => {
  const random = randomNumbers(11)
  const digit = () => String(random(10))
  let valid = 0
  let unsaid = 0
  for (let round = 0; round < ROUNDS; round++) {
    let digits = EXAMPLES[random(EXAMPLES.length)] ?? ''
    if (round % 3 === 0)
      digits = (CODES[random(CODES.length)] ?? '') + Array.from({ length: 5 + random(8) }, digit).join('')
    for (let edits = random(4); edits > 0; edits--) {
      const at = random(digits.length)
      const kind = random(4)
      // What is dialled only within a country begins with a zero, an eight or a one.
      const own = kind === 3 ? (['0', '8', '1'][random(3)] ?? '') : kind === 2 ? '' : digit()
      digits = digits.slice(0, at) + own + digits.slice(kind === 3 ? at : at + 1)
    }
    if (digits.startsWith('0') || digits.length < 7 || digits.length > 15) continue
    const said = isInPlan(digits)
    const isValid = parsePhoneNumberFromString(`+${digits}`)?.isValid() === true
    if (said === undefined) unsaid++
    else if (said !== isValid) t.fail(`${digits}: ${said}`)
    if (isValid) valid++
  }
  t.true(valid > ROUNDS / 5)
  t.true(unsaid < ROUNDS / 20)
})
