import test from 'ava'
import { readRecords } from '../../api/interactions/read-records.ts'
import { inSlices, inTurns, itemsOf, slicesOf, storedParts } from '../../api/interactions/slices.ts'
import { busyFor, turnsDuring } from '../support/turns.ts'

const finding = { type: 'EMAIL', value: '', score: 0.5, start: 0, end: 1 }
const record = (findings: number) => ({
  platform_id: 'openai-api',
  content_hash: 'a'.repeat(64),
  classifications: Array.from({ length: findings }, () => finding),
})

test('a heavy batch leaves the thread to others between its parts, and all of it is read in its order', async (t) => {
  const items = Array.from({ length: 60 }, (_, index) => ({ ...record(1000), platform_id: `p${index}` }))
  const [read, turns] = await turnsDuring(inSlices(slicesOf(items), readRecords))
  t.deepEqual(
    itemsOf(read).map(({ platform_id }) => platform_id),
    items.map(({ platform_id }) => platform_id),
  )
  // Twelve parts; as one, there would be a turn or two.
  t.true(turns >= 6, `${turns} turns`)
})

test('items of which each takes long are worked on with others in between, in their order', async (t) => {
  const work = (item: number) => {
    busyFor(3)
    return item * 2
  }
  const [done, turns] = await turnsDuring(
    inTurns(
      Array.from({ length: 40 }, (_, index) => index),
      work,
    ),
  )
  t.deepEqual(
    done,
    Array.from({ length: 40 }, (_, index) => index * 2),
  )
  // After four of them at most.
  t.true(turns >= 9, `${turns} turns`)
})

test('the usual batch is read in one part, also where items are no records', async (t) => {
  const parts: number[] = []
  const items = [...Array.from({ length: 500 }, () => record(2)), null, 7, 'x', { classifications: 3 }]
  const read = await inSlices(slicesOf(items), (slice) => {
    parts.push(slice.length)
    return readRecords(slice)
  })
  t.deepEqual([parts, itemsOf(read).length], [[504], 500])
  t.deepEqual(itemsOf(await inSlices(slicesOf([]), readRecords)), [])
})

test('a batch of many decisions is stored in more than one transaction, and one of as many as most have in one', (t) => {
  const decision = { policy_id: 'p', policy_name: 'P', action: 'block', matched_conditions: 1 }
  const batch = (decisions: number) => {
    const policy_decisions = Array.from({ length: decisions }, () => decision)
    return Array.from({ length: 500 }, () => ({ ...record(2), policy_decisions }))
  }
  const stored = storedParts(slicesOf(batch(100)))
  t.true(stored.length >= 20, `${stored.length} transactions`)
  t.is(stored.flat().length, 500)
  t.is(storedParts(slicesOf(batch(4))).length, 1)
})

test('a batch of many small metadata is read in parts as well, and stored in more than one transaction', async (t) => {
  const content_metadata = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, 1]))
  const items = Array.from({ length: 100 }, () => ({ ...record(0), content_metadata }))
  const parts: number[] = []
  const read = await inSlices(slicesOf(items), (slice) => {
    parts.push(slice.length)
    return readRecords(slice)
  })
  t.deepEqual(itemsOf(read), readRecords(items))
  t.true(parts.length >= 8, `${parts.length} parts`)
  const stored = storedParts(read)
  t.true(stored.length >= 4, `${stored.length} transactions`)
  t.deepEqual(stored.flat(), readRecords(items))
  const usual = Array.from({ length: 500 }, () => ({
    ...record(5),
    content_metadata: { url: 'x'.repeat(200), model: 'm' },
  }))
  t.is(storedParts(slicesOf(usual)).length, 1)
})

test('what is not valid makes no transaction of its own', async (t) => {
  const refused = Array.from({ length: 30 }, () => ({ ...record(1000), content_hash: 'none' }))
  const read = await inSlices(slicesOf([...refused, record(1), ...refused]), readRecords)
  t.true(read.length >= 12, `${read.length} slices`)
  t.deepEqual(storedParts(read), [readRecords([record(1)])])
})
