import test from 'ava'
import { startTestApi } from '../support/api.ts'

const VALID = `{"platform_id":"openai-api","content_hash":"${'a'.repeat(64)}"}`
const POISONED = [
  '{"__proto__":{"source":"api"}}',
  `${VALID.slice(0, -1)},"content_metadata":{"deep":[{"\\u005f_proto__":{"admin":true}}]}}`,
  `${VALID.slice(0, -1)},"__proto__":null}`,
]

test('items of a batch with a field __proto__ are skipped, and the others are stored', async (t) => {
  const api = await startTestApi(t)
  const post = (path: string, body: string) =>
    api.request<{ error?: string; received?: number; stored?: number }>('POST', path, {
      token: api.server.internalToken,
      headers: { 'content-type': 'application/json' },
      body,
    })
  const batch = await post('/interactions/batch', `[${[VALID, ...POISONED, VALID].join(',')}]`)
  t.is(batch.status, 200)
  t.like(batch.json, { received: 5, stored: 2, rejected: [{ index: 1 }, { index: 2 }, { index: 3 }] })
  t.is(({} as { admin?: boolean }).admin, undefined)
  // Alone, and where the text is not valid otherwise either, it stays an error.
  for (const [path, body] of [
    ['/interactions', POISONED[2] ?? ''],
    ['/interactions/batch', `{"items":[${POISONED[0]}]}`],
    ['/interactions/batch', `[${POISONED[0]}`],
  ] as const) {
    const answer = await post(path, body)
    t.is(answer.status, 400, body)
    t.regex(answer.json.error ?? '', /not valid JSON, or has a field named __proto__/)
  }
})
