import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Spool } from '../../../../proxy/record/spool/spool.ts'
import { SpoolError } from '../../../../proxy/record/spool/spool-errors.ts'
import { testOn } from '../../../support/optional.ts'
import { drain, files, json, spoolDirectory } from '../../../support/spool.ts'
import { temporaryFolder } from '../../../support/temp.ts'

const posix = testOn(test, 'POSIX', process.platform !== 'win32')

test('records come back in the order in which they were appended', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  const records = Array.from({ length: 100 }, (_, n) => json(n))
  for (const record of records) spool.append(record)
  t.is(spool.lines, 100)
  t.deepEqual(await drain(spool), { records, damaged: 0 })
  t.is(spool.lines, 0)
  t.true(spool.drained)
})

test('a batch keeps to its limits, and goes on where the one before was acknowledged', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  for (let n = 0; n < 10; n++) spool.append(json(n))
  const first = await spool.read({ items: 4, bytes: 1_000_000 })
  t.deepEqual(first?.items.map(String), [0, 1, 2, 3].map(json))
  t.deepEqual(
    (await spool.read({ items: 1, bytes: 1 }))?.items.map(String),
    [json(0)],
    'not acknowledged: given out again',
  )
  if (first !== undefined) await spool.acknowledge(first)
  t.is(spool.lines, 6)
  const second = await spool.read({ items: 100, bytes: 2 * Buffer.byteLength(json(4)) })
  t.deepEqual(second?.items.map(String), [4, 5].map(json))
})

test('a single record longer than the bytes of a batch is given out all the same', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  const long = JSON.stringify('x'.repeat(2_000_000))
  spool.append(json(1))
  spool.append(long)
  spool.append(json(2))
  const sizes: number[] = []
  for (
    let batch = await spool.read({ items: 500, bytes: 1000 });
    batch;
    batch = await spool.read({ items: 500, bytes: 1000 })
  ) {
    sizes.push(batch.items.length)
    await spool.acknowledge(batch)
  }
  t.deepEqual(sizes, [1, 1, 1])
})

test('a record longer than any line may be is refused and leaves the spool sound', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  const error = t.throws(() => spool.append(JSON.stringify('x'.repeat(9_000_000))), { instanceOf: SpoolError })
  t.is(error?.code, 'ERR_SPOOL_RECORD_TOO_LARGE')
  spool.append(json(1))
  t.deepEqual((await drain(spool)).records, [json(1)])
})

test('records that are kept together come back as if each had been, from memory and after a restart', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  const records = Array.from({ length: 200 }, (_, n) => (n % 50 === 3 ? JSON.stringify('é'.repeat(30_000)) : json(n)))
  for (let at = 0; at < records.length; at += 16) spool.append(...records.slice(at, at + 16))
  t.is(spool.lines, 200)
  const batch = await spool.read({ items: 5, bytes: 1_000_000 })
  t.deepEqual(batch?.items.map(String), records.slice(0, 5))
  if (batch !== undefined) await spool.acknowledge(batch)
  const after = await Spool.open({ directory })
  t.is(after.lines, 195)
  t.deepEqual(await drain(after), { records: records.slice(5), damaged: 0 })
})

test('of records that are kept together one that is too long keeps out all', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  t.throws(() => spool.append(json(1), JSON.stringify('x'.repeat(9_000_000))), { instanceOf: SpoolError })
  t.is(spool.lines, 0)
  spool.append(json(2), json(3))
  t.deepEqual((await drain(spool)).records, [json(2), json(3)])
})

posix('its files are for the owner alone', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  spool.append(json(1))
  spool.append(json(2))
  const batch = await spool.read({ items: 1, bytes: 1 })
  if (batch !== undefined) await spool.acknowledge(batch)
  t.is(statSync(directory).mode & 0o777, 0o700)
  t.deepEqual(files(directory), ['0000000001.ack', '0000000001.jsonl'])
  for (const name of files(directory)) t.is(statSync(join(directory, name)).mode & 0o777, 0o600, name)
})

test('a directory that cannot be made is said at the start', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'file'), '')
  const error = await t.throwsAsync(Spool.open({ directory: join(folder, 'file', 'spool') }), {
    instanceOf: SpoolError,
  })
  t.is(error?.code, 'ERR_SPOOL_OPEN')
})

test('after close() nothing is taken any more', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  spool.append(json(1))
  spool.close()
  spool.close()
  const error = t.throws(() => spool.append(json(2)), { instanceOf: SpoolError })
  t.is(error?.code, 'ERR_SPOOL_CLOSED')
})
