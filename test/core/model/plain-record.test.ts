import { randomUUID } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { InteractionRecord } from '../../../core/model/interaction.ts'
import { readPlainRecord } from '../../../core/model/plain-record.ts'

const FINDING = { type: 'EMAIL', value: 'j***@e***.com', score: 0.97, start: 4, end: 17 }
const DECISION = { policy_id: randomUUID(), policy_name: 'Card – numbers', action: 'coach', matched_conditions: 2 }
const RECORD: Readonly<Record<string, unknown>> = {
  id: randomUUID(),
  timestamp: '2026-11-22T08:00:00.123Z',
  platform_id: 'openai-api',
  content_hash: 'ab'.repeat(32),
  interaction_type: 'prompt',
  content_metadata: { host: 'api.openai.com', body_bytes: 2000, inspection: { status: 'full' }, context_findings: [] },
  classifications: [FINDING],
  risk_score: 0.35,
  direction: 'outbound',
  source: 'proxy',
  user_id: randomUUID(),
  tier: 2,
  policy_decisions: [DECISION],
  enforced_action: 'coach',
}
const UPPER = randomUUID().toUpperCase()

/** What stands where something else is expected: at the edges, beyond them, and of another kind. */
const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    [],
    {},
    '',
    ' ',
    'x',
    'prompt',
    'block',
    'allow',
    'EMAIL',
    'DRIVING_LICENCE',
    'email',
    'A'.repeat(64),
    'A'.repeat(65),
  ],
  ...[0, -0, 1, 2, 3, 4, 1.0001, -1, 0.5, 1000, 1001, 2 ** 31 - 1, 2 ** 31, 2 ** 53, Infinity],
  ...['a'.repeat(100), 'a'.repeat(101), 'f'.repeat(64), 'F'.repeat(64), 'g'.repeat(64), 'a\u0000b', '\ud800', 'é😀\n"'],
  ...[UPPER, UPPER.toLowerCase(), `${UPPER}0`, ` ${UPPER}`, `${UPPER.toLowerCase()}\n`],
  ...['2026-02-30T00:00:00.000Z', '2024-02-29T24:00:00.000Z', '2026-11-22T08:00:00Z', '2026-11-22T09:00:00.000+01:00'],
  ...['0000-01-01T00:00:00.000Z', '2026-11-22T08:00:60.000Z', '2026-13-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  ...[
    'v'.repeat(2048),
    'v'.repeat(2049),
    'n'.repeat(200),
    'n'.repeat(201),
    'm'.repeat(65_000),
    '\u0001'.repeat(11_000),
  ],
  ...[[FINDING], [DECISION], [FINDING, null], Array.from({ length: 1001 }, () => FINDING), [[]]],
  Array.from({ length: 1001 }, () => DECISION),
  Array.from({ length: 100 }, () => ({ ...FINDING, value: 'v'.repeat(2048) })),
  Array.from({ length: 10 }, () => ({ ...FINDING, value: '\u20ac'.repeat(2048) })),
  ...[
    nested(9),
    nested(10),
    nested(11),
    { a: nested(9) },
    { 'a\u0000': 1 },
    { a: ['\udfff'] },
    { a: 'x'.repeat(20_000) },
  ],
  JSON.parse('{"__proto__": {"a": 1}, "b": 2}'),
]
const KEYS = [...Object.keys(RECORD), 'tenant_id', 'reference', 'unknown', '__proto__', 'constructor', 'toString']
const INNER = {
  classifications: [...Object.keys(FINDING), 'more', '__proto__'],
  policy_decisions: [...Object.keys(DECISION), 'more'],
  content_metadata: ['host', 'inspection', 'a', '__proto__'],
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value]
  return value
}

/** What the schema says, and what the checks say where they say anything. */
function same(t: { deepEqual(a: unknown, b: unknown): void }, value: unknown): boolean {
  const plain = readPlainRecord(value)
  if (plain === undefined) return false
  const parsed = InteractionRecord.safeParse(value)
  t.deepEqual({ success: true, data: plain }, { success: parsed.success, data: parsed.data })
  return true
}

/** As it comes from the wire, where a field without a value is not there. */
function fromWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, item) => item)
}

function withKey(object: object, key: string, value: unknown): object {
  const copy = { ...object }
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

test('what a proxy sends is read without the schema', (t) => {
  t.true(same(t, RECORD))
  const { policy_decisions: _decisions, user_id: _user, ...rest } = RECORD
  t.true(same(t, { ...rest, user_id: null, policy_decisions: [], classifications: [] }))
})

test('absent fields get the defaults of the schema, or stay absent', (t) => {
  const { platform_id, content_hash } = RECORD
  t.true(same(t, { platform_id, content_hash }))
  for (const key of Object.keys(RECORD)) {
    const { [key]: _left, ...rest } = RECORD
    t.is(same(t, rest), key !== 'platform_id' && key !== 'content_hash')
  }
})

test('a day, hour, minute or second that is on no calendar or clock is for the schema, and every other is read', (t) => {
  const two = (number: number) => String(number).padStart(2, '0')
  const days: string[] = []
  for (const year of ['0000', '1900', '2000', '2023', '2024', '9999']) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) days.push(`${year}-${two(month)}-${two(day)}`)
    }
  }
  const times = ['00:00:00', '23:59:59', '24:00:00', '23:60:00', '23:59:60', '19:59:59', '20:09:00', '29:00:00']
  const texts = [...days.map((day) => `${day}T12:00:00.000Z`), ...times.map((time) => `2024-02-29T${time}.999Z`)]
  for (const timestamp of texts) {
    const date = new Date(timestamp)
    const isInstant = !Number.isNaN(date.getTime()) && date.toISOString() === timestamp
    t.is(same(t, { ...RECORD, timestamp }), isInstant, timestamp)
  }
})

test('with any one thing changed, the schema says the same or says it alone', (t) => {
  let read = 0
  for (const odd of ODD) {
    for (const key of KEYS) if (same(t, withKey(RECORD, key, odd))) read++
    for (const [field, keys] of Object.entries(INNER)) {
      const value = RECORD[field]
      for (const key of keys) {
        const [first] = Array.isArray(value) ? value : [value]
        const changed = withKey(first as object, key, odd)
        if (same(t, { ...RECORD, [field]: Array.isArray(value) ? [first, changed] : changed })) read++
      }
    }
    same(t, odd)
  }
  t.true(read > 100, `${read}`)
})

test('with several things changed at random, too', (t) => {
  const anything = fc.oneof(
    fc.constantFrom(...ODD),
    fc.json().map((text) => JSON.parse(text)),
    fc.string(),
    fc.double(),
  )
  const changes = fc.array(fc.tuple(fc.constantFrom(...KEYS), anything), { maxLength: 3 })
  fc.assert(
    fc.property(changes, (list) => {
      let record: object = RECORD
      for (const [key, value] of list) record = withKey(record, key, value)
      same(t, record)
      same(t, fromWire(record))
    }),
    { numRuns: 1000 },
  )
  t.pass()
})
