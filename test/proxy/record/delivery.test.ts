import test from 'ava'
import { ApiError } from '../../../proxy/api-client/errors.ts'
import { deliver } from '../../../proxy/record/delivery.ts'

/** An API that takes batches of a bounded size and skips items that start with "bad". */
function api(options: { readonly most?: number; readonly fault?: 'ERR_API_REFUSED' | 'ERR_API_TOO_LARGE' } = {}) {
  const stored = new Set<string>()
  const requests: number[] = []
  const send = async (items: readonly string[]) => {
    requests.push(items.length)
    if (items.length > (options.most ?? 500)) throw new ApiError(options.fault ?? 'ERR_API_TOO_LARGE', 'too large')
    const good = items.map(String).filter((item) => !item.startsWith('bad'))
    for (const item of good) stored.add(item)
    return { received: items.length, stored: good.length }
  }
  return { stored, requests, send }
}

function items(count: number, isBad: (n: number) => boolean): string[] {
  return Array.from({ length: count }, (_, n) => `${isBad(n) ? 'bad' : 'good'} ${n}`)
}

test('a sound batch takes one request', async (t) => {
  const { stored, requests, send } = api()
  t.deepEqual(
    await deliver(
      items(500, () => false),
      send,
    ),
    [],
  )
  t.deepEqual(requests, [500])
  t.is(stored.size, 500)
})

test('an empty batch takes none', async (t) => {
  const { requests, send } = api()
  t.deepEqual(await deliver([], send), [])
  t.deepEqual(requests, [])
})

test('one bad item among 500 is found in a few requests', async (t) => {
  for (const bad of [0, 1, 249, 250, 498, 499]) {
    const { stored, requests, send } = api()
    const refused = await deliver(
      items(500, (n) => n === bad),
      send,
    )
    t.deepEqual(refused.map(String), [`bad ${bad}`])
    t.is(stored.size, 499)
    t.true(requests.length <= 10, `${requests.length} requests`)
  }
})

test('whatever mixture of items is bad, exactly those are found', async (t) => {
  for (let mask = 0; mask < 1 << 9; mask++) {
    const { stored, send } = api()
    const batch = items(9, (n) => ((mask >> n) & 1) === 1)
    const refused = (await deliver(batch, send)).map(String)
    t.deepEqual(
      refused,
      batch.map(String).filter((item) => item.startsWith('bad')),
    )
    t.is(stored.size, 9 - refused.length)
  }
})

test('an API that says which items it refuses gets no second request', async (t) => {
  const requests: number[] = []
  const send = async (batch: readonly string[]) => {
    requests.push(batch.length)
    const rejected = batch.flatMap((item, index) => (item.startsWith('bad') ? [index] : []))
    return { received: batch.length, stored: batch.length - rejected.length, rejected }
  }
  const batch = items(500, (n) => n % 7 === 3)
  t.deepEqual(
    await deliver(batch, send),
    batch.filter((item) => item.startsWith('bad')),
  )
  t.deepEqual(requests, [500])
})

test('an API whose list of refused items cannot be is not believed', async (t) => {
  for (const rejected of [[], [3], [3, 3], [3, 500], [1, 2, 3]]) {
    const { send } = api()
    const batch = items(20, (n) => n === 4 || n === 5)
    const refused = await deliver(batch, async (some) => {
      const counts = await send(some)
      return some.length === 20 ? { ...counts, rejected } : counts
    })
    t.deepEqual(refused, ['bad 4', 'bad 5'])
  }
})

test('where all items are refused, no second request is needed', async (t) => {
  const { requests, send } = api()
  t.is(
    (
      await deliver(
        items(500, () => true),
        send,
      )
    ).length,
    500,
  )
  t.deepEqual(requests, [500])
})

test('a batch that is too large, or malformed as a whole, is halved until it is taken', async (t) => {
  for (const fault of ['ERR_API_TOO_LARGE', 'ERR_API_REFUSED'] as const) {
    const { stored, requests, send } = api({ most: 100, fault })
    const refused = await deliver(
      items(500, (n) => n === 77),
      send,
    )
    t.deepEqual(refused.map(String), ['bad 77'])
    t.is(stored.size, 499)
    t.deepEqual(requests.slice(0, 4), [500, 250, 125, 63])
  }
})

test('a single item that is too large is refused', async (t) => {
  const { send } = api({ most: 0 })
  t.deepEqual(
    (
      await deliver(
        items(3, () => false),
        send,
      )
    ).map(String),
    ['good 0', 'good 1', 'good 2'],
  )
})

test('other failures are passed on', async (t) => {
  const failure = new ApiError('ERR_API_UNAVAILABLE', 'away')
  const thrown = await t.throwsAsync(
    deliver(
      items(3, () => false),
      () => Promise.reject(failure),
    ),
  )
  t.is(thrown, failure)
})

test('an API whose counts contradict each other loses nothing and does not trap us', async (t) => {
  let call = 0
  const send = async (batch: readonly string[]) => ({
    received: batch.length,
    stored: call++ === 0 ? batch.length - 1 : 0,
  })
  const refused = await deliver(
    items(8, () => false),
    send,
  )
  t.is(refused.length, 4)
})
