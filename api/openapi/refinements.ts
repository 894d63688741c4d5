import type { z } from 'zod'
import { AlertStatusChange, AlertsStatusChange } from '../../core/model/alert.ts'
import { CLASSIFICATIONS_MAX, Classifications } from '../../core/model/classification.ts'
import { Uuid } from '../../core/model/common.ts'
import { DetectorCreate, DetectorName, DetectorRule } from '../../core/model/detector.ts'
import { Condition, PolicyName, Rules } from '../../core/model/policy.ts'
import { PolicyOrder } from '../../core/model/policy-version.ts'
import { ServiceTokenCreate, ServiceTokenName } from '../../core/model/service-token.ts'
import { Password } from '../../core/model/user.ts'
import { DeliveryHeaders, HEADERS_MAX, RESERVED_HEADERS, WebhookCreate } from '../../core/model/webhook.ts'
import { ExceptionCreate } from '../../core/resources/exception.ts'
import { ServiceSwitchCreate } from '../../core/resources/service-switch.ts'

/** No white space at either end, and no NUL. */
const TRIMMED = '^[^\\s\\u0000]([^\\u0000]*[^\\s\\u0000])?$'

/** An array goes with the operator "in" only. */
const SINGLE_UNLESS_IN = {
  if: { properties: { operator: { const: 'in' } } },
  else: { properties: { value: { type: 'string' } } },
}

/** A score of 0 means: only with a word nearby. */
const CONTEXT_FOR_ZERO = {
  if: { properties: { score: { const: 0 } }, required: ['score'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { properties: { context: { minItems: 1 } }, required: ['context'] },
}

/** Only what is blocked can wait for a reason. */
const REASON_FOR_BLOCKS = {
  if: { properties: { require_justification: { const: true } }, required: ['require_justification'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { properties: { action: { const: 'block' } } },
}

/** Nothing came of an alert that is open. */
const REASON_FOR_RESOLVED = {
  if: { properties: { status: { const: 'open' } }, required: ['status'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { properties: { resolution: false, note: false } },
}

const needsItem = (field: string) => ({ properties: { [field]: { minItems: 1 } }, required: [field] })
const SOMETHING_ALLOWED = { anyOf: [needsItem('values'), needsItem('patterns')] }
const SOMEBODY = { anyOf: [needsItem('user_ids'), needsItem('addresses')] }

const SOMETHING_EXCEPTED = { anyOf: ['types', 'platform_ids', 'user_ids', 'values'].map(needsItem) }

/** JSON Schema's patterns have no flags. */
const RESERVED = [...RESERVED_HEADERS]
  .map((name) => name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join('|')
const FREE_HEADERS = {
  maxProperties: HEADERS_MAX,
  propertyNames: { type: 'string', pattern: `^(?!(?:${RESERVED})$)[!#$%&'*+.^_\`|~0-9A-Za-z-]{1,100}$` },
}

/**
 * What a schema checks in code, in the words of JSON Schema. What it has no words for (one field compared with another,
 * the size of an object as JSON) is said in text/fields.ts.
 */
export const REFINEMENTS: ReadonlyMap<z.ZodType, Readonly<Record<string, unknown>>> = new Map<
  z.ZodType,
  Readonly<Record<string, unknown>>
>([
  [Uuid, { format: 'uuid' }],
  [AlertStatusChange, REASON_FOR_RESOLVED],
  [AlertsStatusChange, REASON_FOR_RESOLVED],
  // The bytes are said in text/fields.ts.
  [Classifications, { maxItems: CLASSIFICATIONS_MAX }],
  [PolicyName, { pattern: TRIMMED }],
  [Rules, REASON_FOR_BLOCKS],
  [DetectorName, { pattern: TRIMMED }],
  ...[DetectorRule, DetectorCreate].flatMap(({ options: [pattern, , allowList] }) => [
    [pattern, CONTEXT_FOR_ZERO] as const,
    [allowList, SOMETHING_ALLOWED] as const,
  ]),
  [ServiceSwitchCreate.options[1], SOMEBODY],
  [ExceptionCreate, SOMETHING_EXCEPTED],
  [ServiceTokenName, { pattern: TRIMMED }],
  [ServiceTokenCreate.shape.scopes, { uniqueItems: true }],
  [PolicyOrder.shape.ids, { uniqueItems: true }],
  [DeliveryHeaders, FREE_HEADERS],
  [WebhookCreate.shape.url, { pattern: '^[hH][tT][tT][pP][sS]://[^\\s\\u0000]+$' }],
  // Lower case and upper case, in any script, have no pattern that every validator reads.
  [Password, { format: 'password', minLength: 12, pattern: '^[^\\u0000]*[0-9][^\\u0000]*$' }],
  ...Condition.options
    .filter((option) => ['platform_id', 'source'].includes(option.shape.field.value))
    .map((option) => [option, SINGLE_UNLESS_IN] as const),
])
