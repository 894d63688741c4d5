import test from 'ava'
import { startTestApi } from '../../support/api.ts'
import { asAdmin, asProxy, finding, HASH, type ListJson, MINIMAL, post } from './requests.ts'

test('a deleted interaction is gone for good', async (t) => {
  const api = await startTestApi(t)
  const { id } = (await post(api, { ...MINIMAL, classifications: [finding('EMAIL')] })).json
  const deleted = await api.request('DELETE', `/interactions/${id}`, asAdmin(api))
  t.deepEqual([deleted.status, deleted.text], [204, ''])
  const answer = await api.request<{ error: string }>('GET', `/interactions/${id}`, asAdmin(api))
  t.deepEqual([answer.status, answer.json.error], [404, 'Interaction not found'])
  t.is((await api.request('DELETE', `/interactions/${id}`, asAdmin(api))).status, 404)
  t.is((await api.request<ListJson>('GET', '/interactions?classification_type=EMAIL', asAdmin(api))).json.total, 0)
})

test('all interactions of a user, of a text, or of both are erased, and audited once', async (t) => {
  const api = await startTestApi(t)
  const [jo, al] = [crypto.randomUUID(), crypto.randomUUID()]
  const json = Array.from({ length: 400 }, (_, index) => ({
    platform_id: index < 300 ? 'openai-api' : 'claude-web',
    content_hash: index % 4 === 0 ? 'c'.repeat(64) : HASH,
    user_id: index < 350 ? jo : al,
    classifications: [finding('EMAIL')],
  }))
  await api.request('POST', '/interactions/batch', asProxy(api, { json }))
  const erase = (query: string) => api.request<{ deleted: number }>('DELETE', `/interactions${query}`, asAdmin(api))
  for (const query of [
    '',
    '?platform_id=openai-api',
    `?user_id=${jo}&platform_id=openai-api`,
    '?user_id=',
    '?user_id=me',
  ]) {
    t.is((await erase(query)).status, 400, query)
  }
  const total = async (query = '') =>
    (await api.request<ListJson>('GET', `/interactions${query}`, asAdmin(api))).json.total
  t.is(await total(), 400)
  t.deepEqual((await erase(`?user_id=${jo.toUpperCase()}&content_hash=${'C'.repeat(64)}`)).json, { deleted: 88 })
  t.deepEqual((await erase(`?user_id=${jo}`)).json, { deleted: 262 })
  t.is(await total(`?user_id=${jo}`), 0)
  t.deepEqual((await erase(`?content_hash=${HASH}`)).json, { deleted: 38 })
  t.deepEqual((await erase(`?content_hash=${HASH}`)).json, { deleted: 0 })
  t.is(await total('?classification_type=EMAIL'), 12)
  const { json: stats } = await api.request<{ totals: { interactions: number; users: number } }>(
    'GET',
    '/dashboard/stats?period=24h',
    asAdmin(api),
  )
  t.deepEqual([stats.totals.interactions, stats.totals.users], [12, 1])
  const { json: log } = await api.request<{ entries: { target_id: unknown; details: object }[] }>(
    'GET',
    '/audit-log?action=interaction.deleted',
    asAdmin(api),
  )
  t.deepEqual(
    log.entries.map(({ details }) => details),
    [
      { count: 0, by: ['content_hash'] },
      { count: 38, by: ['content_hash'] },
      { count: 262, by: ['user_id'] },
      { count: 88, by: ['content_hash', 'user_id'] },
    ],
  )
})
