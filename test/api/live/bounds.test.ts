import { once } from 'node:events'
import test from 'ava'
import { startTestApi } from '../../support/api.ts'
import { type LiveClient, openLive, UpgradeRefused } from '../../support/api-live.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { until } from '../../support/wire.ts'

/** As LiveHub has it. */
const CONNECTIONS_MAX = 1000
const AT_ONCE = 50

test('a tenant has a thousand connections, however many come at once, and one that ends makes room', async (t) => {
  const api = await startTestApi(t)
  const clients: LiveClient[] = []
  const refused: number[] = []
  const open = async () => {
    try {
      clients.push(await openLive({ teardown: () => {} }, api, { token: api.admin }))
    } catch (error) {
      refused.push((error as UpgradeRefused).status)
    }
  }
  t.teardown(() => {
    for (const { socket } of clients) socket.terminate()
  })
  // The last ones all at once: of those that are being opened each takes a place.
  for (let opened = 0; opened < CONNECTIONS_MAX + AT_ONCE / 2; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, open))
  }
  t.is(clients.length, CONNECTIONS_MAX)
  t.deepEqual([...new Set(refused)], [429])
  clients[0]?.socket.close()
  const gauge = async () => /^weir_api_live_connections (\d+)$/m.exec((await api.request('GET', '/metrics')).text)?.[1]
  await until(
    async () => (await gauge()) === String(CONNECTIONS_MAX - 1),
    () => 'the end of a connection is not noticed',
  )
  await open()
  t.is(clients.length, CONNECTIONS_MAX + 1)
  const last = await t.throwsAsync(openLive(t, api, { token: api.admin }), { instanceOf: UpgradeRefused })
  t.is(last.status, 429)
})

test('a message that is too long ends the connection, and no other', async (t) => {
  const api = await startTestApi(t)
  const [one, other] = [await openLive(t, api, { token: api.admin }), await openLive(t, api, { token: api.admin })]
  one.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(8192) }))
  t.is(await one.closed, 1009)
  other.send('x'.repeat(8000))
  await other.waitFor(({ type }) => type === 'error')
  other.send({ type: 'ping' })
  await other.waitFor(({ type }) => type === 'pong')
})

test('pings of the protocol are answered, and binary messages are not understood', async (t) => {
  const api = await startTestApi(t)
  const client = await openLive(t, api, { token: api.admin })
  const answered = once(client.socket, 'pong')
  client.socket.ping('here')
  t.is(String((await answered)[0]), 'here')
  client.socket.send(Buffer.from('{"type":"ping"}'))
  await client.waitFor(({ type }) => type === 'error')
  client.send({ type: 'ping', last_event_id: 'evt_1' })
  await client.waitFor(({ type, error }) => type === 'error' && String(error).includes('"ping"'))
  t.false(client.messages.some(({ type }) => type === 'pong'))
})

test('a request without an upgrade is answered, and opens nothing', async (t) => {
  const api = await startTestApi(t)
  t.is((await api.request('GET', '/ws', { token: api.admin })).status, 426)
  const client = await openLive(t, api, { token: api.admin })
  await client.waitFor(({ type }) => type === 'hello')
  t.regex((await api.request('GET', '/metrics')).text, /^weir_api_live_connections 1$/m)
})

test('viewers leave seats to proxies and administrators, and one of them to the others', async (t) => {
  const api = await startTestApi(t)
  const one = await inviteAndAccept(api, 'one@example.com', 'viewer')
  const other = await inviteAndAccept(api, 'other@example.com', 'viewer')
  const outcomes: string[] = []
  const clients: LiveClient[] = []
  t.teardown(() => {
    for (const { socket } of clients) socket.terminate()
  })
  for (let opened = 0; opened < 120; opened += 1) {
    try {
      clients.push(await openLive({ teardown: () => {} }, api, { token: one.token }))
      outcomes.push('open')
    } catch (error) {
      outcomes.push(String((error as UpgradeRefused).status))
    }
  }
  t.deepEqual([outcomes.lastIndexOf('open'), outcomes.at(-1)], [99, '429'])
  await openLive(t, api, { token: other.token })
  await openLive(t, api, { token: api.admin })
  await openLive(t, api, { token: await api.serviceToken(['policies']) })
})

test('a client that floods is cut off, and one that sends a little is not', async (t) => {
  const api = await startTestApi(t)
  const quiet = await openLive(t, api, { token: api.admin })
  const noisy = await openLive(t, api, { token: api.admin })
  const pinging = await openLive(t, api, { token: api.admin })
  for (let sent = 0; sent < 5000; sent += 1) {
    noisy.send({ type: 'ping' })
    pinging.socket.ping()
  }
  t.is(await noisy.closed, 1006)
  t.is(await pinging.closed, 1006)
  for (let sent = 0; sent < 50; sent += 1) quiet.send({ type: 'ping' })
  await until(
    () => quiet.messages.filter(({ type }) => type === 'pong').length === 50,
    () => 'not each ping is answered',
  )
})

test('a token that is revoked while its connection is being opened keeps none', async (t) => {
  const api = await startTestApi(t)
  for (let round = 0; round < 10; round += 1) {
    const created = await api.request<{ id: string; token: string }>('POST', '/service-tokens', {
      token: api.admin,
      json: { name: `leaves ${round}`, scopes: ['policies'] },
    })
    const opening = openLive(t, api, { token: created.json.token }).then(
      ({ closed }) => closed,
      (error: UpgradeRefused) => error.status,
    )
    t.is((await api.request('DELETE', `/service-tokens/${created.json.id}`, { token: api.admin })).status, 204)
    t.true([401, 4401].includes(await opening))
  }
})
