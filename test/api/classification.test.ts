import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import test from 'ava'
import type { ClassifyResponse } from '../../core/model/classify.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { answerCompletion, startSemanticServer } from '../support/semantic-server.ts'
import { longestTurnDuring } from '../support/turns.ts'

const TEXT = 'Please write to jane.roe@example.org about the account of this customer.'

const classify = (api: TestApi, json: unknown, token = api.admin) =>
  api.request<ClassifyResponse & { details: { path: string }[] }>('POST', '/classification/classify', { token, json })

test('a text is classified, hashed and scored', async (t) => {
  const api = await startTestApi(t)
  const { status, json } = await classify(api, { text: TEXT })
  t.is(status, 200)
  const [found] = json.classifications
  t.deepEqual([found?.type, found?.value], ['EMAIL', 'jane.roe@example.org'])
  t.is(TEXT.slice(found?.start, found?.end), found?.value ?? '')
  t.true(json.risk_score > 0)
  t.is(json.content_hash, createHash('sha256').update(TEXT).digest('hex'))
  t.is(json.tier, 2)
  t.true(json.duration_ms >= 0)
  t.is(json.language, 'en')
})

test('a service with the scope may ask, at the tier it names', async (t) => {
  const api = await startTestApi(t)
  const { status, json } = await classify(api, { text: TEXT, tier: 1 }, await api.serviceToken(['classify']))
  t.deepEqual([status, json.tier], [200, 1])
})

test('any text at all is taken, up to 100,000 characters', async (t) => {
  const api = await startTestApi(t)
  for (const text of ['x', '\u0000', '\ud800 lone', '😀'.repeat(50_000), 'a@b.org '.repeat(12_000)]) {
    t.is((await classify(api, { text })).status, 200)
  }
  for (const [json, path] of [
    [{}, 'text'],
    [{ text: '' }, 'text'],
    [{ text: 'x'.repeat(100_001) }, 'text'],
    [{ text: 7 }, 'text'],
    [{ text: 'x', tier: 4 }, 'tier'],
    [{ text: 'x', tier: '2' }, 'tier'],
    [{ text: 'x', store: true }, 'store'],
  ] as const) {
    const answer = await classify(api, json)
    t.is(answer.status, 400)
    t.is(answer.json.details[0]?.path, path)
  }
})

test('the language is said where the text shows it', async (t) => {
  const api = await startTestApi(t)
  const language = async (text: string) => (await classify(api, { text })).json.language
  t.is(await language('Pouvez-vous écrire une lettre pour le client qui est dans la salle ?'), 'fr')
  t.is(await language('What is the name of the customer that you have met?'), 'en')
  t.is(await language('4111 1111 1111 1111'), 'und')
  t.is(await language('le the'), 'und')
})

test('tier 3 adds names, organisations and topics to what tier 2 finds', async (t) => {
  const api = await startTestApi(t)
  const text = 'Petra Sovadina of Ferrolux SAS gets a severance in her notice period, write to jo@example.org'
  const { status, json } = await classify(api, { text, tier: 3 })
  t.is(status, 200)
  t.is(json.tier, 3)
  const types = json.classifications.map(({ type }) => type)
  t.deepEqual(types.toSorted(), ['EMAIL', 'ORGANIZATION', 'PERSON_NAME', 'TOPIC_HR'])
  for (const { value, start, end } of json.classifications) t.is(text.slice(start, end), value)
  t.true(json.risk_score > (await classify(api, { text, tier: 2 })).json.risk_score)
  t.is((await api.request<string>('GET', '/metrics')).text.includes('weir_api_tier3_duration_seconds_count 1'), true)
})

test('tier 3 asks the server that WEIR_TIER3_URL names', async (t) => {
  const server = await startSemanticServer(t, (_, response) =>
    answerCompletion(response, { findings: [{ type: 'ORGANIZATION', quote: 'account', score: 0.8 }] }),
  )
  const api = await startTestApi(t, { env: { WEIR_TIER3: 'openai', WEIR_TIER3_URL: server.url } })
  const { json } = await classify(api, { text: TEXT, tier: 3 })
  t.deepEqual(
    json.classifications.map(({ type, value }) => [type, value]),
    [
      ['EMAIL', 'jane.roe@example.org'],
      ['ORGANIZATION', 'account'],
    ],
  )
})

test('where tier 3 is off it is refused, and tier 2 still answers', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_TIER3: 'off' } })
  const { status, json } = await classify(api, { text: TEXT, tier: 3 })
  t.deepEqual([status, json.details[0]?.path], [400, 'tier'])
  t.is((await classify(api, { text: TEXT })).status, 200)
})

test('a tier 3 that does not answer in time is no empty answer but a 503, without the text', async (t) => {
  const lines: string[] = []
  const server = await startSemanticServer(t, () => {})
  const api = await startTestApi(t, {
    env: { WEIR_TIER3: 'openai', WEIR_TIER3_URL: server.url, WEIR_TIER3_TIMEOUT_MS: '50' },
    onLog: (line) => lines.push(line),
  })
  const answer = await classify(api, { text: 'Rumpelstilzchen', tier: 3 })
  t.is(answer.status, 503)
  t.is(answer.headers.get('retry-after'), '5')
  const metrics = (await api.request('GET', '/metrics')).text
  t.true(metrics.includes('weir_api_tier3_failures_total{reason="ERR_TIER3_TIMEOUT"} 1'))
  t.false(`${answer.text}${metrics}${lines.join('')}`.includes('Rumpelstilzchen'))
})

test('more texts at once than the provider is asked for are refused at once', async (t) => {
  const AT_ONCE = 32
  const full = Promise.withResolvers<void>()
  const asked: ServerResponse[] = []
  let isOver = false
  const server = await startSemanticServer(t, (_, response) => {
    asked.push(response)
    if (isOver) response.destroy()
    if (asked.length === AT_ONCE) full.resolve()
  })
  const api = await startTestApi(t, {
    env: {
      WEIR_TIER3: 'openai',
      WEIR_TIER3_URL: server.url,
      WEIR_TIER3_TIMEOUT_MS: '60000',
      WEIR_TIER3_CONCURRENCY: '32',
    },
  })
  const held = Array.from({ length: AT_ONCE }, () => classify(api, { text: TEXT, tier: 3 }))
  await full.promise
  t.is((await classify(api, { text: TEXT, tier: 3 })).status, 503)
  const metrics = (await api.request('GET', '/metrics')).text
  t.true(metrics.includes('weir_api_tier3_failures_total{reason="busy"} 1'))
  // Those that are held wait for as long as this takes.
  isOver = true
  for (const response of asked) response.destroy()
  t.deepEqual(new Set((await Promise.all(held)).map(({ status }) => status)), new Set([503]))
})

test('the text is on no disk and in no log afterwards', async (t) => {
  const lines: string[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(line) })
  await classify(api, { text: 'the secret word is Rumpelstilzchen' })
  await api.server.close()
  t.false(lines.join('').includes('Rumpelstilzchen'))
  t.false(readFileSync(join(api.settings.dataDir, 'weir.sqlite')).includes('Rumpelstilzchen'))
})

test('what is classified, and tried, holds up nobody else', async (t) => {
  const api = await startTestApi(t)
  const words = Array.from({ length: 5000 }, (_, index) => `${'a'.repeat(16)}${'b'.repeat(80)}${index}`)
  const detector = { kind: 'dictionary', type: 'PROJECT', words, whole_words: false }
  const { status } = await api.request('POST', '/detectors', { token: api.admin, json: { name: 'Words', ...detector } })
  t.is(status, 201)
  const text = `${'a'.repeat(16)}${'b'.repeat(79)} `.repeat(1030)
  const all = Promise.all([
    ...Array.from({ length: 4 }, () => classify(api, { text })),
    ...Array.from({ length: 4 }, () =>
      api.request('POST', '/detectors/test', { token: api.admin, json: { detector, text } }),
    ),
  ])
  const [answers, longest] = await longestTurnDuring(all)
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  t.true(longest < 500, `${longest} ms in one turn of the event loop`)
})

test('a text that takes the detectors too long is no empty answer but a 503', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_INSPECT_BUDGET_MS: '1' } })
  const text = 'jean@example.fr FR76 3000 6000 0112 3456 7890 189 '.repeat(1900)
  const { status, json } = await classify(api, { text })
  t.is(status, 503)
  t.regex((json as unknown as { error: string }).error, /takes the detectors longer than 1 ms/)
  const tried = await api.request<{ code: string }>('POST', '/detectors/test', {
    token: api.admin,
    json: { detector: { kind: 'pattern', type: 'X', pattern: 'EMP-\\d' }, text },
  })
  t.deepEqual([tried.status, tried.json.code], [503, 'classification_slow'])
})
