import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'
import { cardBrand } from '../../../core/inspect/validators/card.ts'
import { IBAN_COUNTRIES, ibanLength, isIban } from '../../../core/inspect/validators/iban.ts'
import { isNir, isNirBody } from '../../../core/inspect/validators/nir.ts'
import { isSiret } from '../../../core/inspect/validators/siret.ts'

function finds(text: string, type: string, value: string): boolean {
  return classify(text, { tier: 1 }).classifications.some((found) => found.type === type && found.value === value)
}

/** The registry's own examples (SWIFT IBAN registry), and of banks outside it. */
const IBANS = [
  'AL47212110090000000235698741',
  'AD1200012030200359100100',
  'AT611904300234573201',
  'BE68539007547034',
  'BR9700360305000010009795493P1',
  'CH9300762011623852957',
  'CY17002001280000001200527600',
  'DE89370400440532013000',
  'EG380019000500000000263180002',
  'ES9121000418450200051332',
  'FI2112345600000785',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'GT82TRAJ01020000001210029690',
  'IE29AIBK93115212345678',
  'IT60X0542811101000000123456',
  'JO94CBJO0010000000000131000302',
  'KW81CBKU0000000000001234560101',
  'LC55HEMM000100010012001200023015',
  'MT84MALT011000012345MTLCAST001S',
  'MU17BOMM0101101030300200000MUR',
  'NL91ABNA0417164300',
  'NO9386011117947',
  'PL61109010140000071219812874',
  'PT50000201231234567890154',
  'QA58DOHB00001234567890ABCDEFG',
  'SE4550000000058398257466',
  'SM86U0322509800000000270100',
  'TN5910006035183598478831',
  'UA213996220000026007233566001',
  'MA64011519000001205000534921',
  'GP1120041010050500013M02606',
]

test('IBANs of many countries are found compact, grouped and in small letters', (t) => {
  for (const iban of IBANS) {
    for (const written of [iban, iban.replace(/.{4}(?=.)/g, '$& '), iban.toLowerCase()]) {
      t.true(finds(`compte ${written}.`, 'IBAN', written), written)
    }
  }
})

test('one wrong character, a character less or more, or check digits that nobody writes, and it is no IBAN', (t) => {
  for (const iban of IBANS) {
    const last = iban.at(-1) === '1' ? '2' : '1'
    t.false(isIban(iban.slice(0, -1) + last), iban)
    t.false(isIban(iban.slice(0, -1)), iban)
    t.false(isIban(`${iban}0`), iban)
    t.false(isIban(`${iban.slice(0, 2)}00${iban.slice(4)}`), iban)
  }
})

test('every country has a length between those of Norway and Russia', (t) => {
  t.true(IBAN_COUNTRIES.length >= 120)
  for (const country of IBAN_COUNTRIES) {
    const length = ibanLength(country) ?? 0
    t.true(length >= 15 && length <= 33, country)
  }
})

/** Numbers that payment processors publish for tests. */
const CARDS: readonly (readonly [brand: string, digits: string])[] = [
  ['visa', '4242424242424242'],
  ['visa', '4000056655665556'],
  ['mastercard', '5555555555554444'],
  ['mastercard', '2223003122003222'],
  ['amex', '378282246310005'],
  ['discover', '6011111111111117'],
  ['diners', '30569309025904'],
  ['diners', '36227206271667'],
  ['jcb', '3530111333300000'],
  ['unionpay', '6200000000000005'],
  ['maestro', '6759649826438453'],
  ['mir', '2200000000000004'],
  ['hipercard', '6062826786276634'],
  ['troy', '9792030394440796'],
  ['dankort', '5019717010103742'],
]

test('cards of every scheme are found', (t) => {
  for (const [brand, digits] of CARDS) {
    t.is(cardBrand(digits), brand, digits)
    t.true(finds(`paid with ${digits}, thanks`, 'CREDIT_CARD', digits), digits)
    const wrong = digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10)
    t.false(finds(`see ${wrong}`, 'CREDIT_CARD', wrong), wrong)
  }
})

test('other numbers with a Luhn digit are no cards', (t) => {
  for (const number of ['0000000000000000', '490154203237518', '8933081525803308230', '79927398713', '1748503543012']) {
    t.deepEqual(classify(`n ${number}`, { tier: 1 }).classifications, [], number)
  }
})

const NIRS = [
  '185057800608491',
  '295109912611193',
  '269053523802235',
  '253072A07300443',
  '253072B07300470',
  '187129711004503',
  '290129741102313',
  '101019760800109',
  '175049881800195',
  '154022000401259',
  '158069135200788',
  '155209940300177',
  '262319914001276',
  '170427864600944',
  '392059935001483',
  '785077505601228',
  '153043161059097',
  '230100455671205',
]

test('NIR of every kind of birth are found, with and without separators', (t) => {
  for (const nir of NIRS) {
    t.true(isNir(nir), nir)
    const grouped = nir.replace(/^(.)(..)(..)(..)(...)(...)(..)$/, '$1 $2 $3 $4 $5 $6 $7')
    for (const written of [nir, grouped, grouped.replaceAll(' ', '.'), `${nir.slice(0, 13)} ${nir.slice(13)}`]) {
      t.true(finds(`x ${written} y`, 'NIR', written), written)
    }
    t.false(isNir(nir.slice(0, 13) + String(((Number(nir.slice(13)) + 1) % 97) + 1).padStart(2, '0')), nir)
  }
})

test('fields of a NIR that INSEE gives to nobody are refused', (t) => {
  for (const body of [
    '0850578006084',
    '9850578006084',
    '1850078006084',
    '1851378006084',
    '1854378006084',
    '1850500006084',
    '1850578000084',
    '1850578006000',
  ]) {
    t.false(isNirBody(body), body)
  }
})

test('establishments are found with their separators, La Poste too', (t) => {
  for (const siret of ['73282932000074', '35600000000048', '35600000000010', '54205118000066', '44306184100047']) {
    t.true(isSiret(siret), siret)
    for (const layout of [
      siret,
      siret.replace(/^(...)(...)(...)(.....)$/, '$1 $2 $3 $4'),
      `${siret.slice(0, 9)} ${siret.slice(9)}`,
    ]) {
      t.true(finds(`x ${layout} y`, 'SIRET', layout), layout)
    }
  }
  for (const other of ['73282932000079', '35600000000101', '00000000000000', '12345678901234'])
    t.false(isSiret(other), other)
})

const PHONES = [
  '+33 1 23 45 67 89',
  '01 23 45 67 89',
  '+44 7911 123456',
  '020 7946 0867',
  '+1 415-555-2671',
  '(415) 555-2671',
  '+49 30 123456',
  '+39 06 1234 5678',
  '+34 912 34 56 78',
  '+32 2 123 45 67',
  '+41 44 668 18 00',
  '+31 20 123 4567',
  '+351 21 123 4567',
  '+352 27 12 34 56',
  '+212 522-123456',
  '+221 33 123 45 67',
  '+91 98765 43210',
  '+86 138 0013 8000',
  '+81 90-1234-5678',
  '+55 11 91234-5678',
  '+61 412 345 678',
  '+27 71 123 4567',
  '+971 50 123 4567',
  '+590 690 12 34 56',
  '+262 692 12 34 56',
]

test('phone numbers of many countries are found as people write them', (t) => {
  for (const phone of PHONES) t.true(finds(`call ${phone} now`, 'PHONE', phone), phone)
})

/** Not numbers at any leniency (cases of libphonenumber's matcher, Apache-2.0), and what logs are full of. */
const NOT_PHONES = [
  '650+253+1234',
  '3/10/1984',
  '03/27/2011',
  '31/8/2011',
  '10/12/82',
  '650x2531234',
  '2012-01-02 08:00',
  '2012/01/02 08:00',
  '20120102 08:00',
  '2014-04-12 04:04 PM',
  '1.2.3.4',
  '0.0612345678',
  '01 2005-06-06',
  '1698958054077724',
  'v1.23.456.7890',
  '12,345,678',
  '-74.426061, 131.518464',
]

test('dates, times, versions and amounts are no phone numbers', (t) => {
  for (const text of NOT_PHONES)
    t.deepEqual(
      classify(`x ${text} y`, { tier: 1 }).classifications.filter(({ type }) => type === 'PHONE'),
      [],
      text,
    )
})
