import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { ClassifyResponse } from '../../core/model/classify.ts'
import { startTestApi, type TestApi } from '../support/api.ts'

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
    [{ text: 'x', tier: 3 }, 'tier'],
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

test('the text is on no disk and in no log afterwards', async (t) => {
  const lines: string[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(line) })
  await classify(api, { text: 'the secret word is Rumpelstilzchen' })
  await api.server.close()
  t.false(lines.join('').includes('Rumpelstilzchen'))
  t.false(readFileSync(join(api.settings.dataDir, 'weir.sqlite')).includes('Rumpelstilzchen'))
})
