import { isWordAt } from '../characters.ts'
import { separated } from '../layouts.ts'
import { jointId, type Numbers, UNJOINED } from '../numbers.ts'
import type { ContextWords, Rule, Span } from '../rule.ts'
import {
  isBritishPhone,
  isFrenchPhone,
  isFrenchPhoneUngrouped,
  isInternationalPhone,
  isNorthAmericanPhone,
} from '../validators/phone.ts'
import { words } from './words.ts'

const WORDS: ContextWords = {
  for: words(`
    tel telephone telephones phone phones telephonique mobile portable portables fixe gsm fax cell cellphone call
    calling called appel appeler appelle appelez joindre joignable joignables rappeler rappelle rappelez rappel
    contact contacter contactez whatsapp sms text texto dial reach secretariat standard ligne hotline landline
    callback office ring mob ph voicemail bip
  `),
  against: words(`
    order orders commande ticket ref reference isbn issn ean siret siren id ids trace span timestamp ts commit
    build version score invoice facture lot serial tracking suivi compte account card carte ipp nda dossier doi
    pmid rpps adeli finess sku epoch offset size port hash iban zip case seed imei pid uid visite chapter line
  `),
}

/**
 * Nearer to the point than WORDS: these alone must carry ten digits in one piece, as programs call, reach and write text, too. Where
 * people do, phone-north-american-spoken finds them.
 */
const NAMES: ContextWords = {
  for: words(`
    tel telephone telephones phone phones telephonique mobile portable portables gsm fax cell cellphone joindre joignable
    joignables rappeler rappelle rappelez rappel whatsapp sms secretariat hotline landline mob ph voicemail
    telefon telefono handy contact contacter contactez appeler appelle appelez
  `),
  against: WORDS.against,
}

/** Joints within an international number: one separator, or the brackets of an area code. */
const JOINTS: ReadonlySet<number> = new Set([' ', '.', '-', '/', ') ', ')', ' (', '(', '  ', ' - ', ')-'].map(jointId))
const DIGITS_MIN = 7
/** ITU-T E.164: fifteen digits with the country code. */
const DIGITS_MAX = 15
const GROUPS_MAX = 9
/** The fewest of a number in one piece that nothing but a plus makes one. */
const COMPACT_MIN = 10

const PLUS = 0x2b
const ZERO = 0x30

/** "+" or "00", country code, number; "(0)" after the code is not dialled. The longest stretch that is a valid number. */
function readInternational(text: string, numbers: Numbers, index: number): Span | undefined {
  const { units } = numbers
  const first = numbers.starts[index] as number
  // Most numbers that begin with a zero have no other behind it.
  if (units[first - 1] !== PLUS && (units[first] !== ZERO || units[first + 1] !== ZERO)) return undefined
  const prefix = internationalPrefix(text, first, numbers.joints[index] ?? UNJOINED)
  if (prefix === undefined) return undefined
  let digits = ''
  /** Where it may end, and how many digits it has up to there, in turn. */
  const ends: number[] = []
  for (let i = index; i < numbers.count && i < index + GROUPS_MAX; i++) {
    const joint = numbers.joints[i] ?? UNJOINED
    if (i > index && !JOINTS.has(joint)) break
    const group = text.slice(numbers.starts[i], numbers.ends[i])
    if (numbers.corsican[i] === 1) break
    const isTrunkZero =
      group === '0' && text[(numbers.starts[i] ?? 0) - 1] === '(' && text[numbers.ends[i] ?? 0] === ')'
    if (!isTrunkZero) digits += i === index ? group.slice(prefix.skip) : group
    if (digits.length > DIGITS_MAX) break
    const end = numbers.ends[i] ?? 0
    if (digits.length >= DIGITS_MIN && !isWordAt(text, end)) ends.push(end, digits.length)
  }
  // "+2679039082 -106.307": a column of numbers with signs.
  if (
    ends.length === 2 &&
    units[first - 1] === PLUS &&
    SIGNED.test(text.slice(ends[0], (ends[0] as number) + SIGNED_REACH))
  )
    return undefined
  // "+499505888" is a sum or an offset as easily.
  if (ends.length === 2 && digits.length < COMPACT_MIN && units[first - 1] === PLUS) return undefined
  // The longest first: most numbers are whole, and asking the plans costs microseconds.
  for (let i = ends.length - 2; i >= 0; i -= 2)
    if (isInternationalPhone(digits.slice(0, ends[i + 1])))
      return { start: prefix.start, end: withExtension(text, ends[i] as number) }
  return undefined
}

const SIGNED = /^\s{1,3}[-+][0-9]+\.[0-9]/
const SIGNED_REACH = 16

function internationalPrefix(text: string, first: number, joint: number): { start: number; skip: number } | undefined {
  const before = text[first - 1]
  if (before === '+') return isWordAt(text, first - 2) ? undefined : { start: first - 1, skip: 0 }
  if (before === '(' && text[first - 2] === '+') return undefined
  // Behind another group "00" begins no number: "AB87 0036 1475 7756", nor "2,834,005.372".
  if (joint !== UNJOINED && before !== '\n' && before !== ',') return undefined
  if (before === ',' && joint !== UNJOINED && /^[0-9]{3}[.–](?![0-9]{2}\D)/.test(text.slice(first, first + 8)))
    return undefined
  const isDialled =
    text.startsWith('00', first) && text[first + 2] !== '0' && !isWordAt(text, first - 1) && before !== '.'
  return isDialled ? { start: first, skip: 2 } : undefined
}

const EXTENSION = /^ ?(?:x|ext\.? ?|poste |#) ?[0-9]{1,6}(?![0-9A-Za-z])/i

/** Where a number ends that may go on with an extension: "x1234", "ext. 12", "poste 45". */
function withExtension(text: string, end: number): number {
  return end + (EXTENSION.exec(text.slice(end, end + 16))?.[0].length ?? 0)
}

export const PHONE_RULES: readonly Rule[] = [
  {
    kind: 'reader',
    id: 'phone-international',
    type: 'PHONE',
    tier: 1,
    description: 'A phone number with its country code (+33 or 0033), valid in the numbering plan of its country.',
    beside: [{ before: '+' }, { first: '0', length: [2, Number.POSITIVE_INFINITY] }],
    read: readInternational,
    // Few numbers have a plus, many two zeros.
    isDoubtful: (text, start) => text.charCodeAt(start) !== PLUS,
    chance: 0.05,
    scores: { plain: 0.95, context: 0.98, contrary: 0.6 },
    words: WORDS,
    examples: {
      match: [
        'au [[+33 6 12 34 56 78]].',
        '[[+33 (0)1 42 68 53 00]]',
        '[[0033 6 12 34 56 78]]',
        '[[+442079460867]]',
        '[[+1 (415) 555-2671 x12]]',
        '[[+49 30 5682001]], [[+1-415-555-2671]]',
      ],
      reject: [
        '1+33612345678',
        'AB87 0036 1475 7756 5737',
        '+0612345678',
        '+12',
        '2.5e+1234567890',
        '+999 123 456 789',
        '0000000000',
      ],
    },
  },
  {
    kind: 'number',
    id: 'phone-french-grouped',
    type: 'PHONE',
    tier: 1,
    description: 'A French national phone number in pairs of digits.',
    layouts: separated(' .-/', '2 2 2 2 2', '4 2 2 2', '4 3 3', '2 4 4', '2 2 2 4').concat([
      '2. 2. 2. 2. 2',
      '2 - 2 - 2 - 2 - 2',
    ]),
    validate: isFrenchPhone,
    extend: withExtension,
    amongLetters: true,
    scores: { plain: 0.9, context: 0.98, contrary: 0.6 },
    words: WORDS,
    examples: {
      match: [
        'Tél [[06 12 34 56 78]]',
        '[[01.42.68.53.00]]',
        '[[06-12-34-56-78]], [[0612 34 56 78]]',
        'mobile est le[[06.98.43.40.20]].',
      ],
      reject: ['01 02 03 04 05 06 07 08', '00 12 34 56 78', '06 12 34 56 7', '16 12 34 56 78'],
    },
  },
  {
    kind: 'number',
    id: 'phone-french-regrouped',
    type: 'PHONE',
    tier: 1,
    description: 'A French national phone number in unusual groups.',
    layouts: [],
    totals: [10],
    pairs: true,
    validate: isFrenchPhoneUngrouped,
    scores: { plain: 0.5, context: 0.9 },
    words: WORDS,
    examples: {
      match: ['[[0612/3456/78]]', 'tél [[06 123 456 78]]'],
      reject: ['1612/3456/78', 'ref 0612/3456/78', '01/02/2003'],
    },
  },
  {
    kind: 'number',
    id: 'phone-french-code',
    type: 'PHONE',
    tier: 1,
    description: 'A French phone number with its country code in brackets or without a plus.',
    layouts: separated(' .-', '(2) 1 2 2 2 2', '(2) 2 2 2 2 2').map((layout) => layout.replace(/^\(2\)./, '(2) ')),
    validate: (digits) => digits.startsWith('33') && isFrenchPhone(digits.slice(digits.length - 9).padStart(10, '0')),
    extend: withExtension,
    scores: { plain: 0.9, context: 0.97 },
    words: WORDS,
    examples: {
      match: ['Téléphone : [[(33) 1 45 56 78 90]]', '[[(33) 01-32-39-28-25]]'],
      reject: ['(34) 1 45 56 78 90', '(33) 0 45 56 78 90'],
    },
  },
  {
    kind: 'number',
    id: 'phone-french-compact',
    type: 'PHONE',
    tier: 1,
    description: 'A French national phone number in one piece: ten digits, the first a zero.',
    layouts: ['10'],
    chance: 0.1,
    validate: isFrenchPhoneUngrouped,
    scores: { plain: 0.75, context: 0.97 },
    words: WORDS,
    examples: {
      match: ['appelle le [[0612345678]]', 'nom;[[0142685300]];ville', 'Tel[[0612345678]]'],
      reject: ['commande 0612345678', '0012345678', '1612345678', '06123456789', 'a0612345678'],
    },
  },
  {
    kind: 'number',
    id: 'phone-north-american',
    type: 'PHONE',
    tier: 1,
    description: 'A phone number of the United States, Canada or the Caribbean, in the groups people write.',
    layouts: [
      '(3) 3-4',
      '(3)3-4',
      '(3) 3 4',
      '(3) 3.4',
      '3-3-4',
      '3.3.4',
      '1-3-3-4',
      '1.3.3.4',
      '1 (3) 3-4',
      '1 3 3 4',
      '3 3-4',
    ],
    validate: isNorthAmericanPhone,
    extend: withExtension,
    scores: { plain: 0.85, context: 0.97, contrary: 0.45 },
    words: WORDS,
    examples: {
      match: ['[[(415) 555-2671]]', 'call [[415-555-2671 x12]]', '[[1-800-555-0199]]', '[[617.477.1271]]'],
      reject: ['115-555-2671', '501-216-35584', '415-555-26711', '911-555-2671', '2015-555-2671'],
    },
  },
  {
    kind: 'number',
    id: 'phone-north-american-loose',
    type: 'PHONE',
    tier: 1,
    description: 'Ten digits in two or three groups that fit the North American plan, next to words about telephones.',
    layouts: ['3 3 4', '3 7', '3-7'],
    validate: isNorthAmericanPhone,
    extend: withExtension,
    scores: { plain: 0, context: 0.85 },
    words: WORDS,
    examples: {
      match: ['phone: [[415 555 2671]]', 'call [[415-5552671]]'],
      reject: ['id 415 555 2671', '415 555 2671'],
    },
  },
  {
    kind: 'number',
    id: 'phone-north-american-compact',
    type: 'PHONE',
    tier: 1,
    description: 'Ten digits in one piece that fit the North American plan, next to the name of a telephone.',
    layouts: ['10', '11'],
    validate: isNorthAmericanPhone,
    extend: withExtension,
    scores: { plain: 0, context: 0.85 },
    words: NAMES,
    examples: {
      match: ['phone: [[4155552671]]', 'her mobile is [[4155552671]]'],
      reject: [
        '4155552671',
        'id 4155552671',
        'called with 2147483647',
        'the callback returned 4155552671',
        'a ring buffer of 6172930184 entries',
        'text file of 4155552671 bytes',
        'standard deviation 2024561414',
      ],
    },
  },
  {
    kind: 'number',
    id: 'phone-british',
    type: 'PHONE',
    tier: 1,
    description: 'A British national phone number in the groups people write.',
    layouts: [
      '(3) 4 4',
      '(4) 3 4',
      '(5) 6',
      '(5) 3 3',
      ...separated(' -', '5 6', '5 3 3', '4 3 4', '3 4 4', '4 4 3'),
      '3-4-4',
    ],
    validate: isBritishPhone,
    extend: withExtension,
    scores: { plain: 0.85, context: 0.97, contrary: 0.45 },
    words: WORDS,
    examples: {
      match: ['[[07700 900671]]', '[[020 7946 0867]]', '[[(0161) 496 0123]]'],
      reject: ['17700 900671', '07700 90067', '06700 900671'],
    },
  },
  {
    kind: 'number',
    id: 'phone-british-compact',
    type: 'PHONE',
    tier: 1,
    description: 'Eleven digits that fit the British plan, next to words about telephones.',
    layouts: ['11'],
    validate: isBritishPhone,
    scores: { plain: 0, context: 0.95 },
    words: WORDS,
    examples: { match: ['mobile [[07700900671]]'], reject: ['order 07700900671', '17700900671'] },
  },
]
