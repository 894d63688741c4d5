import test from 'ava'
import { DetectorThreads } from '../../../api/detectors/detector-threads.ts'
import type { TenantDetectors } from '../../../api/detectors/tenant-detectors.ts'
import { ApiError } from '../../../api/http/api-error.ts'
import { TenantThreads, type Work } from '../../../api/threads/tenant-threads.ts'
import { DetectorRule } from '../../../core/model/detector.ts'
import { served } from '../../core/tenant-detectors/support.ts'
import type { Scope } from '../../support/scope.ts'

const RULE = DetectorRule.parse({ kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' })
const JOB = () => ({ rule: RULE, key: new Uint8Array(32) })
const BROKEN = () => ({ rule: null, key: new Uint8Array(32) }) as never

/** Compiled as it is, which no check would let through: a search takes minutes that cannot be interrupted. */
const ENDLESS = served({ kind: 'pattern', type: 'X', pattern: `a${'[ab]{1000}'.repeat(80)}c`, whole_words: false })

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  )

function open(t: Scope, options: { readonly budgetMs?: number; readonly checkMs?: number } = {}): DetectorThreads {
  const threads = new DetectorThreads({ budgetMs: 60_000, checkMs: 100_000, ...options })
  t.teardown(() => threads.close())
  return threads
}

/** What a store would have for each tenant; each change of it is another version. */
function detectorsOf(byTenant: ReadonlyMap<string, readonly object[]>, versions = new Map<string, number>()) {
  const reads: string[] = []
  const detectors = {
    version: async (tenantId: string) => String(versions.get(tenantId) ?? 0),
    served: async (tenantId: string) => {
      reads.push(tenantId)
      return JSON.stringify(byTenant.get(tenantId) ?? [])
    },
  } as Pick<TenantDetectors, 'version' | 'served'> as TenantDetectors
  return { detectors, reads }
}

const NONE = detectorsOf(new Map()).detectors

test('one tenant has so many jobs waiting, and more are to come back', async (t) => {
  const threads = open(t)
  const statuses = await Promise.all(Array.from({ length: 70 }, () => statusOf(threads.prepare('a', JOB))))
  t.deepEqual(
    statuses,
    Array.from({ length: 70 }, (_, index) => (index < 65 ? 200 : 503)),
  )
})

test('whatever one tenant asks for, the jobs of another begin at once', async (t) => {
  const threads = open(t, { budgetMs: 2000 })
  const { detectors } = detectorsOf(new Map([['a', [ENDLESS]]]))
  const text = 'ab'.repeat(5000)
  const order: string[] = []
  const slow = Array.from({ length: 12 }, () =>
    statusOf(threads.classify('a', { text, tier: 2 }, detectors)).finally(() => order.push('a')),
  )
  await threads.prepare('b', JOB)
  order.push('b')
  await threads.classify('c', { text: 'hello', tier: 2 }, NONE)
  order.push('c')
  // A thread for them had to start, which takes as long as some of the others.
  t.true(order.filter((name) => name === 'a').length <= 6, order.join(' '))
  await threads.close()
  t.deepEqual(new Set(await Promise.all(slow)), new Set([503]))
})

test('a thread that breaks, or does not end, is answered for, and the jobs after it get another', async (t) => {
  const threads = open(t)
  t.deepEqual(await Promise.all([JOB, BROKEN, JOB].map((job) => statusOf(threads.prepare('a', job)))), [200, 503, 200])
  const impatient = open(t, { checkMs: 1 })
  t.deepEqual(await Promise.all([JOB, JOB].map((job) => statusOf(impatient.prepare('a', job)))), [503, 503])
})

test('a thread that does not start, or a job that is not made, is answered for after a while', async (t) => {
  const run = async (script: string, makeJob: Work<string>['makeJob']) => {
    const threads = new TenantThreads<string>(new URL(`data:text/javascript,${script}`), 2000)
    const ended = threads.run({ tenantId: 'a', what: 'Trying it', limitMs: 60_000, makeJob })
    const answer = await ended.catch(({ code, message }: ApiError) => ({ code, message }))
    await threads.close()
    return answer
  }
  const echo =
    "import { parentPort as port } from 'node:worker_threads'; port.on('message', (job) => port.postMessage(job)); port.postMessage('ready')"
  t.is(await run(echo, () => 'done'), 'done')
  const late = { code: 'ERR_TENANT_THREADS', message: 'Trying it did not begin in time: try again' }
  t.deepEqual(await run('setInterval(() => {}, 1000)', () => 'done'), late)
  t.deepEqual(await run(echo, () => new Promise<string>(() => {})), late)
})

test('closing answers what waits', async (t) => {
  const threads = open(t)
  const waiting = Promise.all([JOB, JOB, JOB].map((job) => statusOf(threads.prepare('a', job))))
  await threads.close()
  t.deepEqual(await waiting, [503, 503, 503])
  t.is(await statusOf(threads.prepare('a', JOB)), 503)
})

test('a thread is sent a tenant’s detectors once, and again when they have changed', async (t) => {
  const threads = open(t)
  const word = (type: string) => served({ kind: 'dictionary', type, words: ['Aurore'] })
  const byTenant = new Map([
    ['a', [word('OF_A')]],
    ['b', [word('OF_B'), { id: '00000000-0000-4000-8000-000000000000', kind: 'of_the_future' }]],
  ])
  const versions = new Map<string, number>()
  const { detectors, reads } = detectorsOf(byTenant, versions)
  const typesOf = async (tenantId: string) => {
    const { classifications, skipped } = await threads.classify(tenantId, { text: 'Aurore', tier: 1 }, detectors)
    return [...classifications.map(({ type }) => type), ...skipped.map(({ reason }) => reason)]
  }
  t.deepEqual(await typesOf('a'), ['OF_A'])
  t.deepEqual(await typesOf('b'), ['OF_B', 'unknown_form'])
  t.deepEqual(await typesOf('a'), ['OF_A'])
  t.deepEqual(await typesOf('b'), ['OF_B'])
  t.deepEqual(await typesOf('none'), [])
  t.deepEqual(reads, ['a', 'b', 'none'])
  byTenant.set('a', [])
  versions.set('a', 1)
  t.deepEqual(await typesOf('a'), [])
  t.deepEqual(reads, ['a', 'b', 'none', 'a'])
})

test('a thread keeps the detectors of fifty tenants, those that were asked for last', async (t) => {
  const threads = open(t)
  const { detectors, reads } = detectorsOf(new Map())
  const ask = (tenantId: string) => threads.classify(tenantId, { text: 'Aurore', tier: 1 }, detectors)
  for (let n = 0; n < 50; n++) await ask(`tenant ${n}`)
  await ask('tenant 0')
  await ask('one more')
  t.is(reads.length, 51)
  await ask('tenant 0')
  await ask('tenant 1')
  t.deepEqual(reads.slice(51), ['tenant 1'])
})
