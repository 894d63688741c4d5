import { isLatinLetter, isWordAt, plainWord } from '../characters.ts'
import { readColumn } from '../columns.ts'
import { isListedCommonWord, isListedGivenName } from '../names/lexicon.ts'
import { NO_LETTER } from '../neighbours.ts'
import { isDigit, type Numbers } from '../numbers.ts'
import type { Rule, ScoredSpan } from '../rule.ts'
import { isOfThing } from './birth-things.ts'
import { ANY_DATE, FULL_DATE } from './dates.ts'
import { words } from './words.ts'

const NONE: readonly ScoredSpan[] = []
/** How far a match reaches behind the end of its keyword, and before its start. */
const REACH = 110
const BEFORE = 16

/** What makes the date behind it a date of birth. */
const LABELLED = new RegExp(
  `^(?:[^\\p{L}]{0,1})(?:\\| [fmh] \\||née?(?:\\(e\\))? (?:(?:le|en|un|vers|courant)(?: le)? ?:?|:)|née?\\(e\\)|naît en|naquit (?:le|en)|date (?:de )?(?:nais(?:s(?:ance|\\.)|\\.)?(?: (?:du|de la|de l['’]|de) ?[\\p{L}'’ ]{1,24})?|mise au monde)(?: est)?(?: le)?|date_?(?:de_?)?naissance|naissance(?: est)?(?: le)?|ddn|d\\.n\\.?|dn|born(?: on(?: the)?| in| the)?|d\\.?o\\.?b\\.?(?: is)?|date[_ ]?of[_ ]?birth(?: is)?|birth ?date(?: is)?|birth_?date|birth|(?:birthday|anniversaire)(?: is| est)?(?: on| le)?|geboren(?: am)?|geb\\.|geburtsdatum|nacid[oa](?: el)?|fecha de nacimiento|nat[oa] il|data di nascita)(?: ?\\([djmaymtj/. -]{6,12}\\))?["'»]?[ ]{0,2}[:=(|,;"'« \\t-]{1,6}(?:le |the |on )?(?<value>${ANY_DATE})`,
  'iu',
)

function readLabelled(text: string, start: number, end: number): readonly ScoredSpan[] {
  // From where the whole label begins, which the keyword may be the middle of.
  const before = text.slice(Math.max(0, start - BEFORE), start)
  const label = /(?:date (?:de |of )?|date_?(?:de_?|of_?)?|d\.o\.|fecha de |data di )$/i.exec(before)?.[0].length ?? 0
  const from = start - label
  if (isWordAt(text, from - 1) && text[from - 1] !== '_') return NONE
  const match = LABELLED.exec(text.slice(from, end + REACH))
  const value = match?.groups?.value
  if (match === null || value === undefined) return NONE
  if (isOfThing(text, from, value)) return NONE
  const to = from + match[0].length
  return isWordAt(text, to) ? NONE : [{ start: to - value.length, end: to, score: 0.9 }]
}

/** "née DUPUIS le", "né à Marseille le", "born in Gdansk on", "born to Polish parents on": up to six words between. */
const BORN_AT = new RegExp(
  `^(?:\\(e\\))?(?: (?:à|a|in|at|to|near|aux|en|au)? ?[\\p{L}\\p{N}()'’.-]{1,20},?(?: [\\p{L}\\p{N}()'’.-]{1,20},?){0,4})? ?,? ?(?:le|on(?: the)?|the) (?<value>${FULL_DATE})`,
  'iu',
)

function readBornAt(text: string, start: number, end: number): readonly ScoredSpan[] {
  const second = text.charCodeAt(start + 1)
  // Without its accent "ne" is another word, but in capitals.
  const isBorn = text[start] === 'b' || text[start] === 'B' || second === 0xe9 || second === 0xc9
  if (!isBorn || isWordAt(text, start - 1)) return NONE
  const behind = text.slice(end, end + REACH)
  if (!/[0-9]{1,2}[^0-9]|(?:19|20)[0-9]{2}/.test(behind)) return NONE
  const match = BORN_AT.exec(behind)
  const value = match?.groups?.value
  if (match === null || value === undefined || /[.!?] |\bmort|\bdied/u.test(match[0])) return NONE
  const to = end + match[0].length
  return [{ start: to - value.length, end: to, score: 0.85 }]
}

const CELL = new RegExp(`^\\s*["']?(${FULL_DATE})["']?\\s*$`, 'iu')

const DATE_HERE = new RegExp(`^(?:${FULL_DATE})`, 'iu')
/** A given and a family name in either order, and what leads on to the next field. */
const NAME_BEFORE =
  /(?:^|[^\p{L}])(\p{Lu}[\p{L}'’-]{1,20}) (?:(?:d[eu]|la|le|von|van|ben|el|al) ){0,2}(\p{Lu}[\p{L}'’-]{1,20})(?: ?[,;|(] ?|\t| - | )(?:\(?(?:b\.|né[e]?|°) ?)?$/u
/** Whose particulars are told: elsewhere a date behind a name is when something was written. */
const PERSON_BEFORE =
  /(?:^|[^\p{L}])(?:patiente?s?(?: présente?s?)?|clients?|cliente?s?|tenants?|locataires?|employees?|salariée?s?|assurée?s?|members?|adhérente?s?|students?|élèves?|passengers?|passagers?|applicants?|candidate?s?|fils|fille|son|daughter|enfants?|child(?:ren)?|spouse|conjointe?|époux|épouse|bénéficiaires?|subscriber|insured|mr|mrs|ms|mme|monsieur|madame|name|nom|prénom|titulaire|holder|admission|dossier)(?:$|[^\p{L}])/iu
const YEAR_MAX = 2017
const YEAR_MIN = 1900

function readBesideName(text: string, numbers: Numbers, index: number): ScoredSpan | undefined {
  const start = numbers.starts[index] ?? 0
  const end = numbers.ends[index] ?? 0
  if (!mayBeginDate(numbers.units, start, end) || !isBehindName(numbers.units, start)) return undefined
  const date = DATE_HERE.exec(text.slice(start, start + DATE_MAX))?.[0]
  if (date === undefined) return undefined
  const before = text.slice(Math.max(0, start - NAME_REACH), start)
  const name = NAME_BEFORE.exec(before)
  if (name === null) return undefined
  const year = Number(/(?:19|20)[0-9]{2}/.exec(date)?.[0])
  if (!(year >= YEAR_MIN && year <= YEAR_MAX) || isWordAt(text, start + date.length)) return undefined
  const [, first = '', last = ''] = name
  if (!isGiven(first) && !isGiven(last)) return undefined
  const isBorn = /\((?:b\.|née?) $|\(° ?$/u.test(before)
  return isBorn || PERSON_BEFORE.test(before)
    ? { start, end: start + date.length, score: isBorn ? 0.85 : 0.75 }
    : undefined
}

/** Most groups of digits stand behind something else than a word, or lead to no date. */
function mayBeginDate(units: Uint16Array, start: number, end: number): boolean {
  const length = end - start
  if (length > 2 && length !== 4) return false
  const before = units[start - 1] as number
  const isField = before === 0x2c || before === 0x3b || before === 0x7c || before === 0x09
  // "Lambert, 14", "Martin 03", "Lambert (14"
  const last = units[start - 2] as number
  if (!isField && before !== 0x20 && before !== 0x28) return false
  if (
    !isLatinLetter(last) &&
    !(
      last === 0x2c ||
      last === 0x3b ||
      last === 0x7c ||
      last === 0x20 ||
      last === 0x2d ||
      last === 0x2e ||
      last === 0x28
    )
  )
    return false
  const after = units[end] as number
  const next = units[end + 1] as number
  if (after === 0x20) return length <= 2 && (isLatinLetter(next) || isDigit(next))
  return (after === 0x2f || after === 0x2e || after === 0x2d) && (isDigit(next) || isLatinLetter(next))
}

/** What NAME_BEFORE has between a name and a date, but for words. */
const BEHIND_NAMES = new Uint8Array(128)
for (const character of ' ,;|(\t-') BEHIND_NAMES[character.charCodeAt(0)] = 1
/** "b.", "n°" */
const SHORTENED = new Set(['.', '°'].map((character) => character.charCodeAt(0)))
const SMALL_N = 0x6e

/** Whether the word before a group of digits may be a name, or "né": most begin with other small letters. */
function isBehindName(units: Uint16Array, start: number): boolean {
  let i = start - 1
  while (i >= 0 && (units[i] as number) < 128 && BEHIND_NAMES[units[i] as number] === 1) i--
  if (i < 0) return false
  if (SHORTENED.has(units[i] as number)) return true
  while (i >= 0 && isOfName(units[i] as number)) i--
  const first = units[i + 1] as number
  return first >= 0x80 || (first >= 0x41 && first <= 0x5a) || first === SMALL_N
}

function isOfName(code: number): boolean {
  return code >= 0x80 || isLatinLetter(code) || code === 0x27 || code === 0x2d
}

const NAME_REACH = 90
const DATE_MAX = 30

function isGiven(word: string): boolean {
  const plain = plainWord(word)
  return isListedGivenName(plain) && !isListedCommonWord(plain)
}

/** A date of a life that began long ago, as eight digits: later ones are often those of visits. */
function isBirthDate(digits: string): boolean {
  const [day, month, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].map(Number) as [
    number,
    number,
    number,
  ]
  return day >= 1 && day <= 31 && month >= 1 && month <= 12 && year >= 1915 && year <= 2003
}

const SPACE = 0x20
const BOXES = 8

/** Eight digits with a blank between each two, and none more. */
function readApart(text: string, { units, starts, ends }: Numbers, index: number): ScoredSpan | undefined {
  const start = starts[index] as number
  if ((ends[index] as number) - start !== 1) return undefined
  // Behind another single digit it began earlier.
  const isLater =
    units[start - 1] === SPACE && isDigit(units[start - 2] as number) && !isDigit(units[start - 3] as number)
  if (isLater) return undefined
  for (let i = 1; i < BOXES; i++)
    if (units[start + 2 * i - 1] !== SPACE || !isDigit(units[start + 2 * i] as number)) return undefined
  const end = start + 2 * BOXES - 1
  const isLonger = units[end] === SPACE && isDigit(units[end + 1] as number) && !isDigit(units[end + 2] as number)
  if (isLonger || isWordAt(text, end) || isWordAt(text, start - 1)) return undefined
  return isBirthDate(text.slice(start, end).replaceAll(' ', '')) ? { start, end } : undefined
}

export const BIRTH_RULES: readonly Rule[] = [
  {
    kind: 'keyword',
    id: 'date-of-birth',
    type: 'DATE_OF_BIRTH',
    tier: 2,
    description: 'A date after words that make it a date of birth.',
    keywords: [
      '| f |',
      '| m |',
      '| h |',
      'ne le',
      'nee le',
      'ne en',
      'nee en',
      'ne un',
      'nee un',
      'ne :',
      'nee :',
      'ne(e)',
      'nait en',
      'naquit',
      'nais',
      'mise au monde',
      'ddn',
      'd.n',
      'dn ',
      'dn:',
      'born',
      'dob',
      'd.o.b',
      'birth',
      'anniversaire',
      'geb.',
      'gebor',
      'geburtsdatum',
      'nacid',
      'nacimiento',
      'nato il',
      'nata il',
      'nascita',
    ],
    beside: [{ before: `${NO_LETTER}_eEfF` }],
    read: readLabelled,
    scores: { plain: 0.9, context: 0.9 },
    examples: {
      match: [
        'née le [[12/03/1985]] à Lyon',
        'DOB: [[1985-03-12]]',
        'She was born on [[March 12, 1985]].',
        'date de naissance : [[3 mai 1990]]',
        'Marie Daubert | F | [[10/05/1986]] | 9056297478',
        'Date de naissance du patient : [[12 janvier 1966]]',
        'DOB=[[19850321]]',
        'Geboren am [[12.03.1975]]',
        'geboren am [[3. Oktober 1990]], nacido el [[14 de octubre de 1988]]',
        'user.dateOfBirth = "[[1992-08-30]]"',
        'née le [[2 / 10 / 1959]]',
        'date of birth - [[7-Jul-1993]]',
        'birthday: [[04/17/1986]]',
        'Date naiss. [[12/01/1949]]',
        'my aunt was born in [[1961]]',
      ],
      reject: [
        'le 12/03/1985',
        'born in Paris',
        'rendez-vous le 12/03/2024',
        'anniversaire du projet',
        'dn 12',
        'airborne 1990',
        'The company was born in 1998',
        "l'idée est née en 2012",
        'The baby panda born on 9 May 2024 weighs 4 kg.',
        'Le projet est né le 2 février 2015',
        'Python was born in 1991',
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'date-of-birth-place',
    type: 'DATE_OF_BIRTH',
    tier: 2,
    description: 'A date of birth behind the place or the name that somebody was born at or with.',
    keywords: ['ne a', 'nee a', 'nee', 'born in', 'born at', 'born to'],
    beside: [{ before: NO_LETTER }],
    read: readBornAt,
    scores: { plain: 0.85, context: 0.85 },
    examples: {
      match: [
        'née DUPUIS le [[21 mars 1964]] à Dijon',
        'Né à Marseille le [[05/06/1999]]',
        'born in Gdansk on [[9 May 1977]]',
      ],
      reject: ['je ne sais pas si le 12/03/2024 convient', 'née à Lyon', 'born in Paris. They met on 3 May 1999'],
    },
  },
  {
    kind: 'keyword',
    id: 'date-of-birth-column',
    type: 'DATE_OF_BIRTH',
    tier: 2,
    description: 'The dates in a column of a table whose head says that they are dates of birth.',
    keywords: ['naissance', 'birth', 'dob', 'ddn'],
    read: (text, start, end) => readColumn(text, start, end, CELL, 0.85),
    scores: { plain: 0.85, context: 0.85 },
    examples: {
      match: [
        'nom;prenom;date_naissance\nDurand;Luc;[[1979-04-12]]\nPetit;Ana;[[1981-01-30]]',
        'name,dob,city\nAna,[[03/04/1980]],Lyon',
      ],
      reject: ['name,birth,city\nLyon, on 3 May 1999', 'birth, and death\n1999'],
    },
  },
  {
    kind: 'reader',
    id: 'date-of-birth-beside-name',
    type: 'DATE_OF_BIRTH',
    tier: 2,
    description: "A date that follows a person's name as the next of the person's particulars.",
    beside: [
      {
        before: ' (',
        secondBefore: 'A-Za-z,;| .(\\-\\x7f',
        after: ' /.\\-',
        secondAfter: '0-9A-Za-z\\x7f',
      },
      { before: ',;|\\t', after: ' /.\\-', secondAfter: '0-9A-Za-z\\x7f' },
    ],
    read: readBesideName,
    scores: { plain: 0.75, context: 0.75 },
    examples: {
      match: [
        'Client: Marie Lambert, [[14/02/1983]], 12 rue des Lilas',
        'John Smith (b. [[12 April 1956]])',
        'Patient : Paul Martin [[03.11.1957]]',
      ],
      reject: ['Marie Lambert, 14/02/1983', 'Patient: Marie Lambert, 14/02/2023', 'Client Alpha Beta 12'],
    },
  },
  {
    kind: 'reader',
    id: 'date-of-birth-apart',
    type: 'DATE_OF_BIRTH',
    tier: 2,
    description: 'A date of a life, every digit in a box of its own, as forms have it.',
    beside: [{ after: ' ', secondAfter: '0-9', length: [1, 1] }],
    read: readApart,
    scores: { plain: 0.55, context: 0.8 },
    words: {
      for: words('naissance ne nee born birth dob ddn patient patiente madame monsieur mme nom prenom'),
      against: words('admission sortie visite consultation date rdv finess telephone tel code'),
    },
    examples: {
      match: ['MARTIN PAUL [[1 2 0 5 1 9 5 0]]', 'né le [[0 3 1 1 1 9 8 7]]'],
      reject: ['1 2 0 5 2 0 1 9', '9 8 7 6 5 4 3 2', '1 2 0 5 1 9 5 0 4', 'admission 1 2 0 5 1 9 5 0'],
    },
  },
]
