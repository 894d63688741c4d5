import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction } from './fixtures.ts'

const TENANT = randomUUID()
const USERS = 300
const DAY_MS = 86_400_000
const TOP = { platform: 5, classification: 5, source: 5, user: 5 }

test('the busiest of many users are found in steps, with other work in between', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const users = Array.from({ length: USERS }, () => randomUUID())
  const before = (days: number) => new Date(Date.parse(AT) - days * DAY_MS)
  for (const days of [0, 40, 89, 95]) {
    const batch = users.map((user_id) => anInteraction(TENANT, { user_id, timestamp: before(days).toISOString() }))
    await store.interactions.record(TENANT, batch)
  }
  const busiest = users.slice(0, 6).sort()
  const more = busiest.flatMap((user_id, index) =>
    Array.from({ length: index === 5 ? 1 : 3 }, () => anInteraction(TENANT, { user_id, timestamp: AT })),
  )
  await store.interactions.record(TENANT, more)

  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const range = { unit: 'day', from: before(89), to: new Date(AT) } as const
  const statistics = await store.statistics.read(TENANT, range, TOP)
  isDone = true
  t.is(statistics.users, USERS)
  t.is(statistics.totals.interactions, 3 * USERS + 16)
  t.deepEqual(
    statistics.by.user.map(({ key, interactions }) => [key, interactions]),
    busiest.slice(0, 5).map((id) => [id, 6]),
  )
  // Six steps; at one stroke there would be a turn at most.
  t.true(turns >= 4, `${turns} turns`)
})
