import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import test from 'ava'
import { Spool } from '../../../../proxy/record/spool/spool.ts'
import { SpoolFullError } from '../../../../proxy/record/spool/spool-errors.ts'
import { abandon, drain, json, spoolDirectory } from '../../../support/spool.ts'

test('at the bound append() throws and the oldest are kept; what is acknowledged makes room', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t), maxBytes: 4000 })
  const records: string[] = []
  const error = t.throws(
    () => {
      for (let n = 0; n < 1000; n++) {
        spool.append(json(n))
        records.push(json(n))
      }
    },
    { instanceOf: SpoolFullError },
  )
  t.is(error?.code, 'ERR_SPOOL_FULL')
  t.true(spool.bytes <= 4000)
  t.true(records.length > 50)
  t.deepEqual((await drain(spool)).records, records)
  t.notThrows(() => spool.append(json(0)))
})

test('a full spool is still full after a restart', async (t) => {
  const directory = spoolDirectory(t)
  await abandon(
    directory,
    Array.from({ length: 100 }, (_, n) => json(n)),
  )
  const spool = await Spool.open({ directory, maxBytes: 1000 })
  t.throws(() => spool.append(json(1)), { instanceOf: SpoolFullError })
  t.is((await drain(spool)).records.length, 100)
  t.notThrows(() => spool.append(json(1)))
})

test('whether there is room is tried on the disk, and leaves nothing behind', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  t.true(spool.hasRoom())
  t.deepEqual(readdirSync(directory), [])
  rmSync(directory, { recursive: true })
  t.false(spool.hasRoom())
  mkdirSync(directory)
  t.true(spool.hasRoom())
})

test('a spool near its bound has no room', async (t) => {
  t.false((await Spool.open({ directory: spoolDirectory(t), maxBytes: 10_000 })).hasRoom())
})
