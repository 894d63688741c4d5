import type { PatternRule } from '../rule.ts'

const SCORES = { plain: 0.85, context: 0.85 }
/** Between what names a number and the number: "n° ", "number is ", up to three words, quotes and brackets. */
const GLUE =
  '(?:[_ ]?(?i:number|no\\.?|n[°o]\\.?|num[eé]ro|num|id|#))?["\')]{0,2}(?:,? (?:\\pL{1,12})){0,3}?(?:,? ?\\(?(?i:number|no\\.?|n[°o]\\.?|num[eé]ro))?(?i: (?:is|was|est|le))?["\' :=#(,]{1,5}'
const LICENCE =
  '(?:[A-Z]{1,5}[0-9][0-9A-Z-]{6,16}|[A-Z][0-9]{7}|[A-Z]{2,5} ?[0-9]{6} ?[0-9A-Z]{5}|[0-9]{2}[A-Z]{2}[0-9]{5})'
const DIGITS = /[0-9].*[0-9]/
export const IDENTITY_RULES: readonly PatternRule[] = [
  {
    kind: 'pattern',
    id: 'driving-licence',
    type: 'DRIVING_LICENSE',
    tier: 2,
    description: 'The number of a driving licence, after the words.',
    keywords: ['licence', 'license', 'permis'],
    pattern: `(?i:driv(?:er|ing)['’]?s?[ _]?licen[cs]e|permis[ _](?:de )?conduire)${GLUE}(?<value>${LICENCE}|[0-9]{8,15})`,
    validate: (value) => DIGITS.test(value),
    isBounded: true,
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
    isBounded: true,
    reach: [1, 90],
    scores: SCORES,
    examples: {
      match: ['mon permis est le [[940675201234]]', 'Permis : [[18LM55667]]', 'DL number: [[B6789012]]'],
      reject: ['permis B obtenu en 2012', 'permis de construire 075123', 'DL: 2024'],
    },
  },
]
