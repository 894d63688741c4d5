import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import test from 'ava'
import { startTestApi } from '../../support/api.ts'
import { type LiveClient, openLive, UpgradeRefused } from '../../support/api-live.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { until } from '../../support/wire.ts'

const CONNECTIONS_MAX = 60
const AT_ONCE = 20

test('the connections of a tenant are bounded, however many come at once, and one that ends makes room', async (t) => {
  const env = { WEIR_LIVE_CONNECTIONS: String(CONNECTIONS_MAX), WEIR_LIVE_CONNECTIONS_USER: '1000' }
  const api = await startTestApi(t, { env })
  const clients: LiveClient[] = []
  const refused: number[] = []
  const open = async () => {
    try {
      clients.push(await openLive(t, api, { token: api.admin }))
    } catch (error) {
      refused.push((error as UpgradeRefused).status)
    }
  }
  // All at once: of those that are being opened each takes a place.
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

test('one viewer, all viewers and one token leave connections to the others', async (t) => {
  const env = { WEIR_LIVE_CONNECTIONS: '10', WEIR_LIVE_CONNECTIONS_USER: '4', WEIR_LIVE_CONNECTIONS_TOKEN: '3' }
  const api = await startTestApi(t, { env })
  const viewers = [
    await inviteAndAccept(api, 'jo@example.com', 'viewer'),
    await inviteAndAccept(api, 'al@example.com', 'viewer'),
  ]
  const proxies = [await api.serviceToken(['policies']), await api.serviceToken(['policies'])]
  /** Opens connections until one is refused. @returns how many there are */
  const openAll = async (token: string | undefined) => {
    for (let opened = 0; ; opened += 1) {
      try {
        await openLive(t, api, { token: token ?? '' })
      } catch (error) {
        t.is((error as UpgradeRefused).status, 429)
        return opened
      }
    }
  }
  t.is(await openAll(viewers[0]?.token), 4)
  t.is(await openAll(viewers[1]?.token), 1)
  t.is(await openAll(proxies[0]), 3)
  t.is(await openAll(proxies[1]), 1)
  t.is(await openAll(api.admin), 1)
})

test('a client that sends without end is cut off, and what it sent is not answered without end', async (t) => {
  const api = await startTestApi(t)
  const other = await openLive(t, api, { token: api.admin })
  const floods: ((client: LiveClient) => void)[] = [
    ({ send }) => send({ type: 'ping' }),
    ({ socket }) => socket.ping(),
    ({ socket }) => socket.pong(),
    // Frames that begin a message and add nothing to it: a message that never ends, which the library ends.
    ({ socket }) => socket.send('', { fin: false }),
    ({ send }) => send('x'.repeat(8000)),
  ]
  for (const flood of floods) {
    const client = await openLive(t, api, { token: api.admin })
    let answers = 0
    client.socket.on('pong', () => {
      answers += 1
    })
    client.socket.on('error', () => {})
    const isOver = client.closed.then(() => true)
    do {
      for (let n = 0; n < 1000 && client.socket.readyState === client.socket.OPEN; n += 1) flood(client)
    } while (!(await Promise.race([isOver, sleep(1, false)])))
    // 1008, or the end of the connection where the client had no time to read it.
    t.true([1006, 1008].includes(await client.closed), `${await client.closed}`)
    const answered = answers + client.messages.filter(({ type }) => type === 'pong' || type === 'error').length
    t.true(answered <= 1000, `${answered} answers`)
  }
  other.send({ type: 'ping' })
  await other.waitFor(({ type }) => type === 'pong')
  const { text } = await api.request('GET', '/metrics')
  t.is(/^weir_api_live_connections_cut_total\{reason="noisy"\} (\d+)$/m.exec(text)?.[1], '4')
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

test('a client that keeps its end of a refused upgrade open loses the connection', async (t) => {
  for (const tls of [false, true]) {
    const api = await startTestApi(t, { env: { WEIR_API_TLS: tls ? 'auto' : 'off' } })
    const options = { port: api.server.port, host: '127.0.0.1', allowHalfOpen: true }
    const socket = tls ? connectTls({ ...options, rejectUnauthorized: false }) : connect(options)
    t.teardown(() => socket.destroy())
    const head = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
    socket.write(`GET /api/v1/ws HTTP/1.1\r\n${head}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`)
    let answer = ''
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('error', () => {})
    await once(socket, 'end')
    t.true(answer.startsWith('HTTP/1.1 401 '), answer)
    t.regex(answer, /"request_id"/)
    // It stops at once: nobody is waited for.
    const began = performance.now()
    await api.server.close()
    t.true(performance.now() - began < 8000)
  }
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
