import { isWordAt, plainWord } from '../characters.ts'
import { MEDICAL_TERMS } from '../data/medical-terms.ts'
import type { KeywordRule, ScoredSpan } from '../rule.ts'

/** How far away a person may be spoken of. */
const REACH = 70

/**
 * Words of one person's health: a disease alone is a topic, "my", "the patient" or a dose make it somebody's. Plurals
 * ("patients with asthma") speak of nobody.
 */
const PERSON =
  /(?:^|[^\p{L}])(?:(?:le|la|ce|cette|notre|votre|un|une|the|this|our|a|your) patiente?|patiente? (?:\p{Lu}|n°|id|de \d|âgée?|aged)|mon|ma|mes|my|son|sa|his|her|j['’]ai|je suis|i have|i am|i['’]m|i was|he has|she has|he is|she is|has been|was diagnosed|diagnosed with|diagnostiquée?|suffers? from|suffering from|souffr(?:e|ant|ait) d(?:e|u|['’])|atteinte?s? d(?:e|u|['’])|traitée? (?:par|pour|avec)|treated (?:for|with)|hospitali[sz](?:ed|ée?)|(?:on|sick) leave (?:for|with)|en arr[êe]t (?:maladie )?pour|suivie? (?:pour|en)|(?:a|avait) fait un|patiente? (?:\p{L}+ ){1,3}(?:has|had|a|présente)|opérée?|admitted (?:for|with)|history of|antécédents?|prescribed|prescrit|sous|mme|mr|mrs|ms|monsieur|madame|m\.|dr|née? le|ans|years?[- ]old|y\.?o\.?)(?:$|[^\p{L}])/iu
/** Of many, or of none: studies speak of diseases too. */
const STUDY =
  /(?:^|[^\p{L}])(?:patients|carriers|subjects|mice|rats|cells?|cohorts?|trials?|in vitro|in vivo|monocytes|lymphocytes|incidence|prevalence|souris|études?)(?:$|[^\p{L}])/iu
const DOSE = /[0-9] ?(?:mg|µg|mcg|g|ml|ui|iu|cp|comprimés?|tablets?|gélules?)(?:$|[^\p{L}])/iu

const LONGER: readonly string[] = MEDICAL_TERMS.filter((term) => term.includes(' '))

function readTerm(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1) || isWordAt(text, end)) return NONE
  if (isWithinLongerTerm(text, start, end)) return NONE
  const around = text.slice(Math.max(0, start - REACH), Math.min(text.length, end + REACH))
  const before = around.slice(0, Math.min(REACH, start))
  // Across the end of a sentence somebody else may be spoken of.
  const sentence =
    before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n')) + 1) + around.slice(before.length)
  const isDosed = DOSE.test(text.slice(end, end + 16))
  return isDosed || (PERSON.test(sentence) && !STUDY.test(sentence)) ? [{ start, end }] : NONE
}

const NONE: readonly ScoredSpan[] = []
const TERM_MAX = 40

/** "diabetes" within "type 2 diabetes" is found with it. */
function isWithinLongerTerm(text: string, start: number, end: number): boolean {
  const around = plainWord(text.slice(Math.max(0, start - TERM_MAX), end + TERM_MAX))
  const own = plainWord(text.slice(start, end))
  return LONGER.some((term) => term !== own && term.includes(own) && around.includes(term))
}

export const MEDICAL_RULES: readonly KeywordRule[] = [
  {
    kind: 'keyword',
    id: 'medical-term',
    type: 'MEDICAL_TERM',
    tier: 2,
    description:
      'A disease, treatment or substance, with a person or a dose nearby: a term alone is not personal data.',
    keywords: MEDICAL_TERMS,
    read: readTerm,
    scores: { plain: 0.8, context: 0.8 },
    examples: {
      match: [
        'my mother has [[type 2 diabetes]]',
        'Patient Marc Duval, adressé pour une [[HTA]] sous [[ramipril]] 5 mg',
        'She was diagnosed with [[breast cancer]] in May',
        "j'ai une [[sclérose en plaques]] depuis 2019",
        '[[metformin]] 500 mg twice a day',
      ],
      reject: [
        'Explain how insulin works.',
        'patients with asthma in clinical trials',
        'write a poem about cancer research',
        'Lyricalogic',
      ],
    },
  },
]
