import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import zlib from 'node:zlib'
import test from 'ava'
import { InspectionBusyError } from '../../../proxy/inspection/busy-error.ts'
import { WorkerPool } from '../../../proxy/inspection/worker-pool.ts'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { once } from '../../support/once.ts'

type Job = Parameters<WorkerPool['run']>[1]

function job(change: Partial<Job> = {}): Job {
  return {
    platformId: 'openai-api',
    method: 'POST',
    path: '/v1/chat/completions',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: new Uint8Array(Buffer.from('{"messages":[{"content":"fine"}]}')),
    truncation: undefined,
    ...change,
  }
}

test.serial('a thread that breaks is answered for, and the jobs behind it get another', async (t) => {
  const pool = new WorkerPool({
    maxBytes: 1000,
    filesMaxBytes: 1_000_000,
    budgetMs: 60_000,
    waitMs: 60_000,
    workers: 1,
    heapMb: 256,
  })
  t.teardown(() => pool.close())
  // Not even a worker of ours can read headers that are not there.
  const broken = job({ headers: undefined as unknown as Job['headers'] })
  const [before, first, after] = await Promise.all([pool.run('a', job()), pool.run('a', broken), pool.run('a', job())])
  t.is(before?.status, 'full')
  t.is(first, undefined)
  t.is(after?.status, 'full')
})

test.serial(
  'a thread that hears nothing is ended when its budget is over, and the job behind it gets another',
  async (t) => {
    const options = {
      maxBytes: 10_485_760,
      filesMaxBytes: 1_000_000,
      budgetMs: 40,
      waitMs: 60_000,
      workers: 1,
      heapMb: 640,
    }
    const pool = new WorkerPool(options)
    t.teardown(() => pool.close())
    // While V8 parses, no deadline is looked at: only ending the thread helps.
    const endless = job({ body: new Uint8Array(Buffer.from(`[${'{"a":[[]]},'.repeat(900_000)}0]`)) })
    t.is(await pool.run('a', endless), undefined)
    // A crowded machine may give the new thread no core for that long.
    options.budgetMs = 60_000
    t.is((await pool.run('a', job()))?.status, 'full')
  },
)

test.serial('the worst JSON for memory that fits the limit fits the heap', async (t) => {
  const maxBytes = 4_194_304
  const pool = new WorkerPool({
    maxBytes,
    filesMaxBytes: 1_000_000,
    budgetMs: 60_000,
    waitMs: 60_000,
    workers: 1,
    heapMb: (maxBytes / 1_048_576) * 64,
  })
  t.teardown(() => pool.close())
  // An element far from the start makes V8 allocate what is before it: some 36 times the size of the text.
  for (const item of ['{"29":0},', '{},', '[[]],']) {
    const text = `[${item.repeat(Math.floor((maxBytes - 10) / item.length))}0]`
    const inspection = await pool.run('a', job({ body: new Uint8Array(Buffer.from(text)) }))
    t.is(inspection?.status, 'full', item)
  }
})

test.serial('a job whose client has gone gives up its place, and the others keep theirs', async (t) => {
  const pool = new WorkerPool({
    maxBytes: 1000,
    filesMaxBytes: 1_000_000,
    budgetMs: 60_000,
    waitMs: 3_600_000,
    workers: 1,
    heapMb: 256,
  })
  t.teardown(() => pool.close())
  const gone = new AbortController()
  // None has begun yet: the thread has to start first.
  const left = pool.run('a', job(), gone.signal)
  const stays = pool.run('a', job())
  gone.abort()
  await t.throwsAsync(left, { code: 'ERR_INSPECTION_BUSY' })
  await t.throwsAsync(pool.run('a', job(), gone.signal), { code: 'ERR_INSPECTION_BUSY' })
  t.is((await stays)?.status, 'full')
})

test.serial(
  'a client with many jobs starts no thread that would stand idle, and another client gets one',
  async (t) => {
    const pool = new WorkerPool({
      maxBytes: 10_485_760,
      filesMaxBytes: 1_000_000,
      budgetMs: 60_000,
      waitMs: 60_000,
      workers: 1,
      heapMb: 640,
    })
    t.teardown(() => pool.close())
    let threads = 0
    const count = () => {
      threads++
    }
    process.on('worker', count)
    t.teardown(() => process.off('worker', count))
    await Promise.all([1, 2, 3, 4].map(() => pool.run('a', job())))
    t.is(threads, 1)
    // Long enough for the next client to come while it runs.
    const long = job({ body: new Uint8Array(Buffer.from(`[${'{"a":[[]]},'.repeat(200_000)}0]`)) })
    await Promise.all([pool.run('a', long), pool.run('a', job()), pool.run('b', job())])
    t.is(threads, 2)
  },
)

test.serial(
  'an idle thread is kept for the next prompt; spare ones, and those that had a large body, are not',
  async (t) => {
    const started: Worker[] = []
    const note = (worker: Worker) => started.push(worker)
    process.on('worker', note)
    t.teardown(() => process.off('worker', note))
    // Idle threads and their timers keep no process alive.
    const alive = setInterval(() => {}, 1000)
    t.teardown(() => clearInterval(alive))
    const options = { filesMaxBytes: 1_000_000, budgetMs: 60_000, waitMs: 60_000, workers: 1, heapMb: 256 }
    const idle = { ms: 50, keptMs: 600_000 }
    const pool = new WorkerPool({ ...options, maxBytes: 4_194_304, idle })
    t.teardown(() => pool.close())
    // Timers go off in the order of their times: those of the threads, which were set before, have gone off by then.
    const laterThanIdle = () => sleep(idle.ms + 1)
    await pool.run('a', job())
    await laterThanIdle()
    await pool.run('a', job())
    t.is(started.length, 1, 'kept')
    const long = job({ body: new Uint8Array(Buffer.from(`[${'{"a":[[]]},'.repeat(80_000)}0]`)) })
    await Promise.all([pool.run('a', long), pool.run('b', job())])
    t.is(started.length, 2, 'a spare one')
    await Promise.race(started.map((worker) => once(worker, 'exit')))
    await laterThanIdle()
    await pool.run('a', job())
    t.is(started.length, 2, 'one of the two is kept')
    const large = job({
      body: new Uint8Array(Buffer.from(JSON.stringify({ messages: [{ content: 'ab '.repeat(500_000) }] }))),
    })
    const kept = started.find(({ threadId }) => threadId !== -1) as Worker
    const exit = once(kept, 'exit')
    t.is((await pool.run('a', large))?.status, 'full')
    await exit
    await pool.run('a', job())
    t.is(started.length, 3, 'what had a large body is not kept')
  },
)

const MEGABYTE = 1024 * 1024
const PACKED = job({
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  body: zlib.gzipSync(JSON.stringify({ messages: [{ content: 'ab '.repeat(2 * MEGABYTE) }] })),
})

function roomOf(capacity: number, waitMs: number) {
  const resource = 'unfolded' as const
  return new FairShare({ resource, capacity, waitMs, stallMs: 60_000, maxWaiting: 10 })
}

function poolWith(held: FairShare) {
  const options = { filesMaxBytes: 1_000_000, budgetMs: 60_000, waitMs: 60_000, workers: 1, heapMb: 256 }
  return new WorkerPool({ ...options, maxBytes: 10 * MEGABYTE, held })
}

/** The most that was held meanwhile. */
async function mostHeld(held: FairShare, run: () => Promise<unknown>): Promise<number> {
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, held.held)
  }, 1)
  await run()
  clearInterval(sampling)
  return most
}

test.serial('what content unfolds to in a thread counts as it grows, and is given back', async (t) => {
  const held = roomOf(64 * MEGABYTE, 60_000)
  const pool = poolWith(held)
  t.teardown(() => pool.close())
  const most = await mostHeld(held, async () => t.is((await pool.run('a', PACKED))?.status, 'full'))
  t.true(most > 6 * MEGABYTE && most < 48 * MEGABYTE, `${most}`)
  t.is(held.held, 0)
  // Sixty times as much in V8's heap.
  const values = job({ body: new Uint8Array(Buffer.from(`[${'{"a":[[]]},'.repeat(200_000)}0]`)) })
  t.is(await mostHeld(held, () => pool.run('a', values)), 48 * MEGABYTE, 'all that one request may have')
  t.is(held.held, 0)
})

test.serial('content waits for room to unfold, and is refused where there is none in time', async (t) => {
  const held = roomOf(16 * MEGABYTE, 300)
  const pool = poolWith(held)
  t.teardown(() => pool.close())
  const everything = held.tryTake('b', 14 * MEGABYTE)
  await t.throwsAsync(pool.run('a', PACKED), { instanceOf: InspectionBusyError })
  const waiting = pool.run('a', PACKED)
  while (held.waiting === 0) await sleep(1)
  everything?.release()
  t.is((await waiting)?.status, 'full')
  t.is(held.held, 0)
})

test.serial('what unfolds to more than one request may have is read as far as it came', async (t) => {
  const held = roomOf(4 * MEGABYTE, 60_000)
  const pool = poolWith(held)
  t.teardown(() => pool.close())
  const inspection = await pool.run('a', PACKED)
  t.like(inspection, { status: 'partial', reason: 'too_large' })
  t.is(held.held, 0)
})

test.serial('what would take far more heap than its thread has is not even parsed', async (t) => {
  const started: Worker[] = []
  const note = (worker: Worker) => started.push(worker)
  process.on('worker', note)
  t.teardown(() => process.off('worker', note))
  const options = { filesMaxBytes: 1_000_000, budgetMs: 60_000, waitMs: 60_000, workers: 1, heapMb: 128 }
  const pool = new WorkerPool({ ...options, maxBytes: 10 * MEGABYTE })
  t.teardown(() => pool.close())
  const body = zlib.gzipSync(`[${'{"a":[[]]},'.repeat(900_000)}0]`)
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  t.like(await pool.run('a', job({ headers, body })), { status: 'none', reason: 'over_budget' })
  t.is((await pool.run('a', job()))?.status, 'full')
  t.is(started.length, 1, 'the thread has survived it')
})
