import RE2 from 're2'
import { isLatinLetter, isWordAt } from '../characters.ts'
import { isDigit, type Numbers } from '../numbers.ts'
import type { ReaderRule, Span } from '../rule.ts'

const STREET_FR =
  '(?:rue|avenue|av\\.|ave|boulevard|bd\\.?|blvd|place|pl\\.|square|quai|impasse|allées?|chemin|route|rte|cours|passage|villa|faubourg|sentier|esplanade|résidence|lotissement|hameau|lieu-dit)'
const STREET_EN =
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Close|Crescent|Gardens|Grove|Mews)'

const FRENCH = new RE2(
  `^[0-9]{1,4}(?:[-/][0-9]{1,4})? ?(?i:bis|ter|quater)?,? (?i:${STREET_FR}) (?:(?i:de la|de|du|des|la|le|les) |(?i:de l|d|l)['’])?[\\pL][\\pL.'’-]*(?: (?:de|du|des|de la|la|le|les|et) \\pL[\\pL.'’-]*| (?:[dl]['’])?\\p{Lu}[\\pL.'’-]*){0,5}(?:,? {0,2}[0-9]{5} {1,2}\\p{Lu}[\\pL'’-]+(?:[ -]\\p{Lu}[\\pL'’-]+){0,3})?`,
)
const ENGLISH = new RE2(
  `^[0-9]{1,5}[A-Za-z]? (?:[NSEW]\\.? )?(?:(?:\\p{Lu}[\\pL'’-]+|[0-9]{1,3}(?:st|nd|rd|th)) ){1,3}${STREET_EN}\\b\\.?(?:,? (?:Apt|Suite|Ste|Unit|Flat|#)\\.? ?[0-9A-Za-z]{1,6})?(?:,? \\p{Lu}[\\pL'’-]+(?: \\p{Lu}[\\pL'’-]+){0,2},? (?:[A-Z]{2} [0-9]{5}(?:-[0-9]{4})?|[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}))?`,
)
const ADDRESS_MAX = 160
const FRENCH_NUMBER_MAX = 4
const ENGLISH_NUMBER_MAX = 5

/** A house number and the street behind it. Most numbers lead to no word, and need no pattern. */
function readFrench(text: string, numbers: Numbers, index: number): Span | undefined {
  const start = numbers.starts[index] ?? 0
  const end = numbers.ends[index] ?? 0
  if (end - start > FRENCH_NUMBER_MAX || isWordAt(text, start - 1) || !leadsToStreet(text, end)) return undefined
  const address = FRENCH.exec(text.slice(start, start + ADDRESS_MAX))?.[0]
  return address !== undefined && isFrenchAddress(address) && !MEASURE.test(address)
    ? { start, end: start + address.length }
    : undefined
}

/** How the kinds of streets begin, and "bis", "ter" and "quater": most words behind a number begin otherwise. */
const STREET_HEADS: ReadonlySet<string> = new Set(
  'ru av bo bd bl pl sq qu im al ch ro rt co pa vi fa se es ré lo ha li bi te'.split(' '),
)

/** The head of a street behind a blank or comma, perhaps over "-14" or "bis". */
function leadsToStreet(text: string, end: number): boolean {
  let i = end
  if (text[i] === '-' || text[i] === '/') {
    i++
    while (i < end + 5 && isDigit(text.charCodeAt(i))) i++
  }
  if (text[i] === ',') i++
  if (text[i] === ' ') i++
  // Most numbers lead to signs or other numbers.
  return text.charCodeAt(i) >= 0x41 && STREET_HEADS.has(text.slice(i, i + 2).toLowerCase())
}

function readEnglish(text: string, numbers: Numbers, index: number): Span | undefined {
  const start = numbers.starts[index] ?? 0
  const end = numbers.ends[index] ?? 0
  if (end - start > ENGLISH_NUMBER_MAX || isWordAt(text, start - 1) || !leadsToName(text, end)) return undefined
  const address = ENGLISH.exec(text.slice(start, start + ADDRESS_MAX))?.[0]
  return address === undefined ? undefined : { start, end: start + address.length }
}

/** "360 square feet" */
const MEASURE = /^[0-9]+ (?:square|cubic) /i
const NAME_MAX = 40

/** A capitalised word, or "5th", behind a blank, and the next behind that: "221B Baker Street". */
function leadsToName(text: string, end: number): boolean {
  const blank = text[end] === ' ' ? end : text[end + 1] === ' ' ? end + 1 : -1
  if (blank === -1) return false
  const next = text.indexOf(' ', blank + 2)
  if (next === -1 || next - blank > NAME_MAX || /[a-z]/.test(text.charAt(next + 1))) return false
  const code = text.charCodeAt(blank + 1)
  if (isDigit(code)) return isLatinLetter(text.charCodeAt(blank + 2)) || isLatinLetter(text.charCodeAt(blank + 3))
  return isLatinLetter(code) && code === (code & ~0x20)
}

/** A name or a postcode: "3 places assises" has neither. */
function isFrenchAddress(value: string): boolean {
  return /[0-9]{5} |\s(?:[dl]['’])?\p{Lu}/u.test(value.replace(/^[0-9/-]+ ?(?:bis|ter|quater)?,? \S+/i, ''))
}

const SCORES = { plain: 0.85, context: 0.85 }

export const ADDRESS_RULES: readonly ReaderRule[] = [
  {
    kind: 'reader',
    id: 'address-french',
    type: 'ADDRESS',
    tier: 2,
    description: 'A French postal address: number, kind of street and name, with postcode and town where they follow.',
    beside: [{ after: ' ,/btqBTQ-' }],
    read: readFrench,
    scores: SCORES,
    examples: {
      match: [
        'habite [[12 bis rue de la Paix, 75002 Paris]].',
        '[[42 avenue du Général de Gaulle]]',
        '[[3, place Bellecour 69002 Lyon]]',
      ],
      reject: ['la rue de la Paix', '12 routes vers le sud', '3 places assises', '2 cours de maths'],
    },
  },
  {
    kind: 'reader',
    id: 'address-english',
    type: 'ADDRESS',
    tier: 2,
    description:
      'An American or British postal address: number, name and kind of street, with unit, town and code where they follow.',
    beside: [{ after: ' A-Za-z' }],
    read: readEnglish,
    scores: SCORES,
    examples: {
      match: [
        'lives at [[221B Baker Street, London NW1 6XE]]',
        '[[1600 Pennsylvania Avenue]]',
        'ship to [[42 Elm St, Apt 5, Springfield, IL 62704]]',
      ],
      reject: ['Wall Street fell 3 percent', '5 years on the road'],
    },
  },
]
