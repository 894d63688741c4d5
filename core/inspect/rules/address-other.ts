import { isWordAt } from '../characters.ts'
import { NO_LETTER } from '../neighbours.ts'
import type { KeywordRule, ScoredSpan } from '../rule.ts'
import { addressEnd } from './address-tail.ts'

const NONE: readonly ScoredSpan[] = []
const REACH = 180
const NEXT = '(?: ?, {0,2}| - |\\s{1,3})'
const WORD = "\\p{Lu}[\\p{L}'’.-]*"

/** Behind a number come a postcode and a town. */
const TOWN = `(?:${NEXT}(?:[A-Z]{1,2}-)?[0-9]{4,5} ${WORD}(?:[ -]${WORD}){0,3})?`
const GERMAN = new RegExp(`^ ?[0-9]{1,4}(?: ?[a-h](?!\\p{L}))?(?![0-9]|[.,/-][0-9])${TOWN}`, 'u')

/** "Hauptstraße 15, 10115 Berlin": `start` to `end` is what the name of a street ends in. */
function readGerman(text: string, start: number, end: number): readonly ScoredSpan[] {
  let from = start
  while (from > 0 && start - from < 32 && /[\p{L}-]/u.test(text[from - 1] ?? '')) from--
  if (!/^\p{Lu}/u.test(text.slice(from, from + 1))) return NONE
  const rest = GERMAN.exec(text.slice(end, end + REACH))?.[0]
  return rest === undefined ? NONE : [{ start: from, end: addressEnd(text, end + rest.length) }]
}

const ROMANCE = new RegExp(
  `^(?:(?:de|del|della|dei|di|da|do|das|dos|la|las|los|el|le) ){0,2}${WORD}(?: (?:(?:de|del|della|di|da|do|la|las|los|e|y) ){0,2}${WORD}){0,3},? (?:n[.º°] ?)?[0-9]{1,4}(?: ?[A-Za-z](?!\\p{L}))?(?![0-9]|[.,/-][0-9])${TOWN}`,
  'u',
)

/** "Calle Mayor 21, 28013 Madrid". */
function readRomance(text: string, start: number, end: number): readonly ScoredSpan[] {
  const rest = ROMANCE.exec(text.slice(end, end + REACH))?.[0]
  return rest === undefined ? NONE : [{ start, end: addressEnd(text, end + rest.length) }]
}

const BOX = new RegExp(
  `^ ?(?:n° ?|no\\.? ?|#)?[0-9]{1,6}(?![0-9])(?:${NEXT}(?:${WORD} ){0,2}${WORD},? [A-Z]{2},? [0-9]{5}(?:-[0-9]{4})?|${NEXT}[0-9]{5} ${WORD}(?:[ -]${WORD}){0,3})?`,
  'u',
)

function readBox(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  const rest = BOX.exec(text.slice(end, end + REACH))?.[0]
  return rest === undefined ? NONE : [{ start, end: addressEnd(text, end + rest.length) }]
}

/** Somebody's address, as a sentence or a field says: what is no other rule's, from a number on or up to a postcode. */
const WORDS = "(?:[\\p{L}\\p{N}][\\p{L}\\p{N}'’./-]*(?:,?\\s{1,2}|\\s?,\\s?))"
const POSTCODE = '(?:[0-9]{4,6}(?:-[0-9]{3,4})?|[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2})(?![\\p{L}\\p{N}])'
const TOWN_BEHIND = '\\p{Lu}[\\p{L}-]+(?:[ -]\\p{Lu}[\\p{L}-]+){0,2}'
const LABELLED = new RegExp(
  `^(?:es|e)?(?: postale?| line 1| line| complète| actuelle| personnelle| de livraison| de facturation|_line_?1)*(?<joint>(?: (?:of|for|de) [\\p{L}\\p{N} &.'’-]{2,40}?)? (?:is|est|to|au|at|with)(?: :)? |\\? (?:it is|it['’]s|c['’]est) | ?["']?[:=]["']?\\s{0,3}| )(?:["'(]|the |Flat [0-9]{1,3}, |Apt\\.? [0-9]{1,4}, )?(?<value>[0-9]{1,5}[A-Za-z]?,? ${WORDS}{1,14}?${POSTCODE}(?: ${TOWN_BEHIND})?|(?:(?:lieu-dit|résidence|hameau|le|la|les) )?\\p{Lu}[\\p{L}'’ -]{2,40}?,? [0-9]{5} ${TOWN_BEHIND}|(?<open>[0-9]{1,5}[A-Za-z]? \\p{Lu}[\\p{L}'’./-]+(?: [\\p{Lu}0-9][\\p{L}\\p{N}'’.-]*){0,5}))`,
  'u',
)

function readLabelled(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  const match = LABELLED.exec(text.slice(end, end + REACH))
  const value = match?.groups?.value
  if (match === null || value === undefined) return NONE
  // Without a verb or a colon only a whole postcode tells that the address follows.
  const isTold = match.groups?.joint !== ' ' || / at$/i.test(text.slice(start, end))
  if (!isTold && (match.groups?.open !== undefined || !/[0-9]{5}|[0-9][A-Z]{2}/.test(value))) return NONE
  const to = end + match[0].length
  return [{ start: to - value.length, end: addressEnd(text, to) }]
}

const SCORES = { plain: 0.8, context: 0.8 }

export const OTHER_ADDRESS_RULES: readonly KeywordRule[] = [
  {
    kind: 'keyword',
    id: 'address-german',
    type: 'ADDRESS',
    tier: 2,
    description:
      'A German, Dutch, Scandinavian, Finnish or Hungarian postal address: street and number, with postcode and town where they follow.',
    keywords: [
      ...[
        'strasse',
        'straße',
        'str.',
        'platz',
        'gasse',
        'allee',
        'weg',
        'damm',
        'ufer',
        'gracht',
        'straat',
        'laan',
        'plein',
        'singel',
      ],
      ...['gatan', 'vagen', 'veien', 'vej', 'alleen', 'katu', 'kuja', 'utca'],
    ],
    beside: [
      { before: 'a-z\\-', after: ' 0-9' },
      { before: '\\x7f', after: ' 0-9' },
    ],
    read: readGerman,
    scores: SCORES,
    examples: {
      match: [
        '[[Hauptstraße 15, 10115 Berlin]]',
        'wohnt in der [[Lindenallee 7a]].',
        '[[Strandalléen 61, 2791 Dragør]]',
        'bor på [[Nybyvägen 65]]; [[Industrivej 82]]',
        '[[Beethovenlaan 12, 1217 CK Hilversum]]',
        '[[Herengracht 391, 1016 EJ Amsterdam, Netherlands]]',
        '[[Lindenallee 7, 04103 Leipzig, Germany]]',
      ],
      reject: ['Hauptstraße in Berlin', 'auf dem weg 3 Hunde', 'str. 5'],
    },
  },
  {
    kind: 'keyword',
    id: 'address-romance',
    type: 'ADDRESS',
    tier: 2,
    description:
      'A Spanish, Italian, Portuguese or Polish postal address: street and number, with postcode and town where they follow.',
    keywords: [
      'calle ',
      'c/ ',
      'ctra. ',
      'avenida ',
      'avda. ',
      'carrer ',
      'via ',
      'viale ',
      'vicolo ',
      'piazza ',
      'corso ',
      'rua ',
      'travessa ',
      'paseo ',
      'ul. ',
    ],
    beside: [
      { before: NO_LETTER, first: 'A-Z', after: 'A-Zdl\\x7f' },
      { before: NO_LETTER, first: 'u', after: 'A-Z\\x7f' },
    ],
    read: readRomance,
    scores: SCORES,
    examples: {
      match: [
        '[[Via Roma 12, 00184 Roma]]',
        '[[Calle Mayor 21, 28013 Madrid]]',
        '[[Rua das Flores 8]]',
        '[[C/ Manuel Iradier 77]]',
        '[[ul. Zuchów 65, 31-234 Kraków]]',
      ],
      reject: ['Via Email 2 days later'.replace('Email 2', 'email'), 'via Roma', 'Calle Mayor'],
    },
  },
  {
    kind: 'keyword',
    id: 'address-box',
    type: 'ADDRESS',
    tier: 2,
    description: 'A post office box, with town and postcode where they follow.',
    keywords: ['p.o. box', 'po box', 'boite postale', 'postfach'],
    read: readBox,
    scores: SCORES,
    examples: {
      match: ['send to [[P.O. Box 1182, Albany, NY 12201]]', '[[Boîte postale 12, 31000 Toulouse]]'],
      reject: ['a PO box', 'the depo box 12'],
    },
  },
  {
    kind: 'keyword',
    id: 'address-labelled',
    type: 'ADDRESS',
    tier: 2,
    description: "What words call somebody's address, as far as its postcode and town.",
    keywords: [
      'address',
      'adress',
      'lives at',
      'living at',
      'habite',
      'domicilie',
      'domicile',
      'residing at',
      'lieu-dit',
    ],
    beside: [{ before: NO_LETTER, after: ' :=?"\'esE_' }],
    read: readLabelled,
    scores: SCORES,
    examples: {
      match: [
        'my address is [[80 Gosposka ulica 61 Maribor 2000]].',
        'adresse : [[Le Bourg, 24220 Saint-Cyprien]]',
        'address: [[12 Long Acre Farm, Wantage OX12 9TH]]',
      ],
      reject: ['address 10.0.0.1 is taken', 'adresse mail', 'address the 3 issues in 2024', 'the address is wrong'],
    },
  },
]
