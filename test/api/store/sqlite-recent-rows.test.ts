import { hash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { SEGMENT_ROWS } from '../../../api/store/sqlite/bitmap-index/bits.ts'
import { RecentRows } from '../../../api/store/sqlite/bitmap-index/recent-rows.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction } from './fixtures.ts'

/*
 * Segments are sealed from rows that the process still knows. They have to be what they would be if the rows were read again: lists are
 * answered from them from then on.
 */

const TENANT = randomUUID()
const USERS = Array.from({ length: 20 }, () => randomUUID())
const TYPES = ['EMAIL', 'PHONE', 'IBAN'] as const
const ROWS = 4 * SEGMENT_ROWS
const BATCH = 512

/** Rows that were read to build segments. */
let rowsRead = 0
const { lists } = Database.prototype
Database.prototype.lists = function (...query) {
  const rows = lists.apply(this, query)
  if (query[0].includes('FROM interactions i')) rowsRead += rows.length
  return rows
}

const ALL: readonly Interaction[] = Array.from({ length: ROWS }, (_, index) =>
  anInteraction(TENANT, {
    // Many of one time, and some out of order.
    timestamp: new Date(Date.parse(AT) + Math.floor(index / 7) * 1000 - (index % 5 === 0 ? 40_000 : 0)).toISOString(),
    platform_id: `service-${index % 11}`,
    risk_score: index % 13 === 0 ? 0.123456 : (index % 101) / 100,
    user_id: index % 4 === 0 ? null : (USERS[index % USERS.length] ?? null),
    direction: index % 3 === 0 ? 'inbound' : 'outbound',
    content_hash: index.toString(16).padStart(64, '0'),
    content_metadata: index % 2 === 0 ? { host: 'API.example', model: 'm-1', inspection: { status: 'partial' } } : {},
    classifications: TYPES.slice(index % 4).map((type) => ({ type, value: 'x', score: 1, start: 0, end: 1 })),
  }),
)

async function open(t: ExecutionContext) {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = opened(t, file)
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  return { file, store }
}

function opened(t: ExecutionContext, file: string): Store {
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  return store
}

/** @param between what happens before the batch that begins at an index */
async function record(store: Store, between: (start: number) => Promise<unknown> = async () => {}): Promise<void> {
  for (let start = 0; start < ROWS; start += BATCH) {
    await between(start)
    // The first row of a batch is also the last one of the batch before: a retry, which is not stored again.
    await store.interactions.record(TENANT, ALL.slice(Math.max(0, start - 1), start + BATCH))
  }
}

/** What of the index is on disk: a line a row, with hashes of what is long. */
function sealed(t: ExecutionContext, file: string): string[] {
  const db = new Database(file)
  t.teardown(() => db.close())
  const textOf = (value: unknown) => (value instanceof Uint8Array ? hash('sha256', value) : String(value))
  return ['segments', 'segment_bits', 'lookups'].flatMap((table) =>
    db
      .all(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4`)
      .map((row) => `${table} ${Object.values(row).map(textOf).join(' ')}`),
  )
}

/** The same, with what `between` does, where another connection writes before each batch, so that all rows are read. */
async function sealedByReading(t: ExecutionContext, between?: (store: Store, start: number) => Promise<unknown>) {
  const { file, store } = await open(t)
  const other = opened(t, file)
  rowsRead = 0
  await record(store, async (start) => {
    await between?.(store, start)
    await other.ping()
  })
  t.true(rowsRead > 2 * SEGMENT_ROWS)
  return sealed(t, file)
}

/** Without a thousand lines where they differ. */
function sameLines(t: ExecutionContext, found: readonly string[], expected: readonly string[]): void {
  const other = found.findIndex((line, at) => line !== expected[at])
  t.is(found[other], expected[other])
  t.is(found.length, expected.length)
}

test.serial('segments of rows that were recorded in a row are built without reading them, and the same', async (t) => {
  const { file, store } = await open(t)
  rowsRead = 0
  await record(store)
  t.is(rowsRead, 0)
  const found = sealed(t, file)
  t.is(found.filter((line) => line.startsWith('segments ')).length, 3)
  sameLines(t, found, await sealedByReading(t))
})

const DISTURBANCES: Readonly<Record<string, (store: Store, id: string) => Promise<unknown>>> = {
  'a row is revised': (store, id) =>
    store.interactions.revise(TENANT, id, (current) => ({ ...current, risk_score: 0.77, classifications: [] })),
  'a row is erased': (store, id) => store.interactions.deleteMany(TENANT, [id]),
  'a transaction is rolled back': async (store) => {
    const stop = store.outbox.onCommitted(
      () => {},
      () => true,
    )
    const fail = () => {
      throw new RangeError('as a full disk')
    }
    const rows = Array.from({ length: BATCH }, () => anInteraction(TENANT, { platform_id: 'never' }))
    try {
      await store.interactions.record(TENANT, rows, fail)
    } catch (error) {
      if (error instanceof RangeError) return
      throw error
    } finally {
      stop()
    }
    throw new TypeError('it was not rolled back')
  },
}

for (const [what, disturb] of Object.entries(DISTURBANCES)) {
  test.serial(`they are the same where ${what} among them`, async (t) => {
    const { file, store } = await open(t)
    const between = async (store: Store, start: number) => {
      if ((start / BATCH) % 8 === 5) await disturb(store, ALL[start - 100]?.id ?? '')
    }
    await record(store, (start) => between(store, start))
    sameLines(t, sealed(t, file), await sealedByReading(t, between))
  })
}

test.serial('they are the same where another process changes some of them', async (t) => {
  const { file, store } = await open(t)
  const other = opened(t, file)
  const revise = (by: Store, start: number) =>
    by.interactions.revise(TENANT, ALL[start - 100]?.id ?? '', (current) => ({ ...current, risk_score: 0.77 }))
  const at = 5 * BATCH
  await record(store, async (start) => start === at && (await revise(other, start)))
  const same = await sealedByReading(t, async (by, start) => start === at && (await revise(by, start)))
  sameLines(t, sealed(t, file), same)
})

/** Whether a whole segment of rows with columns that long is still known once its last row has come. */
function isKeptWhole(t: ExecutionContext, length: number): boolean {
  const db = new Database(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => db.close())
  const recent = new RecentRows(db)
  const row = (number: number) => ({
    id: String(number),
    at: 0,
    hash: 0,
    risk: 0,
    user: null,
    columns: 'm'.repeat(length),
  })
  for (let from = 0; from < SEGMENT_ROWS; from += BATCH) {
    const count = Math.min(BATCH, SEGMENT_ROWS - from)
    recent.add(
      1,
      from,
      Array.from({ length: count }, (_, n) => row(from + n)),
    )
  }
  return recent.take(1, 0)?.length === SEGMENT_ROWS
}

test('rows to which a sender gives long columns are not kept: thousands of them would take hundreds of megabytes', (t) => {
  t.true(isKeptWhole(t, 200))
  t.true(isKeptWhole(t, 700))
  // 64 types, 64 policies, a model and a host.
  t.false(isKeptWhole(t, 6000))
})
