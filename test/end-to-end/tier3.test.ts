import test from 'ava'
import { fetch } from 'undici'
import type { Alert } from '../../core/model/alert.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { allFiles } from '../support/files.ts'
import { ask } from '../support/prompts.ts'
import { EMAIL, policyOn } from '../support/sample-policies.ts'
import { answerCompletion, answerJson, askedText, startSemanticServer } from '../support/semantic-server.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const HOST = 'api.openai.com'

/** The record of a prompt once tier 3 has added to it. */
async function classified(weir: Weir, content: string): Promise<Interaction> {
  const [recorded] = await weir.interactionsOf(content)
  let interaction = recorded as Interaction
  await until(
    async () => {
      interaction = (await weir.api<Interaction>('GET', `/interactions/${interaction.id}`)).json
      return interaction.tier === 3
    },
    () => `tier 3 has not classified ${interaction.id}`,
    60_000,
  )
  return interaction
}

const typesOf = ({ classifications }: Interaction) => classifications.map(({ type }) => type)

test('builtin is the default: a recorded prompt gets its names and topics after the answer', async (t) => {
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const weir = await startWeir(t, { upstreams: { [HOST]: upstream } })
  await weir.createPolicy(policyOn('EMAIL', 'block'))
  const client = throughProxy(t, weir)
  const passed = `Draft the dismissal letter for gross misconduct of our employee Petra Sovadina; her notice period and her salary are in the contract.`
  const blocked = `${passed} Write to ${EMAIL}.`
  t.is((await ask(client, passed)).status, 200)
  t.is((await ask(client, blocked)).status, 400)

  const first = await classified(weir, passed)
  t.true(typesOf(first).includes('TOPIC_HR'))
  const name = first.classifications.find(({ type }) => type === 'PERSON_NAME')
  t.is(passed.slice(name?.start, name?.end), 'Petra Sovadina')
  t.is(name?.value, 'P********', 'masked as WEIR_RECORD_VALUES says')
  t.true(first.risk_score > 0)
  const second = await classified(weir, blocked)
  t.is(second.enforced_action, 'block')
  t.deepEqual(typesOf(second).filter((type) => type === 'EMAIL').length, 1)
  t.true(typesOf(second).includes('TOPIC_HR'))

  t.is((await ask(client, 'Tell me a joke')).status, 200)
  t.deepEqual((await classified(weir, 'Tell me a joke')).classifications, [])
  await weir.untilMetric('weir_proxy_tier3_results_total', {}, 3)
  // The API runs in a thread of its own, and starts the provider's thread from there.
  const asked = await weir.api<Interaction>('POST', '/classification/classify', { text: passed, tier: 3 })
  t.is(asked.status, 200)
  t.true(typesOf(asked.json).includes('TOPIC_HR') && typesOf(asked.json).includes('PERSON_NAME'))
  t.is(await weir.metric('weir_proxy_tier3_queue_length'), 0)
  t.is(await weir.stop(), 0)
})

test('what an OpenAI-compatible server finds is added; event, decision and alert follow, and no text is anywhere', async (t) => {
  const KEY = 'tier3-key-Zq81'
  const sentinel = 'zibeline'
  const text = `my ${sentinel} colleague Jean Quoirez and the ${sentinel} plan`
  const server = await startSemanticServer(t, (request, response) =>
    answerCompletion(response, {
      findings: [
        { type: 'PERSON_NAME', quote: 'Jean Quoirez', score: 0.9 },
        ...['SECRET', 'TOPIC_CREDENTIALS'].map((type) => ({ type, quote: `the ${sentinel} plan`, score: 0.95 })),
        { type: 'PERSON_NAME', quote: 'Nobody Here', score: 0.9 },
        { type: 'EVIL', quote: 'plan', score: 0.9 },
      ].filter(() => askedText(request) === text),
    }),
  )
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const weir = await startWeir(t, {
    upstreams: { [HOST]: upstream },
    env: {
      WEIR_TIER3: 'openai',
      WEIR_TIER3_URL: `${server.url}/v1`,
      WEIR_TIER3_MODEL: 'small-model',
      WEIR_TIER3_API_KEY: KEY,
      WEIR_LOG_LEVEL: 'trace',
    },
  })
  await weir.createPolicy(policyOn('SECRET', 'block'))
  const client = throughProxy(t, weir)
  t.is((await ask(client, text)).status, 200)

  const interaction = await classified(weir, text)
  t.deepEqual(typesOf(interaction).sort(), ['PERSON_NAME', 'SECRET', 'TOPIC_CREDENTIALS'])
  t.is(interaction.enforced_action, 'allow', 'what was done was done')
  t.deepEqual(
    interaction.policy_decisions.map(({ action }) => action),
    ['block'],
  )
  t.true(interaction.risk_score >= 0.8)
  const alerts = await weir.api<{ alerts: Alert[] }>('GET', '/alerts?type=high_risk')
  t.is(alerts.json.alerts[0]?.interaction_id, interaction.id)

  const [request] = server.requests
  t.is(request?.path, '/v1/chat/completions')
  t.is(request?.headers.authorization, `Bearer ${KEY}`)
  t.is(request?.json.model, 'small-model')
  const metrics = await (await fetch(`${weir.proxyUrl}/metrics`)).text()
  t.regex(metrics, /weir_proxy_tier3_results_total 1\n/)
  t.is(await weir.stop(), 0)
  for (const word of [sentinel, 'Quoirez', KEY]) {
    t.false(metrics.includes(word))
    t.false(`${weir.product.stdout}${weir.product.stderr}`.includes(word), word)
    for (const { path, content } of allFiles(weir.dataDir)) t.false(content.includes(word), `${word} in ${path}`)
  }
})

test('Presidio is asked in the language of the text, and its offsets become ours', async (t) => {
  const text = '😀 Bonjour, je suis avec Noé Quoirez et les autres pour la réunion'
  const server = await startSemanticServer(t, (_request, response) =>
    // In code points: the emoji is one.
    answerJson(response, [
      { entity_type: 'PERSON', start: 24, end: 35, score: 0.85, analysis_explanation: null },
      { entity_type: 'PERSON', start: 60, end: 600, score: 0.85 },
      { entity_type: 'LOCATION', start: 0, end: 5, score: 0.85 },
    ]),
  )
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const weir = await startWeir(t, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_TIER3: 'presidio', WEIR_TIER3_URL: server.url, WEIR_RECORD_VALUES: 'plain' },
  })
  t.is((await ask(throughProxy(t, weir), text)).status, 200)
  const interaction = await classified(weir, text)
  t.deepEqual(
    interaction.classifications.map(({ type, value }) => [type, value]),
    [['PERSON_NAME', 'Noé Quoirez']],
  )
  t.is(server.requests[0]?.path, '/analyze')
  t.like(server.requests[0]?.json, { text, language: 'fr' })
})

test('a server that is away leaves the records as they are, and is said once', async (t) => {
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const weir = await startWeir(t, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_TIER3: 'openai', WEIR_TIER3_URL: 'http://127.0.0.1:9/v1' },
  })
  const client = throughProxy(t, weir)
  for (const text of ['one zibeline', 'two zibeline']) t.is((await ask(client, text)).status, 200)
  await weir.untilMetric('weir_proxy_tier3_failures_total', { reason: 'ERR_TIER3_UNAVAILABLE' }, 2)
  const [interaction] = await weir.interactionsOf('one zibeline')
  t.is(interaction?.tier, 2)
  t.is(weir.product.stdout.match(/tier 3 does not classify/g)?.length, 1)
  t.false(weir.product.stdout.includes('zibeline'))
  t.is(await weir.stop(), 0)
})
