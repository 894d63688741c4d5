import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { Metrics } from '../../../api/metrics.ts'
import type { SinkEvent } from '../../../api/sinks/format.ts'
import { Sink } from '../../../api/sinks/sink.ts'
import { startTestApi, type TestApi } from '../../support/api.ts'
import { type LiveClient, openLive } from '../../support/api-live.ts'
import { documentEngines } from '../../support/engines.ts'
import { TestRedis, testWithRedis } from '../../support/redis.ts'
import { until } from '../../support/wire.ts'
import { ALERT, VIOLATION } from '../sinks/samples.ts'

const USER = '7d3c1b52-3a1c-4b7e-8d58-0f6c7f4f1a01'
const ERASED = { platform_id: 'openai-api', content_hash: 'e'.repeat(64), user_id: USER, risk_score: 0.9 }
const KEPT = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }

async function record(api: TestApi, interaction: object): Promise<string> {
  const { json } = await api.request<{ id: string }>('POST', '/interactions', { token: api.admin, json: interaction })
  return json.id
}

const about = (id: string) => (message: Readonly<Record<string, unknown>>) =>
  message.type === 'event' && message.event_type === 'interaction.created' && JSON.stringify(message).includes(id)

async function listen(t: ExecutionContext, api: TestApi, last_event_id?: string): Promise<LiveClient> {
  const client = await openLive(t, api, { token: api.admin })
  client.send({ type: 'subscribe', events: ['*'], ...(last_event_id && { last_event_id }) })
  await client.waitFor(({ type }) => type === 'subscribed')
  return client
}

/** Tells of three interactions, and erases the second. @returns what a client is told that goes on after the first */
async function eraseAndResume(t: ExecutionContext, here: TestApi, there: TestApi, untilErased: () => Promise<void>) {
  const [witness, elsewhere] = [await listen(t, here), await listen(t, there)]
  const first = await record(here, KEPT)
  const start = await witness.waitFor(about(first))
  const erased = await record(here, ERASED)
  const last = await record(here, KEPT)
  await Promise.all([witness.waitFor(about(last)), elsewhere.waitFor(about(last))])
  t.true(witness.messages.some(about(erased)))
  t.is((await here.request('DELETE', `/interactions?user_id=${USER}`, { token: here.admin })).status, 200)
  await untilErased()
  const told: string[] = []
  for (const api of [here, there]) {
    const back = await listen(t, api, String(start.id))
    await back.waitFor(about(last))
    told.push(JSON.stringify(back.messages))
    t.false(back.messages.some(about(erased)))
    t.false(JSON.stringify(back.messages).includes(USER))
    t.false(back.messages.some(({ type }) => type === 'gap'))
  }
  return told
}

for (const { name, test: onEngine, environment } of documentEngines(test)) {
  onEngine(
    `${name}: nothing of an erased interaction is told to who comes back, and its alert names no user`,
    async (t) => {
      const api = await startTestApi(t, { env: await environment() })
      for (const text of await eraseAndResume(t, api, api, async () => {})) t.regex(text, /alert\.created/)
    },
  )
}

testWithRedis(test)('nothing of an erased interaction stays in Redis, or is told by another process', async (t) => {
  const redis = await TestRedis.start(t)
  const env = { WEIR_REDIS_URL: redis.url }
  const here = await startTestApi(t, { env })
  const there = await startTestApi(t, { env, dataDir: here.settings.dataDir })
  const client = new Redis(redis.url)
  t.teardown(() => client.disconnect())
  const stream = async () => {
    const [key = ''] = await client.keys('weir:live:stream:*')
    return JSON.stringify(await client.xrange(key, '-', '+'))
  }
  const isGone = async () => !(await stream()).includes(USER)
  await eraseAndResume(t, here, there, () => until(isGone, () => 'it is still in the stream'))
})

test('what waits in a queue to syslog or a file is dropped with its interaction, and alerts lose the user', async (t) => {
  const written: string[] = []
  let isUp = false
  const sink = new Sink({
    name: 'file',
    queueMax: 100,
    metrics: new Metrics(),
    logger: pino({ level: 'silent' }),
    transport: {
      format: (event: SinkEvent) => JSON.stringify(event),
      write: async (lines) => {
        if (!isUp) throw new Error('it is down')
        written.push(...lines)
      },
      close: async () => {},
    },
  })
  t.teardown(() => sink.close())
  const interaction = String(VIOLATION.data.id)
  const alert = { ...ALERT, data: { ...ALERT.data, interaction_id: interaction, user_id: USER } }
  const other = { ...VIOLATION, id: 'evt_other', data: { ...VIOLATION.data, id: 'another' } }
  for (const event of [VIOLATION, alert, other]) sink.add(event)
  sink.erase(new Set([interaction]))
  isUp = true
  await until(
    () => written.length >= 2,
    () => 'nothing is written',
  )
  t.deepEqual(
    written.map((line) => JSON.parse(line).id),
    [ALERT.id, 'evt_other'],
  )
  t.is(JSON.parse(written[0] ?? '').data.user_id, null)
})
