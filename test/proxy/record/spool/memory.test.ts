import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Spool } from '../../../../proxy/record/spool/spool.ts'
import { drain, EVERYTHING, json, spoolDirectory } from '../../../support/spool.ts'

test('what was appended last is given out from memory, and is on disk all the same', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  const records = [1, 2, 3].map(json)
  for (const record of records) spool.append(record)
  const path = join(directory, '0000000001.jsonl')
  const written = readFileSync(path)
  rmSync(path)
  t.deepEqual(await spool.read({ items: 2, bytes: 1_000_000 }), {
    ...{ items: records.slice(0, 2).map((record) => Buffer.from(record)), damaged: 0, lines: 2 },
    ...{ segment: (await spool.read(EVERYTHING))?.segment, end: written.indexOf('\n', written.indexOf('\n') + 1) + 1 },
  } as never)
  writeFileSync(path, written)
  t.deepEqual(await drain(await Spool.open({ directory })), { records, damaged: 0 }, 'a restart reads it')
  t.deepEqual(await drain(spool), { records, damaged: 0 })
})

/** Some of them larger than a block of the memory that the newest records are kept in. */
function largeRecords(count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({ n, text: `é${n % 10}`.repeat(n % 7 === 0 ? 50_000 : 7_000) }),
  )
}

test('large records come out as they went in, whatever memory is used again meanwhile', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  const records = largeRecords(150)
  const given: string[] = []
  for (const [n, record] of records.entries()) {
    spool.append(record)
    if (n % 9 !== 0) continue
    const batch = await spool.read({ items: 5, bytes: 1_000_000 })
    if (batch === undefined) continue
    given.push(...batch.items.map(String))
    await spool.acknowledge(batch)
  }
  const { records: rest, damaged } = await drain(spool)
  t.deepEqual([...given, ...rest], records)
  t.is(damaged, 0)
})

test('a batch stays as it is until it is acknowledged, also where more comes than memory has room for', async (t) => {
  const spool = await Spool.open({ directory: spoolDirectory(t) })
  const records = largeRecords(150)
  for (const record of records.slice(0, 5)) spool.append(record)
  const batch = await spool.read({ items: 5, bytes: 10_000_000 })
  for (const record of records.slice(5)) spool.append(record)
  t.deepEqual(batch?.items.map(String), records.slice(0, 5))
  if (batch !== undefined) await spool.acknowledge(batch)
  t.deepEqual((await drain(spool)).records, records.slice(5))
})

test('of more than fits in memory the oldest are read back, in the order of all, however much is taken at once', async (t) => {
  for (const recentMax of [0, 1, 100, 1000, 100_000]) {
    for (const items of [1, 7, 1000]) {
      const spool = await Spool.open({ directory: spoolDirectory(t), recentMax, maxBytes: 20_000 })
      const given: string[] = []
      const appended: string[] = []
      for (let n = 0; n < 300; n++) {
        appended.push(json(n))
        spool.append(json(n))
        if (n % 40 < 20) continue
        const batch = await spool.read({ items, bytes: 2000 })
        if (batch === undefined) continue
        given.push(...batch.items.map(String))
        await spool.acknowledge(batch)
        if (items === 7 && n % 3 === 0) await spool.read({ items, bytes: 2000 })
      }
      const { records, damaged } = await drain(spool)
      t.deepEqual([...given, ...records], appended, `${recentMax} in memory, ${items} at once`)
      t.is(damaged, 0)
      t.is(spool.lines, 0)
    }
  }
})
