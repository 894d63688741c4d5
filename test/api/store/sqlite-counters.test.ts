import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { WAITING_MAX } from '../../../api/store/sqlite/counters.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, finding } from './fixtures.ts'

const TENANT = randomUUID()
const HOUR = { unit: 'hour', from: new Date(AT), to: new Date(AT) } as const
const DAY = { ...HOUR, unit: 'day' } as const
const TOP = { platform: 500, classification: 500, source: 5, user: 3 }

test('what is counted waits in a table that only grows, is read with the rest, and added at a bound', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const reader = new DatabaseSync(file, { readOnly: true })
  t.teardown(() => reader.close())
  const rows = (table: string) => Number(reader.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count)

  let [sent, most] = [0, 0]
  let isAdded = false
  const first = anInteraction(TENANT, { timestamp: AT, classifications: [finding('IBAN')], enforced_action: 'block' })
  await store.interactions.record(TENANT, [first])
  t.deepEqual([rows('counters'), rows('waiting_counts') > 0], [0, true], 'no page of the counters is written')
  for (; !isAdded && sent < WAITING_MAX; sent += 1) {
    const type = `TYPE_${sent % 7}`
    await store.interactions.record(TENANT, [
      anInteraction(TENANT, { timestamp: AT, platform_id: `host:${sent % 50}`, classifications: [finding(type)] }),
    ])
    isAdded = rows('waiting_counts') === 0
    most = Math.max(most, rows('waiting_counts'))
    if (sent % 97 !== 0 && !isAdded) continue
    for (const range of [HOUR, DAY]) {
      const { totals, by, platforms } = await store.statistics.read(TENANT, range, TOP)
      t.like(totals, { interactions: sent + 2, blocked: 1 })
      t.is(platforms, Math.min(51, sent + 2))
      t.is(by.classification.find(({ key }) => key === 'IBAN')?.interactions, 1)
      const [one] = await store.statistics.readPlatform(TENANT, 'host:0', range)
      t.is(one?.interactions, Math.floor(sent / 50) + 1)
    }
  }
  t.true(isAdded && most < WAITING_MAX, `${most} rows waited`)
  t.true(rows('counters') > 0)

  // Some wait again when others are taken out.
  await store.interactions.record(TENANT, [anInteraction(TENANT, { timestamp: AT })])
  await store.interactions.deleteMany(TENANT, [first.id])
  t.is(rows('waiting_counts'), 0)
  const { totals, by } = await store.statistics.read(TENANT, DAY, TOP)
  t.like(totals, { interactions: sent + 1, blocked: 0 })
  t.false(by.classification.some(({ key }) => key === 'IBAN'))
})
