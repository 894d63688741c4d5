import RE2 from 're2'
import { isLatinLetter, isOfWord, isWordAt, plainWord } from '../characters.ts'
import { isDigit, type Numbers } from '../numbers.ts'
import type { ReaderRule, Span } from '../rule.ts'
import { addressEnd } from './address-tail.ts'

const STREET_FR =
  '(?:rue|avenue|av\\.|ave|boulevard|bd\\.?|blvd|place|pl\\.|square|quai|impasse|allées?|chemin|route|rte|cours|passage|villa|faubourg|sentier|esplanade|résidence|lotissement|hameau|lieu-dit|cité|chaussée|voie|ruelle|rond-point|promenade|montée|traverse|venelle|clos|digue|parvis)'
const STREET_EN =
  '(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Close|Crescent|Gardens|Grove|Mews)'
const PLACE_EN =
  'Loop|Trail|Trl|Plaza|Row|Walk|Hill|Park|Alley|Path|Pike|Mall|Wharf|Yard|Bend|Run|Pass|Crossing|Ridge|View|Green|Quay|Rise|Vale|Parade|Broadway|Croft|Fold|Gate|Meadows?|Heights|Lawn|Drove|Chase|Common'

/** What an address goes on with: a comma, a hyphen or a line break. */
const NEXT = '(?: ?, {0,2}| - | ?\\r?\\n[ \\t>]{0,8}| {1,2})'
const TOWN = "(?:(?i:le|la|les|l['’]) ?)?\\p{Lu}[\\pL'’-]+(?:[ -]\\p{Lu}[\\pL'’-]+){0,3}"
const FRENCH = `^[0-9]{1,4}(?:[-/][0-9]{1,4})? ?(?i:bis|ter|quater|[a-d]\\b)?,? (?i:${STREET_FR}) (?:(?i:de la|de|du|des|la|le|les) |(?i:de l|d|l)['’])?(?:[0-9]{1,2}(?:er)? \\pL{3,9}(?: (?:19|20)[0-9]{2})?|[\\pL][\\pL.'’-]*)(?: (?:de|du|des|de la|la|le|les|et) (?:[dl]['’])?\\pL[\\pL.'’-]*| (?:[dl]['’])?\\p{Lu}[\\pL.'’-]*){0,5}(?:${NEXT}(?:F-?)?[0-9]{2} ?[0-9]{3} {1,2}${TOWN}|, \\p{Lu}\\p{Ll}+(?:-\\pL+){0,4})?`
const CODE_US = '[A-Z]{2}(?:,? [0-9]{5}(?:-[0-9]{4})?)?'
const CODE_UK = '[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}'
const ENGLISH = `^[0-9]{1,5}[A-Za-z]? (?:[NSEW]{1,2}\\.? )?(?:(?:(?:\\p{Lu}[\\pL'’.-]+|[0-9]{1,3}(?:st|nd|rd|th)) ){1,3}${STREET_EN}\\b\\.?|(?:\\p{Lu}[\\pL'’.-]+ ){1,2}(?:${PLACE_EN})\\b(?:${NEXT}\\p{Lu}[\\pL'’-]+(?: \\p{Lu}[\\pL'’-]+){0,2},? (?:[A-Z]{2},? [0-9]{5}|${CODE_UK})))(?: [NSEW]{1,2}\\b\\.?)?(?:${NEXT}(?:Apartment|Apt|Suite|Ste|Unit|Flat|Floor|Fl|#)\\.? ?#? ?[0-9A-Za-z-]{1,6})?(?:${NEXT}\\p{Lu}[\\pL'’-]+(?: \\p{Lu}[\\pL'’-]+){0,2}(?:,? (?:${CODE_US}|${CODE_UK})\\b|,\\s{1,2}\\p{Lu}[\\pL'’-]+(?: \\p{Lu}[\\pL'’-]+)?,? ${CODE_UK}\\b))?`
/** Each takes some ten milliseconds to compile, and most texts need neither. */
let french: RE2 | undefined
let english: RE2 | undefined
const ADDRESS_MAX = 160
const FRENCH_NUMBER_MAX = 4
const ENGLISH_NUMBER_MAX = 5

/** A house number and the street behind it. Most numbers lead to no word, and need no pattern. */
function readFrench(text: string, numbers: Numbers, index: number): Span | undefined {
  const start = numbers.starts[index] ?? 0
  const end = numbers.ends[index] ?? 0
  if (end - start > FRENCH_NUMBER_MAX || isWordAt(text, start - 1) || !leadsToStreet(text, numbers.units, end))
    return undefined
  if (!tellers.isWithin(text, numbers.units, end, Math.min(text.length, start + ADDRESS_MAX))) return undefined
  french ??= new RE2(FRENCH)
  const address = french.exec(text.slice(start, start + ADDRESS_MAX))?.[0]
  return address !== undefined && isFrenchAddress(address) && !MEASURE.test(address)
    ? { start, end: addressEnd(text, start + address.length) }
    : undefined
}

/** The kinds of streets, without accents, and "bis", "ter" and "quater": most words behind a number are others. */
const STREET_WORDS: ReadonlySet<string> = new Set(
  `rue avenue av ave boulevard bd blvd place pl square quai impasse allee allees chemin route rte cours passage villa faubourg sentier
  esplanade residence lotissement hameau lieu cite chaussee voie ruelle rond promenade montee traverse venelle clos digue parvis bis ter quater`.split(
    /\s+/,
  ),
)
const STREET_WORD_MAX = 12
/** How they begin, in bits: the second letter by the first, five bits each. */
const STREET_LETTERS = new Int32Array(32)
for (const word of STREET_WORDS) {
  const first = word.charCodeAt(0) & 31
  STREET_LETTERS[first] = (STREET_LETTERS[first] as number) | (1 << (word.charCodeAt(1) & 31))
}

/** The kind of a street behind a blank or comma, perhaps over "-14" or "bis". */
function leadsToStreet(text: string, units: Uint16Array, end: number): boolean {
  let i = end
  if (units[i] === HYPHEN || units[i] === SLASH) {
    i++
    while (i < end + 5 && isDigit(units[i] as number)) i++
  }
  // "15 B rue"
  if (units[i] === SPACE && units[i + 2] === SPACE && isSuffix(units[i + 1] as number)) i += 2
  if (units[i] === COMMA) i++
  if (units[i] === SPACE) i++
  const first = units[i] as number
  // Most numbers lead to signs or other numbers, or to other words.
  if (first < 0x41 || (((STREET_LETTERS[first & 31] as number) >> ((units[i + 1] as number) & 31)) & 1) === 0)
    return false
  let last = i
  while (last - i <= STREET_WORD_MAX && isLatinLetter(units[last] as number)) last++
  return STREET_WORDS.has(plainWord(text.slice(i, last)))
}

/** A to D, in either case. */
function isSuffix(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x64
}

const SPACE = 0x20
const COMMA = 0x2c
const HYPHEN = 0x2d
const SLASH = 0x2f

function readEnglish(text: string, numbers: Numbers, index: number): Span | undefined {
  const start = numbers.starts[index] ?? 0
  const end = numbers.ends[index] ?? 0
  if (end - start > ENGLISH_NUMBER_MAX || isWordAt(text, start - 1) || !leadsToName(numbers.units, end))
    return undefined
  if (!leadsToKind(text, numbers.units, numbers.units[end] === SPACE ? end + 1 : end + 2)) return undefined
  english ??= new RE2(ENGLISH)
  const address = english.exec(text.slice(start, start + ADDRESS_MAX))?.[0]
  return address === undefined ? undefined : { start, end: addressEnd(text, start + address.length) }
}

/** "360 square feet" */
const MEASURE = /^[0-9]+ (?:square|cubic) /i
const NAME_MAX = 40

/** A capitalised word, or "5th", behind a blank, and the next behind that: "221B Baker Street". */
function leadsToName(units: Uint16Array, end: number): boolean {
  const blank = units[end] === SPACE ? end : units[end + 1] === SPACE ? end + 1 : -1
  if (blank === -1) return false
  const code = units[blank + 1] as number
  if (isDigit(code)) {
    if (!isLatinLetter(units[blank + 2] as number) && !isLatinLetter(units[blank + 3] as number)) return false
  } else if (!isLatinLetter(code) || code !== (code & ~0x20)) return false
  let next = blank + 2
  while (next - blank <= NAME_MAX && units[next] !== SPACE) if (units[next++] === 0) return false
  const after = units[next + 1] as number
  return next - blank <= NAME_MAX && !(after >= 0x61 && after <= 0x7a)
}

/** The words of STREET_EN and PLACE_EN, with and without a last letter that may be missing. */
const KINDS: ReadonlySet<string> = new Set(
  `${STREET_EN.slice('(?:'.length, -1)}|${PLACE_EN}`
    .split('|')
    .flatMap((kind) => (kind.endsWith('?') ? [kind.slice(0, -2), kind.slice(0, -1)] : [kind])),
)
const KIND_MAX = Math.max(...[...KINDS].map(({ length }) => length))
/** Their first two letters, in bits: the second letter by the first, five bits each. */
const KIND_LETTERS = new Int32Array(32)
for (const kind of KINDS) {
  const first = kind.charCodeAt(0) & 31
  KIND_LETTERS[first] = (KIND_LETTERS[first] as number) | (1 << (kind.charCodeAt(1) & 31))
}
/** A direction, three words of a name, and the kind. */
const KIND_WORD_MAX = 5

/** Whether the word of ASCII that begins at `start` is a kind of street. */
function isKindAt(text: string, units: Uint16Array, start: number): boolean {
  if ((((KIND_LETTERS[(units[start] as number) & 31] as number) >> ((units[start + 1] as number) & 31)) & 1) === 0)
    return false
  let end = start
  while (end - start <= KIND_MAX && isOfWord(units[end] as number)) end++
  return KINDS.has(text.slice(start, end))
}

/** Whether behind other words that begin with capitals or digits a kind of street stands: most names behind numbers are none of streets. */
function leadsToKind(text: string, units: Uint16Array, from: number): boolean {
  let i = from
  for (let word = 0; word < KIND_WORD_MAX; word++) {
    const first = units[i] as number
    if (word > 0 && isKindAt(text, units, i)) return true
    if (first < 0x80 && !isDigit(first) && (first < 0x41 || first > 0x5a)) return false
    const isOrdinal = isDigit(first)
    for (i++; units[i] !== SPACE; i++)
      if (i - from > ADDRESS_MAX || !(isOfName(units[i] as number) || (isOrdinal && isDigit(units[i] as number))))
        return false
    // "5th"
    if (isOrdinal && isDigit(units[i - 1] as number)) return false
    i++
  }
  return false
}

/** Letters, hyphens, points and apostrophes. */
function isOfName(code: number): boolean {
  return code >= 0x80 || isLatinLetter(code) || code === HYPHEN || code === 0x2e || code === 0x27
}

/**
 * Where what isFrenchAddress() asks for may stand: a capital behind a blank or an apostrophe, or a year's or a postcode's digits. Windows move
 * on, and what was looked at for a number before is not looked at again.
 */
class Tellers {
  #text = ''
  #from = 0
  #to = 0
  #last = -1

  isWithin(text: string, units: Uint16Array, from: number, to: number): boolean {
    if (text !== this.#text || from < this.#from || from > this.#to || this.#last >= to) {
      this.#from = from
      this.#to = from
      this.#last = -1
    }
    this.#text = text
    for (; this.#to < to; this.#to++) if (isTeller(units, this.#to)) this.#last = this.#to
    return this.#last >= from
  }
}

const tellers = new Tellers()

function isTeller(units: Uint16Array, index: number): boolean {
  const code = units[index] as number
  if (isDigit(code))
    return (
      isDigit(units[index - 1] as number) && isDigit(units[index - 2] as number) && isDigit(units[index - 3] as number)
    )
  if (code < 0x41 || (code > 0x5a && code < 0x80)) return false
  const before = units[index - 1] as number
  return before <= SPACE || before === 0x27 || before >= 0x80
}

/** A name or a postcode: "3 places assises" has neither. */
function isFrenchAddress(value: string): boolean {
  return /[0-9]{5} |\s(?:[dl]['’])?\p{Lu}|(?:19|20)[0-9]{2}$/u.test(
    value.replace(/^[0-9/-]+ ?(?:bis|ter|quater)?,? \S+/i, ''),
  )
}

const SCORES = { plain: 0.85, context: 0.85 }

export const ADDRESS_RULES: readonly ReaderRule[] = [
  {
    kind: 'reader',
    id: 'address-french',
    type: 'ADDRESS',
    tier: 2,
    description: 'A French postal address: number, kind of street and name, with postcode and town where they follow.',
    beside: [
      { after: ' ', secondAfter: 'A-\\x7f', length: [1, FRENCH_NUMBER_MAX] },
      { after: ',', secondAfter: ' A-\\x7f', length: [1, FRENCH_NUMBER_MAX] },
      { after: '/btqBTQ-', length: [1, FRENCH_NUMBER_MAX] },
    ],
    read: readFrench,
    scores: SCORES,
    examples: {
      match: [
        'habite [[12 bis rue de la Paix, 75002 Paris]].',
        '[[42 avenue du Général de Gaulle]]',
        '[[3, place Bellecour 69002 Lyon]]',
        '[[4 rue du 8 mai 1945, 94270 Le Kremlin-Bicêtre]]',
        '[[15 B rue Pasteur\n21000 Dijon]]',
        '[[48 chaussée de Louvain, 1210 Bruxelles]]',
        '[[5 allée des Tilleuls, bât. C, 31400 Toulouse]]',
        '[[11 montée Saint-Barthélemy, 69005 Lyon]]',
      ],
      reject: [
        'la rue de la Paix',
        '12 routes vers le sud',
        '3 places assises',
        '2 cours de maths',
        'une montée de 3 voies',
        '2 voies ferrées',
      ],
    },
  },
  {
    kind: 'reader',
    id: 'address-english',
    type: 'ADDRESS',
    tier: 2,
    description:
      'An American or British postal address: number, name and kind of street, with unit, town and code where they follow.',
    beside: [
      { after: ' ', secondAfter: '0-9A-Z\\x7f', length: [1, ENGLISH_NUMBER_MAX] },
      { after: 'A-Za-z', secondAfter: ' ', length: [1, ENGLISH_NUMBER_MAX] },
    ],
    read: readEnglish,
    scores: SCORES,
    examples: {
      match: [
        'lives at [[221B Baker Street, London NW1 6XE]]',
        '[[1600 Pennsylvania Avenue]]',
        'ship to [[42 Elm St, Apt 5, Springfield, IL 62704]]',
        '[[1 Circuit Loop, Cupertino, CA 95014]]',
        '[[7 The Green, Marlow, SL7 3QA]]',
        '[[22 Rowan Avenue, Dublin 14, D14 X2R5]]',
        '[[221 W Main St\nLouisville, KY 40202]]',
      ],
      reject: [
        'Wall Street fell 3 percent',
        '12 The Green Team, Sales',
        '4 Rise Parade tickets',
        '5 years on the road',
      ],
    },
  },
]
