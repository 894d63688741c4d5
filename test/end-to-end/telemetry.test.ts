import test from 'ava'
import type { AlertWithFacts } from '../../core/model/alert.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { type PromptAnswer, post } from '../support/prompts.ts'
import { EMAIL, IBAN, PHONE, policyFor, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const ANTHROPIC = 'api.anthropic.com'
const CHATGPT = 'ab.chatgpt.com'
const COPILOT = 'telemetry.business.githubcopilot.com'
const PERPLEXITY = 'www.perplexity.ai'
const HOSTS = [ANTHROPIC, CHATGPT, COPILOT, PERPLEXITY]
const EVENTS = `https://${ANTHROPIC}/api/event_logging/v2/batch`
/** Passes every check of a card, and stands nowhere near a word that says it is one. */
const CARD = '4532 0151 1283 0366'
const NIR = '1 85 05 78 006 084 91'
const KEY = `ghp_${'aB3dE5fG7h'.repeat(3)}123456`
let weir: Weir
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: HOSTS })
  weir = await startWeir(scope, { upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])) })
  const detectors = [
    { name: 'Projects', kind: 'dictionary', type: 'PROJECT', words: ['Bellefeuille'] },
    { name: 'Badges', kind: 'pattern', type: 'BADGE', pattern: 'EMP-\\d{6}' },
    { name: 'Codes', kind: 'known_values', type: 'CODE', values: ['Zephyr-Kumquat 8841'] },
    // Also of a type that the built-in detectors know.
    { name: 'Our phones', kind: 'pattern', type: 'PHONE', pattern: '0612 999 \\d{3}' },
  ]
  for (const detector of detectors) await weir.api('POST', '/detectors', detector)
  for (const type of ['CREDIT_CARD', 'IBAN', 'NIR', 'API_KEY', 'SECRET', 'PHONE', 'EMAIL', 'PROJECT', 'BADGE', 'CODE'])
    await weir.createPolicy(policyOn(type, 'block', `No ${type}`))
  await weir.createPolicy(policyFor('perplexity-web', 'block', 'No Perplexity'))
  await until(
    async () => (await send({ note: 'Bellefeuille' })).status === 400,
    () => 'the detectors are not in force',
  )
})

function send(eventData: unknown, url = EVENTS): Promise<PromptAnswer> {
  return post(throughProxy(scope, weir), url, { events: [{ event_type: 'Internal', event_data: eventData }] })
}

async function recordOf({ headers }: PromptAnswer): Promise<Interaction> {
  return weir.interaction(String(headers['x-weir-interaction']))
}

const telemetryOf = ({ content_metadata }: Interaction) =>
  (content_metadata.telemetry as { findings: readonly Record<string, unknown>[] } | undefined)?.findings

/** The first alert with such a title, as it is shown by itself. */
async function alertTitled(title: RegExp): Promise<AlertWithFacts> {
  let id: string | undefined
  await until(
    async () => {
      const { json } = await weir.api<{ alerts: AlertWithFacts[] }>('GET', '/alerts?limit=100')
      id = json.alerts.find((alert) => title.test(alert.title))?.id
      return id !== undefined
    },
    () => `no alert is titled ${title}`,
  )
  return (await weir.api<AlertWithFacts>('GET', `/alerts/${id}?include=facts`)).json
}

test('a number that may be anything is recorded, with its place, and neither blocked nor an alert', async (t) => {
  const answer = await send({ mark: 'bare-number', series: [1.5, 2.25], seen: CARD, tel_uptime: 0.919177393 })
  t.is(answer.status, 200, answer.text)
  t.true(upstream.arrivals.some(({ body }) => body.includes('bare-number')))
  const [record] = await weir.listed(
    (one) => one.enforced_action === 'allow' && telemetryOf(one)?.some(({ type }) => type === 'CREDIT_CARD') === true,
  )
  t.like(record, { risk_score: 0, classifications: [], policy_decisions: [] })
  t.is(record?.content_metadata.operation, 'telemetry')
  t.deepEqual(record?.content_metadata.context_findings, [])
  t.deepEqual(
    telemetryOf(record as Interaction)?.filter(({ type }) => type === 'CREDIT_CARD'),
    [{ type: 'CREDIT_CARD', part: 'telemetry', at: 'events[0].event_data.seen', count: 1, enforced: false }],
  )
  // What comes later has raised its alert, so one about this would be there too.
  await post(throughProxy(t, weir), `https://${CHATGPT}/v1/rgstr`, { card_number: CARD })
  await alertTitled(/blocked telemetry to ChatGPT$/)
  const { json } = await weir.api<{ alerts: AlertWithFacts[] }>('GET', '/alerts?limit=100')
  t.deepEqual(
    json.alerts.filter(({ interaction_id, type }) => interaction_id === record?.id && type !== 'new_ai_service'),
    [],
  )
})

const STRONG: readonly (readonly [what: string, data: unknown, type: string, at: string])[] = [
  ['a card whose field says so', { cardNumber: CARD }, 'CREDIT_CARD', 'cardNumber'],
  ['a card that is a number', { pan: 4532015112830366 }, 'CREDIT_CARD', 'pan'],
  ['a card whose text says so', { line: `card ${CARD} was declined` }, 'CREDIT_CARD', 'line'],
  ['a card in an object that says so', { creditCard: { number: CARD } }, 'CREDIT_CARD', 'creditCard.number'],
  ['an IBAN with its label', { iban: IBAN }, 'IBAN', 'iban'],
  ['a NIR with its label', { note: `NIR ${NIR}` }, 'NIR', 'note'],
  ['an attribute of OpenTelemetry', [{ key: 'card', value: { stringValue: CARD } }], 'CREDIT_CARD', '[0].card'],
  ['JSON in a string', { more: JSON.stringify({ card: CARD }) }, 'CREDIT_CARD', 'more.card'],
  [
    'JSON in base64',
    { more: Buffer.from(JSON.stringify({ a: 1, card: CARD })).toString('base64') },
    'CREDIT_CARD',
    'more.card',
  ],
  ['a token by its shape', { env: KEY }, 'API_KEY', 'env'],
  ['a password in a URL', { dsn: 'postgres://bob:s3cretPw99@db.corp.example/x' }, 'SECRET', 'dsn'],
  ['a word of a dictionary', { branch: 'feature/Bellefeuille' }, 'PROJECT', 'branch'],
  ['a pattern of the tenant', { badge: 'EMP-123456' }, 'BADGE', 'badge'],
  ['a known value', { label: 'zephyr kumquat 8841' }, 'CODE', 'label'],
  ['a pattern of the tenant for a built-in type', { seen: '0612 999 123' }, 'PHONE', 'seen'],
]

for (const [what, data, type, at] of STRONG) {
  test(`telemetry with ${what} is blocked and alerts`, async (t) => {
    const answer = await send(data)
    t.is(answer.status, 400)
    t.regex(answer.text, /This telemetry was not sent.*It is in what the application reports of itself, at events/)
    const record = await recordOf(answer)
    t.like(record, { enforced_action: 'block', classifications: [] })
    t.true(record.risk_score > 0)
    t.true(
      telemetryOf(record)?.some(
        (one) =>
          one.type === type &&
          one.part === 'telemetry' &&
          one.enforced === true &&
          one.at === `events[0].event_data${at.startsWith('[') ? '' : '.'}${at}`,
      ),
      JSON.stringify(telemetryOf(record)),
    )
    t.deepEqual(
      (record.content_metadata.context_findings as { type: string }[]).map((one) => one.type),
      [type],
    )
  })
}

test('an alert about telemetry says so, and where', async (t) => {
  const record = await recordOf(await send({ card: CARD, seen: '5425 2334 3010 9903' }))
  t.deepEqual(record.content_metadata.matched_in_context, ['CREDIT_CARD'])
  const alert = await alertTitled(/^“No CREDIT_CARD” blocked telemetry to Anthropic API$/)
  t.is(alert.facts?.telemetry, true)
  t.regex(alert.description, /found in telemetry: CREDIT_CARD at /)
  t.notRegex(alert.description, /nothing found|in context/)
})

const PROMPTS: readonly (readonly [what: string, data: unknown, at: string])[] = [
  ['user_prompt', { user_prompt: `Write to ${EMAIL}` }, 'user_prompt'],
  ['prompt in JSON in base64', { x: Buffer.from(`{"prompt":"Write to ${EMAIL}"}`).toString('base64') }, 'x.prompt'],
  ['an attribute of OpenTelemetry', [{ key: 'codex.prompt', value: { stringValue: EMAIL } }], '[0].codex.prompt'],
  ['a message with a role', { turns: [{ role: 'user', content: `Write to ${EMAIL}` }] }, 'turns[0].content'],
  ['messages', { messages: [`Write to ${EMAIL}`] }, 'messages'],
]

for (const [what, data, at] of PROMPTS) {
  test(`a field of telemetry that holds a prompt is judged as one: ${what}`, async (t) => {
    const answer = await send(data)
    t.is(answer.status, 400)
    const record = await recordOf(answer)
    t.deepEqual(
      record.classifications.map(({ type }) => type),
      ['EMAIL'],
    )
    t.deepEqual(telemetryOf(record), [
      {
        type: 'EMAIL',
        part: 'prompt',
        at: `events[0].event_data${at.startsWith('[') ? '' : '.'}${at}`,
        count: 1,
        enforced: true,
      },
    ])
  })
}

test('a prompt in telemetry is recorded by its text, also where nothing is found in it', async (t) => {
  t.is((await send({ prompt: 'Say hello to nobody in particular' })).status, 200)
  const [record] = await weir.interactionsOf('Say hello to nobody in particular')
  t.deepEqual(telemetryOf(record as Interaction), [])
  t.is(record?.enforced_action, 'allow')
})

test('a message of a log is no prompt, and its numbers are nobody’s', async (t) => {
  t.is((await send({ level: 'error', message: `gave up after ${PHONE}` })).status, 200)
})

test('where the catalogue knows the place of a prompt, its name does not matter', async (t) => {
  const envelope = { data: { baseData: { properties: { completionTextJson: `Write to ${EMAIL}` } } } }
  const answer = await post(throughProxy(t, weir), `https://${COPILOT}/telemetry`, `${JSON.stringify(envelope)}\n{}`, {
    'content-type': 'application/x-json-stream',
  })
  t.is(answer.status, 400)
  t.like(telemetryOf(await recordOf(answer))?.[0], {
    part: 'prompt',
    at: '[0].data.baseData.properties.completionTextJson',
  })
})

test('a policy that names no finding blocks telemetry with a finding that is recorded only', async (t) => {
  const url = `https://${PERPLEXITY}/rest/event/analytics`
  const answer = await send({ seen: CARD }, url)
  t.is(answer.status, 422)
  const record = await recordOf(answer)
  t.deepEqual(
    record.policy_decisions.map(({ policy_name }) => policy_name),
    ['No Perplexity'],
  )
  t.like(telemetryOf(record)?.[0], { type: 'CREDIT_CARD', enforced: false })
})

test('WEIR_FAIL_MODE judges telemetry that cannot be read, and all of it counts', async (t) => {
  const client = throughProxy(t, weir)
  const broken = await post(client, EVENTS, '{"events":[{"mark":"broken-body"')
  t.is(broken.status, 400)
  const record = await recordOf(broken)
  t.like(record.content_metadata, { operation: 'telemetry', inspection: { reason: 'malformed_body' } })
  await alertTitled(/^Telemetry to Anthropic API could not be inspected and was refused: malformed_body$/)
  const encoded = await post(client, `https://${CHATGPT}/otlp/v1/logs`, '{"a":1}', { 'content-encoding': 'zstd' })
  t.is(encoded.status, 400)
  t.is((await recordOf(encoded)).content_metadata.operation, 'telemetry')
})

test('a path that may lead elsewhere is no telemetry', async (t) => {
  for (const path of ['/api/event_logging/../../v1/messages', '/api/event_logging/..%2f..%2fv1/unknown']) {
    const answer = await fetchRaw(path)
    t.is(answer.status, 400, path)
    t.not((await recordOf(answer)).content_metadata.operation, 'telemetry', path)
  }
})

/** Neither `fetch` nor undici's own URL would leave the path as it is. */
async function fetchRaw(path: string): Promise<PromptAnswer> {
  const answer = await throughProxy(scope, weir).request({
    origin: `https://${ANTHROPIC}`,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ seen: CARD }] }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
}

test('the same path on another host is no telemetry', async (t) => {
  const answer = await send({ seen: CARD }, `https://${PERPLEXITY}/api/event_logging/batch`)
  t.is((await recordOf(answer)).content_metadata.operation, 'generic')
})
