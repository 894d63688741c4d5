import { randomUUID } from 'node:crypto'
import test from 'ava'
import { NEW_NAMES_A_DAY } from '../../api/store/new-names.ts'
import { addTenant } from '../../cli/tenants.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { documentEngines } from '../support/engines.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { until } from '../support/wire.ts'

interface Item {
  readonly id: string
  readonly user_id: string | null
  readonly user_name?: string
  readonly content_metadata: Readonly<Record<string, unknown>>
}

const HASH = 'a'.repeat(64)

/** A blocked prompt of this person. */
async function prompt(api: TestApi, user_id: string | null, user?: string): Promise<Item> {
  const { status, json, text } = await api.request<Item>('POST', '/interactions', {
    token: api.admin,
    json: {
      platform_id: 'chatgpt-web',
      content_hash: HASH,
      user_id,
      risk_score: 0.9,
      ...(user !== undefined && { content_metadata: { user, model: 'gpt-5' } }),
    },
  })
  if (status !== 201) throw new Error(text)
  return json
}

const get = async <T>(api: TestApi, path: string, token: string) => {
  const { status, json, text } = await api.request<T>('GET', path, { token })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return json
}

/** What each place says of who has the id. */
async function toldOf(api: TestApi, userId: string, token: string) {
  const { data } = await get<{ data: Item[] }>(api, `/interactions?user_id=${userId}`, token)
  const one = await get<Item>(api, `/interactions/${data[0]?.id ?? ''}`, token)
  const { alerts } = await get<{ alerts: Item[] }>(api, `/alerts?user_id=${userId}&include=facts`, token)
  const alert = await get<Item>(api, `/alerts/${alerts[0]?.id ?? ''}`, token)
  const { top_users } = await get<{ top_users: Item[] }>(api, '/dashboard/stats', token)
  const top = top_users.find(({ user_id }) => user_id === userId)
  return [data[0], one, alerts[0], alert, top].map((place) => place?.user_name)
}

const everywhere = (name: string | undefined) => Array.from({ length: 5 }, () => name)

for (const engine of documentEngines(test)) {
  engine.test(
    `${engine.name}: people have the names of today wherever they are told of, for viewers too`,
    async (t) => {
      const api = await startTestApi(t, { env: await engine.environment() })
      const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
      const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
      const nobody = randomUUID()
      for (const user of [jo.id, nobody]) await prompt(api, user)
      t.deepEqual(await toldOf(api, jo.id, viewer.token), everywhere('jo@example.com'))
      t.deepEqual(await toldOf(api, nobody, viewer.token), everywhere(undefined))
      await api.request('PUT', '/users/me', { token: jo.token, json: { display_name: 'Jo "=1+1" <b>' } })
      t.deepEqual(await toldOf(api, jo.id, viewer.token), everywhere('Jo "=1+1" <b>'))
      t.deepEqual(await toldOf(api, jo.id, api.admin), everywhere('Jo "=1+1" <b>'))
      // An inactive account is still somebody's; a deleted one is nobody's.
      await api.request('PATCH', `/users/${jo.id}/status`, { token: api.admin, json: { status: 'inactive' } })
      t.deepEqual(await toldOf(api, jo.id, viewer.token), everywhere('Jo "=1+1" <b>'))
      t.is((await api.request('DELETE', `/users/${jo.id}`, { token: api.admin })).status, 204)
      t.deepEqual(await toldOf(api, jo.id, viewer.token), everywhere(undefined))
    },
  )
}

test('simulations name people, and prompts without one have no name', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  await prompt(api, jo.id)
  await prompt(api, null, 'jo@corp.example')
  const rules = { action: 'block', conditions: [{ field: 'risk_score', operator: 'gte', value: '0.5' }] }
  const { json } = await api.request<{ by_user: object[]; samples: Item[] }>('POST', '/policies/simulate', {
    token: api.admin,
    json: { rules, period: '24h' },
  })
  t.deepEqual(json.by_user, [{ user_id: jo.id, user_name: 'jo@example.com', matched: 1 }])
  t.deepEqual(json.samples.map(({ user_name }) => user_name).sort(), ['jo@example.com', undefined])
})

test('a user of another tenant has no name here', async (t) => {
  const api = await startTestApi(t)
  await addTenant(api.settings, { name: 'Other', adminEmail: 'eve@example.com', adminPassword: ADMIN_PASSWORD })
  const eve = await api.login('eve@example.com', ADMIN_PASSWORD)
  const { id } = await get<{ id: string }>(api, '/users/me', eve)
  await prompt(api, id)
  t.deepEqual(await toldOf(api, id, api.admin), everywhere(undefined))
})

test('a fetched interaction can be sent back with its name, which is not believed', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const { id } = await prompt(api, jo.id)
  const fetched = await get<Item>(api, `/interactions/${id}`, api.admin)
  const tokens = [api.admin, await api.serviceToken(['record'])]
  for (const token of tokens) {
    const again = { ...fetched, id: randomUUID(), user_name: 'Mallory', content_metadata: { user: 'ada' } }
    const { status, text } = await api.request('POST', '/interactions', { token, json: again })
    t.is(status, 201, text)
    t.false(text.includes('Mallory'))
    t.true(text.includes('"user":"ada"'))
    // A service that records is told no names.
    t.is(text.includes('user_name'), token === api.admin)
  }
  const { data } = await get<{ data: Item[] }>(api, '/interactions', api.admin)
  t.deepEqual(
    data.map(({ user_name }) => user_name),
    ['jo@example.com', 'jo@example.com', 'jo@example.com'],
  )
})

test('with WEIR_CONSOLE_PEOPLE=off viewers get no names, nor who is most active; administrators do', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_CONSOLE_PEOPLE: 'off' } })
  const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  await prompt(api, jo.id, 'jo@corp.example')
  t.deepEqual(await toldOf(api, jo.id, api.admin), everywhere('jo@example.com'))
  for (const path of ['/interactions', '/alerts?include=facts', '/dashboard/stats?include=details']) {
    const answer = await api.request('GET', path, { token: viewer.token })
    t.is(answer.status, 200)
    t.notRegex(answer.text, /jo@|user_name/, path)
  }
  const { data } = await get<{ data: Item[] }>(api, '/interactions', viewer.token)
  t.deepEqual(data[0]?.content_metadata, { model: 'gpt-5' })
  const one = await get<Item>(api, `/interactions/${data[0]?.id ?? ''}`, viewer.token)
  t.false('user' in one.content_metadata || 'user_name' in one)
  const { top_users, totals } = await get<{ top_users: []; totals: { users: number } }>(
    api,
    '/dashboard/stats',
    viewer.token,
  )
  t.deepEqual([top_users, totals.users], [[], 1])
  t.is((await get<{ console_people: string }>(api, '/configuration', viewer.token)).console_people, 'off')
})

test('with WEIR_CONSOLE_PEOPLE=off the alert about an exception that has ended names nobody', async (t) => {
  const clock = { now: new Date('2026-11-22T12:00:00.000Z') }
  const api = await startTestApi(t, { env: { WEIR_CONSOLE_PEOPLE: 'off' }, now: () => clock.now })
  const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
  const { status } = await api.request('POST', '/exceptions', {
    token: api.admin,
    json: { types: ['IBAN'], owner: 'Ann', reason: 'Ann asked for it', expires_at: '2026-11-22T13:00:00.000Z' },
  })
  t.is(status, 201)
  clock.now = new Date('2026-11-22T13:00:00.000Z')
  const list = () => get<{ alerts: object[] }>(api, '/alerts?type=exception_ended', viewer.token)
  await until(
    async () => (await list()).alerts.length === 1,
    () => 'no alert',
  )
  t.notRegex(JSON.stringify(await list()), /Ann|@/)
})

test('what a person floods or switches names nobody in the texts of alerts, and the id only those who may see names', async (t) => {
  await awayFromMidnight()
  const api = await startTestApi(t, { env: { WEIR_CONSOLE_PEOPLE: 'off' } })
  const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
  const json = Array.from({ length: NEW_NAMES_A_DAY + 1 }, (_, index) => ({
    platform_id: `made-up-${index}`,
    content_hash: HASH,
  }))
  t.is((await api.request('POST', '/interactions/batch', { token: api.admin, json })).status, 200)
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const pass = { kind: 'pass_through', platform_id: 'openai-api', reason: 'Responses break', expires_at }
  t.is((await api.request('POST', '/service-switches', { token: api.admin, json: pass })).status, 201)
  for (const type of ['names_flooded', 'passed_through']) {
    const path = `/alerts?type=${type}&include=facts`
    const seen = await get<{ alerts: Item[] }>(api, path, viewer.token)
    t.is(seen.alerts.length, 1)
    t.false(JSON.stringify(seen).includes(ADMIN_EMAIL), type)
    const known = await get<{ alerts: Item[] }>(api, path, api.admin)
    t.is(known.alerts[0]?.user_name, type === 'names_flooded' ? ADMIN_EMAIL : undefined)
  }
})
