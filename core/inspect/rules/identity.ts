import { isWordAt } from '../characters.ts'
import { NO_LETTER } from '../neighbours.ts'
import type { KeywordRule, PatternRule, ScoredSpan } from '../rule.ts'
import { words } from './words.ts'

const SCORES = { plain: 0.85, context: 0.85 }
const MONTH =
  '(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|janv\\.?|févr?\\.?|avr\\.?|juil\\.?|sept?\\.?|oct\\.?|nov\\.?|déc\\.?|january|february|march|april|may|june|july|august|september|october|november|december|jan\\.?|feb\\.?|mar\\.?|apr\\.?|jun\\.?|jul\\.?|aug\\.?|dec\\.?)'
const DATE = `(?:\\pL{2,8}(?:[ -]\\pL{2,6})? ${MONTH} (?:mille neuf[ -]cent|deux mille)(?:[ -](?:et|\\pL{2,8})){0,3}|[0-9]{1,2}[/.| -][0-9]{1,2}[/.| -](?:19|20)?[0-9]{2}|(?:19|20)[0-9]{2}[/.-][0-9]{1,2}[/.-][0-9]{1,2}|[0-9]{1,2}(?:er|st|nd|rd|th)?,? (?:of )?${MONTH},? (?:19|20)[0-9]{2}|${MONTH} [0-9]{1,2}(?:st|nd|rd|th)?,? (?:19|20)[0-9]{2}|${MONTH} (?:19|20)[0-9]{2}|(?:19|20)[0-9]{2})`
/** Between what names a number and the number: "n° ", "number is ", up to three words, quotes and brackets. */
const GLUE =
  '(?:[_ ]?(?i:number|no\\.?|n[°o]\\.?|num[eé]ro|num|id|#))?["\')]{0,2}(?:,? (?:\\pL{1,12})){0,3}?(?:,? ?\\(?(?i:number|no\\.?|n[°o]\\.?|num[eé]ro))?(?i: (?:is|was|est|le))?["\' :=#(,]{1,5}'
const LICENCE =
  '(?:[A-Z]{1,5}[0-9][0-9A-Z-]{6,16}|[A-Z][0-9]{7}|[A-Z]{2,5} ?[0-9]{6} ?[0-9A-Z]{5}|[0-9]{2}[A-Z]{2}[0-9]{5})'
const DIGITS = /[0-9].*[0-9]/
const PLATE_LENGTH = 9
/** No I, O or U, which look like digits or make words (arrêté du 9 février 2009). */
const PLATE = /^[A-HJ-NP-TV-Z]{2}-[0-9]{3}-[A-HJ-NP-TV-Z]{2}$/

/** `start` is the first hyphen. */
function readFrenchPlate(text: string, start: number): readonly ScoredSpan[] {
  if (text[start + 4] !== '-') return []
  const from = start - 2
  const end = from + PLATE_LENGTH
  const plate = text.slice(Math.max(0, from), end)
  if (!PLATE.test(plate) || plate.includes('-000-') || isPlatePart(text, from - 1) || isPlatePart(text, end)) return []
  return [{ start: from, end }]
}

function isPlatePart(text: string, index: number): boolean {
  return text[index] === '-' || isWordAt(text, index)
}

export const IDENTITY_RULES: readonly (PatternRule | KeywordRule)[] = [
  {
    kind: 'pattern',
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
      'ne(e) le',
      'nais',
      'ddn',
      'born',
      'dob',
      'd.o.b',
      'birth',
    ],
    beside: [{ before: `${NO_LETTER}eEfF` }],
    pattern: `(?i)(?:^|[^\\pL])(?:\\| [fmh] \\||née?(?:\\(e\\))? (?:le|en)|date de nais(?:s(?:ance|\\.)|\\.)?(?: est)?(?: le)?|date_?naissance|naissance(?: le)?|ddn|born(?: on(?: the)?| in)?|d\\.?o\\.?b\\.?|date of birth(?: is)?|birth ?date(?: is)?|birth_?date|dateofbirth|birthday(?: is)?(?: on)?)(?: \\([djmay/. -]{6,12}\\))?["']?[ :=("'-]{1,6}(?<value>${DATE})`,
    reach: [12, 60],
    scores: { plain: 0.9, context: 0.9 },
    examples: {
      match: [
        'née le [[12/03/1985]] à Lyon',
        'DOB: [[1985-03-12]]',
        'She was born on [[March 12, 1985]].',
        'date de naissance : [[3 mai 1990]]',
        'Marie Daubert | F | [[10/05/1986]] | 9056297478',
      ],
      reject: ['le 12/03/1985', 'born in Paris', 'rendez-vous le 12/03/2024'],
    },
  },
  {
    kind: 'pattern',
    id: 'passport',
    type: 'PASSPORT',
    tier: 2,
    description: 'The number of a passport, after the word.',
    keywords: ['passport', 'passeport'],
    pattern: `(?i:passe?port)${GLUE}(?<value>[0-9]{2}[A-Z]{2}[0-9]{5}|[A-Z][0-9A-Z]{7}[0-9]|[A-Z]{1,2} ?[0-9]{6,8}|[0-9]{9})`,
    validate: (value) => DIGITS.test(value),
    reach: [1, 90],
    scores: SCORES,
    examples: {
      match: ['Passport number: [[C01234567]]', 'passeport n° [[12AB34567]]', 'my passport is [[533380006]]'],
      reject: ['passport photo', 'passport number', 'passport expires 2031'],
    },
  },
  {
    kind: 'pattern',
    id: 'driving-licence',
    type: 'DRIVING_LICENSE',
    tier: 2,
    description: 'The number of a driving licence, after the words.',
    keywords: ['licence', 'license', 'permis'],
    pattern: `(?i:driv(?:er|ing)['’]?s?[ _]?licen[cs]e|permis[ _](?:de )?conduire)${GLUE}(?<value>${LICENCE}|[0-9]{8,15})`,
    validate: (value) => DIGITS.test(value),
    reach: [20, 90],
    scores: SCORES,
    examples: {
      match: [
        "driver's license: [[D12345678]]",
        'permis de conduire n° [[881275307823]]',
        'driving licence number is [[MORGA657054SM9IJ]]',
      ],
      reject: ['driving licence test', 'permis de construire 075123', 'license: MIT'],
    },
  },
  {
    kind: 'pattern',
    id: 'driving-licence-short',
    type: 'DRIVING_LICENSE',
    tier: 2,
    description: 'A French driving licence after "permis" alone, or an American one after "DL".',
    keywords: ['permis', 'dl number', 'dl no', 'dl#', 'dl:'],
    pattern: `(?:(?i:permis(?: b| moto)?)${GLUE}|\\bDL ?(?:number|no\\.?|#)?[ :]{1,3})(?<value>[0-9]{2}[A-Z]{2}[0-9]{5}|[0-9]{12}|[A-Z][0-9]{7})`,
    validate: (value) => DIGITS.test(value),
    reach: [1, 90],
    scores: SCORES,
    examples: {
      match: ['mon permis est le [[940675201234]]', 'Permis : [[18LM55667]]', 'DL number: [[B6789012]]'],
      reject: ['permis B obtenu en 2012', 'permis de construire 075123', 'DL: 2024'],
    },
  },
  {
    kind: 'keyword',
    id: 'plate-french',
    type: 'LICENSE_PLATE',
    tier: 2,
    description: 'A French number plate (since 2009) beside words about vehicles.',
    keywords: ['-'],
    beside: [{ before: 'A-HJ-NP-TV-Z', after: '0-9' }],
    read: readFrenchPlate,
    scores: { plain: 0.5, context: 0.9 },
    words: {
      for: words(`
    plaque immatriculation immatriculee immatricule vehicule voiture camion plate car vehicle registration
    conducteur pv garage
  `),
      against: words(`
    ref reference sku order commande code ticket produit model modele serial part
  `),
    },
    examples: { match: ['immatriculée [[AB-123-CD]]'], reject: ['réf AB-123-CD', 'XAB-123-CD', 'AB-123-CD-1'] },
  },
  {
    kind: 'pattern',
    id: 'plate-british',
    type: 'LICENSE_PLATE',
    tier: 2,
    description: 'A British number plate (since 2001), after words about vehicles.',
    keywords: [
      ...['plate', 'registration', 'regid', 'vehicle', 'car ', 'car,', 'car:', 'parking', 'mot '],
      // What GLUE may begin with: "registry" is no plate's.
      ...[...' _n#"\'),:=('].map((next) => `reg${next}`),
    ],
    pattern: `(?i:plate|registration|reg|vehicle|\\bcar|parking permit|\\bMOT)${GLUE}(?<value>[A-Z]{2}[0-9]{2} ?[A-Z]{3})`,
    reach: [1, 70],
    scores: SCORES,
    examples: {
      match: ['number plate: [[AB12 CDE]]', 'vehicle reg [[LD68XYZ]]'],
      reject: ['plate AB1 CDE', 'AB12 CDE', 'car parts'],
    },
  },
  {
    kind: 'pattern',
    id: 'plate-french-named',
    type: 'LICENSE_PLATE',
    tier: 2,
    description: 'A French number plate without hyphens, or from before 2009, after words that name it.',
    keywords: ['immat', 'plaque'],
    pattern: `(?i:immatricul(?:ation|ée?s?)|immat\\.|plaque)${GLUE}(?<value>[A-HJ-NP-TV-Z]{2} ?[0-9]{3} ?[A-HJ-NP-TV-Z]{2}|[0-9]{1,4} ?[A-HJ-NP-TV-Z]{2,3} ?(?:[0-9]{2}|2[AB]))`,
    reach: [1, 70],
    scores: SCORES,
    examples: {
      match: ['immatriculée [[EF 234 GH]]', 'plaque [[456 XYZ 69]]'],
      reject: ['plaque de 12 cm', 'immatriculation en 2024', 'plaque 12'],
    },
  },
]
