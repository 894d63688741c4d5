import { isLatinLetter, isWordAt, plainWord } from '../characters.ts'
import {
  MEDICAL_ABBREVIATIONS,
  MEDICAL_ENDING_EXCEPTIONS,
  MEDICAL_ENDINGS,
  MEDICAL_TERMS,
} from '../data/medical-terms.ts'
import { NO_WORD } from '../neighbours.ts'
import type { KeywordRule, ScoredSpan } from '../rule.ts'
import { isOfPerson } from './medical-person.ts'

const NONE: readonly ScoredSpan[] = []
const TERM_MAX = 40
const TERMS: ReadonlySet<string> = new Set(MEDICAL_TERMS)

/** Patterns of the longer terms that a term may be a part of, for those that were asked about: making all takes as long as reading a hundred pages. */
const LONGER = new Map<string, RegExp | null>()

/** Looks for the term first, which most texts hold once: "breast cancer" and "cancer of the lung" are told by what is beside it. */
function longerThan(own: string): RegExp | null {
  let longer = LONGER.get(own)
  if (longer === undefined) {
    const around = MEDICAL_TERMS.filter((other) => other !== own).flatMap((other) => {
      const parts = other.split(own)
      return parts.slice(1).map((_, n) => [parts.slice(0, n + 1).join(own), parts.slice(n + 1).join(own)] as const)
    })
    const behind = around.flatMap(([before, after]) => (before === '' ? [RegExp.escape(after)] : []))
    const before = around.flatMap(([before, after]) =>
      before === '' ? [] : [`${RegExp.escape(before)}${RegExp.escape(own)}(?=${RegExp.escape(after)})`],
    )
    const asked = [
      ...(behind.length === 0 ? [] : [`(?=${behind.join('|')})`]),
      ...(before.length === 0 ? [] : [`(?<=${before.join('|')})`]),
    ]
    longer = asked.length === 0 ? null : new RegExp(`${RegExp.escape(own)}(?:${asked.join('|')})`)
    LONGER.set(own, longer)
  }
  return longer
}

function readTerm(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1) || text[start - 1] === '-') return NONE
  const isPlural = text[end] === 's' && !isWordAt(text, end + 1)
  if (isWordAt(text, end) && !isPlural) return NONE
  const last = end + (isPlural ? 1 : 0)
  if (!isOfPerson(text, start, last, units)) return NONE
  const term = plainWord(text.slice(start, end))
  if (MEDICAL_ABBREVIATIONS.has(term) && !/\p{Lu}.*\p{Lu}/u.test(text.slice(start, end))) return NONE
  if (isSomethingElse(text, start, end, term) || isWithinLongerTerm(text, start, end, term)) return NONE
  return [{ start, end: last + partLength(text, last, term) }]
}

/** « faire de la tension », « un traitement contre la tension »; "il y a de la tension" is in the air. */
const BLOOD_PRESSURE =
  /(?:^|[^\p{L}])(?:(?:fai(?:s|t|re|sait)|(?<!(?:^|[^\p{L}])y )(?:ai|as|a|avait|avoir)) (?:beaucoup )?de la |(?:trop|excès|problèmes?|soucis?|hausses?|chutes?|poussées?) de |(?:traitements?|médicaments?|cachets?|comprimés?|suivie?|traitée?|soignée?) (?:contre|pour) (?:la |sa |ma |son |de la )?)$/iu

/** "the Great Depression", "stroke width", « tension électrique ». */
function isSomethingElse(text: string, start: number, end: number, term: string): boolean {
  if (term === 'tension') return !BLOOD_PRESSURE.test(text.slice(Math.max(0, start - TERM_MAX), start))
  if (term === 'depression') return /(?:great|angle of|tropical) $/i.test(text.slice(Math.max(0, start - 10), start))
  if (term === 'fever') return /^ (?:dream|pitch)/i.test(text.slice(end, end + 7))
  return term === 'stroke' && isDrawn(text, start, end)
}

/** The line around a shape, of SVG, CSS and canvas: an attribute, a property, a method; cut off behind another attribute. */
function isDrawn(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 8)
  if (after === '') return /=\\?["'][^"']{0,20}\\?["']\s{1,3}$/.test(text.slice(Math.max(0, start - 32), start))
  return /^ (?:order|width|colou?r|style|weight|dash|path)|^-\p{L}|^\\?["']?\s?[:=(]/iu.test(after)
}

/** "cancer de la langue", "fracture du radius": where it is. */
function partLength(text: string, end: number, term: string): number {
  if (!/^(?:cancer|tumeur|fracture|greffe|prothese|infection|ablation|tumou?r)$/.test(term)) return 0
  return (
    /^ (?:du|de la|de l['’]|des|au|à la|aux|of the) ?[\p{Ll}]{3,16}(?![\p{L}])/u.exec(text.slice(end, end + 40))?.[0]
      .length ?? 0
  )
}

/** "diabetes" within "type 2 diabetes" is found with it. */
function isWithinLongerTerm(text: string, start: number, end: number, own: string): boolean {
  const longer = TERMS.has(own) ? longerThan(own) : null
  return longer?.test(plainWord(text.slice(Math.max(0, start - TERM_MAX), end + TERM_MAX))) === true
}

/** A whole word that ends as terms do, where no list has it. */
function readEnding(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  if (isWordAt(text, end)) return NONE
  let from = start
  while (from > 0 && start - from <= TERM_MAX && isLatinLetter(text.charCodeAt(from - 1))) from--
  if (start - from < STEM_MIN || isWordAt(text, from - 1) || text[from - 1] === '-') return NONE
  const term = plainWord(text.slice(from, end))
  if (TERMS.has(term) || MEDICAL_ENDING_EXCEPTIONS.has(term)) return NONE
  if (!isOfPerson(text, from, end, units) || isWithinLongerTerm(text, from, end, term)) return NONE
  return [{ start: from, end }]
}

const STEM_MIN = 3

/** "Wilson's disease", « maladie de Lyme », "Turner syndrome": called after somebody. */
function readEponym(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1) || isWordAt(text, end)) return NONE
  const before = /(?:^|[^\p{L}])(\p{Lu}\p{Ll}{2,16}(?:[- ]\p{Lu}\p{Ll}{2,16})?(?:['’]s)? )$/u.exec(
    text.slice(Math.max(0, start - TERM_MAX), start),
  )
  const behind = /^ (?:de |d['’])\p{Lu}\p{Ll}{2,16}(?:[- ]\p{Lu}\p{Ll}{2,16})?/u.exec(text.slice(end, end + TERM_MAX))
  const span =
    behind !== null
      ? { start, end: end + behind[0].length }
      : before?.[1] !== undefined
        ? { start: start - before[1].length, end }
        : undefined
  if (span === undefined || TERMS.has(plainWord(text.slice(span.start, span.end)))) return NONE
  return isOfPerson(text, span.start, span.end, units) ? [span] : NONE
}

const SCORES = { plain: 0.8, context: 0.8 }

export const MEDICAL_RULES: readonly KeywordRule[] = [
  {
    kind: 'keyword',
    id: 'medical-term',
    type: 'MEDICAL_TERM',
    tier: 2,
    description:
      'A disease, treatment or substance, with a person or a dose nearby: a term alone is not personal data.',
    keywords: MEDICAL_TERMS.concat([...MEDICAL_ABBREVIATIONS]),
    beside: [{ before: `${NO_WORD}`, after: `${NO_WORD}sS` }],
    read: readTerm,
    scores: SCORES,
    examples: {
      match: [
        'my mother has [[type 2 diabetes]]',
        'Patient Marc Duval, adressé pour une [[HTA]] sous [[ramipril]] 5 mg',
        'She was diagnosed with [[breast cancer]] in May',
        "j'ai une [[sclérose en plaques]] depuis 2019",
        '[[metformin]] 500 mg twice a day',
        'Our intern told me that she is on [[lithium]]',
        "L'employée a déclaré une [[épilepsie]]",
        "Martha's [[IVF]] failed again",
        'Diagnosis: [[psoriasis]]',
        '{"diagnosis": "[[multiple sclerosis]]"}',
        'Our developer has [[ADHD]]; my cofounder had a [[hernia]]',
        'son [[cancer de la langue]]',
        'mon père fait de la [[tension]]',
        'elle prend un traitement contre la [[tension]]',
      ],
      reject: [
        'Explain how insulin works.',
        'patients with asthma in clinical trials',
        'write a poem about cancer research',
        'Lyricalogic',
        'my essay on diabetes',
        'He has to prep the toc',
        'I had a fever dream about my boss',
        'What are the symptoms of lupus?',
        "il y a de la tension dans l'équipe de ma collègue, elle met la tension sous 12 volts",
      ],
    },
  },
  {
    kind: 'keyword',
    id: 'medical-ending',
    type: 'MEDICAL_TERM',
    tier: 2,
    description: 'A word that ends as diseases, operations or substances do, with a person or a dose nearby.',
    keywords: MEDICAL_ENDINGS,
    beside: [{ before: 'a-zA-Z\\x7f', after: NO_WORD }],
    read: readEnding,
    scores: SCORES,
    examples: {
      match: [
        'my son has [[blepharitis]]',
        'elle prend du [[lansoprazole]]',
        'Mme Petit a subi une [[salpingectomie]]',
      ],
      reject: ['my love of academia', 'elle a la nostalgie', 'explain spondylosis and blepharitis'],
    },
  },
  {
    kind: 'keyword',
    id: 'medical-eponym',
    type: 'MEDICAL_TERM',
    tier: 2,
    description: 'A disease or syndrome that is called after somebody, with a person nearby.',
    keywords: ['disease', 'syndrome', 'maladie'],
    beside: [{ before: NO_WORD, after: NO_WORD }],
    read: readEponym,
    scores: SCORES,
    examples: {
      match: ["he has [[Wilson's disease]]", 'ma sœur a la [[maladie de Behçet]]', 'my niece has [[Rett syndrome]]'],
      reject: ['a rare disease', "Wilson's disease is treated so", 'sa maladie de peau'],
    },
  },
]
