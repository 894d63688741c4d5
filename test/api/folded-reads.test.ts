import { join } from 'node:path'
import test from 'ava'
import { pino } from 'pino'
import { AuditLog } from '../../api/audit/audit-log.ts'
import { FoldedReads, SINGLE_A_MINUTE, TOGETHER_MAX, type Together } from '../../api/audit/folded-reads.ts'
import { StoreUnavailableError } from '../../api/store/errors.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../support/temp.ts'

const AT = Date.parse('2026-11-21T10:00:00Z')

function fold() {
  const state = { now: AT, written: [] as (Together | 'one')[], fails: false }
  const reads = new FoldedReads(
    () => new Date(state.now),
    () => {},
  )
  const write = async (together?: Together) => {
    if (state.fails) throw new StoreUnavailableError('busy')
    state.written.push(together ?? 'one')
  }
  return { state, reads, read: (target: string | null, kind = 'k') => reads.add(kind, target, write) }
}

test('a person’s reads have an entry each, a script’s share them, and none is lost', async (t) => {
  const { state, reads, read } = fold()
  t.teardown(() => reads.close())
  for (let n = 0; n < SINGLE_A_MINUTE; n++) await read(`id ${n}`)
  t.deepEqual(
    state.written,
    Array.from({ length: SINGLE_A_MINUTE }, () => 'one'),
  )
  // Whatever happens now takes few with it: those that are not written yet.
  for (let n = 1; n <= 190; n++) {
    await read(`id ${n}`)
    const written = (state.written.slice(SINGLE_A_MINUTE) as Together[]).reduce((sum, { reads }) => sum + reads, 0)
    t.true(n - written <= TOGETHER_MAX)
  }
  await reads.flush()
  const shared = state.written.slice(SINGLE_A_MINUTE) as Together[]
  t.deepEqual(
    shared.map(({ reads, target_ids }) => [reads, target_ids.length]),
    [...Array.from({ length: 9 }, () => [TOGETHER_MAX, TOGETHER_MAX]), [10, 10]],
  )
  t.is(new Set(shared.flatMap(({ target_ids }) => target_ids)).size, 190)
  // The same again and again is named once, another actor has entries of its own, and so has the next minute.
  for (let n = 0; n < 15; n++) await read('same')
  await read('same', 'another')
  state.now += 60_000
  await read('later')
  await reads.flush()
  t.deepEqual(state.written.slice(SINGLE_A_MINUTE + 10), ['one', 'one', { reads: 15, target_ids: ['same'] }])
})

test('what cannot be written waits for the next time', async (t) => {
  const { state, reads, read } = fold()
  for (let n = 0; n < SINGLE_A_MINUTE + 3; n++) await read(null)
  state.fails = true
  await t.throwsAsync(reads.flush(), { instanceOf: StoreUnavailableError })
  await read(null)
  state.fails = false
  await reads.close()
  t.deepEqual(state.written.at(-1), { reads: 4, target_ids: [] })
})

test('where nothing can be written, no more than a few reads are answered', async (t) => {
  const { state, reads, read } = fold()
  for (let n = 0; n < SINGLE_A_MINUTE; n++) await read(null)
  state.fails = true
  for (let n = 0; n < TOGETHER_MAX; n++) await read('id')
  for (let n = 0; n < 3; n++) await t.throwsAsync(read('refused'), { instanceOf: StoreUnavailableError })
  state.fails = false
  await reads.close()
  t.deepEqual(state.written.at(-1), { reads: TOGETHER_MAX, target_ids: ['id'] })
})

test('shared entries are in the log once it is closed', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  await store.tenants.insert({ id: 't', name: 'Acme', created_at: new Date(AT).toISOString() })
  const audit = new AuditLog(store, () => new Date(AT), pino({ level: 'silent' }))
  const actor = { caller: undefined, clientAddress: '192.0.2.1' }
  const search = { action: 'interaction.searched', target_type: 'interaction', target_id: null }
  for (let n = 0; n < 30; n++)
    await audit.recordRead('t', actor, { ...search, details: { by: 'reference', results: 1 } })
  await audit.close()
  const { items, total } = await store.audit.list('t', {}, { offset: 0, limit: 100 })
  t.is(total, SINGLE_A_MINUTE + 1)
  t.like(items[0], { action: 'interaction.searched', details: { by: 'reference', reads: 10, target_ids: [] } })
  t.deepEqual(items[1]?.details, { by: 'reference', results: 1 })
})

/** A script that has read so much that the next read writes: each write ends when the test says so. */
async function foldSlowly() {
  const state = { now: AT, written: [] as (Together | 'one')[], slow: undefined as Promise<void> | undefined }
  const reads = new FoldedReads(
    () => new Date(state.now),
    () => {},
  )
  const read = () =>
    reads.add('k', null, async (together) => {
      await state.slow
      state.written.push(together ?? 'one')
    })
  for (let n = 0; n < SINGLE_A_MINUTE + TOGETHER_MAX; n++) await read()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  state.slow = promise
  return { state, reads, read, resolve, reject }
}

test('a write that lasts into the next minute, and fails, loses no read', async (t) => {
  const { state, reads, read, reject } = await foldSlowly()
  const next = read()
  state.now += 60_000
  const flushing = reads.flush()
  reject(new StoreUnavailableError('busy'))
  await t.throwsAsync(next, { instanceOf: StoreUnavailableError })
  state.slow = undefined
  await flushing.catch(() => undefined)
  await reads.close()
  t.deepEqual(state.written.slice(SINGLE_A_MINUTE), [{ reads: TOGETHER_MAX, target_ids: [] }])
})

test('a read that waits for a write into the next minute is written as well', async (t) => {
  const { state, reads, read, resolve } = await foldSlowly()
  const next = read()
  state.now += 60_000
  const flushing = reads.flush()
  resolve()
  await Promise.all([next, flushing])
  await reads.close()
  const shared = state.written.slice(SINGLE_A_MINUTE) as Together[]
  t.is(
    shared.reduce((sum, { reads }) => sum + reads, 0),
    TOGETHER_MAX + 1,
  )
})

test('closing waits for what is being written', async (t) => {
  const { state, reads, resolve } = await foldSlowly()
  const flushing = reads.flush()
  const closing = reads.close().then(() => t.is(state.written.length, SINGLE_A_MINUTE + 1))
  setImmediate(resolve)
  await Promise.all([flushing, closing])
})
