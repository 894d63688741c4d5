import test, { type ExecutionContext } from 'ava'
import { AdmissionError, UpstreamError } from '../../../proxy/errors.ts'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { type Lookup, Names } from '../../../proxy/upstream/names.ts'

/** Ends with the test: a look-up that is never answered has a timer of a minute. */
function open(
  t: ExecutionContext,
  lookup: Lookup,
  options: { capacity?: number; timeoutMs?: number; waitMs?: number } = {},
) {
  const { capacity = 8, timeoutMs = 60_000, waitMs = 60_000 } = options
  const share = new FairShare({
    resource: 'lookups',
    isScarce: true,
    capacity,
    waitMs,
    stallMs: 60_000,
    maxWaiting: 100,
  })
  const outcomes: string[] = []
  const silent = new Set<PromiseWithResolvers<readonly string[]>>()
  t.teardown(() => {
    share.close()
    for (const { resolve } of silent) resolve([])
  })
  let time = 0
  const names = new Names({
    lookup: (host) => {
      const end = Promise.withResolvers<readonly string[]>()
      silent.add(end)
      return Promise.race([lookup(host), end.promise])
    },
    share,
    timeoutMs,
    onLookup: (outcome) => outcomes.push(outcome),
    now: () => time,
  })
  return { names, share, outcomes, pass: (milliseconds: number) => (time += milliseconds) }
}

/** Never answers until it is told to. */
function silent() {
  const asked: string[] = []
  const waiting: PromiseWithResolvers<readonly string[]>[] = []
  const lookup: Lookup = (host) => {
    asked.push(host)
    const one = Promise.withResolvers<readonly string[]>()
    waiting.push(one)
    return one.promise
  }
  return { lookup, asked, answer: (...addresses: string[]) => waiting.shift()?.resolve(addresses) }
}

test('an address is its own answer', async (t) => {
  const { names } = open(t, () => Promise.reject(new Error('asked')))
  t.deepEqual(await names.resolve('::1', 'a'), ['::1'])
})

test('those who ask for a name at the same time share one look-up, and its answer is kept for a moment', async (t) => {
  const { lookup, asked, answer } = silent()
  const { names, share, pass } = open(t, lookup)
  const both = Promise.all([names.resolve('one.example', 'a'), names.resolve('one.example', 'b')])
  t.is(share.held, 1)
  answer('192.0.2.1')
  t.deepEqual(await both, [['192.0.2.1'], ['192.0.2.1']])
  t.deepEqual(await names.resolve('one.example', 'c'), ['192.0.2.1'])
  t.is(asked.length, 1)
  pass(5001)
  const again = names.resolve('one.example', 'a')
  answer('192.0.2.2')
  t.deepEqual(await again, ['192.0.2.2'])
  t.is(share.held, 0)
})

test('a failure is kept for less long', async (t) => {
  let asked = 0
  const { names, outcomes, pass } = open(t, () => {
    asked += 1
    return Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  })
  for (let n = 0; n < 2; n++) {
    const error = await t.throwsAsync(names.resolve('gone.example', 'a'), { instanceOf: UpstreamError })
    t.regex(error?.message ?? '', /ENOTFOUND/)
  }
  t.is(asked, 1)
  pass(1001)
  await t.throwsAsync(names.resolve('gone.example', 'a'))
  t.is(asked, 2)
  t.deepEqual(outcomes, ['failed', 'failed'])
})

test('a silent server has a deadline, and its thread stays taken until the system gives up', async (t) => {
  const { lookup, answer } = silent()
  const { names, share, outcomes } = open(t, lookup, { timeoutMs: 20 })
  const error = await t.throwsAsync(names.resolve('silent.example', 'a'), { instanceOf: UpstreamError })
  t.is((error as UpstreamError).failure, 'dns')
  t.is(share.held, 1)
  answer('192.0.2.1')
  await new Promise(setImmediate)
  t.is(share.held, 0)
  t.deepEqual(outcomes, ['timeout'])
})

test('eight clients with silent names leave room for the look-up of somebody else', async (t) => {
  const { lookup, asked } = silent()
  const { names, share } = open(t, lookup, { capacity: 48 })
  for (let client = 0; client < 8; client++) {
    for (let n = 0; n < 16; n++) void names.resolve(`${n}.silent${client}.example`, `hostile ${client}`).catch(() => {})
  }
  t.true(share.held < 48)
  void names.resolve('wanted.example', 'modest').catch(() => {})
  t.is(asked.at(-1), 'wanted.example')
  share.close()
})

test('one that waits for too long for its turn is told that the proxy is busy', async (t) => {
  const { lookup } = silent()
  const { names } = open(t, lookup, { capacity: 1, waitMs: 20 })
  void names.resolve('first.example', 'a').catch(() => {})
  await t.throwsAsync(names.resolve('second.example', 'b'), { instanceOf: AdmissionError })
})

test('the memory of names is bounded: the oldest ones are forgotten', async (t) => {
  const asked: string[] = []
  const { names } = open(t, async (host) => {
    asked.push(host)
    return ['::1']
  })
  for (let n = 0; n < 5000; n++) await names.resolve(`name${n}.example`, 'a')
  t.is(asked.length, 5000)
  for (const host of ['name4999.example', 'name0.example']) await names.resolve(host, 'a')
  t.deepEqual(asked.slice(5000), ['name0.example'])
})
