import { isWordAt } from '../characters.ts'
import { NO_WORD } from '../neighbours.ts'
import type { KeywordRule, PatternRule, Span } from '../rule.ts'
import { isSiren } from '../validators/siret.ts'
import { isBelgianNumber, isBsn, isCodiceFiscale, isFrenchVat, isSpanishNif, isSteuerId } from '../validators/tax.ts'

const compact = (value: string) => value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
const CHECKED = { plain: 0.9, context: 0.97 }
const NAMED = { plain: 0.85, context: 0.85 }

const FRENCH_VAT = /^FR ?[0-9]{2}(?: ?[0-9]{3}){3}/
const FRENCH_VAT_MAX = 17

/** Most that begins so is an account, or goes on otherwise. */
function readFrenchVat(text: string, start: number): readonly Span[] {
  if (isWordAt(text, start - 1)) return []
  const value = FRENCH_VAT.exec(text.slice(start, start + FRENCH_VAT_MAX))?.[0]
  if (value === undefined || isWordAt(text, start + value.length)) return []
  const number = compact(value)
  return isFrenchVat(number) && isSiren(number.slice(4)) ? [{ start, end: start + value.length }] : []
}

export const TAX_RULES: readonly (PatternRule | KeywordRule)[] = [
  {
    kind: 'keyword',
    id: 'tax-french-vat',
    type: 'TAX_NUMBER',
    tier: 2,
    description: 'A French VAT number: its key and the Luhn check of the company number within.',
    keywords: ['fr'],
    beside: [{ before: NO_WORD, first: 'F', after: ' 0-9' }],
    read: readFrenchVat,
    validated: true,
    scores: CHECKED,
    examples: {
      match: ['TVA : [[FR20478071228]]', '[[FR 60 704 756 717]]'],
      reject: ['FR21478071228', 'FR2047807122', 'AFR20478071228'],
    },
  },
  {
    kind: 'pattern',
    id: 'tax-french-person',
    type: 'TAX_NUMBER',
    tier: 2,
    description: 'The thirteen digits of a French taxpayer, after words that name it.',
    keywords: ['fiscal', 'spi'],
    pattern:
      '(?i)(?:num[eé]ro fiscal|n[°o] fiscal|r[eé]f[eé]rence fiscale|num[eé]ro spi|spi)(?: (?:de r[eé]f[eé]rence|est))?[ :=]{1,3}(?<value>[0-3][0-9](?: ?[0-9]{2})(?: ?[0-9]{3}){3})',
    isBounded: true,
    reach: [12, 50],
    scores: NAMED,
    examples: {
      match: ['numéro fiscal : [[30 23 217 600 053]]', 'SPI [[3023217600053]]'],
      reject: ['fiscal 2023', 'numéro fiscal 9023217600053'],
    },
  },
  {
    kind: 'pattern',
    id: 'tax-british-nino',
    type: 'TAX_NUMBER',
    tier: 2,
    description: 'A British national insurance number (HMRC, NIM39110).',
    keywords: ['nino', 'national insurance', ' ni ', 'insurance no', 'insurance number'],
    pattern:
      '(?i:nino|national insurance(?: number| no\\.?)?|ni number|ni)[ :=#]{0,3}(?i:is )?(?<value>[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D])',
    isBounded: true,
    reach: [1, 40],
    scores: NAMED,
    examples: {
      match: ['National Insurance number: [[AB 12 34 56 C]]', 'NINO [[JG103759A]]'],
      reject: ['AB 12 34 56 E', 'NI DQ 12 34 56 C'],
    },
  },
  {
    kind: 'pattern',
    id: 'tax-named',
    type: 'TAX_NUMBER',
    tier: 2,
    description: 'A British UTR, an American EIN or ITIN, after words that name it.',
    keywords: ['utr', 'itin', 'taxpayer reference', 'ein', 'employer identification'],
    beside: [{ after: ' :=#' }],
    pattern:
      '(?i:\\bUTR|unique taxpayer reference|\\bEIN|\bITIN|employer identification number)(?i: (?:number|is|no\\.?))?[ :=#]{1,3}(?<value>[0-9]{2}-[0-9]{7}|[0-9]{5} ?[0-9]{5}|9[0-9]{2}[ -]?[5-9][0-9][ -]?[0-9]{4})',
    isBounded: true,
    reach: [8, 40],
    scores: NAMED,
    examples: {
      match: ['EIN: [[12-3456789]]', 'my UTR is [[12345 67890]]'],
      reject: ['EIN 12', 'ein 123-456789', 'route 12-3456789'],
    },
  },
  {
    kind: 'pattern',
    id: 'tax-spanish',
    type: 'TAX_NUMBER',
    tier: 2,
    description: 'A Spanish NIF or NIE with its letter, after words that name it.',
    keywords: ['nif', 'nie', 'dni'],
    beside: [{ before: NO_WORD, after: ' :=.#' }],
    pattern:
      '(?i:\\b(?:NIF|NIE|DNI))(?:[ :](?:is|es|est|ist|è|número|number|n[°o]))?[ :=.#]{1,3}(?<value>[XYZxyz]?[0-9]{7,8}[ -]?[A-Za-z])',
    isBounded: true,
    reach: [1, 20],
    validate: (value) => isSpanishNif(compact(value)),
    validated: true,
    scores: CHECKED,
    examples: { match: ['DNI: [[12345678Z]]', 'NIE [[X1234567L]]'], reject: ['DNI 12345678A', 'nie 12345678'] },
  },
  {
    kind: 'pattern',
    id: 'tax-italian',
    type: 'TAX_NUMBER',
    tier: 2,
    description: 'An Italian codice fiscale with its check character, after words that name it.',
    keywords: ['codice fiscale', 'cf', 'c.f.'],
    beside: [{ after: ' :=.' }],
    pattern:
      '(?i:codice fiscale|\\bc\\.?f\\.?)(?:[ :](?:is|es|est|ist|è|número|number|n[°o]))?[ :=]{1,3}(?<value>[A-Za-z]{6}[0-9A-Za-z]{2}[A-Za-z][0-9A-Za-z]{2}[A-Za-z][0-9A-Za-z]{3}[A-Za-z])',
    isBounded: true,
    reach: [1, 36],
    validate: (value) => isCodiceFiscale(value.toUpperCase()),
    validated: true,
    scores: CHECKED,
    examples: {
      match: ['codice fiscale: [[RSSMRA85T10A562S]]'],
      reject: ['codice fiscale: RSSMRA85T10A562T', 'CF Industries'],
    },
  },
  {
    kind: 'pattern',
    id: 'tax-belgian-dutch-german',
    type: 'TAX_NUMBER',
    tier: 2,
    description:
      'A Belgian national number, a Dutch BSN or a German Steuer-ID with its check digits, after words that name it.',
    keywords: ['national', 'rijksregister', 'nrn', 'niss', 'bsn', 'burgerservice', 'steuer', 'idnr'],
    pattern:
      '(?i:numéro national|num[eé]ro de registre national|registre national|rijksregisternummer|rijksregister|\\bNRN|\\bNISS|\\bBSN|burgerservicenummer|steuer-?id(?:nr|entifikationsnummer)?|steuernummer|steuerliche identifikationsnummer|\\bIdNr)\\.?(?:[ :](?:is|es|est|ist|è|número|number|n[°o]))?[ :=#]{1,3}(?<value>[0-9][0-9 .-]{7,13}[0-9])',
    isBounded: true,
    reach: [20, 46],
    validate: (value) => {
      const digits = compact(value)
      return isBelgianNumber(digits) || isBsn(digits) || isSteuerId(digits)
    },
    validated: true,
    scores: CHECKED,
    examples: {
      match: ['numéro national : [[85.07.30-033.28]]', 'BSN [[111222333]]', 'Steuer-ID: [[86 095 742 719]]'],
      reject: ['BSN 111222334', 'numéro national 85.07.30-033.29', 'Steuer-ID 12345678901'],
    },
  },
]
