import test from 'ava'
import { startTestApi } from '../support/api.ts'

interface Counts {
  readonly received: number
  readonly stored: number
}

test('of a batch that is stored in parts each record is there once, also when it is sent again', async (t) => {
  const api = await startTestApi(t)
  const content_metadata = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, 1]))
  const json = Array.from({ length: 60 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    platform_id: 'openai-api',
    content_hash: 'a'.repeat(64),
    content_metadata,
  }))
  const send = () => api.request<Counts>('POST', '/interactions/batch', { token: api.server.internalToken, json })
  t.deepEqual((await send()).json, { received: 60, stored: 60 })
  t.deepEqual((await send()).json, { received: 60, stored: 60 })
  const { json: list } = await api.request<{ total: number; data: { id: string }[] }>(
    'GET',
    '/interactions?limit=100',
    {
      token: api.admin,
    },
  )
  t.is(list.total, 60)
  t.is(new Set(list.data.map(({ id }) => id)).size, 60)
})
