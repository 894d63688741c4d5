import { NO_LETTER } from '../neighbours.ts'
import type { MatchContext, Rule, ScoredSpan } from '../rule.ts'
import { isNorthAmericanPhone } from '../validators/phone.ts'

/** Fewer or more digits are no number that people dial. */
const DIGITS_MIN = 7
const DIGITS_MAX = 13

/** Words that phone-named begins with: "téléphone" holds "phone", "rappeler" holds "appel". */
const NAMES = [
  'tel',
  'phone',
  'fax',
  'call',
  'mobil',
  'cell',
  'gsm',
  'whatsapp',
  'joindre',
  'joignable',
  'appel',
  'portable',
  'reach',
  'dial',
  'sms',
  'answering',
  'voicemail',
  'hotline',
  'handy',
  'ruf',
  'anruf',
  'ruckruf',
  'erreich',
  'movil',
  'llam',
  'chiam',
]

/** What stands between two digits of such a number at most. */
const LOOSE_GAP = 2
/** A number however it is grouped. */
const LOOSE_NUMBER = '(?<value>[+(]?[0-9](?:[ ()./-]{0,2}[0-9]){6,14}(?: ?(?:x|ext\\.? ?)[0-9]{1,6})?)'
/** What may stand between a word about telephones and a number. */
const TO_NUMBER =
  '[ :=.#(-]{0,3}(?:(?:at|on|is|me|us|him|her|them|back|number|no|n°|num[eé]ro|au|sur|le|est|my|mon|the|direct|work|home|office|cell|mobile|new|unter|bei|an|nr|nummer|ist|mich|uns|ihn|sie|bitte|al|en|el|es|è)[ :=.#-]{1,3}){0,4}'
/** Behind the keyword the word may go on: "telephone", "calling". */
const LEADS = new RegExp(`^[a-zé]{0,10}(?: (?:du|sie|ihr))?${TO_NUMBER}[+(]?[0-9]`, 'iu')
const DATE =
  /^(?:[0-9]{4}[./-][0-9]{1,2}[./-][0-9]{1,2}|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{4}|(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])$)/
/** "12.345.678", "1 234 567": so amounts are written, and hardly any number of a telephone. */
const AMOUNT = /^[1-9](?:[0-9]?\.[0-9]{3}\.[0-9]{3}| [0-9]{3} [0-9]{3})$/

function isLooseNumber(value: string, { text, start, end }: MatchContext): boolean {
  const digits = value.replace(/ ?(?:x|ext).*$/i, '').replace(/[^0-9]/g, '')
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX || DATE.test(value) || AMOUNT.test(value)) return false
  // The pattern takes fifteen digits at most; a number that goes on is none.
  return (
    !/^[ ./-]?[0-9]/.test(text.slice(end, end + 2)) && !/[0-9][ ./-]?$/.test(text.slice(Math.max(0, start - 2), start))
  )
}

/** From a word that programs use as well to ten digits: names of people, and what people say before a number. */
const SPOKEN =
  /^(?:ed|ing)?(?:[ ,:=.#("'-]{1,4}(?:at|on|is|or|and|me|us|him|her|them|back|up|no|number|now|today|tonight|tomorrow|later|anytime|please|call|text|phone|my|his|their|our|the|new|\p{Lu}[\p{L}.'’-]{0,20})){0,6}[ ,:=.#("'-]{1,4}(?=1?[2-9][0-9]{9}(?![\p{L}\p{N}_]))/u
const SPOKEN_REACH = 96
const DIGITS = /^[0-9]+/

function readSpoken(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const lead = SPOKEN.exec(text.slice(end, end + SPOKEN_REACH))?.[0]
  if (lead === undefined) return []
  const from = end + lead.length
  const [digits = ''] = DIGITS.exec(text.slice(from, from + DIGITS_MAX)) ?? []
  return isNorthAmericanPhone(digits) ? [{ start: from, end: from + digits.length }] : []
}

/** Numbers of no plan in particular, which only the words around them tell. */
export const LOOSE_PHONE_RULES: readonly Rule[] = [
  {
    kind: 'keyword',
    id: 'phone-north-american-spoken',
    type: 'PHONE',
    tier: 1,
    description:
      'Ten digits in one piece that fit the North American plan, after "call", "text" or "reach" and perhaps a name.',
    keywords: ['call', 'text', 'ring', 'reach', 'office'],
    beside: [{ before: NO_LETTER }],
    digitsBehind: [10, SPOKEN_REACH],
    read: readSpoken,
    scores: { plain: 0.85, context: 0.85 },
    examples: {
      match: ['Call Owen tomorrow on [[4155552671]].', 'text me at [[4155552671]]', 'Reach: [[14155552671]]'],
      reject: [
        'called with 4155552671',
        'call 14 of 4155552671',
        'text file of 4155552671 bytes',
        'textual 4155552671',
      ],
    },
  },
  {
    kind: 'pattern',
    id: 'phone-named',
    type: 'PHONE',
    tier: 1,
    description: 'Seven to thirteen digits, in any groups, directly after a word about telephones.',
    keywords: NAMES,
    // "telephone", "cellphone", "rappel", "Anruf", "Rückruf"
    beside: [{ before: `${NO_LETTER}eElLrRnNkK` }],
    pattern: `(?i)(?:^|[^\\pL])(?:t[eé]l(?:[eé](?:phone|foon|fono|fon(?:nummer|nr)?))?|phone|fax|call(?:ed|ing)?|mobile|mobil(?:telefon|nummer|nr)?|handy(?:nummer|nr)?|(?:an|r[uü]ck)ruf|rufnummer|ruf(?:en)? (?:mich|uns|ihn|sie)|erreichbar|erreich(?:st|en|t)? (?:du |sie |ihr )?(?:mich|uns|ihn)|m[oó]vil|ll[aá]m[ae](?:me|nos| al)|chiama(?:mi|ci)|cellulare|cell(?:phone)?|gsm|whatsapp|joindre|joignables?|r?appel(?:er|le|ez)?|portable|reach|dial|sms|answering|voicemail|hotline)${TO_NUMBER}${LOOSE_NUMBER}`,
    isBounded: true,
    gap: LOOSE_GAP,
    leads: LEADS,
    reach: [1, 80],
    validate: isLooseNumber,
    scores: { plain: 0.75, context: 0.75 },
    examples: {
      match: [
        'Phone: [[782 2652]]',
        "They're not answering at [[(021) 0025-967]]",
        'tél [[02.72.43.92]]',
        'Telefon: [[0176 4821 7730]], Handy [[0171/2849301]]',
        'Rückruf unter [[089/636-48018]], llámame al [[612 48 71 93]]',
        'call me on [[9472 7916]]?',
      ],
      reject: [
        'call 12345',
        'phone 2024-01-02',
        'hotel 782 2652',
        'call fn with 1234567',
        'Anruf 20240611',
        'erreicht 1.234.567 Menschen',
        'mobile 1 234 567 users',
        'phone: 123456789012345678',
      ],
    },
  },
  {
    kind: 'pattern',
    id: 'phone-named-after',
    type: 'PHONE',
    tier: 1,
    description: 'Seven to thirteen digits in groups, directly before "office", "fax" or "mobile", as in signatures.',
    keywords: ['office', 'fax', 'mobile', 'home', 'cell', 'work', 'desk', 'bureau', 'domicile', 'portable'],
    beside: [{ before: ' (-', after: NO_LETTER }],
    pattern: `(?i)${LOOSE_NUMBER}(?: |-| - | \\()(?:office|fax|mobile|home|cell|work|desk|bureau|domicile|portable)(?:$|[^\\pL])`,
    isBounded: true,
    gap: LOOSE_GAP,
    reach: [40, 1],
    validate: (value, match) => /[ ().-]/.test(value) && isLooseNumber(value, match),
    scores: { plain: 0.75, context: 0.75 },
    examples: {
      match: ['[[322 327 102]] office', '[[(85) 5986-8343]]-Office', '[[+1-177-892-0730x52646]] fax'],
      reject: ['1234567 office', '12 office', '2024-01-02 office', '12 345 678 901 234 567 fax'],
    },
  },
]
