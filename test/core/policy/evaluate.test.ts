import test from 'ava'
import { type Condition, Rules } from '../../../core/model/policy.ts'
import { evaluate, type Facts, holds, prepare } from '../../../core/policy/evaluate.ts'
import { keptDecisions, omittedIn } from '../../../core/policy/kept-decisions.ts'

const USER = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const FACTS: Facts = {
  platform_id: 'openai-api',
  risk_score: 0.5,
  classifications: [{ type: 'EMAIL' }, { type: 'EMAIL' }, { type: 'IBAN' }],
  source: 'proxy',
  direction: 'outbound',
  user_id: USER,
}

/** Parsed as the API does, so that what is tested is what is stored. */
function condition(raw: object): Condition {
  const [parsed] = Rules.parse({ action: 'log', conditions: [raw] }).conditions
  if (parsed === undefined) throw new Error('no condition')
  return parsed
}

const TABLE: readonly (readonly [field: string, operator: string, value: unknown, expected: boolean])[] = [
  ['platform_id', 'eq', 'openai-api', true],
  ['platform_id', 'eq', 'claude-web', false],
  ['platform_id', 'ne', 'openai-api', false],
  ['platform_id', 'ne', 'claude-web', true],
  ['platform_id', 'in', ['claude-web', 'openai-api'], true],
  ['platform_id', 'in', ['claude-web'], false],
  ['platform_id', 'in', 'openai-api', true],
  ['risk_score', 'eq', 0.5, true],
  ['risk_score', 'eq', '0.5', true],
  ['risk_score', 'lt', 0.5, false],
  ['risk_score', 'lte', 0.5, true],
  ['risk_score', 'gt', '0.4', true],
  ['risk_score', 'gte', 0.6, false],
  ['classification_count', 'eq', 3, true],
  ['classification_count', 'gte', '3', true],
  ['classification_count', 'lt', 3, false],
  ['classifications', 'contains', 'IBAN', true],
  ['classifications', 'contains', 'PHONE', false],
  ['classifications', 'not_contains', 'PHONE', true],
  ['classifications', 'not_contains', 'EMAIL', false],
  ['source', 'eq', 'proxy', true],
  ['source', 'ne', 'proxy', false],
  ['source', 'in', ['api', 'proxy'], true],
  ['direction', 'eq', 'outbound', true],
  ['direction', 'eq', 'inbound', false],
  ['user_id', 'eq', USER.toUpperCase(), true],
  ['user_id', 'eq', OTHER, false],
  ['user_id', 'ne', OTHER, true],
]

for (const [field, operator, value, expected] of TABLE) {
  test(`${field} ${operator} ${JSON.stringify(value)} is ${expected}`, (t) => {
    t.is(holds(condition({ field, operator, value }), FACTS), expected)
  })
}

test('of many findings as of few it is known which types there are', (t) => {
  const few = [{ type: 'EMAIL' }, { type: 'DRIVING_LICENCE' }]
  const many = [...few, ...Array.from({ length: 100 }, (_, index) => ({ type: `T${index % 7}` }))]
  const policies = ['EMAIL', 'DRIVING_LICENSE', 'DRIVING_LICENCE', 'T3', 'IBAN'].flatMap((value, index) =>
    ['contains', 'not_contains'].map((operator, second) => ({
      ...{ ...policy(index * 2 + second, 'log'), id: `${operator} ${value}`, name: 'P', enabled: true },
      rules: { action: 'log' as const, conditions: [condition({ field: 'classifications', operator, value })] },
    })),
  )
  const matched = (classifications: Facts['classifications']) =>
    evaluate(policies, { ...FACTS, classifications }, 'strictest').decisions.map(({ policy_id }) => policy_id)
  const known = ['contains EMAIL', 'contains DRIVING_LICENCE', 'contains DRIVING_LICENSE']
  t.deepEqual(matched(few).toSorted(), [...known, 'not_contains IBAN', 'not_contains T3'].toSorted())
  t.deepEqual(matched(many).toSorted(), [...known, 'contains T3', 'not_contains IBAN'].toSorted())
  // The same list, changed in between: nothing is remembered from one evaluation to the next.
  many.push({ type: 'IBAN' })
  t.true(matched(many).includes('contains IBAN'))
})

const NO_IBAN = { field: 'classifications', operator: 'not_contains', value: 'IBAN' }

test('many findings are looked at once, however many conditions ask for their types', (t) => {
  let looks = 0
  const found = {
    get type() {
      looks += 1
      return 'EMAIL'
    },
  }
  const conditions = Array.from({ length: 100 }, () => condition(NO_IBAN))
  const policies = [policy(1, 'log', { rules: { action: 'log', conditions } })]
  const classifications = Array.from({ length: 1000 }, () => found)
  t.is(evaluate(policies, { ...FACTS, classifications }, 'strictest').decisions.length, 1)
  t.true(looks <= 2000, `${looks} looks`)
})

test('an unknown user is not equal to any, and different from every one', (t) => {
  const anonymous = { ...FACTS, user_id: null }
  t.false(holds(condition({ field: 'user_id', operator: 'eq', value: USER }), anonymous))
  t.true(holds(condition({ field: 'user_id', operator: 'ne', value: USER }), anonymous))
})

for (const value of ['.25', '0.25', '+0.25', '2.5e-1', '25E-2', ' 0.250 ', '00.25', '0.25e+0']) {
  test(`${JSON.stringify(value)} is the number 0.25`, (t) => {
    t.is(condition({ field: 'risk_score', operator: 'eq', value }).value, 0.25)
  })
}

const REFUSED = [
  { field: 'platform_id', operator: 'gt', value: 'x' },
  { field: 'platform_id', operator: 'eq', value: ['x'] },
  { field: 'risk_score', operator: 'gt', value: 1.1 },
  { field: 'risk_score', operator: 'gt', value: 'high' },
  { field: 'risk_score', operator: 'gt', value: '' },
  { field: 'risk_score', operator: 'gt', value: '.' },
  { field: 'risk_score', operator: 'gt', value: 'e1' },
  { field: 'risk_score', operator: 'gt', value: '1e999' },
  { field: 'risk_score', operator: 'gt', value: '0,5' },
  { field: 'risk_score', operator: 'gt', value: '0x1' },
  { field: 'risk_score', operator: 'in', value: [0.5] },
  { field: 'classification_count', operator: 'gt', value: 1.5 },
  { field: 'classifications', operator: 'eq', value: 'IBAN' },
  { field: 'classifications', operator: 'contains', value: 'iban' },
  { field: 'source', operator: 'eq', value: 'email' },
  { field: 'direction', operator: 'ne', value: 'inbound' },
  { field: 'user_id', operator: 'eq', value: 'me' },
  { field: 'user_id', operator: 'in', value: [USER] },
  { field: 'weather', operator: 'eq', value: 'x' },
  { field: 'risk_score', operator: 'gt', value: { $gt: '' } },
  { field: 'risk_score', operator: 'gt', value: 0.5, extra: 1 },
]

for (const raw of REFUSED) {
  test(`${JSON.stringify(raw)} is no condition`, (t) => {
    t.false(Rules.safeParse({ action: 'log', conditions: [raw] }).success)
  })
}

function policy(id: number, action: 'block' | 'coach' | 'log', changes: object = {}) {
  return {
    id: `00000000-0000-4000-8000-00000000000${id}`,
    name: `p${id}`,
    rules: { action, conditions: [] as Condition[] },
    enabled: true,
    priority: 100,
    created_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

test('policies are evaluated by priority, then age, then id; disabled ones are not', (t) => {
  const prepared = prepare([
    policy(4, 'log', { created_at: '2026-02-01T00:00:00.000Z' }),
    policy(3, 'log'),
    policy(2, 'log'),
    policy(1, 'log', { enabled: false }),
    policy(5, 'log', { priority: 1 }),
  ])
  t.deepEqual(
    evaluate(prepared, FACTS, 'strictest').decisions.map(({ policy_name }) => policy_name),
    ['p5', 'p2', 'p3', 'p4'],
  )
})

test('no conditions match everything; all conditions must hold', (t) => {
  const matching = policy(1, 'coach')
  const half = policy(2, 'block', {
    rules: {
      action: 'block',
      conditions: [
        condition({ field: 'classifications', operator: 'contains', value: 'IBAN' }),
        condition({ field: 'source', operator: 'eq', value: 'api' }),
      ],
    },
  })
  const verdict = evaluate(prepare([matching, half]), FACTS, 'strictest')
  t.is(verdict.action, 'coach')
  t.deepEqual(verdict.decisions, [
    { policy_id: matching.id, policy_name: 'p1', action: 'coach', matched_conditions: 0 },
  ])
})

test('of equally strict matches the first in order is the one that is named', (t) => {
  const verdict = evaluate(
    prepare([policy(2, 'block', { priority: 2 }), policy(1, 'block', { priority: 1 })]),
    FACTS,
    'strictest',
  )
  t.is(verdict.enforced?.policy_name, 'p1')
})

test('with no policy the verdict is to allow', (t) => {
  t.like(evaluate([], FACTS, 'strictest'), { action: 'allow', enforced: undefined, decisions: [] })
})

test('of very many decisions the enforced one and the first thousand others are kept, in their order', (t) => {
  const decisions = Array.from({ length: 1200 }, (_, index) => ({
    policy_id: String(index),
    policy_name: 'P',
    action: 'log' as const,
    matched_conditions: 0,
  }))
  const [first, last] = [decisions[0], decisions[1199]]
  t.deepEqual(keptDecisions(decisions.slice(0, 1001), first), {
    policy_decisions: decisions.slice(0, 1001),
    omitted: undefined,
  })
  t.deepEqual(keptDecisions(decisions, first), {
    policy_decisions: decisions.slice(0, 1001),
    omitted: { omitted_decisions: 199 },
  })
  t.deepEqual(keptDecisions(decisions, last), {
    policy_decisions: [...decisions.slice(0, 1000), last],
    omitted: { omitted_decisions: 199 },
  })
  t.deepEqual(keptDecisions(decisions, undefined), {
    policy_decisions: decisions.slice(0, 1000),
    omitted: { omitted_decisions: 200 },
  })
  const before = { kept: decisions.slice(0, 990), omitted: 5 }
  t.deepEqual(keptDecisions(decisions.slice(990), last, before), {
    policy_decisions: [...decisions.slice(0, 1000), last],
    omitted: { omitted_decisions: 204 },
  })
  for (const odd of [-1, 1.5, '7', null, Number.NaN, {}]) t.is(omittedIn({ omitted_decisions: odd }), 0)
})
