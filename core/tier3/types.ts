import { CLASSIFY_TEXT_MAX } from '../model/classify.ts'

/** What a text as a whole is about; one finding of each at most, at the place that shows it best. */
export const TOPIC_TYPES = [
  'TOPIC_SOURCE_CODE',
  'TOPIC_CREDENTIALS',
  'TOPIC_HR',
  'TOPIC_HEALTH',
  'TOPIC_LEGAL',
  'TOPIC_FINANCIAL_RESULTS',
  'TOPIC_CUSTOMER_DATA',
] as const
export type TopicType = (typeof TOPIC_TYPES)[number]

/** Longer texts are looked at up to here, in UTF-16 code units: as long as the API takes (POST /classification/classify). */
export const SEMANTIC_TEXT_MAX = CLASSIFY_TEXT_MAX

/** No finding of this tier is certain: nothing like a checksum stands behind it. */
export const SEMANTIC_SCORE_MAX = 0.95

/** As everywhere, what is less sure is not reported (core/inspect/rule.ts). */
export const SEMANTIC_SCORE_MIN = 0.4

/** Findings of one text, beyond which nobody learns anything new. */
export const SEMANTIC_FINDINGS_MAX = 500
