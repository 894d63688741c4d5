import test from 'ava'
import { z } from 'zod'
import { type Direction, toJsonSchema } from '../../../api/openapi/json-schema.ts'
import { MODELS } from '../../../api/openapi/models.ts'
import { REFINEMENTS } from '../../../api/openapi/refinements.ts'
import { AlertStatusChange } from '../../../core/model/alert.ts'
import { isStorableText, Timestamp, text, Uuid } from '../../../core/model/common.ts'
import { Condition, PolicyName } from '../../../core/model/policy.ts'
import { Email, Password } from '../../../core/model/user.ts'
import { DeliveryHeaders } from '../../../core/model/webhook.ts'
import { type Schema, validate } from '../../support/json-schema.ts'

/** Refinements that JSON Schema has no words for: text/fields.ts says them, or the command that alone takes them. */
const ONLY_IN_WORDS = new Set(['AddressRange', 'Classification', 'ContentMetadata', 'Heartbeat', 'LegalHoldCreate'])

function accepts(schema: z.ZodType, value: unknown, direction: Direction = 'input'): boolean {
  const { schema: json, models } = toJsonSchema(schema, direction)
  return validate(value, json as Schema, { $defs: models }).length === 0
}

const agree = test.macro({
  exec(t, schema: z.ZodType, values: readonly unknown[]) {
    for (const value of values) t.is(accepts(schema, value), schema.safeParse(value).success, JSON.stringify(value))
  },
  title: (name) => `the document and the code agree about ${name}`,
})

const UPPER = '3FA85F64-5717-4562-B3FC-2C963F66AFA6'
test('identifiers', agree, Uuid, [UPPER, UPPER.toLowerCase(), 'x', '', UPPER.slice(1), 7, null])
test('reasons of alerts', agree, AlertStatusChange, [
  { status: 'open' },
  { status: 'open', note: 'x' },
  { status: 'open', resolution: 'accepted' },
  { status: 'resolved', resolution: 'accepted', note: 'x' },
])
test('text', agree, text(5, 1), ['a', 'abcde', '', 'abcdef', 'a\u0000', 5])
test('names', agree, PolicyName, ['a', 'a b', ' a', 'a ', '', '\n', 'a\u0000b', 'x'.repeat(201)])
test('addresses', agree, Email, ['a@example.com', 'A@EXAMPLE.COM', 'a', 'a@', '@b', 'a b@example.com', 'a@b'])
test('passwords', agree, Password, ['Correct-Horse-1', 'Correct-Horse', 'Short-1', 'A1a\u0000'.repeat(5), 1])
test('timestamps', agree, Timestamp, ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.5+01:00', '2026-11-21', '', 0])
test('conditions', agree, Condition, [
  { field: 'platform_id', operator: 'in', value: ['a', 'b'] },
  { field: 'platform_id', operator: 'in', value: 'a' },
  { field: 'platform_id', operator: 'eq', value: 'a' },
  { field: 'platform_id', operator: 'eq', value: ['a'] },
  { field: 'source', operator: 'ne', value: ['proxy'] },
  { field: 'source', operator: 'in', value: [] },
  { field: 'risk_score', operator: 'gte', value: 0.5 },
  { field: 'risk_score', operator: 'gte', value: '0.5' },
  { field: 'risk_score', operator: 'gte', value: 'high' },
  { field: 'risk_score', operator: 'contains', value: 0.5 },
  { field: 'classifications', operator: 'contains', value: 'EMAIL' },
  { field: 'nothing', operator: 'eq', value: 1 },
  { field: 'direction', operator: 'eq' },
])

test('headers of deliveries', agree, DeliveryHeaders, [
  {},
  { 'X-Team': 'soc' },
  { Authorization: 'x' },
  { 'webhook-ID': 'x' },
  { 'x-webhook-id': 'x' },
  { 'a b': 'x' },
  { '': 'x' },
  { a: 'x\ny' },
  Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, 'x'])),
])

test('a number that may be sent as text comes back as a number', (t) => {
  const condition = { field: 'risk_score', operator: 'gte', value: '0.5' }
  t.true(accepts(Condition, condition, 'input'))
  t.false(accepts(Condition, condition, 'output'))
})

test('a field with a default may be left out of a request and is in every answer', (t) => {
  const schema = z.strictObject({ a: z.string().default('x') })
  t.true(accepts(schema, {}, 'input'))
  t.false(accepts(schema, {}, 'output'))
})

test('what the server calls a time is one', (t) => {
  const schema = z.strictObject({ created_at: z.string(), last_login: z.string().nullable(), name: z.string() })
  const user = { created_at: '2026-11-21T09:30:00.000Z', last_login: null, name: 'Jo' }
  t.true(accepts(schema, user, 'output'))
  t.false(accepts(schema, { ...user, created_at: 'yesterday' }, 'output'))
  t.false(accepts(schema, { ...user, last_login: 'yesterday' }, 'output'))
})

test('every refinement of the model is in the document, or said in words', (t) => {
  const silent: string[] = []
  const seen = new Set<unknown>()
  const look = (schema: z.core.$ZodType, name: string): void => {
    if (seen.has(schema)) return
    seen.add(schema)
    const { checks = [], ...rest } = schema._zod.def
    const unknown = checks.filter((check) => {
      const { check: kind, fn } = check._zod.def as { check: string; fn?: unknown }
      return kind === 'custom' && fn !== isStorableText
    })
    if (unknown.length > 0 && !REFINEMENTS.has(schema as unknown as z.ZodType)) silent.push(name)
    for (const inner of innerSchemas(rest)) look(inner, name)
  }
  // An exported schema first, so that what is found within is named after it.
  for (const [name, schema] of MODELS) look(schema, name)
  t.deepEqual(
    silent.filter((name) => !ONLY_IN_WORDS.has(name)),
    [],
  )
})

function innerSchemas(part: unknown): z.core.$ZodType[] {
  if (typeof part !== 'object' || part === null) return []
  if ('_zod' in part) return [part as z.core.$ZodType]
  return Object.values(part).flatMap(innerSchemas)
}
