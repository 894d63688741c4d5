import test from 'ava'
import { startTestApi } from '../../support/api.ts'
import { asAdmin, finding, HASH, type ListJson, MINIMAL, post } from './requests.ts'

test('a batch stores what is valid, counts the rest, and says which they are and why', async (t) => {
  const api = await startTestApi(t)
  const json = [
    MINIMAL,
    { ...MINIMAL, risk_score: 2 },
    { platform_id: 'x' },
    null,
    'text',
    [],
    7,
    { ...MINIMAL, unknown: 1 },
    { ...MINIMAL, content_hash: HASH.toUpperCase() },
  ]
  const answer = await api.request('POST', '/interactions/batch', asAdmin(api, { json }))
  t.is(answer.status, 200)
  const codes = ['too_big', 'required', 'type', 'type', 'type', 'type', 'unknown_field']
  const rejected = codes.map((code, n) => ({ index: n + 1, code }))
  t.deepEqual(answer.json, { received: 9, stored: 2, rejected })
  t.is((await api.request<ListJson>('GET', '/interactions', asAdmin(api))).json.total, 2)
})

test('a batch is an array of up to 500', async (t) => {
  const api = await startTestApi(t)
  const send = async (json: unknown) => api.request('POST', '/interactions/batch', asAdmin(api, { json }))
  t.deepEqual((await send([])).json, { received: 0, stored: 0 })
  t.deepEqual((await send(Array(500).fill(MINIMAL))).json, { received: 500, stored: 500 })
  for (const json of [Array(501).fill(MINIMAL), MINIMAL, { interactions: [] }, 'x', null]) {
    t.is((await send(json)).status, 400)
  }
  t.is((await api.request<ListJson>('GET', '/interactions', asAdmin(api))).json.total, 500)
})

const BAD_FIELDS: [string, object][] = [
  ['platform_id', { platform_id: undefined }],
  ['platform_id', { platform_id: '' }],
  ['platform_id', { platform_id: 'OpenAI' }],
  ['platform_id', { platform_id: { $gt: '' } }],
  ['platform_id', { platform_id: 'a\u0000b' }],
  ['content_hash', { content_hash: undefined }],
  ['content_hash', { content_hash: 'abc' }],
  ['content_hash', { content_hash: 'g'.repeat(64) }],
  ['interaction_type', { interaction_type: 'chat' }],
  ['content_metadata', { content_metadata: [] }],
  ['content_metadata', { content_metadata: 'x' }],
  ['content_metadata', { content_metadata: { a: '\ud800' } }],
  ['content_metadata', { content_metadata: { 'a\u0000': 1 } }],
  ['content_metadata', { content_metadata: { a: 'x'.repeat(66_000) } }],
  ['content_metadata', { content_metadata: nested(11) }],
  ['classifications', { classifications: {} }],
  ['classifications.0.type', { classifications: [finding('email')] }],
  ['classifications.0.score', { classifications: [finding('EMAIL', { score: 1.1 })] }],
  ['classifications.0.end', { classifications: [finding('EMAIL', { start: 5, end: 4 })] }],
  ['classifications.0.start', { classifications: [finding('EMAIL', { start: -1 })] }],
  ['classifications.0.start', { classifications: [finding('EMAIL', { start: 0.5 })] }],
  ['classifications.0.end', { classifications: [finding('EMAIL', { end: 1e21 })] }],
  ['classifications.0.value', { classifications: [finding('EMAIL', { value: '\udc00' })] }],
  ['classifications.0.context', { classifications: [finding('EMAIL', { context: 'x' })] }],
  ['risk_score', { risk_score: '0.5' }],
  ['risk_score', { risk_score: -0.1 }],
  ['risk_score', { risk_score: 1.01 }],
  ['risk_score', { risk_score: null }],
  ['direction', { direction: 'both' }],
  ['source', { source: 'fax' }],
  ['user_id', { user_id: 'jo' }],
  ['user_id', { user_id: 7 }],
  ['tier', { tier: 4 }],
  ['raw_text', { raw_text: 'the prompt itself' }],
]

test('a wrong field of an interaction is named, and nothing is stored', async (t) => {
  const api = await startTestApi(t)
  for (const [path, fields] of BAD_FIELDS) {
    const answer = await post(api, { ...MINIMAL, ...fields })
    t.is(answer.status, 400, JSON.stringify(fields).slice(0, 100))
    const details = answer.json.details as { path: string; message: string }[]
    t.true(
      details.some((detail) => detail.path === path && detail.message !== ''),
      `${path}: ${answer.text.slice(0, 300)}`,
    )
    t.false(answer.text.includes('the prompt itself'))
  }
  t.is((await api.request<ListJson>('GET', '/interactions', asAdmin(api))).json.total, 0)
})

test('a hundred thousand levels of JSON are refused like any other', async (t) => {
  const api = await startTestApi(t)
  const deep = 100_000
  const bodies = [
    `${'['.repeat(deep)}${']'.repeat(deep)}`,
    `{"platform_id":"x","content_hash":"${HASH}","content_metadata":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`,
    `{"platform_id":${'['.repeat(deep)}${']'.repeat(deep)},"content_hash":"${HASH}"}`,
  ]
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' }
    t.is((await api.request('POST', '/interactions', asAdmin(api, { body, headers }))).status, 400)
  }
})

function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) }
}
