import { NO_LETTER } from '../neighbours.ts'
import type { MatchContext, Rule } from '../rule.ts'

/** Fewer or more digits are no number that people dial. */
const DIGITS_MIN = 7
const DIGITS_MAX = 13

/** Words that phone-named begins with: "téléphone" holds "phone", "rappeler" holds "appel". */
const NAMES = [
  'tel',
  'phone',
  'fax',
  'call',
  'mobile',
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
]

/** What stands between two digits of such a number at most. */
const LOOSE_GAP = 2
/** A number however it is grouped. */
const LOOSE_NUMBER = '(?<value>[+(]?[0-9](?:[ ()./-]{0,2}[0-9]){6,14}(?: ?(?:x|ext\\.? ?)[0-9]{1,6})?)'
/** What may stand between a word about telephones and a number. */
const TO_NUMBER =
  '[ :=.#(-]{0,3}(?:(?:at|on|is|me|us|him|her|them|back|number|no|n°|num[eé]ro|au|sur|le|est|my|mon|the|direct|work|home|office|cell|mobile|new)[ :=.#-]{1,3}){0,4}'
/** Behind the keyword the word may go on: "telephone", "calling". */
const LEADS = new RegExp(`^[a-zé]{0,6}${TO_NUMBER}[+(]?[0-9]`, 'iu')
const DATE = /^(?:[0-9]{4}[./-][0-9]{1,2}[./-][0-9]{1,2}|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{4})/

function isLooseNumber(value: string, { text, start, end }: MatchContext): boolean {
  const digits = value.replace(/ ?(?:x|ext).*$/i, '').replace(/[^0-9]/g, '')
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX || DATE.test(value)) return false
  // The pattern takes fifteen digits at most; a number that goes on is none.
  return (
    !/^[ ./-]?[0-9]/.test(text.slice(end, end + 2)) && !/[0-9][ ./-]?$/.test(text.slice(Math.max(0, start - 2), start))
  )
}

/** Numbers of no plan in particular, which only the words around them tell. */
export const LOOSE_PHONE_RULES: readonly Rule[] = [
  {
    kind: 'pattern',
    id: 'phone-named',
    type: 'PHONE',
    tier: 1,
    description: 'Seven to thirteen digits, in any groups, directly after a word about telephones.',
    keywords: NAMES,
    // "telephone", "cellphone", "rappel"
    beside: [{ before: `${NO_LETTER}eElLrR` }],
    pattern: `(?i)(?:^|[^\\pL])(?:t[eé]l(?:[eé]phone)?|phone|fax|call(?:ed|ing)?|mobile|cell(?:phone)?|gsm|whatsapp|joindre|joignables?|r?appel(?:er|le|ez)?|portable|reach|dial|sms|answering|voicemail|hotline)${TO_NUMBER}${LOOSE_NUMBER}`,
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
        'call me on [[9472 7916]]?',
      ],
      reject: ['call 12345', 'phone 2024-01-02', 'hotel 782 2652', 'call fn with 1234567', 'phone: 123456789012345678'],
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
