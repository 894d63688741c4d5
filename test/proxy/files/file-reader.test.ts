import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import zlib from 'node:zlib'
import test from 'ava'
import { collect } from '../../../config/collector.ts'
import { answerRoom, type RoomQuestion } from '../../../proxy/body/unfolding.ts'
import { FileReader } from '../../../proxy/files/file-reader.ts'
import type { FileProblem } from '../../../proxy/files/file-reading.ts'
import { blanksPdf } from '../../siege/attacks.ts'
import { pdfOf } from '../../support/packed-files.ts'
import { temporaryFolder } from '../../support/temp.ts'

const BREAKING = new URL('../../support/breaking-file-worker.ts', import.meta.url)
const LIMITS = { maxUnpackedBytes: 67_108_864, maxTextLength: 1_000_000 }
const MEGABYTE = 1024 * 1024
const CARD = '4539 1488 0343 6467'

for (const [what, problem, budgetMs] of [
  ['throw', 'crashed', 10_000],
  ['exit', 'crashed', 10_000],
  ['grow', 'crashed', 60_000],
  ['hang', 'over_budget', 200],
  ['wait', 'over_budget', 100],
  ['buffers', 'too_large', 60_000],
] as const satisfies readonly (readonly [string, FileProblem, number])[]) {
  test.serial(`a thread that breaks (${what}) costs its file alone`, async (t) => {
    const reader = new FileReader({ ...LIMITS, program: BREAKING, heapMb: 24 })
    t.teardown(() => reader.close())
    const [before, broken] = await reader.read(
      ['fine', what].map((text) => Buffer.from(text)),
      budgetMs,
    )
    t.is(before?.text, 'fine')
    t.deepEqual(broken, { text: '', context: '', problems: [problem] })
    const [after, another] = await reader.read(
      ['next', 'last'].map((text) => Buffer.from(text)),
      10_000,
    )
    t.is(after?.text, 'next')
    t.is(another?.text, 'last')
  })
}

test.serial('a look at a thread that outlasts its job does not end the next one', async (t) => {
  const folder = temporaryFolder(t)
  const reader = new FileReader({ ...LIMITS, program: BREAKING })
  t.teardown(() => reader.close())
  const look = Promise.withResolvers<void>()
  const { getHeapStatistics } = Worker.prototype
  t.teardown(() => {
    Worker.prototype.getHeapStatistics = getHeapStatistics
  })
  let looks = 0
  Worker.prototype.getHeapStatistics = async function () {
    const isFirst = looks++ === 0
    if (isFirst) await look.promise
    const statistics = await getHeapStatistics.call(this)
    return isFirst ? { ...statistics, external_memory: 1_000_000_000 } : statistics
  }
  const job = (name: string) => Buffer.from(`until ${join(folder, name)}`)
  const end = (name: string) => writeFileSync(join(folder, name), '')
  const [first] = await reader.read([job('a')], 60_000, () => end('a'))
  t.deepEqual(first?.problems, [])
  let seen = 0
  const [second] = await reader.read([job('b')], 60_000, () => {
    look.resolve()
    // The look is told of by now.
    if (++seen > 3) end('b')
  })
  t.deepEqual(second?.problems, [])
})

test.serial('files of one request share what they may unpack to and their time', async (t) => {
  const reader = new FileReader({ maxUnpackedBytes: 1_500_000, maxTextLength: 10_000_000 })
  t.teardown(() => reader.close())
  const file = zlib.gzipSync(Buffer.alloc(1_000_000, 'some words '))
  const [first, second] = await reader.read([file, file], 60_000)
  t.deepEqual(first?.problems, [])
  t.deepEqual(second?.problems, ['too_large'])
  const another = zlib.gzipSync('other words')
  t.deepEqual(await reader.read([another], 0), [{ text: '', context: '', problems: ['over_budget'] }])
})

test.serial('what a PDF unpacks to is bounded while it grows, in each of its layers', async (t) => {
  const questions: number[] = []
  const ask = (question: RoomQuestion) => {
    questions.push(question.room)
    answerRoom(question, true)
  }
  const reader = new FileReader({ ...LIMITS, ask })
  t.teardown(() => reader.close())
  const letter = readFileSync(new URL('../../fixtures/files/letter.pdf', import.meta.url))
  const bomb = blanksPdf(256 * MEGABYTE)
  collect({ type: 'major' })
  const before = process.memoryUsage().rss
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 5)
  const [unread, read] = await reader.read([bomb, letter], 20_000)
  clearInterval(sampling)
  t.true(unread?.problems.includes('too_large'))
  t.true(read?.text.includes(CARD))
  t.true(most < 192 * MEGABYTE, `${most}`)
  const asked = questions.reduce((sum, room) => sum + room, 0)
  t.true(asked >= MEGABYTE && asked < 64 * MEGABYTE, `${asked}`)
})

test.serial('where there is no room for what a file unpacks to, it is read as far as it came', async (t) => {
  const reader = new FileReader({ ...LIMITS, ask: (question) => answerRoom(question, false) })
  t.teardown(() => reader.close())
  const [gzip, pdf, small] = await reader.read(
    [zlib.gzipSync(Buffer.alloc(4 * MEGABYTE, 'some words ')), blanksPdf(64 * MEGABYTE), zlib.gzipSync('few words')],
    20_000,
  )
  t.deepEqual(gzip?.problems, ['too_large'])
  t.true(gzip?.text.startsWith('some words '))
  t.true(pdf?.problems.includes('too_large'))
  t.deepEqual(small, { text: 'few words', context: '', problems: [] })
})

test.serial('a PDF whose page does not end costs its time, and the next one is read', async (t) => {
  const reader = new FileReader(LIMITS)
  t.teardown(() => reader.close())
  const page = zlib.deflateSync(zlib.deflateSync(Buffer.alloc(6_000_000, 'BT (a) Tj ET ')))
  const endless = pdfOf(page, '[/FlateDecode/FlateDecode]')
  const letter = readFileSync(new URL('../../fixtures/files/letter.pdf', import.meta.url))
  const [unread] = await reader.read([endless], 150)
  t.deepEqual(unread?.problems, ['over_budget'])
  const [read] = await reader.read([letter], 10_000)
  t.true(read?.text.includes(CARD))
})

const COUNTING = new URL('../../support/counting-file-worker.ts', import.meta.url)

test.serial('a file that comes again is read once, as long as it fits', async (t) => {
  const reader = new FileReader({ maxUnpackedBytes: 1000, maxTextLength: 1000, program: COUNTING })
  t.teardown(() => reader.close())
  const texts = async (...files: readonly string[]) =>
    (
      await reader.read(
        files.map((file) => Buffer.from(file)),
        10_000,
      )
    ).map(({ text, problems }) => [text, ...problems].join(' '))
  t.deepEqual(await texts('a', 'b'), ['a 1', 'b 2'])
  t.deepEqual(await texts('b', 'c'), ['b 2', 'c 3'])
  // Each takes 400 of the 1,000 bytes that the files of a request may unpack to: the third one is read anew, with what is left.
  t.deepEqual(await texts('a', 'b', 'c'), ['a 1', 'b 2', 'c 4 too_large'])
  t.deepEqual(await texts('c'), ['c 3'], 'what there was no room for is not what the file says')
  const many = Array.from({ length: 130 }, (_, index) => `file ${index}`)
  for (const one of many) await texts(one)
  t.deepEqual(await texts('file 129', 'file 2'), ['file 129 134', 'file 2 7'])
  t.deepEqual(await texts('a'), ['a 135'], 'the least recently used one went')
})
