import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Spool } from '../../../../proxy/record/spool/spool.ts'
import { SpoolError, SpoolFullError } from '../../../../proxy/record/spool/spool-errors.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { until } from '../../../support/wire.ts'

const EVERYTHING = { items: 1_000_000, bytes: 1_000_000_000 }
const posix = process.platform === 'win32' ? test.skip : test

function spoolDirectory(t: ExecutionContext): string {
  return join(temporaryFolder(t), 'spool', 'worker')
}

/** Reads and acknowledges all there is; tells the records and the number of damaged pieces. */
async function drain(spool: Spool): Promise<{ records: string[]; damaged: number }> {
  const records: string[] = []
  let damaged = 0
  for (let batch = await spool.read(EVERYTHING); batch !== undefined; batch = await spool.read(EVERYTHING)) {
    records.push(...batch.items.map(String))
    damaged += batch.damaged
    await spool.acknowledge(batch)
  }
  return { records, damaged }
}

/** A spool that a process left without closing it: only the files matter, so another one simply opens them. */
async function abandon(directory: string, records: readonly string[]): Promise<string> {
  const spool = await Spool.open({ directory })
  for (const record of records) spool.append(record)
  return join(
    directory,
    readdirSync(directory)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .at(-1) ?? '',
  )
}

function json(n: number): string {
  return JSON.stringify({ n, text: `réc🙂rd ${n}` })
}

function files(directory: string): string[] {
  return readdirSync(directory).sort()
}

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

test('of records that were kept together none comes back after a restart where the write was cut off, wherever it was', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  spool.append(json(0), json(1))
  spool.append(json(2))
  const { bytes: sound } = spool
  spool.append(json(3), json(4), json(5))
  const segment = join(directory, files(directory)[0] ?? '')
  const { size } = statSync(segment)
  for (let end = size - 1; end >= sound; end--) {
    truncateSync(segment, end)
    const copy = spoolDirectory(t)
    cpSync(directory, copy, { recursive: true })
    const next = await Spool.open({ directory: copy })
    t.is(next.lines, 3)
    t.deepEqual((await drain(next)).records, [json(0), json(1), json(2)], `cut off at ${end}`)
    t.true(next.drained)
  }
})

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

test('wherever the last line is torn, the records before it are kept and the next start can go on', async (t) => {
  const directory = spoolDirectory(t)
  const whole = readFileSync(await abandon(directory, [json(1), json(2)]))
  const firstLine = whole.indexOf('\n') + 1
  for (let length = firstLine; length < whole.length; length++) {
    rmSync(directory, { recursive: true })
    mkdirSync(directory)
    writeFileSync(join(directory, '0000000001.jsonl'), whole.subarray(0, length))
    const spool = await Spool.open({ directory })
    spool.append(json(3))
    t.is(spool.lines, 2)
    const torn = length > firstLine ? 1 : 0
    t.deepEqual(await drain(spool), { records: [json(1), json(3)], damaged: torn }, `cut at ${length}`)
    spool.close()
    t.deepEqual(files(directory), [])
  }
})

test('wherever a byte is damaged, it costs its own record and at most the next one', async (t) => {
  const directory = spoolDirectory(t)
  const records = [1, 2, 3, 4].map(json)
  const whole = readFileSync(await abandon(directory, records))
  for (let position = 0; position < whole.length; position++) {
    rmSync(directory, { recursive: true })
    mkdirSync(directory)
    const damagedBytes = Buffer.from(whole)
    damagedBytes.writeUInt8((whole.readUInt8(position) ^ 0x15) & 0xff, position)
    writeFileSync(join(directory, '0000000001.jsonl'), damagedBytes)
    const result = await drain(await Spool.open({ directory }))
    const isLineFeed = whole[position] === 0x0a
    t.true(result.damaged >= 1, `byte ${position} is noticed`)
    t.true(result.records.length >= records.length - (isLineFeed ? 2 : 1), `byte ${position} costs little`)
    t.true(
      result.records.every((record) => records.includes(record)),
      `byte ${position} makes no new record`,
    )
  }
})

test('a segment whose middle is overwritten with zeros or noise keeps the rest', async (t) => {
  for (const fill of [0, 0x0a, 0xff]) {
    const directory = spoolDirectory(t)
    const records = Array.from({ length: 1000 }, (_, n) => json(n))
    const path = await abandon(directory, records)
    const bytes = readFileSync(path)
    bytes.fill(fill, 10_000, 14_096)
    writeFileSync(path, bytes)
    const result = await drain(await Spool.open({ directory }))
    t.true(result.damaged >= 1)
    t.true(result.records.length > 850)
    t.deepEqual(result.records.slice(-500), records.slice(-500))
  }
})

test('garbage without a line feed, larger than any line, is passed over', async (t) => {
  const directory = spoolDirectory(t)
  const path = await abandon(directory, [json(1)])
  const sound = readFileSync(path)
  writeFileSync(path, Buffer.concat([sound, Buffer.alloc(20_000_000, 0x41), Buffer.from('\n'), sound]))
  const result = await drain(await Spool.open({ directory }))
  t.deepEqual(result.records, [json(1), json(1)])
  t.true(result.damaged >= 1)
})

test('a damaged checkpoint gives records out again rather than losing one', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  for (let n = 0; n < 3; n++) spool.append(json(n))
  const batch = await spool.read({ items: 2, bytes: 1_000_000 })
  if (batch !== undefined) await spool.acknowledge(batch)
  const checkpoint = join(directory, '0000000001.ack')
  const segment = readFileSync(join(directory, '0000000001.jsonl'))
  const sound = readFileSync(checkpoint)
  const damagedForms = [
    ...Array.from({ length: sound.length }, (_, length) => sound.subarray(0, length)),
    ...Array.from({ length: sound.length }, (_, at) => Buffer.from(sound).fill('9', at, at + 1)),
    Buffer.from('00000000 -5\n'),
    Buffer.alloc(64),
  ].filter((form) => !form.equals(sound))
  for (const form of damagedForms) {
    rmSync(directory, { recursive: true })
    mkdirSync(directory)
    writeFileSync(join(directory, '0000000001.jsonl'), segment)
    writeFileSync(checkpoint, form)
    t.deepEqual((await drain(await Spool.open({ directory }))).records, [0, 1, 2].map(json), `${form}`)
  }
})

test('a checkpoint without its segment is removed, so that no later segment is taken for acknowledged', async (t) => {
  const directory = spoolDirectory(t)
  const path = await abandon(directory, [json(1), json(2)])
  const left = await Spool.open({ directory })
  const batch = await left.read({ items: 1, bytes: 1 })
  if (batch !== undefined) await left.acknowledge(batch)
  rmSync(path)
  t.deepEqual(files(directory), ['0000000001.ack'])

  const spool = await Spool.open({ directory })
  spool.append(json(3))
  spool.append(json(4))
  t.deepEqual((await drain(await Spool.open({ directory }))).records, [json(3), json(4)])
})

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

test('a directory that vanishes under the spool is an error of append(), and its return ends it', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory })
  rmSync(directory, { recursive: true })
  const error = t.throws(() => spool.append(json(1)), { instanceOf: SpoolError })
  t.is(error?.code, 'ERR_SPOOL_WRITE')
  t.is(spool.lines, 0)
  mkdirSync(directory)
  spool.append(json(2))
  t.deepEqual((await drain(spool)).records, [json(2)])
})

test('a segment that cannot be read is set aside, and the others are given out', async (t) => {
  const directory = spoolDirectory(t)
  const lost = await abandon(directory, [json(1)])
  await abandon(directory, [json(2)])
  const spool = await Spool.open({ directory })
  rmSync(lost)
  const error = await t.throwsAsync(spool.read(EVERYTHING), { instanceOf: SpoolError })
  t.is(error?.code, 'ERR_SPOOL_READ')
  t.deepEqual((await drain(spool)).records, [json(2)])
  t.is(spool.lines, 0)
})

test('the segment being written to that is cut off from outside does not hold up what comes after', async (t) => {
  const directory = spoolDirectory(t)
  const spool = await Spool.open({ directory, recentMax: 0 })
  spool.append(json(1))
  truncateSync(join(directory, '0000000001.jsonl'), 3)
  t.deepEqual(await drain(spool), { records: [], damaged: 1 })
  t.is(spool.lines, 0)
})

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

test('a spool takes over abandoned directories with what they have acknowledged', async (t) => {
  const root = temporaryFolder(t)
  const own = join(root, 'one')
  const other = join(root, 'two')
  await abandon(own, [json(1)])
  await abandon(other, [json(2), json(3)])
  const left = await Spool.open({ directory: other })
  const batch = await left.read({ items: 1, bytes: 1 })
  if (batch !== undefined) await left.acknowledge(batch)
  await abandon(other, [json(4)])

  const spool = await Spool.open({ directory: own, adopt: [other] })
  t.false(existsSync(other))
  t.is(spool.lines, 3)
  t.deepEqual((await drain(spool)).records, [json(1), json(3), json(4)])
})

test('an adoption that a crash has cut in two is finished by the next start', async (t) => {
  const root = temporaryFolder(t)
  const own = join(root, 'one')
  const other = join(root, 'two')
  await abandon(other, [json(1), json(2)])
  const left = await Spool.open({ directory: other })
  const batch = await left.read({ items: 1, bytes: 1 })
  if (batch !== undefined) await left.acknowledge(batch)
  // The checkpoint has moved, its segment has not.
  mkdirSync(own)
  writeFileSync(join(own, '0000000001.ack'), readFileSync(join(other, '0000000001.ack')))
  rmSync(join(other, '0000000001.ack'))

  const spool = await Spool.open({ directory: own, adopt: [other] })
  t.deepEqual((await drain(spool)).records, [json(1), json(2)])
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
