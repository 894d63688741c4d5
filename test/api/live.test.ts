import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '../../api/http/context.ts'
import { LiveConnection } from '../../api/live/connection.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { startTestApi } from '../support/api.ts'
import { openLive, UpgradeRefused } from '../support/api-live.ts'
import { inviteAndAccept } from '../support/api-users.ts'

const POLICY = { name: 'No cards', rules: { action: 'block', conditions: [] } }
const INTERACTION = { platform_id: 'openai-api', content_hash: 'a'.repeat(64), risk_score: 0.9 }

test('a proxy that subscribes to policies is told of every change', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.server.internalToken })
  const hello = await live.waitFor((message) => message.type === 'hello')
  t.is(typeof hello.connection_id, 'string')
  live.send({ type: 'subscribe', events: ['policy.*'] })
  t.deepEqual(await live.waitFor((message) => message.type === 'subscribed'), {
    type: 'subscribed',
    events: ['policy.*'],
  })

  const created = await api.request<{ id: string }>('POST', '/policies', { token: api.admin, json: POLICY })
  const path = `/policies/${created.json.id}`
  await api.request('PUT', path, { token: api.admin, json: { priority: 7 } })
  await api.request('PATCH', `${path}/toggle`, { token: api.admin, json: { enabled: true } })
  await api.request('PATCH', `${path}/toggle`, { token: api.admin, json: { enabled: true } })
  await api.request('PUT', path, { token: api.admin, json: { enabled: false, priority: 8 } })
  await api.request('DELETE', path, { token: api.admin })

  await live.waitFor((message) => message.event_type === 'policy.deleted')
  const events = live.messages.filter((message) => message.type === 'event')
  t.deepEqual(
    events.map((event) => event.event_type),
    ['policy.created', 'policy.updated', 'policy.enabled', 'policy.updated', 'policy.disabled', 'policy.deleted'],
  )
  t.deepEqual(Object.keys(events[0] ?? {}).sort(), ['data', 'event_type', 'id', 'tenant_id', 'timestamp', 'type'])
  t.regex(String(events[0]?.id), /^evt_/)
  t.deepEqual(events.at(0)?.data, created.json)
  t.deepEqual(events.at(-1)?.data, { id: created.json.id })
})

test('interactions raise created, policy_violated and high_risk, with masked values', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  await api.request('POST', '/policies', { token: api.admin, json: { ...POLICY, enabled: true } })
  const classifications = [{ type: 'EMAIL', value: 'jane.doe@example.com', score: 1, start: 0, end: 20 }]
  await api.request('POST', '/interactions', { token: api.admin, json: { ...INTERACTION, classifications } })
  const event = await live.waitFor((message) => message.event_type === 'interaction.high_risk')
  await live.waitFor((message) => message.event_type === 'alert.severity_high')
  t.deepEqual(
    live.messages
      .filter(({ type }) => type === 'event')
      .map((message) => message.event_type)
      .slice(0, 6),
    [
      'policy.created',
      'interaction.created',
      'interaction.policy_violated',
      'interaction.high_risk',
      'alert.created',
      'alert.severity_high',
    ],
  )
  const data = event.data as { policy_decisions: { policy_name: string; action: string }[] }
  t.is(data.policy_decisions[0]?.policy_name, 'No cards')
  t.false(JSON.stringify(live.messages).includes('jane.doe'))
})

test('an interaction that a proxy sends again is published once', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  const batch = [{ ...INTERACTION, id: crypto.randomUUID() }]
  const token = api.server.internalToken
  await api.request('POST', '/interactions/batch', { token, json: [...batch, ...batch] })
  await api.request('POST', '/interactions/batch', { token, json: batch })
  live.send({ type: 'ping' })
  await live.waitFor((message) => message.type === 'pong')
  t.is(live.messages.filter((message) => message.event_type === 'interaction.created').length, 1)
})

test('a second subscription replaces the first, and nonsense gets an error that says what to send', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  for (const message of ['{', '[]', '"x"', { type: 'subscribe' }, { type: 'subscribe', events: ['nothing.*'] }]) {
    live.send(message)
  }
  live.send({ type: 'subscribe', events: ['policy.deleted'] })
  live.send({ type: 'subscribe', events: ['interaction.created'] })
  await live.waitFor((message) => String(message.events) === 'interaction.created')
  t.is(live.messages.filter((message) => message.type === 'error').length, 5)
  await api.request('POST', '/policies', { token: api.admin, json: POLICY })
  await api.request('POST', '/interactions', { token: api.admin, json: INTERACTION })
  await live.waitFor((message) => message.event_type === 'interaction.created')
  t.is(live.messages.filter((message) => message.type === 'event').length, 1)
})

test('browsers bring their token as a subprotocol', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { protocols: ['weir.v1', `bearer.${api.admin}`] })
  await live.waitFor((message) => message.type === 'hello')
  t.is(live.socket.protocol, 'weir.v1')
})

test('an upgrade without a good token is refused', async (t) => {
  const api = await startTestApi(t)
  const recorder = await api.serviceToken(['record'])
  const cases = [
    [{}, 401],
    [{ token: 'nonsense' }, 401],
    [{ protocols: [`bearer.${api.admin}`] }, 401],
    [{ token: recorder }, 403],
  ] as const
  for (const [options, status] of cases) {
    const refused = await t.throwsAsync(openLive(t, api, options), { instanceOf: UpgradeRefused })
    t.is(refused.status, status)
  }
})

test('a service token that is revoked closes with 4401 at once', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: await api.serviceToken(['policies']) })
  const tokens = await api.request<{ service_tokens: { id: string; name: string }[] }>('GET', '/service-tokens', {
    token: api.admin,
  })
  const id = tokens.json.service_tokens.find(({ name }) => name === 'test token 1')?.id
  await api.request('DELETE', `/service-tokens/${id}`, { token: api.admin })
  t.is(await live.closed, 4401)
})

test('an API that stops says so and does not wait for those who listen', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  await api.server.close()
  t.is(await live.closed, 1001)
})

test('a viewer hears of interactions and policies, not of users', async (t) => {
  const api = await startTestApi(t)
  const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
  const live = await openLive(t, api, { token: viewer.token })
  await inviteAndAccept(api, 'other@example.com', 'viewer')
  await api.request('POST', '/policies', { token: api.admin, json: POLICY })
  await live.waitFor((message) => message.event_type === 'policy.created')
  t.deepEqual(
    live.messages.filter(({ type }) => type === 'event').map((message) => message.event_type),
    ['policy.created'],
  )
})

test('an admin who becomes a viewer hears of users no more, on the connection that is open', async (t) => {
  const api = await startTestApi(t)
  const other = await inviteAndAccept(api, 'other@example.com', 'admin')
  const live = await openLive(t, api, { token: other.token })
  await api.request('PUT', `/users/${other.id}`, { token: api.admin, json: { role: 'viewer' } })
  live.send({ type: 'ping' })
  await live.waitFor((message) => message.type === 'pong')
  await api.request('POST', '/users/invite', { token: api.admin, json: { email: 'new@example.com', role: 'viewer' } })
  await api.request('POST', '/policies', { token: api.admin, json: POLICY })
  await live.waitFor((message) => message.event_type === 'policy.created')
  t.false(live.messages.some((message) => message.event_type === 'user.invited'))
})

test('a session that another process ends closes with 4401 within seconds', async (t) => {
  const api = await startTestApi(t)
  const other = await inviteAndAccept(api, 'other@example.com', 'viewer')
  const live = await openLive(t, api, { token: other.token })
  const store = openSqliteStore(join(api.settings.dataDir, 'weir.sqlite'))
  t.teardown(() => store.close())
  await store.users.update(other.tenant_id, other.id, { status: 'inactive' })
  t.is(await live.closed, 4401)
})

test('a reader that does not keep up is cut off', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  await live.waitFor((message) => message.type === 'hello')
  live.socket.pause()
  const classifications = Array.from({ length: 150 }, () => ({
    type: 'EMAIL',
    value: '***',
    score: 1,
    start: 0,
    end: 3,
  }))
  const json = Array.from({ length: 500 }, () => ({ ...INTERACTION, classifications }))
  const open = async () => /^weir_api_live_connections (\d+)$/m.exec((await api.request('GET', '/metrics')).text)?.[1]
  while ((await open()) !== '0') {
    await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json })
  }
  t.regex((await api.request('GET', '/metrics')).text, /^weir_api_live_connections_cut_total\{reason="slow"\} 1$/m)
})

test('a client that does not answer pings is cut off', async (t) => {
  const server = new WebSocketServer({ port: 0 })
  t.teardown(() => server.close())
  const cut: string[] = []
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong: false })
  const [socket] = await connected
  const caller = { kind: 'service', tenantId: '', token: {} } as unknown as Caller
  const connection = new LiveConnection({
    socket,
    caller,
    onCut: (reason) => cut.push(reason),
    since: async () => undefined,
  })
  const closed = once(client, 'close')
  const pinged = once(client, 'ping')
  connection.ping()
  // Only what answers the ping counts: one that does not read cannot know what it carried.
  const [payload] = await pinged
  const pongs = 2
  const answered = new Promise<void>((resolve) => {
    let seen = 0
    socket.on('pong', () => {
      seen += 1
      if (seen === pongs) resolve()
    })
  })
  client.pong('something else')
  client.pong(payload)
  // Both may come at once.
  await answered
  connection.ping()
  t.deepEqual(cut, [])
  connection.ping()
  t.deepEqual(cut, ['silent'])
  await closed
})
