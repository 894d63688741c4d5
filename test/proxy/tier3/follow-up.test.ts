import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import type { RecordValues } from '../../../core/inspect/mask.ts'
import type { Classification } from '../../../core/model/classification.ts'
import type { LaterClassification } from '../../../core/model/later-classification.ts'
import { createApiClient } from '../../../proxy/api-client/client.ts'
import { SemanticFollowUp } from '../../../proxy/tier3/semantic-follow-up.ts'
import { type SemanticProvider, Tier3Error } from '../../../tier3/provider.ts'
import { FAKE_TOKEN, FakeApi, type Interference } from '../../support/fake-api.ts'
import { logLines } from '../../support/log-lines.ts'
import { until } from '../../support/wire.ts'

const SENTINEL = 'zibeline'
const name = (value: string, start = 0): Classification => {
  return { type: 'PERSON_NAME', value, score: 0.8, start, end: start + value.length }
}

const untilAborted: SemanticProvider['classify'] = (_text, { signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Tier3Error('ERR_TIER3_CLOSED', 'closed')))
  })

interface Options {
  readonly classify?: SemanticProvider['classify']
  /** To a request for later classifications; a 200 by default. */
  readonly answer?: (id: string) => Interference
  readonly queue?: number
  readonly queueBytes?: number
  readonly concurrency?: number
  readonly recordValues?: RecordValues
}

async function start(t: ExecutionContext, options: Options = {}) {
  const api = await FakeApi.start(t)
  const received: { id: string; later: LaterClassification; at: number }[] = []
  api.interfere = ({ method, path, body }) => {
    const id = /^\/api\/v1\/interactions\/(.+)\/classifications$/.exec(path)?.[1]
    if (method !== 'POST' || id === undefined) return undefined
    received.push({ id, later: JSON.parse(body), at: performance.now() })
    return options.answer?.(id) ?? { status: 200, body: '{}' }
  }
  const { logger, lines } = logLines()
  const registry = new Registry()
  const client = createApiClient({ apiUrl: api.url, token: FAKE_TOKEN, ca: undefined })
  const provider: SemanticProvider = {
    classify: options.classify ?? (async () => [name(`${SENTINEL} Roe`)]),
    close: async () => undefined,
  }
  const followUp = new SemanticFollowUp({
    provider,
    settings: {
      tier3: 'openai',
      tier3TimeoutMs: 10_000,
      tier3Queue: options.queue ?? 100,
      tier3QueueBytes: options.queueBytes ?? 1_000_000,
      tier3Concurrency: options.concurrency ?? 1,
      recordValues: options.recordValues ?? 'masked',
    },
    client,
    recordBacklog: () => 0,
    logger,
    metrics: registry,
    workers: 1,
  })
  t.teardown(async () => {
    await followUp.close()
    await client.close()
    // Whatever happened, the text is in nothing that leaves the process but the result.
    const told = `${lines.join('')}${await registry.metrics()}`
    if (told.includes(SENTINEL)) throw new Error('the text is in a log line or a metric')
  })
  const add = (id: string, fields: Partial<Parameters<typeof followUp.add>[0]> = {}) =>
    followUp.add({ id, text: `text ${SENTINEL}`, classifications: [], riskScore: 0, ...fields })
  const metric = async (metricName: string, reason?: string): Promise<number> => {
    const { values } = (await registry.getSingleMetric(`weir_proxy_tier3_${metricName}`)?.get()) ?? { values: [] }
    return values
      .filter(({ labels }) => reason === undefined || labels.reason === reason)
      .reduce((sum, { value }) => sum + value, 0)
  }
  const untilReceived = (count: number) =>
    until(
      () => received.length >= count,
      () => `${received.length} of ${count} results`,
    )
  return { api, followUp, add, received, untilReceived, metric, lines }
}

test('a result goes to the API with values masked, and a risk from the values as they are', async (t) => {
  const { add, untilReceived, received } = await start(t)
  add('a', { riskScore: 0.5 })
  await untilReceived(1)
  t.is(received[0]?.id, 'a')
  t.deepEqual(received[0]?.later, {
    tier: 3,
    classifications: [{ ...name(`${SENTINEL} Roe`), value: 'z********' }],
    risk_score: 0.6,
  })
})

for (const [recordValues, value] of [
  ['none', ''],
  ['plain', 'Jane Roe'],
] as const) {
  test(`values are ${recordValues} where WEIR_RECORD_VALUES says so`, async (t) => {
    const { add, untilReceived, received } = await start(t, { recordValues, classify: async () => [name('Jane Roe')] })
    add('a')
    await untilReceived(1)
    t.is(received[0]?.later.classifications[0]?.value, value)
  })
}

test('what earlier tiers said of a place or of a value is not said again; a topic is', async (t) => {
  const topic: Classification = { type: 'TOPIC_HR', value: 'x', score: 0.7, start: 0, end: 40 }
  const { add, untilReceived, received } = await start(t, {
    classify: async () => [
      name('Jane Roe'),
      name('Jane Roe', 30),
      name('Ann Bell', 50),
      { ...name('Acme', 12), type: 'ORGANIZATION' },
      topic,
    ],
  })
  const known: Classification[] = [
    name('Jane Roe'),
    { type: 'EMAIL', value: 'a@acme.org', score: 0.9, start: 10, end: 20 },
  ]
  add('a', { classifications: known, riskScore: 0.2 })
  await untilReceived(1)
  t.deepEqual(
    received[0]?.later.classifications.map(({ type, start }) => [type, start]),
    [
      ['PERSON_NAME', 50],
      ['TOPIC_HR', 0],
    ],
  )
})

test('a result without findings is sent too, for it says that tier 3 is done', async (t) => {
  const { add, untilReceived, received } = await start(t, { classify: async () => [] })
  add('a', { riskScore: 0.3 })
  await untilReceived(1)
  t.deepEqual(received[0]?.later, { tier: 3, classifications: [], risk_score: 0.3 })
})

test('the oldest texts give way when more come than are classified, and are counted', async (t) => {
  const gate = Promise.withResolvers<void>()
  const classified: string[] = []
  const { add, untilReceived, metric } = await start(t, {
    queue: 3,
    classify: async (text) => {
      classified.push(text)
      await gate.promise
      return []
    },
  })
  add('first', { text: 'first' })
  await until(
    () => classified.length === 1,
    () => 'nothing is classified',
  )
  for (const id of ['a', 'b', 'c', 'd', 'e']) add(id, { text: id })
  t.is(await metric('queue_length'), 3)
  t.is(await metric('dropped_total', 'queue_full'), 2)
  gate.resolve()
  await untilReceived(4)
  t.deepEqual(classified, ['first', 'c', 'd', 'e'])
})

test('the queue is bounded in bytes', async (t) => {
  const { add, metric } = await start(t, { queueBytes: 1000, classify: untilAborted })
  for (let i = 0; i < 10; i++) add(String(i), { text: 'x'.repeat(200) })
  t.is(await metric('queue_bytes'), 800)
  t.is(await metric('dropped_total', 'queue_full'), 8)
})

test('as many texts are classified at once as WEIR_TIER3_CONCURRENCY says', async (t) => {
  let now = 0
  let most = 0
  const { add, untilReceived } = await start(t, {
    concurrency: 3,
    classify: async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 20))
      now--
      return []
    },
  })
  for (let i = 0; i < 9; i++) add(String(i))
  await untilReceived(9)
  t.is(most, 3)
})

test('an interaction that the API does not know yet is tried again, and holds up no other', async (t) => {
  let unknown = 3
  const { add, untilReceived, received, metric } = await start(t, {
    answer: (id) => (id === 'early' && unknown-- > 0 ? { status: 404 } : { status: 200, body: '{}' }),
  })
  add('early')
  add('other')
  await untilReceived(5)
  await until(
    async () => (await metric('results_total')) === 2,
    () => 'not both were taken',
  )
  const ids = received.map(({ id }) => id)
  t.is(ids.filter((id) => id === 'early').length, 4)
  t.true(ids.indexOf('other') < ids.lastIndexOf('early'))
  t.is(await metric('results_waiting'), 0)
})

test('while the API is away results wait, said once; when it is back they arrive', async (t) => {
  const { api, add, untilReceived, metric, lines } = await start(t)
  await api.stop()
  for (const id of ['a', 'b', 'c']) add(id)
  await until(
    async () => (await metric('results_waiting')) === 3 && lines.some((line) => line.includes('wait for the API')),
    () => 'no outage was said',
  )
  await api.start()
  await untilReceived(3)
  t.is(lines.filter((line) => line.includes('wait for the API')).length, 1)
  await until(
    () => lines.some((line) => line.includes('go to the API again')),
    () => 'no recovery was said',
  )
})

test('a result that the API refuses is dropped and counted', async (t) => {
  const { add, metric } = await start(t, { answer: () => ({ status: 400 }) })
  add('a')
  await until(
    async () => (await metric('dropped_total', 'refused')) === 1,
    () => 'it was not dropped',
  )
  t.is(await metric('results_waiting'), 0)
})

test('results keep a distance, so that records have room within the rate limit', async (t) => {
  const { add, untilReceived, received } = await start(t)
  for (let i = 0; i < 6; i++) add(String(i))
  await untilReceived(6)
  const distances = received.slice(1).map(({ at }, index) => at - (received[index]?.at ?? 0))
  // The requests start this far apart; on a busy machine the first may arrive late and the last in time.
  t.true(distances.reduce((sum, distance) => sum + distance, 0) > 600, distances.join(' '))
})

test('results with findings go first, and those without give way when the API is slow', async (t) => {
  const hold = Promise.withResolvers<void>()
  let calls = 0
  const { add, api, metric, received } = await start(t, {
    concurrency: 8,
    classify: async (text) => {
      if (++calls === 1) await hold.promise
      return text === 'found' ? [name('Jane Roe')] : []
    },
  })
  await api.stop()
  hold.resolve()
  for (let i = 0; i < 130; i++) {
    add(`empty ${i}`, { text: 'nothing' })
    if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(
    async () =>
      (await metric('results_waiting')) + (await metric('dropped_total', 'no_findings')) >=
      130 - (await metric('dropped_total', 'queue_full')),
    () => 'not all were classified',
  )
  t.true((await metric('results_waiting')) <= 100)
  add('found', { text: 'found' })
  await until(
    async () => (await metric('duration_seconds')) >= 0 && calls >= 100,
    () => 'the last was not classified',
  )
  await new Promise((resolve) => setImmediate(resolve))
  await api.start()
  await until(
    () => received.some(({ id }) => id === 'found'),
    () => 'it did not arrive',
  )
  t.true(received.findIndex(({ id }) => id === 'found') <= 1)
})

test('failures are counted by reason, said once, and the next text is classified', async (t) => {
  let failures = 2
  const { add, untilReceived, metric, lines } = await start(t, {
    classify: async () => {
      if (failures-- > 0) throw new Tier3Error('ERR_TIER3_TIMEOUT', 'too slow')
      return []
    },
  })
  for (const id of ['a', 'b', 'c']) add(id)
  await untilReceived(1)
  t.is(await metric('failures_total', 'ERR_TIER3_TIMEOUT'), 2)
  t.is(lines.filter((line) => line.includes('does not classify')).length, 1)
  t.is(lines.filter((line) => line.includes('classifies again')).length, 1)
})

test('closing drops what waits, counts it, and takes nothing more', async (t) => {
  const { add, followUp, metric } = await start(t, {
    classify: untilAborted,
  })
  for (const id of ['a', 'b', 'c']) add(id)
  await until(
    async () => (await metric('queue_length')) === 2,
    () => 'the first is not classified',
  )
  await followUp.close()
  add('late')
  t.is(await metric('dropped_total', 'closing'), 2)
  t.is(await metric('queue_length'), 0)
  t.is(await metric('failures_total'), 0)
})
