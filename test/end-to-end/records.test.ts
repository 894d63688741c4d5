import { hash } from 'node:crypto'
import test from 'ava'
import { crowding } from '../support/crowding.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { ask, median, post, timeUntil } from '../support/prompts.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
  // Tier 3 adds to a record after the fact; what the proxy itself records is asked for here.
  weir = await startWeir(scope, { upstreams: { [OPENAI]: upstream }, env: { WEIR_TIER3: 'off' } })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

test('a record holds every documented field, and a masked value at its place in what the user typed', async (t) => {
  const prompt = `Bitte an ${EMAIL} schicken 🙂, IBAN ${IBAN}`
  const before = Date.now()
  const answer = await post(
    throughProxy(t, weir),
    `https://${OPENAI}/v1/chat/completions?key=hidden`,
    {
      model: 'gpt-5',
      messages: [
        { role: 'user', content: `Mail someone@example.org first` },
        { role: 'assistant', content: 'Done.' },
        { role: 'user', content: prompt },
      ],
    },
    { 'user-agent': 'records/1' },
  )
  t.is(answer.status, 400)
  const [record] = await weir.interactionsOf(prompt)
  if (record === undefined) return t.fail()
  const { id, tenant_id, timestamp, classifications, policy_decisions, risk_score, content_metadata, ...rest } = record
  t.is(id, String(answer.headers['x-weir-interaction']))
  t.regex(tenant_id, /^[0-9a-f-]{36}$/)
  t.true(Date.parse(timestamp) >= before && Date.parse(timestamp) <= Date.now())
  t.deepEqual(rest, {
    reference: id.slice(-10),
    platform_id: 'openai-api',
    content_hash: hash('sha256', prompt),
    interaction_type: 'prompt',
    direction: 'outbound',
    source: 'proxy',
    user_id: null,
    enforced_action: 'block',
    tier: 2,
  })
  t.true(risk_score > 0.5 && risk_score < 1)
  t.deepEqual(
    classifications.map(({ type, start, end }) => [type, prompt.slice(start, end)]),
    [
      ['EMAIL', EMAIL],
      ['IBAN', IBAN],
    ],
  )
  for (const { value, score } of classifications) {
    t.regex(value ?? '', /\*\*\*/)
    t.true(score > 0.9 && score <= 1)
  }
  t.deepEqual(
    policy_decisions.map(({ policy_name, action, matched_conditions }) => [policy_name, action, matched_conditions]),
    [['No IBAN', 'block', 1]],
  )
  const { conversation, ...metadata } = content_metadata
  t.regex(String(conversation), /^[0-9a-f]{64}$/)
  t.deepEqual(metadata, {
    host: OPENAI,
    path: '/v1/chat/completions',
    method: 'POST',
    operation: 'chat_completions',
    model: 'gpt-5',
    client_address: '127.0.0.1',
    user_agent: 'records/1',
    body_bytes: metadata.body_bytes,
    inspection: { status: 'full' },
    context_findings: [{ type: 'EMAIL', count: 1 }],
  })
  t.true(Number(metadata.body_bytes) > prompt.length)
})

test('a record is in the list within a second of the answer', async (t) => {
  const client = throughProxy(t, weir)
  const times: number[] = []
  for (let n = 0; n < 7; n++) {
    const agent = `timed/${n}`
    await post(client, `https://${OPENAI}/v1/responses`, { input: `timed ${n}` }, { 'user-agent': agent })
    times.push(
      await timeUntil(async () => {
        const { json } = await weir.api<{ data: { content_metadata: Record<string, unknown> }[] }>(
          'GET',
          '/interactions',
        )
        return json.data.some(({ content_metadata }) => content_metadata.user_agent === agent)
      }),
    )
  }
  t.true(median(times) / crowding() < 1000, `${times.map(Math.round)} ms`)
})

test('every prompt of many at once is recorded once', async (t) => {
  const client = throughProxy(t, weir)
  const prompts = Array.from({ length: 300 }, (_, n) => `one of many, ${n}`)
  const answers = await Promise.all(prompts.map((prompt) => ask(client, prompt)))
  t.deepEqual(
    answers.filter(({ status }) => status !== 200).map(({ status, text }) => ({ status, text })),
    [],
  )
  await Promise.all(prompts.map((prompt) => weir.interactionsOf(prompt)))
  t.is(upstream.arrivals.filter(({ body }) => body.includes('one of many')).length, prompts.length)
})

test('one conversation has one id, another client of the same service another', async (t) => {
  const client = throughProxy(t, weir)
  const turns = [
    { role: 'user', content: 'the first question' },
    { role: 'assistant', content: 'an answer' },
    { role: 'user', content: 'the second question' },
  ]
  const url = `https://${OPENAI}/v1/chat/completions`
  await post(client, url, { model: 'gpt-5', messages: turns.slice(0, 1) })
  await post(client, url, { model: 'gpt-5', messages: turns })
  await ask(client, 'a conversation of its own')
  const ids: unknown[] = []
  for (const content of ['the first question', 'the second question', 'a conversation of its own']) {
    const [record] = await weir.interactionsOf(content)
    ids.push(record?.content_metadata.conversation)
  }
  t.is(ids[0], ids[1])
  t.not(ids[0], ids[2])
})

for (const [mode, expected] of [
  ['none', ''],
  ['plain', EMAIL],
] as const) {
  test(`WEIR_RECORD_VALUES=${mode}: a record holds ${mode === 'none' ? 'no value' : 'the value'}`, async (t) => {
    const other = await startWeir(t, { upstreams: { [OPENAI]: upstream }, env: { WEIR_RECORD_VALUES: mode } })
    await ask(throughProxy(t, other), `mail ${EMAIL}`)
    const [record] = await other.interactionsOf(`mail ${EMAIL}`)
    t.is(record?.classifications.length, 1)
    t.is(record?.classifications[0]?.value, expected)
  })
}
