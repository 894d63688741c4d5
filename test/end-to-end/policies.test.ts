import test from 'ava'
import type { Policy } from '../../core/model/policy.ts'
import { crowding } from '../support/crowding.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { ask, median, post, timeUntil } from '../support/prompts.ts'
import { EMAIL, IBAN, PHONE, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir } from '../support/weir.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
})

test('each change of a policy is in force within a second of being made', async (t) => {
  const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream } })
  const client = throughProxy(t, weir)
  const refused = async () => (await ask(client, `is ${IBAN} refused?`)).status === 400
  const policy = await weir.createPolicy(policyOn('IBAN', 'block'))
  const path = `/policies/${policy.id}`
  const changes: [method: string, path: string, body: unknown, refusedThen: boolean][] = [
    ['PATCH', `${path}/toggle`, { enabled: false }, false],
    ['PATCH', `${path}/toggle`, { enabled: true }, true],
    ['PUT', path, { rules: policyOn('EMAIL', 'block').rules }, false],
    ['PUT', path, { rules: policyOn('IBAN', 'block').rules }, true],
    ['DELETE', path, undefined, false],
    ['POST', '/policies', { ...policyOn('IBAN', 'block'), enabled: true }, true],
  ]
  t.true(await refused())
  const times: number[] = []
  for (const [method, path, body, refusedThen] of changes) {
    const changed = weir.api(method, path, body)
    times.push(await timeUntil(async () => (await refused()) === refusedThen))
    t.true((await changed).status < 300)
  }
  t.true(Number.isFinite(Math.max(...times)), `all took effect: ${times.map(Math.round)} ms`)
  t.true(median(times) / crowding() < 1000, `within a second: ${times.map(Math.round)} ms`)
})

test('observe: nothing is blocked or coached, and the record says what would have been', async (t) => {
  const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream }, env: { WEIR_ENFORCEMENT: 'observe' } })
  await weir.createPolicy(policyOn('IBAN', 'block'))
  await weir.createPolicy(policyOn('EMAIL', 'coach'))
  const client = throughProxy(t, weir)
  for (const [prompt, action, observed] of [
    [`observe ${IBAN}`, 'log', 'block'],
    [`observe ${EMAIL}`, 'log', 'coach'],
    ['observe nothing', 'allow', 'allow'],
  ] as const) {
    const answer = await ask(client, prompt)
    t.is(answer.status, 200)
    t.is(answer.headers['x-weir-action'], undefined)
    t.true(upstream.arrivals.some(({ body }) => body.includes(prompt)))
    const [record] = await weir.interactionsOf(prompt)
    t.is(record?.enforced_action, action)
    t.is(record?.content_metadata.observed_action, observed)
  }
  const malformed = await post(client, `https://${OPENAI}/v1/responses`, '{"input":"observe half')
  t.is(malformed.status, 200, 'a prompt that cannot be read passes too')
})

test('first_match: the first policy that matches is enforced, the others are on record', async (t) => {
  const weir = await startWeir(t, {
    upstreams: { [OPENAI]: upstream },
    env: { WEIR_POLICY_RESOLUTION: 'first_match' },
  })
  await weir.createPolicy({ ...policyOn('IBAN', 'block', 'last'), priority: 30 })
  await weir.createPolicy({ ...policyOn('PHONE', 'log', 'first'), priority: 10 })
  await weir.createPolicy({ ...policyOn('EMAIL', 'coach', 'second'), priority: 20 })
  const client = throughProxy(t, weir)
  const all = `${IBAN}, ${EMAIL} and ${PHONE}`
  t.is((await ask(client, all)).status, 200)
  const [record] = await weir.interactionsOf(all)
  t.is(record?.enforced_action, 'log')
  t.deepEqual(
    record?.policy_decisions.map(({ policy_name }) => policy_name),
    ['first', 'second', 'last'],
  )
  t.is((await ask(client, `${IBAN} and ${EMAIL}`)).headers['x-weir-action'], 'coach')
  t.is((await ask(client, `${IBAN} alone`)).status, 400)
})

test('policies and what they decide outlive a restart', async (t) => {
  const first = await startWeir(t, { upstreams: { [OPENAI]: upstream } })
  await first.createPolicy(policyOn('IBAN', 'block', 'Kept'))
  t.is(await first.stop(), 0)
  const second = await startWeir(t, { upstreams: { [OPENAI]: upstream }, dataDir: first.dataDir })
  const answer = await ask(throughProxy(t, second), `again ${IBAN}`)
  t.is(answer.headers['x-weir-policy'], 'Kept')
  const { json } = await second.api<{ policies: Policy[] }>('GET', '/policies')
  t.deepEqual(
    json.policies.map(({ name }) => name),
    ['Kept'],
  )
})
