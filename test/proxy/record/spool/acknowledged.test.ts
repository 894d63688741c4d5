import { cpSync } from 'node:fs'
import test from 'ava'
import { Spool } from '../../../../proxy/record/spool/spool.ts'
import { drain, files, json, spoolDirectory } from '../../../support/spool.ts'
import { until } from '../../../support/wire.ts'

test('what was acknowledged stays away after a restart, and what was not comes back', async (t) => {
  const directory = spoolDirectory(t)
  const before = await Spool.open({ directory })
  for (let n = 0; n < 10; n++) before.append(json(n))
  const batch = await before.read({ items: 7, bytes: 1_000_000 })
  if (batch !== undefined) await before.acknowledge(batch)

  const after = await Spool.open({ directory })
  t.is(after.lines, 3)
  t.deepEqual((await drain(after)).records, [7, 8, 9].map(json))
})

test('segments are removed once acknowledged, and a closed, drained spool leaves nothing behind', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory, maxBytes: 80_000 })
  for (let n = 0; n < 500; n++) spool.append(json(n))
  t.true(files(directory).length >= 2, 'more than one segment')
  await drain(spool)
  t.true(files(directory).length <= 2, 'the one being written to, with its checkpoint')
  spool.append(json(500))
  await drain(spool)
  spool.close()
  t.deepEqual(files(directory), [])
  t.is(spool.bytes, 0)
})

test('a segment that is not full is left for a new one when it has grown and all of it is acknowledged', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  spool.append(JSON.stringify('x'.repeat(1_000_000)))
  await drain(spool)
  t.deepEqual(files(directory), [])
  spool.append(json(1))
  t.deepEqual(files(directory), ['0000000002.jsonl'])
})

test('nothing of a record is left within a second or two of its acknowledgement, however few there are', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  for (let n = 0; n < 3; n++) {
    spool.append(json(n))
    t.deepEqual((await drain(spool)).records, [json(n)])
  }
  await until(
    () => files(directory).length === 0,
    () => `left: ${files(directory)}`,
  )
  spool.append(json(3))
  t.deepEqual((await drain(await Spool.open({ directory }))).records, [json(3)])
})

test('what is acknowledged is noted once a second, and when the spool is closed', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  for (let n = 0; n < 5; n++) spool.append(json(n))
  const acknowledge = async () => {
    const batch = await spool.read({ items: 1, bytes: 1 })
    if (batch !== undefined) await spool.acknowledge(batch)
  }
  // A copy of the files is what a killed process leaves.
  const left = async () => {
    const copy = spoolDirectory(t)
    cpSync(directory, copy, { recursive: true })
    return (await drain(await Spool.open({ directory: copy }))).records
  }
  await acknowledge()
  t.deepEqual(await left(), [1, 2, 3, 4].map(json))
  await acknowledge()
  await acknowledge()
  t.deepEqual(await left(), [1, 2, 3, 4].map(json), 'given out again rather than lost')
  await until(
    async () => (await left()).length === 2,
    () => 'not noted',
  )
  await acknowledge()
  spool.close()
  t.deepEqual(await left(), [json(4)])
})
