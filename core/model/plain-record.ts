import { areBounded, CLASSIFICATIONS_MAX, type Classification, type Tier } from './classification.ts'
import { isStorableText } from './common.ts'
import {
  Direction,
  EnforcedAction,
  type InteractionRecord,
  InteractionType,
  METADATA_MAX_BYTES,
  METADATA_MAX_DEPTH,
  type PolicyDecision,
  Source,
} from './interaction.ts'
import { PolicyAction } from './policy.ts'
import { typeNow } from './type-names.ts'

/*
 * The schema InteractionRecord says what is valid, and what is wrong with what is not. It takes ten times as long as
 * these checks, which know the plain cases alone: what they let through the schema would make the same of
 * (test/core/model/plain-record.test.ts holds them together), and of everything else they say nothing.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const SHA256 = /^[0-9a-f]{64}$/
const PLATFORM = /^[a-z0-9][a-z0-9._:-]{0,99}$/
const TYPE = /^[A-Z][A-Z0-9_]{0,63}$/
const UTC = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
/** Every month has these days. */
const EVERY_MONTH = '28'
const VALUE_MAX = 2048
const NAME_MAX = 200
const CONDITIONS_MAX = 1000
const PLACE_MAX = 2 ** 31 - 1
/** What one UTF-16 code unit takes in JSON at most, as an escape. */
const ESCAPED = 6
/** More than any number, or the signs around a value and its key, take in JSON. */
const AROUND = 32

const TYPES: ReadonlySet<unknown> = new Set(InteractionType.options)
const DIRECTIONS: ReadonlySet<unknown> = new Set(Direction.options)
const SOURCES: ReadonlySet<unknown> = new Set(Source.options)
const OUTCOMES: ReadonlySet<unknown> = new Set(EnforcedAction.options)
const ACTIONS: ReadonlySet<unknown> = new Set(PolicyAction.options)
const TIERS: ReadonlySet<unknown> = new Set<Tier>([1, 2, 3])

type Fields = Readonly<Record<string, unknown>>

/**
 * @param value as JSON.parse gives it
 * @returns what the schema InteractionRecord makes of it; undefined if that is for the schema to say
 */
export function readPlainRecord(value: unknown): InteractionRecord | undefined {
  if (!isPlainObject(value)) return undefined
  const { id, timestamp, platform_id, content_hash, risk_score, tier, policy_decisions, enforced_action } = value
  const {
    interaction_type = 'prompt',
    content_metadata = {},
    classifications = [],
    direction = 'outbound',
    source = 'browser_extension',
    user_id = null,
  } = value
  const isPlain =
    hasOnly(value, FIELDS) &&
    matches(PLATFORM, platform_id) &&
    matches(SHA256, content_hash) &&
    TYPES.has(interaction_type) &&
    isPlainMetadata(content_metadata) &&
    arePlainFindings(classifications) &&
    DIRECTIONS.has(direction) &&
    SOURCES.has(source) &&
    (user_id === null || matches(UUID, user_id)) &&
    (id === undefined || matches(UUID, id)) &&
    (timestamp === undefined || isUtc(timestamp)) &&
    (risk_score === undefined || isUnitInterval(risk_score)) &&
    (tier === undefined || TIERS.has(tier)) &&
    (policy_decisions === undefined || arePlainDecisions(policy_decisions)) &&
    (enforced_action === undefined || OUTCOMES.has(enforced_action))
  if (!isPlain) return undefined
  // A proxy's record has them all, and no others: it is what the schema would make of it.
  if (DEFAULTED.every((field) => value[field] !== undefined)) return value as unknown as InteractionRecord
  const record: Record<string, unknown> = {
    platform_id,
    content_hash,
    interaction_type,
    content_metadata,
    classifications,
    direction,
    source,
    user_id,
  }
  // Absent fields stay absent.
  if (id !== undefined) record.id = id
  if (timestamp !== undefined) record.timestamp = timestamp
  if (risk_score !== undefined) record.risk_score = risk_score
  if (tier !== undefined) record.tier = tier
  if (policy_decisions !== undefined) record.policy_decisions = policy_decisions
  if (enforced_action !== undefined) record.enforced_action = enforced_action
  return record as InteractionRecord
}

const FIELDS: ReadonlySet<string> = new Set([
  'id',
  'timestamp',
  'platform_id',
  'content_hash',
  'interaction_type',
  'content_metadata',
  'classifications',
  'risk_score',
  'direction',
  'source',
  'user_id',
  'tier',
  'policy_decisions',
  'enforced_action',
])
const DEFAULTED = ['interaction_type', 'content_metadata', 'classifications', 'direction', 'source', 'user_id'] as const
const FINDING_FIELDS: ReadonlySet<string> = new Set(['type', 'value', 'score', 'start', 'end'])
const DECISION_FIELDS: ReadonlySet<string> = new Set(['policy_id', 'policy_name', 'action', 'matched_conditions'])

function isPlainObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function hasOnly(value: Fields, fields: ReadonlySet<string>): boolean {
  for (const key in value) if (!fields.has(key) || value[key] === undefined) return false
  return true
}

function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isUnitInterval(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isCount(value: unknown, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length <= max && isStorableText(value)
}

/** A day that is not in the calendar would come out as another one. */
function isUtc(value: unknown): boolean {
  if (!matches(UTC, value)) return false
  const text = value as string
  if (text.slice(8, 10) <= EVERY_MONTH) return true
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString() === text
}

function arePlainFindings(value: unknown): value is Classification[] {
  return Array.isArray(value) && value.length <= CLASSIFICATIONS_MAX && value.every(isPlainFinding) && areBounded(value)
}

function isPlainFinding(finding: unknown): boolean {
  if (!isPlainObject(finding) || !hasOnly(finding, FINDING_FIELDS)) return false
  const { type, value, score, start, end } = finding
  return (
    matches(TYPE, type) &&
    typeNow(String(type)) === type &&
    isText(value, VALUE_MAX) &&
    isUnitInterval(score) &&
    isCount(start, PLACE_MAX) &&
    isCount(end, PLACE_MAX) &&
    end >= start
  )
}

function arePlainDecisions(value: unknown): value is PolicyDecision[] {
  return Array.isArray(value) && value.every(isPlainDecision)
}

function isPlainDecision(decision: unknown): boolean {
  if (!isPlainObject(decision) || !hasOnly(decision, DECISION_FIELDS)) return false
  const { policy_id, policy_name, action, matched_conditions } = decision
  return (
    matches(UUID, policy_id) &&
    isText(policy_name, NAME_MAX) &&
    ACTIONS.has(action) &&
    isCount(matched_conditions, CONDITIONS_MAX)
  )
}

/** So small that it takes too much in JSON in no way, whatever has to be escaped. */
function isPlainMetadata(value: unknown): boolean {
  return isPlainObject(value) && sizeOf(value, METADATA_MAX_DEPTH) <= METADATA_MAX_BYTES
}

/** At least what it takes in JSON, or more than metadata may take; Infinity if it is not plain. */
function sizeOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return isStorableText(value) ? AROUND + ESCAPED * value.length : Infinity
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return AROUND
  if (depth === 0) return Infinity
  let size = AROUND
  if (Array.isArray(value)) {
    for (const item of value) {
      size += sizeOf(item, depth - 1)
      if (size > METADATA_MAX_BYTES) return size
    }
    return size
  }
  if (!isPlainObject(value)) return Infinity
  for (const key in value) {
    if (key === '__proto__' || !isStorableText(key)) return Infinity
    size += AROUND + ESCAPED * key.length + sizeOf(value[key], depth - 1)
    if (size > METADATA_MAX_BYTES) return size
  }
  return size
}
