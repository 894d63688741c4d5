import test from 'ava'
import { warningsOf } from '../../core/policy/warnings.ts'
import { startTestApi, type TestApi } from '../support/api.ts'

interface PolicyJson {
  readonly id: string
  readonly warnings?: { path: string; message: string; did_you_mean?: string }[]
}

const condition = (field: string, operator: string, value: unknown) => ({ field, operator, value })
const rulesOf = (...conditions: object[]) => ({ action: 'block', conditions })

const send = (api: TestApi, method: string, path: string, json?: unknown) =>
  api.request<PolicyJson>(method, path, { token: api.admin, json })

const SLIPS = rulesOf(
  condition('classifications', 'contains', 'CREDITCARD'),
  condition('platform_id', 'in', ['openai-api', 'opnai-api']),
  condition('classifications', 'not_contains', 'ZZZ_9'),
)

test('names that nothing is known by are told of in the answer, and nothing of it is stored', async (t) => {
  const api = await startTestApi(t)
  const created = await send(api, 'POST', '/policies', { name: 'P', rules: SLIPS })
  t.is(created.status, 201)
  const warnings = created.json.warnings ?? []
  t.deepEqual(
    warnings.map(({ path, did_you_mean }) => [path, did_you_mean]),
    [
      ['rules.conditions.0.value', 'CREDIT_CARD'],
      ['rules.conditions.1.value.1', 'openai-api'],
      ['rules.conditions.2.value', undefined],
    ],
  )
  t.true(warnings.every(({ message }) => message.length > 20))
  t.false('did_you_mean' in (warnings[2] ?? {}))
  const path = `/policies/${created.json.id}`
  t.false('warnings' in (await send(api, 'GET', path)).json)
  t.deepEqual((await send(api, 'PATCH', `${path}/toggle`, { enabled: true })).json.warnings, warnings)
  t.deepEqual((await send(api, 'PUT', path, { priority: 3 })).json.warnings, warnings)
  t.deepEqual((await send(api, 'POST', '/policies/simulate', { rules: SLIPS })).json.warnings, warnings)
  const mended = await send(api, 'PUT', path, { rules: rulesOf(condition('classifications', 'contains', 'EMAIL')) })
  t.false('warnings' in mended.json)
})

test('a type that a detector of the tenant finds, and a service that was used, are known', async (t) => {
  const api = await startTestApi(t)
  const rules = rulesOf(
    condition('classifications', 'contains', 'EMPLOYEE_ID'),
    condition('platform_id', 'eq', 'our-own-assistant'),
  )
  t.is((await send(api, 'POST', '/policies/simulate', { rules })).json.warnings?.length, 2)
  await send(api, 'POST', '/detectors', { name: 'Badges', kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' })
  await send(api, 'POST', '/interactions', { platform_id: 'our-own-assistant', content_hash: 'a'.repeat(64) })
  t.false('warnings' in (await send(api, 'POST', '/policies', { name: 'P', rules })).json)
  const near = rulesOf(condition('classifications', 'contains', 'EMPLOYEEID'))
  t.is((await send(api, 'POST', '/policies/simulate', { rules: near })).json.warnings?.[0]?.did_you_mean, 'EMPLOYEE_ID')
})

test('a policy that would act on what only tier 3 finds is told that it stops nothing', async (t) => {
  const api = await startTestApi(t)
  const conditions = ['TOPIC_HR', 'ORGANIZATION', 'EMAIL'].map((type) => condition('classifications', 'contains', type))
  const rules = rulesOf(...conditions)
  const created = await send(api, 'POST', '/policies', { name: 'P', rules })
  t.is(created.status, 201)
  const warnings = created.json.warnings ?? []
  t.deepEqual(
    warnings.map(({ path }) => path),
    ['rules.conditions.0.value', 'rules.conditions.1.value'],
  )
  t.regex(warnings[0]?.message ?? '', /^TOPIC_HR is found only after the prompt was sent: the policy blocks nothing/)
  const path = `/policies/${created.json.id}`
  t.deepEqual((await send(api, 'PATCH', `${path}/toggle`, { enabled: true })).json.warnings, warnings)
  t.deepEqual((await send(api, 'PUT', path, { priority: 3 })).json.warnings, warnings)
  t.deepEqual((await send(api, 'POST', '/policies/simulate', { rules })).json.warnings, warnings)
  const simulated = async (changed: object) => (await send(api, 'POST', '/policies/simulate', { rules: changed })).json
  t.is((await simulated({ ...rules, action: 'coach' })).warnings?.length, 2)
  t.false('warnings' in (await simulated({ ...rules, action: 'log' })))
  t.false('warnings' in (await simulated(rulesOf(condition('classifications', 'not_contains', 'TOPIC_HR')))))
  await send(api, 'POST', '/detectors', {
    name: 'Customers',
    kind: 'dictionary',
    type: 'ORGANIZATION',
    words: ['Ferrolux'],
  })
  t.is((await simulated(rules)).warnings?.length, 1)
})

test('the closest name is looked for as often as it is shown', (t) => {
  let looks = 0
  class Counted extends Set<string> {
    override [Symbol.iterator]() {
      looks++
      return super[Symbol.iterator]()
    }
  }
  const known = new Counted(['chatgpt-web', 'claude-web'])
  const conditions = Array.from({ length: 100 }, (_, list) =>
    condition(
      'platform_id',
      'in',
      Array.from({ length: 500 }, (_, index) => `chatgpt-${list}-${index}`),
    ),
  )
  const warnings = warningsOf(rulesOf(...conditions) as never, {
    platforms: known,
    types: new Set(),
    ownTypes: new Set(),
  })
  t.is(warnings.length, 50)
  t.is(looks, 50)
  t.is(warnings[49]?.path, 'rules.conditions.0.value.49')
})
