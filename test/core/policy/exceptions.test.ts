import test from 'ava'
import type { Facts } from '../../../core/model/facts.ts'
import type { Condition } from '../../../core/model/policy.ts'
import { evaluate } from '../../../core/policy/evaluate.ts'
import { hashExceptedValues } from '../../../core/policy/excepted-values.ts'
import { Exceptions, exceptedMetadata, exceptedPolicies } from '../../../core/policy/exceptions.ts'
import type { ServedException } from '../../../core/resources/exception.ts'
import { riskScore } from '../../../core/risk.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const JO = 'a0000000-0000-4000-8000-000000000001'
const ANN = 'a0000000-0000-4000-8000-000000000002'
const POLICY = 'c0000000-0000-4000-8000-000000000001'
const OTHER = 'c0000000-0000-4000-8000-000000000002'
const KEY = Buffer.alloc(32, 7)
const HAS_EMAIL: Condition = { field: 'classifications', operator: 'contains', value: 'EMAIL' }

function one(fields: Partial<ServedException>): ServedException {
  return {
    id: 'b0000000-0000-4000-8000-000000000001',
    policy_id: null,
    types: [],
    platform_ids: [],
    user_ids: [],
    value_count: 0,
    reason: 'a test',
    owner: 'jo@example.com',
    expires_at: '2026-11-22T13:00:00.000Z',
    created_at: '2026-11-22T11:00:00.000Z',
    created_by: 'jo@example.com',
    ...fields,
  }
}

function valuesOf(...values: string[]): Partial<ServedException> {
  const hashed = { key: KEY.toString('base64'), hashes: hashExceptedValues(values, KEY) }
  return { value_count: values.length, hashed }
}

const EMAIL = { type: 'EMAIL', value: 'press@acme.example', score: 0.9 }
const IBAN = { type: 'IBAN', value: 'FR14 2004 1010 0505 0001 3M02 606', score: 1 }

function judge(
  exceptions: readonly ServedException[],
  found: Facts['classifications'] = [EMAIL],
  conditions: Condition[] = [HAS_EMAIL],
  facts: Partial<Facts> = {},
  now = NOW,
) {
  const all: Facts = {
    platform_id: 'chatgpt-web',
    risk_score: riskScore(found.map(({ type, value = '', score = 1 }) => ({ type, value, score }))),
    classifications: found,
    source: 'proxy',
    direction: 'outbound',
    user_id: JO,
    ...facts,
  }
  const policies = [POLICY, OTHER].map((id) => ({
    id,
    name: id,
    rules: { action: 'block' as const, conditions },
    enabled: true,
    priority: 1,
    created_at: '',
  }))
  const { decisions, excepted } = evaluate(policies, all, 'strictest', new Exceptions(exceptions).applyingTo(all, now))
  return { held: decisions.map(({ policy_id }) => policy_id), excepted }
}

const HELD = [POLICY, OTHER]

test('an exception for a type, a service or a user lifts a policy for that alone', (t) => {
  t.deepEqual(judge([one({ types: ['EMAIL'] })]).held, [])
  t.deepEqual(judge([one({ types: ['IBAN'] })]).held, HELD)
  t.deepEqual(judge([one({ platform_ids: ['chatgpt-web', 'x'] })]).held, [])
  t.deepEqual(judge([one({ platform_ids: ['claude-web'] })]).held, HELD)
  t.deepEqual(judge([one({ user_ids: [JO] })]).held, [])
  t.deepEqual(judge([one({ user_ids: [ANN] })]).held, HELD)
  t.deepEqual(judge([one({ user_ids: [JO] })], [EMAIL], [HAS_EMAIL], { user_id: null }).held, HELD, 'nobody is not Jo')
})

test('the fields of an exception combine with AND, and several exceptions with OR', (t) => {
  const narrow = { types: ['EMAIL'], platform_ids: ['chatgpt-web'], user_ids: [ANN] }
  t.deepEqual(judge([one(narrow)]).held, HELD)
  t.deepEqual(judge([one({ ...narrow, user_ids: [JO] })]).held, [])
  t.deepEqual(judge([one({ ...narrow, user_ids: [JO], ...valuesOf('other@acme.example') })]).held, HELD)
  const both = [one({ types: ['EMAIL'] }), one({ id: OTHER, ...valuesOf(IBAN.value) })]
  const about: Condition[] = [{ field: 'classification_count', operator: 'gte', value: 1 }]
  t.deepEqual(judge(both, [EMAIL, IBAN], about).held, [])
  t.deepEqual(judge(both, [EMAIL, IBAN], about).excepted[0]?.excepted_by, [both[0]?.id, OTHER])
  t.deepEqual(judge(both.slice(1), [EMAIL, IBAN], about).held, HELD, 'one finding is left')
})

test('a value is excepted however it is written, and no other value is', (t) => {
  const exception = one(valuesOf('Press@ACME.example', 'fr1420041010050500013m02606'))
  t.deepEqual(judge([exception]).held, [])
  t.deepEqual(judge([exception], [EMAIL, { ...EMAIL, value: 'jo@acme.example' }]).held, HELD)
  t.deepEqual(judge([exception], [{ type: 'EMAIL', score: 1 }]).held, HELD, 'a value that is not known')
  const hasIban: Condition[] = [{ field: 'classifications', operator: 'contains', value: 'IBAN' }]
  t.deepEqual(judge([exception], [IBAN], hasIban).held, [])
})

test('an exception of one policy leaves the others', (t) => {
  t.deepEqual(judge([one({ policy_id: POLICY, types: ['EMAIL'] })]).held, [OTHER])
})

test('conditions on risk and number are judged by the findings that are left', (t) => {
  const risky: Condition[] = [{ field: 'risk_score', operator: 'gte', value: 0.7 }]
  t.deepEqual(judge([one({ types: ['IBAN'] })], [EMAIL, IBAN], risky).held, [])
  t.deepEqual(judge([one({ types: ['EMAIL'] })], [EMAIL, IBAN], risky).held, HELD)
})

test('a policy that no finding has a part in is not lifted by one for findings', (t) => {
  const everything: Condition[] = [{ field: 'platform_id', operator: 'eq', value: 'chatgpt-web' }]
  t.deepEqual(judge([one({ types: ['EMAIL'] })], [EMAIL], everything).held, HELD)
  t.deepEqual(judge([one({ user_ids: [JO] })], [EMAIL], everything).held, [])
})

test('an exception ends at its time, by itself', (t) => {
  const ending = [one({ types: ['EMAIL'] })]
  const end = Date.parse('2026-11-22T13:00:00Z')
  t.deepEqual(judge(ending, [EMAIL], [HAS_EMAIL], {}, end - 1).held, [])
  t.deepEqual(judge(ending, [EMAIL], [HAS_EMAIL], {}, end).held, HELD)
})

test('an exception that narrows nothing, or whose values are withheld, is none', (t) => {
  t.deepEqual(judge([one({})]).held, HELD)
  t.deepEqual(judge([one({ value_count: 1 })]).held, HELD)
  t.deepEqual(judge([one({ types: ['EMAIL'], value_count: 1 })]).held, HELD)
})

test('what is recorded names the exceptions and the policies, and is bounded', (t) => {
  const { excepted } = judge([one({ types: ['EMAIL'] })])
  const metadata = exceptedMetadata(excepted)
  t.deepEqual(metadata.excepted_by, ['b0000000-0000-4000-8000-000000000001'])
  t.deepEqual(metadata.excepted_policies?.[0], { policy_id: POLICY, policy_name: POLICY, action: 'block' })
  t.deepEqual(exceptedPolicies({ ...metadata }), new Set(HELD))
  t.deepEqual(exceptedMetadata([]), {})
  for (const broken of [undefined, 'x', [null, 1, { policy_id: 3 }]]) {
    t.is(exceptedPolicies({ excepted_policies: broken }).size, 0)
  }
  const many = Array.from({ length: 500 }, () => excepted).flat()
  t.true(JSON.stringify(exceptedMetadata(many)).length < 16_000)
})
