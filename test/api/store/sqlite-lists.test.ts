import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import type { InteractionFilter, InteractionSort } from '../../../api/store/interaction-store.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { fileScope } from '../../support/scope.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { anInteraction, finding } from './fixtures.ts'

/** Lists of some segments and a tail, compared with what filtering and sorting an array gives. */
const ROWS = 24_000
const START = Date.UTC(2026, 0, 1)
const MINUTE = 60_000

const TENANT = randomUUID()
const PLATFORMS = ['a', 'b', 'openai-api', 'zzz'] as const
const SOURCES = ['proxy', 'api', 'browser_extension', 'endpoint_agent'] as const
const TYPES = ['EMAIL', 'IBAN', 'PHONE', 'MAIL'] as const
/** The last one has only a few interactions. */
const USERS = Array.from({ length: 70 }, () => randomUUID())

/** The same numbers at every run, so that a failure can be looked at again (Numerical Recipes' generator). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    below: (max: number) => Math.floor(next() * max),
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T,
  }
}

function createInteraction(random: ReturnType<typeof createRandom>, index: number): Interaction {
  const types = TYPES.filter(() => random.below(4) === 0)
  return anInteraction(TENANT, {
    // Mostly in order, some an hour late, some at the very same time.
    timestamp: new Date(
      START + Math.floor(index / 3) * MINUTE - (random.below(20) === 0 ? 60 * MINUTE : 0),
    ).toISOString(),
    platform_id: random.below(500) === 0 ? 'rare' : random.pick(PLATFORMS),
    source: random.pick(SOURCES),
    direction: random.below(10) === 0 ? 'inbound' : 'outbound',
    user_id: random.below(3) === 0 ? random.pick(random.below(2) === 0 ? USERS.slice(0, 2) : USERS) : null,
    risk_score: random.pick([0, 0, 0, 0.8, 1, random.below(10_001) / 10_000, random.next()]),
    classifications: types.map(finding),
  })
}

function matches(item: Interaction, filter: InteractionFilter): boolean {
  const { platform_id, source, direction, user_id, classification_type } = filter
  return (
    (platform_id === undefined || item.platform_id === platform_id) &&
    (source === undefined || item.source === source) &&
    (direction === undefined || item.direction === direction) &&
    (user_id === undefined || item.user_id === user_id) &&
    (classification_type === undefined || item.classifications.some(({ type }) => type === classification_type)) &&
    (filter.risk_score_min === undefined || item.risk_score >= filter.risk_score_min) &&
    (filter.risk_score_max === undefined || item.risk_score <= filter.risk_score_max) &&
    (filter.start_date === undefined || item.timestamp >= filter.start_date) &&
    (filter.end_date === undefined || item.timestamp <= filter.end_date)
  )
}

function sorted(items: Interaction[], { field, descending }: InteractionSort): Interaction[] {
  const sign = descending ? -1 : 1
  return items.sort(
    (a, b) => sign * (compare(a[field], b[field]) || compare(a.timestamp, b.timestamp) || compare(a.id, b.id)),
  )
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const SORTS: readonly InteractionSort[] = (['timestamp', 'risk_score', 'platform_id'] as const).flatMap((field) => [
  { field, descending: false },
  { field, descending: true },
])

const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString()

const FILTERS: readonly InteractionFilter[] = [
  {},
  { platform_id: 'openai-api' },
  { platform_id: 'rare' },
  { platform_id: 'unknown' },
  { source: 'proxy' },
  { direction: 'inbound' },
  { classification_type: 'MAIL' },
  { classification_type: 'EMAIL' },
  { classification_type: 'NIR' },
  { user_id: USERS[0] },
  { user_id: USERS[1], classification_type: 'MAIL' },
  { user_id: USERS[63] },
  { user_id: USERS[69] },
  { user_id: randomUUID() },
  { user_id: USERS[0], platform_id: 'a', risk_score_min: 0.5, start_date: at(3000) },
  { risk_score_min: 0.8 },
  { risk_score_max: 0.8 },
  { risk_score_min: 0 },
  { risk_score_max: 0 },
  { risk_score_min: 1 },
  { risk_score_min: 0.3, risk_score_max: 0.30001 },
  { risk_score_min: 0.12345, risk_score_max: 0.5 },
  { start_date: at(1234) },
  { end_date: at(9999) },
  { start_date: at(5000), end_date: at(5000) },
  { start_date: at(-1000), end_date: at(-500) },
  { start_date: at(1_000_000) },
  { platform_id: 'a', source: 'api', direction: 'outbound', classification_type: 'IBAN', risk_score_min: 0.5 },
  { source: 'proxy', start_date: at(2000), end_date: at(9000), risk_score_max: 0.9 },
]

async function check(t: Pick<ExecutionContext, 'is'>, store: Store, all: readonly Interaction[], sorts = SORTS) {
  const random = createRandom(7)
  for (const sort of sorts) {
    const inOrder = sorted([...all], sort)
    for (const filter of FILTERS) {
      const expected = inOrder.filter((item) => matches(item, filter)).map(({ id }) => id)
      for (const offset of [0, random.below(expected.length + 1), Math.max(0, expected.length - 30)]) {
        const limit = random.pick([1, 50, 500])
        const { items, total } = await store.interactions.list(TENANT, filter, sort, { offset, limit })
        const query = JSON.stringify({ filter, sort, offset, limit })
        t.is(total, expected.length, query)
        t.is(items.map(({ id }) => id).join(), expected.slice(offset, offset + limit).join(), query)
      }
    }
  }
}

const prepared = prepare()

async function prepare() {
  const scope = fileScope()
  const file = join(temporaryFolder(scope), 'weir.sqlite')
  const store = openSqliteStore(file)
  scope.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: at(0) })
  const random = createRandom(42)
  const all = Array.from({ length: ROWS }, (_, index) => createInteraction(random, index))
  for (let index = 0; index < ROWS; index += 500) await store.interactions.record(TENANT, all.slice(index, index + 500))
  return { file, store, all }
}

test.serial('every filter, sort and page of many interactions is as an array would give it', async (t) => {
  const { store, all } = await prepared
  await check(t, store, all)
})

test.serial('the same from a store that has just been opened, while another one writes', async (t) => {
  const { file, store, all } = await prepared
  const second = openSqliteStore(file)
  t.teardown(() => second.close())
  await check(t, second, all, SORTS.slice(0, 2))
  const random = createRandom(1)
  for (let round = 0; round < 20; round++) {
    const batch = Array.from({ length: 450 }, () => createInteraction(random, ROWS + round * 450))
    await store.interactions.record(TENANT, batch)
    all.push(...batch)
    const { total } = await second.interactions.list(TENANT, { source: 'proxy' }, SORTS[0] as InteractionSort, {
      offset: 0,
      limit: 1,
    })
    t.is(total, all.filter(({ source }) => source === 'proxy').length)
  }
  await check(t, second, all, SORTS.slice(2, 4))
})

test.serial('the same after rows old and new were deleted and revised, seen from both', async (t) => {
  const { file, store, all } = await prepared
  const second = openSqliteStore(file)
  t.teardown(() => second.close())
  const newest = { field: 'timestamp', descending: true } as const
  await second.interactions.list(TENANT, {}, newest, { offset: 0, limit: 1 })
  const random = createRandom(3)
  for (let round = 0; round < 12; round++) {
    const [gone] = all.splice(random.below(all.length), 1)
    await store.interactions.delete(TENANT, gone?.id ?? '')
    const index = random.below(all.length)
    const revised = await store.interactions.revise(TENANT, all[index]?.id ?? '', (current) => ({
      ...current,
      risk_score: random.next(),
      classifications: [finding('NIR')],
    }))
    if (revised !== undefined) all[index] = revised.after
  }
  await check(t, store, all, SORTS.slice(1, 3))
  await check(t, second, all, SORTS.slice(3))
})

test('a list is of one moment, whatever another process deletes and records meanwhile', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: at(0) })
  const random = createRandom(5)
  for (let batch = 0; batch < 34; batch++) {
    await store.interactions.record(
      TENANT,
      Array.from({ length: 500 }, (_, index) => createInteraction(random, batch * 500 + index)),
    )
  }
  const other = new Worker(OTHER_PROCESS, { eval: true, workerData: { file, tenant: TENANT, store: STORE_URL } })
  const ended = once(other, 'exit')
  let lists = 0
  while (other.threadId !== -1) {
    for (const sort of SORTS) {
      const { items, total } = await store.interactions.list(TENANT, { source: 'proxy' }, sort, {
        offset: 0,
        limit: 100,
      })
      t.is(items.length, Math.min(100, total))
      lists += 1
    }
    await setImmediate()
  }
  t.deepEqual(await ended, [0])
  t.true(lists > 0)
})

const STORE_URL = new URL('../../../api/store/sqlite/sqlite-store.ts', import.meta.url).href

/** Deletes the newest and the oldest, from the tail and from a sealed segment, and records as many. */
const OTHER_PROCESS = `
  const { workerData: { file, tenant, store } } = require('node:worker_threads')
  import(store).then(async ({ openSqliteStore }) => {
    const { interactions, close } = openSqliteStore(file)
    for (let round = 0; round < 20; round++) {
      for (const descending of [true, false]) {
        const page = { offset: 0, limit: 100 }
        const { items } = await interactions.list(tenant, {}, { field: 'timestamp', descending }, page)
        await interactions.deleteMany(tenant, items.map(({ id }) => id))
        await interactions.record(tenant, items.map((item) => ({ ...item, id: crypto.randomUUID() })))
      }
    }
    await close()
  })
`
