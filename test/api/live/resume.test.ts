import test, { type ExecutionContext } from 'ava'
import { startTestApi, type TestApi } from '../../support/api.ts'
import { type LiveClient, openLive } from '../../support/api-live.ts'
import { inviteAndAccept } from '../../support/api-users.ts'

/** As long as events wait for the first message. */
const FIRST_MESSAGE_MS = 1000
const INTERACTION = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }

async function record(api: TestApi, count: number): Promise<string[]> {
  const batch = Array.from({ length: count }, () => ({ ...INTERACTION, id: crypto.randomUUID() }))
  await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json: batch })
  return batch.map(({ id }) => id)
}

/** The interactions a client was told of. */
const told = ({ messages }: LiveClient) =>
  messages.filter(({ type }) => type === 'event').map(({ data }) => (data as { id: string }).id)

const lastEventId = ({ messages }: LiveClient) => String(messages.findLast(({ type }) => type === 'event')?.id)

const untilTold = (client: LiveClient, id: string | undefined) =>
  client.waitFor(({ type, data }) => type === 'event' && (data as { id: string }).id === id)

function subscribe(client: LiveClient, last_event_id: string, events = ['interaction.created']): void {
  client.send({ type: 'subscribe', events, last_event_id })
}

async function listenOnce(t: ExecutionContext, api: TestApi): Promise<{ lastId: string }> {
  const client = await openLive(t, api, { token: api.admin })
  client.send({ type: 'subscribe', events: ['interaction.created'] })
  await client.waitFor(({ type }) => type === 'subscribed')
  const [id] = await record(api, 1)
  await untilTold(client, id)
  client.socket.terminate()
  await client.closed
  return { lastId: lastEventId(client) }
}

/**
 * Comes back with the last event, does `first` before it says so, and listens until it has heard enough. On a crowded
 * machine it may say so too late, which is a gap: then it comes back again. In time, it must not be one.
 */
async function comeBack(
  t: ExecutionContext,
  api: TestApi,
  lastId: string,
  isEnough: (client: LiveClient) => boolean,
  first = async () => {},
): Promise<LiveClient> {
  for (;;) {
    const began = Date.now()
    const client = await openLive(t, api, { token: api.admin })
    await first()
    subscribe(client, lastId)
    await client.waitFor(({ type }) => type === 'subscribed')
    const wasInTime = Date.now() - began < FIRST_MESSAGE_MS
    const isGap = () => client.messages.some(({ type }) => type === 'gap')
    await client.waitFor(() => isGap() || isEnough(client))
    client.socket.terminate()
    await client.closed
    if (!isGap()) return client
    t.false(wasInTime, 'a gap although it came back in time')
  }
}

test('a client that comes back with its last event gets what it missed, in order and once', async (t) => {
  const api = await startTestApi(t)
  const { lastId } = await listenOnce(t, api)
  const missed = await record(api, 300)
  let later: Promise<readonly string[]> = Promise.resolve([])
  const isEnough = (client: LiveClient) => told(client).length >= missed.length + 20
  const client = await comeBack(t, api, lastId, isEnough, async () => {
    // What an earlier try has recorded counts as missed.
    missed.push(...(await later), ...(await record(api, 20)))
    later = record(api, 20)
  })
  t.deepEqual(told(client), [...missed, ...(await later)])
  t.is(client.messages[1]?.type, 'subscribed')
})

test('no event is lost or repeated where events flow while a client comes back, again and again', async (t) => {
  const api = await startTestApi(t)
  const first = await listenOnce(t, api)
  const recorded: string[] = []
  let flowing = true
  const flow = (async () => {
    while (flowing) recorded.push(...(await record(api, 5)))
  })()
  const received: string[] = []
  let { lastId } = first
  for (let round = 0; round < 12; round++) {
    const enough = 3 + round
    const client = await comeBack(t, api, lastId, (back) => told(back).length >= enough)
    received.push(...told(client))
    lastId = lastEventId(client)
  }
  flowing = false
  await flow
  const last = await comeBack(t, api, lastId, (back) => told(back).at(-1) === recorded.at(-1))
  received.push(...told(last))
  t.deepEqual(received, recorded)
})

test('pings of a client that is sent what it missed are each answered, behind that', async (t) => {
  const api = await startTestApi(t)
  const { lastId } = await listenOnce(t, api)
  const missed = await record(api, 300)
  const client = await openLive(t, api, { token: api.admin })
  subscribe(client, lastId)
  for (let n = 0; n < 5; n += 1) client.send({ type: 'ping' })
  const pongs = () => client.messages.filter(({ type }) => type === 'pong').length
  await client.waitFor(() => pongs() === 5)
  const isGap = client.messages.some(({ type }) => type === 'gap')
  t.is(client.messages.length, isGap ? 8 : 2 + missed.length + 5)
  t.true(client.messages.slice(-5).every(({ type }) => type === 'pong'))
})

test('an event that is not known, no more, or asked for too late is a gap, and what follows arrives', async (t) => {
  let time = Date.now()
  const api = await startTestApi(t, { now: () => new Date(time), env: { WEIR_LIVE_RESUME_SECONDS: '60' } })
  const { lastId } = await listenOnce(t, api)
  await record(api, 1)
  time += 61_000
  const late = await openLive(t, api, { token: api.admin })
  late.send({ type: 'subscribe', events: ['interaction.created'] })
  subscribe(late, lastId)
  for (const [client, id] of [
    [await openLive(t, api, { token: api.admin }), lastId],
    [await openLive(t, api, { token: api.admin }), 'evt_00000000000000000000000000000000'],
    [late, undefined],
  ] as const) {
    if (id !== undefined) subscribe(client, id)
    await client.waitFor(({ type }) => type === 'gap')
    const [next] = await record(api, 1)
    await untilTold(client, next)
    t.is(client.messages.filter(({ type }) => type === 'gap').length, 1)
  }
  const nonsense = await openLive(t, api, { token: api.admin })
  nonsense.send({ type: 'subscribe', events: ['*'], last_event_id: '+' })
  await nonsense.waitFor(({ type }) => type === 'error')
})

test('more events than are kept make a gap', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_LIVE_RESUME_EVENTS: '12' } })
  const { lastId } = await listenOnce(t, api)
  await record(api, 9)
  const inTime = await openLive(t, api, { token: api.admin })
  subscribe(inTime, lastId)
  await inTime.waitFor(() => told(inTime).length === 9)
  await record(api, 12)
  const tooLate = await openLive(t, api, { token: api.admin })
  subscribe(tooLate, lastId)
  await tooLate.waitFor(({ type }) => type === 'gap')
  t.pass()
})

test('what is sent again is only what the client may see and asks for', async (t) => {
  const api = await startTestApi(t)
  const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
  const proxy = await api.serviceToken(['policies'])
  const { lastId } = await listenOnce(t, api)
  await inviteAndAccept(api, 'other@example.com', 'viewer')
  const policy = { name: 'All', rules: { action: 'log', conditions: [] } }
  await api.request('POST', '/policies', { token: api.admin, json: policy })
  const expected = [
    [viewer.token, ['policy.created']],
    [proxy, ['policy.created']],
    [api.admin, ['user.invited', 'user.activated', 'policy.created']],
  ] as const
  for (const [token, types] of expected) {
    const client = await openLive(t, api, { token })
    subscribe(client, lastId, ['user.*', 'policy.*'])
    await client.waitFor((message) => message.event_type === 'policy.created')
    t.deepEqual(
      client.messages.filter(({ type }) => type === 'event').map((message) => message.event_type),
      types,
    )
  }
})

test('ten thousand events that were missed go no faster than they are read', async (t) => {
  const api = await startTestApi(t)
  const { lastId } = await listenOnce(t, api)
  const missed: string[] = []
  for (let batch = 0; batch < 18; batch++) missed.push(...(await record(api, 500)))
  const client = await openLive(t, api, { token: api.admin })
  client.socket.pause()
  subscribe(client, lastId)
  const later = await record(api, 10)
  client.socket.resume()
  await untilTold(client, later.at(-1))
  t.deepEqual(told(client), [...missed, ...later])
  t.regex((await api.request('GET', '/metrics')).text, /^weir_api_live_connections 1$/m)
})
