import { isWordAt } from '../characters.ts'
import { NO_LETTER } from '../neighbours.ts'
import type { KeywordRule, PatternRule, ScoredSpan } from '../rule.ts'
import { addressEnd } from './address-tail.ts'

const NONE: readonly ScoredSpan[] = []

const STREET_KIND =
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl|Square|Parkway|Highway|Hwy|Str|str)'
const CORNER_WORD = "(?:\\p{Lu}[\\p{L}'’.-]*|[0-9]{1,5}(?:st|nd|rd|th)?|(?:de|del|di|da|van|la|ul\\.)(?= ))"
/** One street at a corner: up to five words. */
const CORNER_STREET = `${CORNER_WORD}(?: ${CORNER_WORD}){0,4}`
const CORNER = new RegExp(`^ of (${CORNER_STREET}) (?:and|&) (${CORNER_STREET})`, 'u')
const CORNER_REACH = 140
const IS_STREET = new RegExp(`(?:^|\\s)${STREET_KIND}\\.?$|[0-9]`, 'u')

/** "the corner of Oak Street and 5th Avenue": of both streets one at least says that it is one. */
function readCorner(text: string, start: number, end: number): readonly ScoredSpan[] {
  const match = CORNER.exec(text.slice(end, end + CORNER_REACH))
  const [whole, first = '', second = ''] = match ?? []
  if (whole === undefined || (!IS_STREET.test(first) && !IS_STREET.test(second))) return NONE
  const from = /\b(?:the|at the) $/i.test(text.slice(Math.max(0, start - 7), start)) ? start - 4 : start
  return [{ start: from, end: end + whole.replace(/[.]$/, '').length }]
}

/** House number and street before a flat: "25615 Tawastintie 72, Apt. 4". */
const BEFORE_UNIT =
  /(?:^|[\s:(])([0-9]{1,5}[A-Za-z]? (?:[\p{L}\p{N}][\p{L}\p{N}.'’-]* ){0,5}[\p{L}\p{N}][\p{L}\p{N}.'’-]*)(?: |, |,? ?\r?\n[ \t>]{0,8})$/u
const BEFORE_REACH = 80
const UNIT_NUMBER = /^ {0,2}#?[0-9]{1,5}[A-Za-z]?(?![\p{L}\p{N}])/u

/** A flat with a street before it that no other rule knows, and a town behind it. */
function readUnit(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (!/\p{Lu}/u.test(text.charAt(start))) return NONE
  const before = BEFORE_UNIT.exec(text.slice(Math.max(0, start - BEFORE_REACH), start))
  const number = UNIT_NUMBER.exec(text.slice(end, end + 12))?.[0]
  if (before?.[1] === undefined || number === undefined || !/\p{Lu}\p{L}/u.test(before[1])) return NONE
  const to = addressEnd(text, end + number.length)
  // Without a town "12 Regression Test Suite 4" is none.
  if (to === end + number.length) return NONE
  const from = start - before[0].length + before[0].indexOf(before[1])
  return [{ start: from, end: to }]
}

/** Blocks of a Japanese address before the name of its district and town. */
const BLOCKS =
  /(?:^|[\s:(])([0-9]{1,3}-[0-9]{1,3}(?:-[0-9]{1,4})? \p{Lu}[\p{L}-]{2,24}(?:, \p{Lu}[\p{L}]{2,16}-(?:ku|shi|cho|machi))?, )$/u

/** "3-7-1 Nishi-Shinjuku, Tokyo 163-1030". */
function readJapanese(text: string, start: number, end: number): readonly ScoredSpan[] {
  const before = BLOCKS.exec(text.slice(Math.max(0, start - BEFORE_REACH), start))
  if (before?.[1] === undefined || isWordAt(text, end)) return NONE
  const from = start - before[1].length
  return [{ start: from, end: addressEnd(text, end) }]
}

const SCORES = { plain: 0.8, context: 0.8 }

export const RARE_ADDRESS_RULES: readonly (KeywordRule | PatternRule)[] = [
  {
    kind: 'pattern',
    id: 'address-military',
    type: 'ADDRESS',
    tier: 2,
    description: 'An address of the American forces and embassies: unit or ship, APO, FPO or DPO, and postcode.',
    keywords: ['apo aa', 'apo ae', 'apo ap', 'fpo aa', 'fpo ae', 'fpo ap', 'dpo aa', 'dpo ae', 'dpo ap'],
    pattern:
      "(?i:(?:(?:PSC|CMR|OPC|Unit) [0-9]{1,5},? Box [0-9]{1,6}|US(?:S|NS|CGC|NV) [\\pL][\\pL'-]*(?: [\\pL][\\pL'-]*){0,2}),?\\s{1,3}[AFD]PO,? A[AEP],? [0-9]{5}(?:-[0-9]{4})?)",
    reach: [60, 14],
    scores: { plain: 0.9, context: 0.9 },
    examples: {
      match: [
        'ship it to [[PSC 4821, Box 102, APO AE 09128]]',
        '[[Unit 5507 Box 88\nDPO AP 96338]]',
        '[[USS Harmon, FPO AP 96543]]',
      ],
      reject: ['the FPO AP 2024', 'PSC 12 Box Office, APO AE'],
    },
  },
  {
    kind: 'keyword',
    id: 'address-corner',
    type: 'ADDRESS',
    tier: 2,
    description: 'The corner of two streets.',
    keywords: ['corner'],
    beside: [{ before: NO_LETTER, after: ' ', secondAfter: 'o' }],
    read: readCorner,
    scores: SCORES,
    examples: {
      match: [
        'meet me at [[the corner of Oak Street and 5th Avenue]].',
        '[[corner of Hersnapvej 75 and Mathias Pass]]',
      ],
      reject: ['the corner of the page and the header', 'in a corner of Asia and Africa'],
    },
  },
  {
    kind: 'keyword',
    id: 'address-flat',
    type: 'ADDRESS',
    tier: 2,
    description: 'A house number and a street of any country before a flat, with a town behind it.',
    keywords: ['apt.', 'apt ', 'suite'],
    beside: [
      { before: ' \\n>', after: ' ', secondAfter: '0-9#' },
      { before: ' \\n>', after: '0-9#' },
    ],
    read: readUnit,
    scores: SCORES,
    examples: {
      match: [
        'at [[25615 Tawastintie 72 Apt. 4\nKnivsta, Sweden]].',
        '[[928 Makedonias\n Suite 112\n Lefkosia\n Cyprus 51034]]',
      ],
      reject: ['12 Regression Test Suite 4 of 10', '100 packages, Apt 2.0, is in Debian 12', 'run 3 Tests Suite 4'],
    },
  },
  {
    kind: 'keyword',
    id: 'address-japanese',
    type: 'ADDRESS',
    tier: 2,
    description: 'A Japanese postal address in Latin letters: blocks, district and town.',
    keywords: ['tokyo', 'osaka', 'kyoto', 'yokohama', 'nagoya', 'sapporo', 'fukuoka', 'kobe'],
    beside: [{ before: ' ' }],
    read: readJapanese,
    scores: SCORES,
    examples: {
      match: ['Envoi à [[3-7-1 Nishi-Shinjuku, Tokyo 163-1030]].', '[[5-2-1 Roppongi, Minato-ku, Tokyo]]'],
      reject: ['won 5-2-1 in the derby, Tokyo said', 'Kyoto, Tokyo and Osaka'],
    },
  },
]
