import test, { type ExecutionContext } from 'ava'
import { type ApiOptions, startTestApi, type TestApi } from '../../support/api.ts'
import { type LiveClient, openLive } from '../../support/api-live.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { isInTime } from '../../support/crowding.ts'
import { documentEngines } from '../../support/engines.ts'
import { TestRedis, testWithRedis } from '../../support/redis.ts'
import { until } from '../../support/wire.ts'

const INTERACTION = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }
const POLICY = { name: 'All', rules: { action: 'log', conditions: [] } }

interface Pair {
  readonly redis: TestRedis
  readonly here: TestApi
  readonly there: TestApi
}

/** Two APIs on one database and one Redis. */
async function startTwo(t: ExecutionContext, env: Readonly<Record<string, string>> = {}, options: ApiOptions = {}) {
  const redis = await TestRedis.start(t)
  const all = { ...env, WEIR_REDIS_URL: redis.url }
  const here = await startTestApi(t, { ...options, env: all })
  const dataDir = env.WEIR_MONGODB_URL === undefined ? { dataDir: here.settings.dataDir } : {}
  const there = await startTestApi(t, { env: all, ...dataDir })
  return { redis, here, there } satisfies Pair
}

async function record(api: TestApi, count: number, idOf = () => crypto.randomUUID() as string): Promise<string[]> {
  const batch = Array.from({ length: count }, () => ({ ...INTERACTION, id: idOf() }))
  const { status } = await api.request('POST', '/interactions/batch', { token: api.admin, json: batch })
  if (status !== 200) throw new Error(`recording answered ${status}`)
  const { json } = await api.request<{ data: { id: string }[] }>('GET', `/interactions?limit=${count}`, {
    token: api.admin,
  })
  return json.data.map(({ id }) => id).reverse()
}

const events = ({ messages }: LiveClient) => messages.filter(({ type }) => type === 'event')
const ids = (client: LiveClient) => events(client).map(({ data }) => (data as { id: string }).id)
const gaps = ({ messages }: LiveClient) => messages.filter(({ type }) => type === 'gap').length
const untilTold = (client: LiveClient, id: string | undefined) =>
  client.waitFor(({ type, data }) => type === 'event' && (data as { id: string }).id === id)

async function listen(t: ExecutionContext, api: TestApi, last_event_id?: string): Promise<LiveClient> {
  const client = await openLive(t, api, { token: api.admin })
  client.send({ type: 'subscribe', events: ['interaction.created'], ...(last_event_id && { last_event_id }) })
  await client.waitFor(({ type }) => type === 'subscribed')
  return client
}

for (const { name, test: onEngine, environment } of documentEngines(test)) {
  const here = testWithRedis(onEngine)

  here(`${name}: clients of every process get each event of every process once, in one order`, async (t) => {
    const apis = await startTwo(t, await environment())
    const clients = [await listen(t, apis.here), await listen(t, apis.there), await listen(t, apis.here)]
    const recorded: string[] = []
    await Promise.all(
      [apis.here, apis.there].map(async (api) => {
        for (let round = 0; round < 5; round++) {
          const batch = Array.from({ length: 20 }, () => ({ ...INTERACTION, id: crypto.randomUUID() }))
          recorded.push(...batch.map(({ id }) => id))
          await api.request('POST', '/interactions/batch', { token: apis.here.server.internalToken, json: batch })
        }
      }),
    )
    for (const client of clients) await client.waitFor(() => events(client).length === recorded.length)
    for (const client of clients) t.deepEqual(ids(client).toSorted(), recorded.toSorted())
    for (const client of clients.slice(1)) t.deepEqual(ids(client), ids(clients[0] as LiveClient))
  })

  here(`${name}: a policy's change is told once in each process`, async (t) => {
    const apis = await startTwo(t, await environment())
    const proxies = await Promise.all(
      [apis.here, apis.there].map((api) => openLive(t, api, { token: apis.here.server.internalToken })),
    )
    for (const proxy of proxies) proxy.send({ type: 'subscribe', events: ['policy.*'] })
    const { json } = await apis.here.request<{ id: string }>('POST', '/policies', {
      token: apis.here.admin,
      json: POLICY,
    })
    await apis.there.request('PATCH', `/policies/${json.id}/toggle`, {
      token: apis.here.admin,
      json: { enabled: true },
    })
    await apis.here.request('DELETE', `/policies/${json.id}`, { token: apis.here.admin })
    for (const proxy of proxies) await proxy.waitFor((message) => message.event_type === 'policy.deleted')
    // Longer than what other processes change takes to be seen in the store, and to be relayed.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    for (const proxy of proxies) {
      t.deepEqual(
        events(proxy).map((message) => message.event_type),
        ['policy.created', 'policy.enabled', 'policy.deleted'],
      )
    }
    t.deepEqual(
      events(proxies[0] as LiveClient).map(({ id }) => id),
      events(proxies[1] as LiveClient).map(({ id }) => id),
    )
  })

  here(`${name}: a session that ends in one process closes with 4401 in the other within a second`, async (t) => {
    const apis = await startTwo(t, await environment())
    const jo = await inviteAndAccept(apis.here, 'jo@example.com', 'viewer')
    const client = await openLive(t, apis.there, { token: jo.token })
    await apis.here.request('DELETE', `/users/${jo.id}`, { token: apis.here.admin })
    const started = performance.now()
    t.is(await client.closed, 4401)
    t.true(isInTime(started, 1000))
  })
}

const redisTest = testWithRedis(test)

redisTest(
  'a client goes on at another process while events flow in both, without a loss or a repetition',
  async (t) => {
    const apis = await startTwo(t)
    const witness = await listen(t, apis.here)
    let client = await listen(t, apis.there)
    let recorded = 0
    let flowing = true
    const flow = Promise.all(
      [apis.here, apis.there].map(async (api) => {
        while (flowing) {
          const json = [{ ...INTERACTION, id: crypto.randomUUID() }]
          await api.request('POST', '/interactions/batch', { token: apis.here.server.internalToken, json })
          recorded += 1
        }
      }),
    )
    const received: string[] = []
    for (let round = 0; round < 10; round++) {
      await client.waitFor(() => events(client).length > 2)
      client.socket.terminate()
      await client.closed
      received.push(...ids(client))
      client = await listen(t, round % 2 === 0 ? apis.here : apis.there, String(events(client).at(-1)?.id))
    }
    flowing = false
    await flow
    await until(
      () => ids(witness).length === recorded && ids(client).at(-1) === ids(witness).at(-1),
      () => `${ids(witness).length} of ${recorded} events came`,
    )
    t.deepEqual([...received, ...ids(client)], ids(witness))
  },
)

redisTest(
  'while Redis is away each process tells its own clients, and the others hear of it afterwards, once',
  async (t) => {
    const apis = await startTwo(t)
    const [here, there] = [await listen(t, apis.here), await listen(t, apis.there)]
    const [before] = await record(apis.here, 1)
    for (const client of [here, there]) await untilTold(client, before)
    await apis.redis.kill()
    const [inHere] = await record(apis.here, 1)
    const [inThere] = await record(apis.there, 1)
    await Promise.all([untilTold(here, inHere), untilTold(there, inThere)])
    t.is(events(here).length, 2)
    await apis.redis.startAgain()
    await Promise.all([untilTold(here, inThere), untilTold(there, inHere)])
    const [after] = await record(apis.there, 1)
    for (const client of [here, there]) await untilTold(client, after)
    t.deepEqual([ids(here), ids(there)], [
      [before, inHere, inThere, after],
      [before, inThere, inHere, after],
    ] as string[][])
    // Across such a time nobody can say what a client has seen elsewhere.
    const late = await listen(t, apis.there, String(events(here)[1]?.id))
    await late.waitFor(({ type }) => type === 'gap')
    const soon = await listen(t, apis.there, String(events(here)[3]?.id))
    const [last] = await record(apis.here, 1)
    await untilTold(soon, last)
    t.deepEqual([gaps(soon), ids(soon)], [0, [last as string]])
  },
)

redisTest('Redis killed again and again while events flow costs no client an event, and repeats none', async (t) => {
  const apis = await startTwo(t)
  const clients = [await listen(t, apis.here), await listen(t, apis.there)]
  const recorded: string[] = []
  let flowing = true
  const flow = Promise.all(
    [apis.here, apis.there].map(async (api) => {
      while (flowing) {
        const json = Array.from({ length: 3 }, () => ({ ...INTERACTION, id: crypto.randomUUID() }))
        await api.request('POST', '/interactions/batch', { token: apis.here.server.internalToken, json })
        recorded.push(...json.map(({ id }) => id))
      }
    }),
  )
  for (let round = 0; round < 3; round++) {
    for (const step of [() => apis.redis.kill(), () => apis.redis.startAgain()]) {
      const enough = recorded.length + 20
      await step()
      await until(
        () => recorded.length > enough,
        () => 'nothing is recorded',
      )
    }
  }
  flowing = false
  await flow
  for (const client of clients) {
    await until(
      () => ids(client).length >= recorded.length,
      () => `${ids(client).length} of ${recorded.length} events came`,
    )
    t.deepEqual(ids(client).toSorted(), recorded.toSorted())
  }
})

redisTest('what a process had no room for while Redis was away is a gap for the clients of others', async (t) => {
  const apis = await startTwo(t, { WEIR_LIVE_RESUME_EVENTS: '5' })
  const [here, there] = [await listen(t, apis.here), await listen(t, apis.there)]
  const [before] = await record(apis.here, 1)
  for (const client of [here, there]) await untilTold(client, before)
  await apis.redis.kill()
  await record(apis.here, 20)
  await here.waitFor(() => ids(here).length === 21)
  await apis.redis.startAgain()
  await there.waitFor(() => ids(there).at(-1) === ids(here).at(-1))
  t.is(gaps(there), 1)
  t.deepEqual(ids(there), [before as string, ...ids(here).slice(-5)])
  t.is(gaps(here), 0)
})

redisTest('a Redis that comes back empty makes a gap for those who listen', async (t) => {
  const apis = await startTwo(t)
  const client = await listen(t, apis.there)
  const [before] = await record(apis.here, 1)
  await untilTold(client, before)
  await apis.redis.client(t).flushall()
  await apis.redis.kill()
  await apis.redis.startAgain()
  await client.waitFor(({ type }) => type === 'gap')
  const [after] = await record(apis.here, 1)
  await untilTold(client, after)
  t.pass()
})

redisTest('a Redis that hangs keeps no event from our own clients for long', async (t) => {
  const apis = await startTwo(t)
  const client = await listen(t, apis.here)
  apis.redis.freeze()
  t.teardown(() => apis.redis.thaw())
  const json = [{ ...INTERACTION, id: crypto.randomUUID() }]
  const started = performance.now()
  await apis.here.request('POST', '/interactions/batch', { token: apis.here.server.internalToken, json })
  await untilTold(client, json[0]?.id)
  t.true(isInTime(started, 5000))
})

redisTest('what nobody listens to in any process is not sent to Redis', async (t) => {
  const apis = await startTwo(t)
  await record(apis.here, 3)
  const redis = apis.redis.client(t)
  t.deepEqual(await redis.keys('weir:live:stream:*'), [])
  const client = await listen(t, apis.there)
  const [id] = await record(apis.here, 1)
  await untilTold(client, id)
  t.is((await redis.keys('weir:live:stream:*')).length, 1)
})

redisTest('what others write into the channels is passed over', async (t) => {
  const apis = await startTwo(t)
  const client = await listen(t, apis.here)
  const [first] = await record(apis.here, 1)
  await untilTold(client, first)
  const redis = apis.redis.client(t)
  const [tenant] = events(client).map(({ tenant_id }) => String(tenant_id))
  const channel = `weir:live:events:${tenant}`
  const foreign = { ...events(client)[0], tenant_id: crypto.randomUUID() }
  for (const text of ['', 'x', '9-9 {', '9999999999999-0 {"from":1}', 'no-id {"from":"x"}'])
    await redis.publish(channel, text)
  await redis.publish(channel, `9999999999999-0 ${JSON.stringify({ from: 'x', event: foreign })}`)
  await redis.publish('weir:live:identities', 'x')
  const [second] = await record(apis.there, 1)
  await untilTold(client, second)
  t.deepEqual(ids(client), [first, second] as string[])
})
