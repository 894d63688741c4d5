import test from 'ava'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { isInternationalPhone } from '../../../core/inspect/validators/phone.ts'

test('takes a number of every country that has an example', (t) => {
  const refused = getCountries().filter((country) => {
    const number = getExampleNumber(country, examples)
    return number !== undefined && !isInternationalPhone(number.number.slice(1))
  })
  t.deepEqual(refused, [])
})

test('takes numbers of no country whose code is assigned, and none whose code is not', (t) => {
  t.true(isInternationalPhone('80012345678'))
  t.true(isInternationalPhone('870773111632'))
  t.false(isInternationalPhone('999123456789'))
  t.false(isInternationalPhone('210123456789'))
})
