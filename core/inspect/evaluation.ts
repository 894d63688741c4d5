import type { Classification } from '../model/classification.ts'
import { RULES } from './rules/all.ts'

/** One labelled text of a corpus; offsets are UTF-16 units. */
export interface LabelledText {
  readonly text: string
  readonly spans: readonly LabelledSpan[]
  /** Stretches that are known not to be findings. If a corpus has these, everything that it does not label is not judged. */
  readonly not_spans?: readonly LabelledSpan[]
}

export interface LabelledSpan {
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface TypeFigures {
  readonly type: string
  readonly expected: number
  readonly found: number
  readonly missed: number
  readonly falseAlarms: number
  /** 1 if nothing was found and there was nothing to find. */
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export interface Miss {
  readonly kind: 'missed' | 'false alarm'
  readonly type: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Overlap that makes a finding and a label the same: intersection over union. */
const IOU_MIN = 0.5

/**
 * What corpora call our types. A label that is not here is not asked for. Credentials of unknown make are tokens to one corpus
 * and passwords to the next, so there either of our two types is right.
 */
const TYPE_NAMES: Readonly<Record<string, readonly string[]>> = {
  EMAIL_ADDRESS: ['EMAIL'],
  PHONE_NUMBER: ['PHONE'],
  IBAN_CODE: ['IBAN'],
  US_SSN: ['SSN'],
  PERSON: ['PERSON_NAME'],
  FIRST_NAME: ['PERSON_NAME'],
  LAST_NAME: ['PERSON_NAME'],
  BIRTH_DATE: ['DATE_OF_BIRTH'],
  STREET_ADDRESS: ['ADDRESS'],
  US_DRIVER_LICENSE: ['DRIVING_LICENSE'],
}

const OWN_TYPES: ReadonlySet<string> = new Set(RULES.map((rule) => rule.type))

/** Labels of other things than credentials, in corpora in which all other labels are credentials. */
const NOT_CREDENTIALS: ReadonlySet<string> = new Set([
  'LOCATION',
  'ORGANIZATION',
  'CITY',
  'HOSPITAL',
  'POSTAL_CODE',
  'DATE',
  'DATE_TIME',
  'PATIENT_ID',
  'VISIT_ID',
  'URL',
  'DOMAIN_NAME',
  'ACCOUNT_NUMBER',
  'GPE',
  'NRP',
  'AGE',
  'TITLE',
  'PREFIX',
  'ZIP_CODE',
])

/** Our types for a label of a corpus; none if the label is not evaluated. */
export function ownTypes(label: string): readonly string[] {
  if (OWN_TYPES.has(label)) return [label]
  const own = TYPE_NAMES[label]
  if (own !== undefined) return own
  return NOT_CREDENTIALS.has(label) ? [] : ['SECRET', 'API_KEY']
}

interface Tally {
  expected: number
  found: number
  falseAlarms: number
}

/** Adds up findings against labels, text by text. Types that a corpus never labels are not held against the findings there. */
export class Evaluation {
  readonly #tallies = new Map<string, Tally>()
  readonly #judged: ReadonlySet<string> | 'all'
  readonly #onMiss: (miss: Miss) => void
  readonly #onJudged: (finding: Classification, isRight: boolean) => void
  #texts = 0
  #falseAlarms = 0

  /**
   * `judged`: the types that the corpus labels, all of them for a corpus of texts with nothing to find. `onJudged` is told each
   * finding that is right or wrong, and not of those that the labels say nothing about.
   */
  constructor(
    judged: ReadonlySet<string> | 'all',
    onMiss: (miss: Miss) => void = () => undefined,
    onJudged: (finding: Classification, isRight: boolean) => void = () => undefined,
  ) {
    this.#judged = judged
    this.#onMiss = onMiss
    this.#onJudged = onJudged
  }

  add(labelled: LabelledText, findings: readonly Classification[]): void {
    this.#texts++
    const { text } = labelled
    const labels = joinNames(labelled).filter(({ type }) => ownTypes(type).length > 0)
    const matched = new Set<Classification>()
    for (const label of labels) {
      const types = ownTypes(label.type)
      const finding = findings.find((f) => !matched.has(f) && types.includes(f.type) && overlap(f, label) >= IOU_MIN)
      const tally = this.#tally(finding?.type ?? types[0] ?? label.type)
      tally.expected++
      if (finding !== undefined) {
        tally.found++
        matched.add(finding)
        this.#onJudged(finding, true)
      } else this.#onMiss({ kind: 'missed', type: types[0] ?? label.type, text, start: label.start, end: label.end })
    }
    for (const finding of findings) {
      if (matched.has(finding) || !this.#isFalseAlarm(finding, labelled, labels)) continue
      this.#tally(finding.type).falseAlarms++
      this.#falseAlarms++
      this.#onJudged(finding, false)
      this.#onMiss({ kind: 'false alarm', type: finding.type, text, start: finding.start, end: finding.end })
    }
  }

  #isFalseAlarm(finding: Classification, labelled: LabelledText, labels: readonly LabelledSpan[]): boolean {
    if (this.#judged !== 'all' && !this.#judged.has(finding.type)) return false
    // A value that was only found in part already counts as missed, and is not counted as a second mistake.
    if (labels.some((label) => ownTypes(label.type).includes(finding.type) && overlap(finding, label) > 0)) return false
    return labelled.not_spans === undefined || labelled.not_spans.some((span) => overlap(finding, span) > 0)
  }

  #tally(type: string): Tally {
    let tally = this.#tallies.get(type)
    if (tally === undefined) {
      tally = { expected: 0, found: 0, falseAlarms: 0 }
      this.#tallies.set(type, tally)
    }
    return tally
  }

  get texts(): number {
    return this.#texts
  }

  /** False alarms for each thousand texts. */
  get falseAlarmsPerThousand(): number {
    return this.#texts === 0 ? 0 : (this.#falseAlarms * 1000) / this.#texts
  }

  figures(): TypeFigures[] {
    return [...this.#tallies]
      .map(([type, { expected, found, falseAlarms }]) => {
        const precision = found + falseAlarms === 0 ? 1 : found / (found + falseAlarms)
        const recall = expected === 0 ? 1 : found / expected
        const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
        return { type, expected, found, missed: expected - found, falseAlarms, precision, recall, f1 }
      })
      .sort((a, b) => (a.type < b.type ? -1 : 1))
  }
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): number {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return shared <= 0 ? 0 : shared / (Math.max(a.end, b.end) - Math.min(a.start, b.start))
}

/** Joins first and last names that stand side by side, for corpora that label them separately. */
function joinNames({ text, spans }: LabelledText): LabelledSpan[] {
  const joined: LabelledSpan[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    const isName = span.type === 'FIRST_NAME' || span.type === 'LAST_NAME'
    if (
      last !== undefined &&
      isName &&
      last.type.endsWith('_NAME') &&
      /^,? {0,2}$/.test(text.slice(last.end, span.start))
    ) {
      joined[joined.length - 1] = { type: last.type, start: last.start, end: span.end }
    } else joined.push(span)
  }
  return joined
}
