import { z } from 'zod'
import type { Classification } from '../model/classification.ts'
import { SEMANTIC_FINDINGS_MAX, SEMANTIC_SCORE_MAX } from './types.ts'

/**
 * What Presidio calls our types (presidio-analyzer, predefined recognizers). Places, dates, URLs and groups of people are
 * left out: they are no finding of ours.
 */
const TYPES: Readonly<Record<string, string>> = {
  PERSON: 'PERSON_NAME',
  ORGANIZATION: 'ORGANIZATION',
  ORG: 'ORGANIZATION',
  EMAIL_ADDRESS: 'EMAIL',
  PHONE_NUMBER: 'PHONE',
  IBAN_CODE: 'IBAN',
  CREDIT_CARD: 'CREDIT_CARD',
  CRYPTO: 'CRYPTO_WALLET',
  IP_ADDRESS: 'IP_ADDRESS',
  MAC_ADDRESS: 'MAC_ADDRESS',
  US_SSN: 'SSN',
  US_ITIN: 'TAX_NUMBER',
  IT_FISCAL_CODE: 'TAX_NUMBER',
  ES_NIF: 'TAX_NUMBER',
  US_PASSPORT: 'PASSPORT',
  UK_PASSPORT: 'PASSPORT',
  IT_PASSPORT: 'PASSPORT',
  ES_PASSPORT: 'PASSPORT',
  US_DRIVER_LICENSE: 'DRIVING_LICENSE',
  IT_DRIVER_LICENSE: 'DRIVING_LICENSE',
  MEDICAL_DISEASE_DISORDER: 'MEDICAL_TERM',
  MEDICAL_MEDICATION: 'MEDICAL_TERM',
}

/** Presidio reports weak patterns without context at 0.01 to 0.3, and leaves the choice to its caller. */
export const PRESIDIO_SCORE_MIN = 0.5

const Result = z.object({
  entity_type: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  score: z.number().min(0).max(1),
})

/**
 * Findings of an answer of POST /analyze. Its offsets count code points; ours count UTF-16 code units. Items that are malformed,
 * of a type we do not know, or outside the text are left out.
 * @returns undefined if the answer is no list at all
 */
export function readPresidioAnswer(answer: unknown, text: string): Classification[] | undefined {
  if (!Array.isArray(answer)) return undefined
  const unit = unitOffsets(text)
  const findings: Classification[] = []
  for (const item of answer) {
    if (findings.length === SEMANTIC_FINDINGS_MAX) break
    const result = Result.safeParse(item)
    if (!result.success) continue
    const { entity_type, score } = result.data
    const type = Object.hasOwn(TYPES, entity_type) ? TYPES[entity_type] : undefined
    const start = unit(result.data.start)
    const end = unit(result.data.end)
    if (type === undefined || start === undefined || end === undefined || end <= start) continue
    if (score < PRESIDIO_SCORE_MIN) continue
    findings.push({ type, value: text.slice(start, end), score: Math.min(score, SEMANTIC_SCORE_MAX), start, end })
  }
  return findings
}

/** From an offset in code points to one in UTF-16 code units; undefined beyond the end. */
function unitOffsets(text: string): (codePoints: number) => number | undefined {
  if (!/[\ud800-\udbff]/.test(text)) return (offset) => (offset <= text.length ? offset : undefined)
  const offsets: number[] = []
  for (let i = 0; i < text.length; i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1) offsets.push(i)
  offsets.push(text.length)
  return (offset) => offsets[offset]
}
