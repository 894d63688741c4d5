import { isWordAt } from '../characters.ts'
import { separated } from '../layouts.ts'
import { isDigit, type Numbers } from '../numbers.ts'
import type { ContextWords, Rule, Span } from '../rule.ts'
import { isPaymentCard } from '../validators/card.ts'
import { ibanLengthOf, isIban } from '../validators/iban.ts'
import { words } from './words.ts'

const CARD_WORDS: ContextWords = {
  for: words(`
    card cards carte cartes cb cc pan visa mastercard amex discover diners jcb maestro credit debit bancaire bleue
    payment paiement paid paye payer pay cvv cvc exp expiry expires expiration cardholder ccnum creditcard
  `),
  against: words(`
    order orders commande imei iccid sim isbn ean gtin upc id ids trace span timestamp ts time serial serie
    tracking suivi lot ref reference ticket invoice facture siret siren snowflake channel message build commit
    hash session transaction request barcode sku nir uuid epoch number_format seed pedido
  `),
}

/** Nearer to the point than CARD_WORDS: these words alone must carry the finding. */
const CARD_NAMES: ContextWords = {
  for: words(`
    card cards carte cartes cb visa mastercard amex maestro cardholder creditcard credit cc
  `),
  against: CARD_WORDS.against,
}

/** First digits of banks and their card schemes (ISO/IEC 7812-1, major industry 3 to 6), or a known range. */
function isCardLike(digits: string): boolean {
  const first = digits.charCodeAt(0)
  return (first >= 0x33 && first < 0x37) || isPaymentCard(digits)
}

const IBAN_WORDS: ContextWords = {
  for: words(`
    iban compte account bic swift virement transfer rib bank banque bancaire konto sepa
  `),
  against: [],
}

const IBAN_LONGEST_GAP = 1
const FRACTION = /\.[0-9]{6,}(?![0-9.])/

/**
 * Two letters of a country with IBANs, two check digits (group `index` begins with them), then as many letters and digits as
 * the country's accounts have, whatever separator stands between them now and then.
 */
function readIban(text: string, numbers: Numbers, index: number): Span | undefined {
  const { units } = numbers
  const digits = numbers.starts[index] as number
  const before = units[digits - 1]
  const start = digits - (before === 0x20 || before === 0x2d ? 3 : 2)
  // Most numbers have no two letters before them.
  if (
    start < 0 ||
    !isLetter(units[start] as number) ||
    !isLetter(units[start + 1] as number) ||
    isWordAt(text, start - 1)
  )
    return undefined
  // Most numbers behind two letters are no account of any country.
  const length = ibanLengthOf(units[start] as number, units[start + 1] as number)
  if (length === 0) return undefined
  let taken = 2
  let position = digits
  let skipped = 0
  let isApart = false
  while (taken < length) {
    const code = text.charCodeAt(position)
    if (isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122)) {
      taken++
      skipped = 0
    } else if (skipped === IBAN_LONGEST_GAP || !(code === 0x20 || code === 0x2d || code === 0x2e || code === 0x2f)) {
      return undefined
    } else {
      skipped++
      isApart = true
    }
    position++
  }
  if (isWordAt(text, position)) return undefined
  const written = text.slice(digits, position)
  // "1 43.05418581": a point before a longer group than banks print is that of a fraction.
  if (isApart && FRACTION.test(written)) return undefined
  const country = text.slice(start, start + 2).toUpperCase()
  const account = country + (isApart ? written.replace(/[ ./-]/g, '') : written).toUpperCase()
  return isIban(account) ? { start, end: position } : undefined
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}

export const BANK_RULES: readonly Rule[] = [
  {
    kind: 'reader',
    id: 'iban',
    type: 'IBAN',
    tier: 1,
    description:
      'An international bank account number: country, length and structure of the registry, and check digits.',
    beside: [{ before: 'A-Za-z -', secondBefore: 'A-Za-z' }],
    read: readIban,
    validated: true,
    scores: { plain: 0.97, context: 0.99 },
    words: IBAN_WORDS,
    examples: {
      match: [
        'IBAN: [[FR14 2004 1010 0505 0001 3M02 606]].',
        'virement sur [[be68539007547034]] demain',
        'konto [[DE89-3704-0044-0532-0130-00]], [[GB29NWBK60161331926819]]',
      ],
      reject: [
        'BE68539007547035',
        'SK00 8524 2069 4313 4759',
        'XXFR1420041010050500013M02606',
        'ref AB96 6031 3330 9670 8950',
      ],
    },
  },
  {
    kind: 'number',
    id: 'card-grouped',
    type: 'CREDIT_CARD',
    tier: 1,
    description: 'A payment card number in the groups printed on cards: issuer range, length, Luhn.',
    layouts: separated(' -.', '4 4 4 4', '4 6 5', '4 6 4', '4 4 4 4 3', '4 4 4 3', '4 3 3 3', '6 13', '8 8'),
    luhn: true,
    chance: 0.1,
    validate: isPaymentCard,
    validated: true,
    scores: { plain: 0.95, context: 0.99, contrary: 0.7 },
    words: CARD_WORDS,
    examples: {
      match: ['Paid with [[4111 1111 1111 1111]], thanks', 'amex [[3782-822463-10005]]', '[[5555.5555.5555.4444]]'],
      reject: ['4111 1111 1111 1112', '1234 4111 1111 1111 1111 1234', '4111-1111 1111-1111'],
    },
  },
  {
    kind: 'number',
    id: 'card-diners',
    type: 'CREDIT_CARD',
    tier: 1,
    description: 'A payment card number of 14 digits in one piece, as Diners Club issues them.',
    layouts: ['14'],
    luhn: true,
    chance: 0.1,
    validate: isPaymentCard,
    validated: true,
    scores: { plain: 0.6, context: 0.97 },
    words: CARD_WORDS,
    examples: {
      match: ['[[36227206271667]]', 'paid with [[38520000023237]]'],
      reject: ['lot 36227206271667', '36227206271668'],
    },
  },
  {
    kind: 'number',
    id: 'card-compact',
    type: 'CREDIT_CARD',
    tier: 1,
    description: 'A payment card number of 15 or 16 digits in one piece.',
    layouts: ['15', '16'],
    luhn: true,
    chance: 0.1,
    validate: isPaymentCard,
    validated: true,
    scores: { plain: 0.9, context: 0.99 },
    words: CARD_WORDS,
    examples: {
      match: ['[[4111111111111111]]', 'card=[[378282246310005]]&x', 'CARTE[[5555555555554444]]'],
      reject: [
        '4111111111111112',
        'order id 4111111111111111',
        '0.4111111111111111',
        'a4111111111111111',
        '41111111111111110000',
      ],
    },
  },
  {
    kind: 'number',
    id: 'card-rare',
    type: 'CREDIT_CARD',
    tier: 1,
    description:
      'A payment card number of a length that many other numbers have (13, 17 to 19 digits): only with context.',
    layouts: ['13', '17', '18', '19'],
    luhn: true,
    validate: isPaymentCard,
    validated: true,
    scores: { plain: 0, context: 0.95 },
    words: CARD_WORDS,
    examples: {
      match: ['Customer paid with [[4222222222222]] (exp 11/27)', 'pan=[[4000000000000000006]]'],
      reject: ['4222222222222', 'order 4222222222222', 'paid with 4222222222223'],
    },
  },
  {
    kind: 'number',
    id: 'card-named',
    type: 'CREDIT_CARD',
    tier: 1,
    description:
      'A number that is called a card and passes the Luhn check, of a length (12 to 19 digits) or with leading digits that many other numbers have.',
    layouts: ['12', '13', '14', '15', '16', '17', '18', '19'],
    luhn: true,
    validate: isCardLike,
    scores: { plain: 0, context: 0.9 },
    validated: true,
    words: CARD_NAMES,
    examples: {
      match: ['my card [[4222222222222]] is lost', 'visa [[4000000000000000006]]', 'carte [[3598899323053410]]'],
      reject: ['4222222222222', 'channel 4000000000000000006', 'card 1598899323053418'],
    },
  },
  {
    kind: 'number',
    id: 'card-regrouped',
    type: 'CREDIT_CARD',
    tier: 1,
    description: 'A payment card number in groups that are printed on no card.',
    layouts: [],
    totals: [15, 16],
    luhn: true,
    chance: 0.1,
    validate: isPaymentCard,
    validated: true,
    scores: { plain: 0.75, context: 0.97, contrary: 0 },
    words: CARD_WORDS,
    examples: {
      match: ['[[4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]]', 'it is [[41-11-11-11-11-11-11-11]]', '[[4111/1111/1111/1111]]'],
      reject: ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '5 3 4 6 7 8 9 1 2 6 7 2 1 9 5 3'],
    },
  },
]
