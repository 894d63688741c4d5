import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import { classify } from '../../../../core/inspect/classify.ts'
import { createApiClient } from '../../../../proxy/api-client/client.ts'
import { DetectorSource } from '../../../../proxy/feeds/detectors/detector-source.ts'
import { crowding } from '../../../support/crowding.ts'
import { FAKE_TOKEN, FakeApi } from '../../../support/fake-api.ts'
import { logLines } from '../../../support/log-lines.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { until } from '../../../support/wire.ts'

function words(...list: string[]) {
  const id = randomUUID()
  const frame = { id, tenant_id: id, name: id, description: '', enabled: true, created_at: '', updated_at: '' }
  const rule = { kind: 'dictionary', type: 'OWN', words: list, ignore_case: true, whole_words: true, score: 0.9 }
  return { ...frame, created_by: '', ...rule }
}

async function open(
  t: ExecutionContext,
  api: FakeApi,
  {
    cacheFile = join(temporaryFolder(t), 'detectors.json'),
    serviceToken = FAKE_TOKEN,
    isPushed = (): boolean => false,
  } = {},
) {
  const { logger, lines } = logLines()
  const metrics = new Registry()
  const client = createApiClient({ apiUrl: api.url, token: FAKE_TOKEN, ca: undefined })
  const source = await DetectorSource.open({
    client,
    cacheFile,
    serviceToken,
    logger,
    metrics,
    isPushed,
    now: Date.now,
  })
  const close = async () => {
    await source.close()
    await client.close()
  }
  t.teardown(close)
  const finds = (text: string) =>
    classify(text, { extra: source.current().set }).classifications.map(({ value }) => value)
  const metric = async (name: string) => {
    const { values } = (await metrics.getSingleMetric(`weir_proxy_detectors_${name}`)?.get()) ?? { values: [] }
    return values.reduce((sum, { value }) => sum + value, 0)
  }
  return { source, close, cacheFile, finds, metric, lines }
}

test('the detectors are in force when open() resolves, and a change without a channel within a second', async (t) => {
  const api = await FakeApi.start(t)
  api.detectors = [words('Aurore')]
  const { source, finds } = await open(t, api)
  t.true(source.current().available)
  t.deepEqual(finds('Aurore or Bellevue'), ['Aurore'])
  const { revision } = source.current()
  api.detectors = [words('Bellevue')]
  const started = performance.now()
  await until(
    () => finds('Aurore or Bellevue').join() === 'Bellevue',
    () => 'the change is not in force',
  )
  t.true((performance.now() - started) / crowding() < 1500)
  t.true(source.current().revision > revision, 'threads see that there is something new')
})

test('while changes are pushed nothing is asked, and what has not changed is not sent again', async (t) => {
  const api = await FakeApi.start(t)
  api.detectors = [words('Aurore')]
  const { source } = await open(t, api, { isPushed: () => true })
  const { revision } = source.current()
  await sleep(1500)
  t.is(api.detectorRequests.length, 1)
  source.ask()
  await until(
    () => api.detectorRequests.length === 2,
    () => 'nothing is asked',
  )
  t.is(api.detectorRequests[1]?.headers['if-none-match'] !== undefined, true)
  t.is(source.current().revision, revision)
})

test('an API that is older than detectors has none, and that is known', async (t) => {
  const { source, lines, metric } = await open(t, await FakeApi.start(t))
  t.true(source.current().available)
  t.is(source.current().set, undefined)
  t.is(await metric('available'), 1)
  t.false(lines.some((line) => line.includes('gives no detectors')))
})

test('what is on disk holds while the API is away, and cannot be read there', async (t) => {
  const api = await FakeApi.start(t)
  api.detectors = [words('Aurore')]
  const { cacheFile, close } = await open(t, api)
  await until(
    () => readdirSync(dirname(cacheFile)).join() === 'detectors.json',
    () => 'the file is not there',
  )
  await close()
  t.notRegex(readFileSync(cacheFile, 'utf8'), /Aurore|OWN|dictionary/)
  t.is(statSync(cacheFile).mode & 0o777, 0o600)
  await api.stop()
  const again = await open(t, api, { cacheFile })
  t.true(again.source.current().available)
  t.deepEqual(again.finds('Aurore'), ['Aurore'])
  const stranger = await open(t, api, { cacheFile, serviceToken: 'wst_another' })
  t.false(stranger.source.current().available)
  t.is(await stranger.metric('cache_failures_total'), 1)
})

test('a damaged file is as good as none, and told without what is in it', async (t) => {
  const api = await FakeApi.start(t)
  const file = join(temporaryFolder(t), 'detectors.json')
  for (const content of ['', '{', '{"version":1,"sealed":"QXVyb3Jl"}', '{"version":2}', '[]', '\u0000']) {
    writeFileSync(file, content)
    await api.stop()
    const away = await open(t, api, { cacheFile: file })
    t.false(away.source.current().available, content)
    t.true(away.lines.some((line) => line.includes('ERR_DETECTOR_CACHE')))
    t.false(away.lines.some((line) => line.includes('QXVyb3Jl')))
    await away.close()
    await api.start()
  }
  api.detectors = [words('Aurore')]
  const { finds } = await open(t, api, { cacheFile: file })
  t.deepEqual(finds('Aurore'), ['Aurore'])
})

test('what this release cannot use is skipped, counted and told, and the rest is in force', async (t) => {
  const api = await FakeApi.start(t)
  api.detectors = [words('Aurore'), { ...words('Later'), kind: 'embedding' }, 7]
  const { finds, metric, lines } = await open(t, api)
  t.deepEqual(finds('Aurore, Later'), ['Aurore'])
  t.is(await metric('skipped'), 2)
  t.is(await metric('enabled'), 1)
  t.true(lines.some((line) => line.includes('ERR_DETECTOR')))
})

test('answers that are no detectors leave the last known ones in force', async (t) => {
  const api = await FakeApi.start(t)
  api.detectors = [words('Aurore')]
  const { finds, source, metric } = await open(t, api)
  for (const answer of [
    { status: 500 },
    { status: 200, body: '{"detectors":5}' },
    { status: 200, body: 'nonsense' },
    { status: 200, body: '{"detectors":[],"total":501}' },
    { status: 403 },
  ]) {
    const failures = await metric('fetches_total')
    api.interfere = ({ path }) => (path.startsWith('/api/v1/detectors') ? answer : undefined)
    source.ask()
    await until(
      async () => (await metric('fetches_total')) > failures,
      () => 'nothing is asked',
    )
    t.deepEqual(finds('Aurore'), ['Aurore'], JSON.stringify(answer))
  }
})
