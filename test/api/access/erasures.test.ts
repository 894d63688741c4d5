import test from 'ava'
import { startTestApi } from '../../support/api.ts'
import { inviteAndAccept } from '../../support/api-users.ts'

test('an erasure is in the audit log before it begins, and ends when its administrator may no longer do it', async (t) => {
  const api = await startTestApi(t)
  const leaver = await inviteAndAccept(api, 'leaver@example.com', 'admin')
  const user_id = crypto.randomUUID()
  const record = { platform_id: 'openai-api', content_hash: 'a'.repeat(64), user_id }
  const batch = Array.from({ length: 500 }, () => record)
  for (let round = 0; round < 24; round += 1) {
    await api.request('POST', '/interactions/batch', { token: api.admin, json: batch })
  }
  const erasure = api.request('DELETE', `/interactions?user_id=${user_id}`, { token: leaver.token })
  const entries = async (action: string) => {
    const { json } = await api.request<{ entries: { details: { count: number } }[] }>(
      'GET',
      `/audit-log?action=${action}`,
      { token: api.admin },
    )
    return json.entries.map(({ details }) => details.count)
  }
  for (;;) {
    const [started] = await entries('interaction.deletion_started')
    if (started !== undefined) break
  }
  t.is((await api.request('DELETE', `/users/${leaver.id}`, { token: api.admin })).status, 204)
  t.is((await erasure).status, 401)
  const [deleted = 0] = await entries('interaction.deleted')
  const left = await api.request<{ total: number }>('GET', `/interactions?user_id=${user_id}`, { token: api.admin })
  t.true(deleted < 12_000)
  t.is(left.json.total, 12_000 - deleted)
  // Another administrator's goes on to its end.
  t.like((await api.request('DELETE', `/interactions?user_id=${user_id}`, { token: api.admin })).json, {
    deleted: 12_000 - deleted,
  })
})
