import { cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Spool } from '../../../../proxy/record/spool/spool.ts'
import { SpoolError } from '../../../../proxy/record/spool/spool-errors.ts'
import { abandon, drain, EVERYTHING, files, json, spoolDirectory } from '../../../support/spool.ts'

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
