import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import { InteractionRecord } from '../../../core/model/interaction.ts'
import type { ApiClient } from '../../../proxy/api-client/client.ts'
import { REQUEST_TIMEOUT_MS } from '../../../proxy/api-client/connection.ts'
import { Recorder } from '../../../proxy/record/recorder.ts'
import { SpoolError, SpoolFullError } from '../../../proxy/record/spool/spool-errors.ts'
import { isInTime } from '../../support/crowding.ts'
import { FAKE_TOKEN, FakeApi, type FakeRequest } from '../../support/fake-api.ts'
import { logLines } from '../../support/log-lines.ts'
import { openRecorder } from '../../support/recorder.ts'
import { sampleRecord } from '../../support/sample-records.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { until } from '../../support/wire.ts'

function isBatch({ path }: FakeRequest): boolean {
  return path.endsWith('/batch')
}

function waitFor(condition: () => boolean): Promise<void> {
  return until(condition, () => `waited for ${condition}`)
}

test('a record is at the API within a fraction of a second, exactly as it was recorded', async (t) => {
  const api = await FakeApi.start(t)
  const { recorder } = await openRecorder(t, { api })
  const record = sampleRecord({ content_metadata: { user_agent: 'ünï 🙂' } })
  const started = performance.now()
  recorder.record(record)
  await waitFor(() => api.records.has(record.id))
  t.true(isInTime(started, 500))
  t.deepEqual(api.records.get(record.id), { ...record })
  t.notThrows(() => InteractionRecord.parse(api.records.get(record.id)))
  await recorder.flush()
  t.is(recorder.backlog, 0)
})

test('a burst goes out in batches of at most 500, about ten a second', async (t) => {
  const api = await FakeApi.start(t)
  const { recorder } = await openRecorder(t, { api })
  const started = performance.now()
  for (let n = 0; n < 1600; n++) recorder.record(sampleRecord())
  await recorder.flush()
  t.is(api.records.size, 1600)
  t.deepEqual(
    api.batches.map(({ ids }) => ids.length),
    [500, 500, 500, 100],
  )
  t.true(performance.now() - started >= 300)
})

test('under load batches are further apart, so that more records go together', async (t) => {
  const api = await FakeApi.start(t)
  const { recorder } = await openRecorder(t, { api })
  const started = performance.now()
  for (let n = 0; n < 25; n++) recorder.record(sampleRecord())
  await waitFor(() => api.batches.length === 1)
  for (let n = 0; n < 25; n++) recorder.record(sampleRecord())
  await recorder.flush()
  t.deepEqual(
    api.batches.map(({ ids }) => ids.length),
    [25, 25],
  )
  t.true(performance.now() - started >= 200)
})

/** How far requests over HTTP are apart with as many workers as openBesideApi has. */
const APART_MS = 750

/** A recorder beside the API of its own process, one of eight workers. */
async function openBesideApi(t: ExecutionContext) {
  const batches: number[] = []
  const client: Pick<ApiClient, 'sendBatch' | 'handsOver'> = {
    handsOver: () => true,
    async sendBatch({ length }) {
      batches.push(length)
      return { received: length, stored: length }
    },
  }
  const workers = Array.from({ length: 8 }, (_, n) => `worker-${n + 1}`)
  const recorder = await Recorder.open({
    ...{ directory: join(temporaryFolder(t), 'spool'), worker: 'worker-1', workers },
    ...{ client: client as ApiClient, logger: logLines().logger, metrics: new Registry() },
  })
  t.teardown(() => recorder.close())
  return { recorder, batches }
}

test('full batches for the API of this process follow one another at once', async (t) => {
  const { recorder, batches } = await openBesideApi(t)
  const started = performance.now()
  recorder.record(...Array.from({ length: 2000 }, () => sampleRecord()))
  await recorder.flush()
  t.deepEqual(batches, [500, 500, 500, 500])
  t.true(performance.now() - started < 3 * APART_MS)
})

test('a batch for the API of this process leaves as soon as it is full', async (t) => {
  const waits: number[] = []
  // A busy machine makes some of them wait.
  for (let tries = 0; tries < 8 && !waits.some((wait) => wait < APART_MS / 3); tries++) {
    const { recorder, batches } = await openBesideApi(t)
    recorder.record(sampleRecord())
    await recorder.flush()
    recorder.record(...Array.from({ length: 300 }, () => sampleRecord()))
    // The sender waits for its next request by then.
    await sleep(50)
    const isWaiting = batches.length === 1
    recorder.record(...Array.from({ length: 300 }, () => sampleRecord()))
    const full = performance.now()
    await waitFor(() => batches.length > 1)
    if (!isWaiting) continue
    waits.push(performance.now() - full)
    t.deepEqual(batches.slice(0, 2), [1, 500])
  }
  t.true(Math.min(...waits) < APART_MS / 3, `it waited ${waits.join(', ')} ms`)
})

test('several workers on one token share the requests it may make', async (t) => {
  const api = await FakeApi.start(t)
  const workers = ['worker-1', 'worker-2', 'worker-3']
  const { recorder } = await openRecorder(t, { api, worker: 'worker-2', workers })
  const started = performance.now()
  for (let n = 0; n < 600; n++) recorder.record(sampleRecord())
  await recorder.flush()
  t.is(api.batches.length, 2)
  t.true(performance.now() - started >= 300)
})

test('large records go out in batches of a bounded number of bytes', async (t) => {
  const api = await FakeApi.start(t)
  const sizes: number[] = []
  api.interfere = (request) => {
    sizes.push(Buffer.byteLength(request.body))
    return undefined
  }
  const { recorder } = await openRecorder(t, { api })
  const value = 'é'.repeat(1000)
  const classifications = Array.from({ length: 500 }, () => ({ type: 'SECRET', value, score: 1, start: 0, end: 1 }))
  for (let n = 0; n < 8; n++) recorder.record(sampleRecord({ classifications }))
  await recorder.flush()
  t.is(api.records.size, 8)
  t.true(sizes.length > 1)
  t.true(Math.max(...sizes) <= 4 * 1024 * 1024 + 1024)
})

test('only one batch is on its way at a time', async (t) => {
  const api = await FakeApi.start(t)
  let waiting = 0
  api.interfere = (request) => {
    if (!isBatch(request)) return undefined
    waiting++
    return 'hang'
  }
  const { recorder } = await openRecorder(t, { api })
  recorder.record(sampleRecord())
  await waitFor(() => waiting === 1)
  for (let n = 0; n < 1000; n++) recorder.record(sampleRecord())
  // Longer than from one request to the next.
  await sleep(300)
  t.is(waiting, 1)
  t.is(recorder.backlog, 1001)
})

test('while the API is away records wait, and all of them arrive when it is back', async (t) => {
  const api = await FakeApi.start(t)
  const { recorder, lines, metric } = await openRecorder(t, { api })
  await api.stop()
  const records = Array.from({ length: 50 }, () => sampleRecord())
  for (const record of records) recorder.record(record)
  await waitFor(() => lines.some((line) => line.includes('records wait in the spool')))
  t.is(recorder.backlog, 50)
  t.is(await metric('backlog'), 50)
  await api.start()
  await recorder.flush()
  t.deepEqual([...api.records.keys()].sort(), records.map(({ id }) => id).sort())
  t.true(lines.some((line) => line.includes('records go to the API again')))
})

test('a long outage is one line in the log, not one for each attempt', async (t) => {
  const api = await FakeApi.start(t)
  let attempts = 0
  api.interfere = () => {
    attempts++
    return { status: 503 }
  }
  const { recorder, lines, metric } = await openRecorder(t, { api })
  recorder.record(sampleRecord())
  await waitFor(() => attempts >= 4)
  t.is(lines.filter((line) => line.includes('ERR_API_UNAVAILABLE')).length, 1)
  t.true((await metric('batches_total')) >= 3)
})

test('failures of every kind are tried again, and a lost answer doubles nothing', async (t) => {
  const api = await FakeApi.start(t)
  const troubles = [
    'lose answer',
    'reset',
    { status: 500 },
    { status: 401 },
    { status: 200, body: 'not JSON' },
  ] as const
  let attempt = 0
  api.interfere = () => troubles[attempt++]
  const { recorder, lines } = await openRecorder(t, { api })
  const record = sampleRecord()
  recorder.record(record)
  await recorder.flush()
  t.deepEqual([...api.records.keys()], [record.id])
  t.is(attempt, troubles.length + 1)
  t.false(lines.join('').includes(FAKE_TOKEN))
})

test('an answer that does not confirm the whole batch is no confirmation', async (t) => {
  const api = await FakeApi.start(t)
  const lies = ['{"received":0,"stored":0}', '{"received":1,"stored":2}', '{"stored":1}', 'null']
  let attempt = 0
  api.interfere = () => {
    const body = lies[attempt++]
    return body === undefined ? undefined : { status: 200, body }
  }
  const { recorder } = await openRecorder(t, { api })
  const record = sampleRecord()
  recorder.record(record)
  await recorder.flush()
  t.true(api.records.has(record.id))
  t.is(attempt, lies.length + 1)
})

test('Retry-After is obeyed', async (t) => {
  const api = await FakeApi.start(t)
  const times: number[] = []
  api.interfere = () => {
    times.push(performance.now())
    return times.length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined
  }
  const { recorder } = await openRecorder(t, { api })
  recorder.record(sampleRecord())
  await recorder.flush()
  t.is(times.length, 2)
  t.true((times[1] ?? 0) - (times[0] ?? 0) >= 950)
})

test('a batch that is too large for what stands before the API arrives in pieces', async (t) => {
  const api = await FakeApi.start(t)
  api.interfere = ({ body }) => (body.length > 40_000 ? { status: 413 } : undefined)
  const { recorder, metric } = await openRecorder(t, { api })
  for (let n = 0; n < 200; n++) recorder.record(sampleRecord())
  await recorder.flush()
  t.is(api.records.size, 200)
  t.is(await metric('rejected_total'), 0)
})

test('a record the API will not take is set apart, and the others go on', async (t) => {
  const api = await FakeApi.start(t)
  const bad = sampleRecord({ platform_id: 'refused' })
  api.isValid = ({ platform_id }) => platform_id !== 'refused'
  const { recorder, directory, lines, metric } = await openRecorder(t, { api })
  const good = Array.from({ length: 20 }, () => sampleRecord())
  for (const record of [...good.slice(0, 7), bad, ...good.slice(7)]) recorder.record(record)
  await recorder.flush()
  t.is(recorder.backlog, 0)
  t.deepEqual([...api.records.keys()].sort(), good.map(({ id }) => id).sort())
  const kept = readFileSync(join(directory, 'rejected', 'worker-1.jsonl'), 'utf8')
  t.deepEqual(JSON.parse(kept), bad)
  t.is(await metric('rejected_total'), 1)
  t.is(await metric('delivered_total'), 20)
  t.true(lines.some((line) => line.includes(bad.id) && line.includes('refused')))
})

test('an API that refuses a batch it has just taken in part is asked again', async (t) => {
  const api = await FakeApi.start(t)
  api.isValid = ({ platform_id }) => platform_id !== 'refused'
  let attempt = 0
  api.interfere = () => (++attempt === 2 ? { status: 400 } : undefined)
  const { recorder, metric } = await openRecorder(t, { api })
  for (let n = 0; n < 10; n++) recorder.record(sampleRecord(n === 3 ? { platform_id: 'refused' } : {}))
  await recorder.flush()
  t.is(api.records.size, 9)
  t.is(await metric('rejected_total'), 1)
})

test('what an earlier process left is sent at the next start', async (t) => {
  const api = await FakeApi.start(t)
  api.interfere = () => ({ status: 503 })
  const first = await openRecorder(t, { api })
  const records = Array.from({ length: 30 }, () => sampleRecord())
  for (const record of records) first.recorder.record(record)
  await first.recorder.close()
  t.is(api.records.size, 0)

  api.interfere = () => undefined
  const second = await openRecorder(t, { api, directory: first.directory })
  t.is(second.recorder.backlog, 30)
  await second.recorder.flush()
  t.is(api.records.size, 30)
})

test('the first worker sends what workers left that are no more; the others do not', async (t) => {
  const api = await FakeApi.start(t)
  api.interfere = () => ({ status: 503 })
  const workers = ['worker-1', 'worker-2', 'worker-3']
  const first = await openRecorder(t, { api, worker: 'worker-3', workers })
  first.recorder.record(sampleRecord())
  await first.recorder.close()

  api.interfere = () => undefined
  const { directory } = first
  const second = await openRecorder(t, { api, directory, worker: 'worker-2', workers: ['worker-1', 'worker-2'] })
  t.is(second.recorder.backlog, 0)
  const third = await openRecorder(t, { api, directory, worker: 'worker-1', workers: ['worker-1', 'worker-2'] })
  await third.recorder.flush()
  t.is(api.records.size, 1)
  t.false(existsSync(join(directory, 'worker-3')))
  t.true(existsSync(join(directory, 'worker-2')), 'the other worker is still there')
})

test('close() sends what is left and leaves an empty spool', async (t) => {
  const api = await FakeApi.start(t)
  const { recorder, directory } = await openRecorder(t, { api, stopTimeoutMs: 100_000 })
  for (let n = 0; n < 700; n++) recorder.record(sampleRecord())
  await recorder.close()
  t.is(api.records.size, 700)
  t.deepEqual(readdirSync(join(directory, 'worker-1')), [])
  t.throws(() => recorder.record(sampleRecord()), { instanceOf: SpoolError })
})

test('close() does not wait for an API that is away or silent', async (t) => {
  const api = await FakeApi.start(t)
  for (const trouble of ['reset', 'hang'] as const) {
    api.interfere = () => trouble
    const { recorder, directory } = await openRecorder(t, { api })
    const record = sampleRecord()
    recorder.record(record)
    const flushed = t.throwsAsync(recorder.flush(), { code: 'ERR_RECORDER_CLOSED' })
    const started = performance.now()
    await recorder.close()
    // Not until the request itself would be given up.
    t.true(performance.now() - started < REQUEST_TIMEOUT_MS, trouble)
    await flushed
    const left = readdirSync(join(directory, 'worker-1')).filter((name) => name.endsWith('.jsonl'))
    t.is(left.length, 1, trouble)
  }
})

test('a full spool throws, is counted and said once; records flow again when there is room', async (t) => {
  const api = await FakeApi.start(t)
  await api.stop()
  const { recorder, lines, metric } = await openRecorder(t, { api, maxBytes: 8000 })
  t.throws(
    () => {
      for (let n = 0; n < 100; n++) recorder.record(sampleRecord())
    },
    { instanceOf: SpoolFullError },
  )
  for (let n = 0; n < 5; n++) t.throws(() => recorder.record(sampleRecord()), { instanceOf: SpoolFullError })
  t.is(await metric('spool_errors_total'), 6)
  t.is(lines.filter((line) => line.includes('the spool refuses records')).length, 1)
  const kept = recorder.backlog
  await api.start()
  await recorder.flush()
  t.is(api.records.size, kept)
  recorder.record(sampleRecord())
  await recorder.flush()
  t.is(api.records.size, kept + 1)
  t.true(lines.some((line) => line.includes('records are kept again')))
})

test('a disk that is gone throws, and neither the sender nor the process falls over', async (t) => {
  const api = await FakeApi.start(t)
  const { recorder, directory } = await openRecorder(t, { api })
  recorder.record(sampleRecord())
  await recorder.flush()
  rmSync(directory, { recursive: true })
  recorder.record(sampleRecord())
  await recorder.flush()
  await recorder.close()
  t.pass()
})
