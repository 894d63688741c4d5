import { z } from 'zod'
import { Classification, ClassificationType } from './classification.ts'
import { text, Uuid } from './common.ts'

/** Bounds of what one tenant may add (docs/custom-detectors.md). */
export const DETECTORS_MAX = 200
export const WORDS_MAX = 5_000
/** In all its dictionaries together, as for known values. */
export const WORDS_PER_TENANT_MAX = 50_000
/** In characters: what is made of them to find them takes some twenty bytes for each (core/tenant-detectors/automaton.ts). */
export const LETTERS_PER_TENANT_MAX = 2_000_000
/** Those of allow-lists included. What they take together is bounded besides (core/tenant-detectors/pattern-cost.ts). */
export const PATTERNS_PER_TENANT_MAX = 1_000
const KNOWN_VALUES_MAX = 10_000
/** In all its detectors together: what a proxy keeps in memory and looks up at every word. */
export const KNOWN_VALUES_PER_TENANT_MAX = 50_000
/** How many lengths values have, added up over all detectors: four of values of every length. A stretch of each is looked up at every word. */
export const KNOWN_LENGTHS_PER_TENANT_MAX = 1_000
export const KNOWN_VALUE_MIN = 6
export const KNOWN_VALUE_MAX = 256
const PATTERN_MAX = 1_000
const ALLOWED_VALUES_MAX = 1_000
const TEST_TEXT_MAX = 100_000

/** Lower scores are not reported (core/inspect/rule.ts). */
const SCORE_MIN = 0.4

const Score = z.number().min(SCORE_MIN).max(1)
const Pattern = text(PATTERN_MAX, 1)
const ContextWord = z
  .string()
  .regex(/^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]{2,32}$/, 'must be one word of 2 to 32 Latin letters')

const PatternFields = {
  kind: z.literal('pattern'),
  type: ClassificationType,
  /** RE2 syntax; a group named `value`, if there is one, is the finding. */
  pattern: Pattern,
  ignore_case: z.boolean().default(false),
  /** A match that goes on in a letter or digit on either side is none. */
  whole_words: z.boolean().default(true),
  /** Words that, near a match, say that it is one. */
  context: z.array(ContextWord).max(50).default([]),
  /** Of a match without such a word; 0: then it is none. */
  score: z.union([z.literal(0), Score]).default(0.8),
  context_score: Score.default(0.95),
}

const DictionaryFields = {
  kind: z.literal('dictionary'),
  type: ClassificationType,
  words: z.array(text(200, 2)).min(1).max(WORDS_MAX),
  ignore_case: z.boolean().default(true),
  whole_words: z.boolean().default(true),
  score: Score.default(0.9),
}

const AllowListFields = {
  kind: z.literal('allow_list'),
  values: z.array(text(256, 1)).max(ALLOWED_VALUES_MAX).default([]),
  /** RE2 syntax; has to match the whole value. */
  patterns: z.array(Pattern).max(50).default([]),
  /** Findings of other types are left alone; none named: of all types. */
  types: z.array(ClassificationType).max(50).default([]),
}

const KnownValuesFields = {
  kind: z.literal('known_values'),
  type: ClassificationType,
  ignore_case: z.boolean().default(true),
}

const KnownValues = z.array(text(KNOWN_VALUE_MAX, KNOWN_VALUE_MIN)).min(1).max(KNOWN_VALUES_MAX)

const CONTEXT_IS_NEEDED = { path: ['context'], message: 'must name a word where score is 0' }

function hasContext({ score, context }: { readonly score: number; readonly context: readonly string[] }): boolean {
  return score > 0 || context.length > 0
}

const VALUES_ARE_NEEDED = { path: ['values'], message: 'must name a value where there are no patterns' }

function allowsSomething(list: { readonly values: readonly string[]; readonly patterns: readonly string[] }): boolean {
  return list.values.length + list.patterns.length > 0
}

export const DetectorName = text(200, 1).refine(
  (value) => value.trim() === value,
  'must not start or end with white space',
)

const commonFields = {
  name: DetectorName,
  description: text(2000).default(''),
  enabled: z.boolean().default(true),
}

/** What a detector looks for, as callers send it. */
export const DetectorRule = z.discriminatedUnion('kind', [
  z.strictObject(PatternFields).refine(hasContext, CONTEXT_IS_NEEDED),
  z.strictObject(DictionaryFields),
  z.strictObject(AllowListFields).refine(allowsSomething, VALUES_ARE_NEEDED),
  z.strictObject({ ...KnownValuesFields, values: KnownValues }),
])
export type DetectorRule = z.infer<typeof DetectorRule>

export const DetectorCreate = z.discriminatedUnion('kind', [
  z.strictObject({ ...commonFields, ...PatternFields }).refine(hasContext, CONTEXT_IS_NEEDED),
  z.strictObject({ ...commonFields, ...DictionaryFields }),
  z.strictObject({ ...commonFields, ...AllowListFields }).refine(allowsSomething, VALUES_ARE_NEEDED),
  z.strictObject({ ...commonFields, ...KnownValuesFields, values: KnownValues }),
])
export type DetectorCreate = z.infer<typeof DetectorCreate>

/** PUT is a partial update: which fields a detector has is said by its kind, which stays. */
export const DetectorUpdate = z.strictObject({
  name: DetectorName.optional(),
  description: text(2000).optional(),
  enabled: z.boolean().optional(),
  kind: z.enum(['pattern', 'dictionary', 'allow_list', 'known_values']).optional(),
  type: ClassificationType.optional(),
  pattern: Pattern.optional(),
  ignore_case: z.boolean().optional(),
  whole_words: z.boolean().optional(),
  context: z.array(ContextWord).max(50).optional(),
  score: z.union([z.literal(0), Score]).optional(),
  context_score: Score.optional(),
  words: DictionaryFields.words.optional(),
  /** Of an allow-list, or all known values anew. */
  values: z.array(text(256, 1)).max(KNOWN_VALUES_MAX).optional(),
  patterns: z.array(Pattern).max(50).optional(),
  types: z.array(ClassificationType).max(50).optional(),
})
export type DetectorUpdate = z.infer<typeof DetectorUpdate>

const Base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')

/** What stands for known values once they are hashed (core/tenant-detectors/known-values.ts): none of them can be read from it. */
export const HashedValues = z.strictObject({
  /** 128 random bits, the same for all of a tenant's. */
  salt: Base64,
  /** Of the secret half of the key; those of releases before have none. */
  key_id: z.string().max(64).optional(),
  /** Tells whether a key is the one that the hashes were made with. */
  key_check: Base64,
  /** How long the values are, in characters without blanks and dashes. */
  lengths: z.array(z.int().min(1).max(KNOWN_VALUE_MAX)).min(1).max(KNOWN_VALUE_MAX),
  /** What they begin, or end, with where that is neither a letter nor a digit. */
  symbol_starts: z.string().max(1000),
  symbol_ends: z.string().max(1000),
  /** Width of a tag: of texts at random one in 256 or more has a tag that is among these. */
  tag_bits: z.int().min(1).max(24),
  /** Sorted, each in four bytes, so that none is tied to a hash. */
  tags: Base64,
  /** HMAC-SHA256, sorted, 16 bytes each. */
  hashes: Base64,
})
export type HashedValues = z.infer<typeof HashedValues>

/** What is kept of a rule. */
export const StoredRule = z.discriminatedUnion('kind', [
  z.strictObject(PatternFields),
  z.strictObject(DictionaryFields),
  z.strictObject(AllowListFields),
  z.strictObject({ ...KnownValuesFields, value_count: z.int().min(1), hashed: HashedValues }),
])
export type StoredRule = z.infer<typeof StoredRule>

const shownFields = {
  id: Uuid,
  tenant_id: Uuid,
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string(),
}

/** As administrators see it: of known values their number. */
export const Detector = z.discriminatedUnion('kind', [
  z.strictObject({ ...shownFields, ...PatternFields }),
  z.strictObject({ ...shownFields, ...DictionaryFields }),
  z.strictObject({ ...shownFields, ...AllowListFields }),
  z.strictObject({ ...shownFields, ...KnownValuesFields, value_count: z.int() }),
])
export type Detector = z.infer<typeof Detector>

/** What finds known values, as a proxy gets it: `key` is the one that the hashes were made with. */
export const KnownValuesIndex = HashedValues.omit({ salt: true, key_id: true, key_check: true }).extend({ key: Base64 })
export type KnownValuesIndex = z.infer<typeof KnownValuesIndex>

/**
 * As proxies get it, with `include=rules`. Objects that are not strict: a newer API may tell more, and kinds that a proxy does not know
 * are left out by it (core/tenant-detectors/compile.ts).
 */
export const ServedDetector = z.discriminatedUnion('kind', [
  z.object({ ...shownFields, ...PatternFields }),
  z.object({ ...shownFields, ...DictionaryFields }),
  z.object({ ...shownFields, ...AllowListFields }),
  z.object({ ...shownFields, ...KnownValuesFields, value_count: z.int(), index: KnownValuesIndex }),
])
export type ServedDetector = z.infer<typeof ServedDetector>

export const DetectorSummary = z.strictObject({
  id: Uuid,
  name: z.string(),
  kind: DetectorUpdate.shape.kind.unwrap(),
  /** Null for allow-lists, which find nothing. */
  type: ClassificationType.nullable(),
  enabled: z.boolean(),
  created_at: z.string(),
  created_by: z.string(),
})
export type DetectorSummary = z.infer<typeof DetectorSummary>

/** Administrators look before they enable. The text is neither stored nor logged. */
export const DetectorTest = z.strictObject({
  detector: DetectorRule,
  text: z.string().min(1).max(TEST_TEXT_MAX),
})
export type DetectorTest = z.infer<typeof DetectorTest>

export const DetectorTestResult = z.strictObject({
  /** What the detector finds by itself, whatever the built-in ones find. */
  classifications: z.array(Classification),
  /** Findings of the built-in detectors that an allow-list drops. */
  dropped: z.array(Classification),
})
export type DetectorTestResult = z.infer<typeof DetectorTestResult>
