import { hash } from 'node:crypto'
import zlib, { gzipSync } from 'node:zlib'
import test from 'ava'
import { AnswerReader, framingOf } from '../../../proxy/answers/answer-reader.ts'
import type { ReadAnswer } from '../../../proxy/answers/collected.ts'
import { answerLimits } from '../../../proxy/answers/limits.ts'
import { inspectDecoded } from '../../../proxy/inspection/inspect-request.ts'
import { FairShare } from '../../../proxy/listen/fair-share.ts'
import { operatorHost } from '../../../proxy/platforms/operator-host.ts'
import { IBAN } from '../../support/sample-policies.ts'
import { until } from '../../support/wire.ts'
import { CALLS, FORMATS, HALVES, sse, WHOLE } from './formats.ts'

const platform = operatorHost('host:test')
const target = { method: 'ANSWER', path: '', query: new URLSearchParams(), headers: {} }
const inspected: string[] = []

function inspect(text: string) {
  inspected.push(text)
  return inspectDecoded({ platform, target, text }, { bytes: Buffer.from(text) }, {})
}

function room(capacity = 2 ** 30): FairShare {
  return new FairShare({ resource: 'bytes', capacity, waitMs: 1000, stallMs: 1000, maxWaiting: 10 })
}

interface ReadOptions {
  readonly coding?: string
  readonly held?: FairShare
  readonly soon?: (work: () => void) => void
}

function read(
  type: string,
  chunks: readonly (string | Buffer)[],
  { coding = '', held = room(), soon = setImmediate }: ReadOptions = {},
): Promise<ReadAnswer> {
  const framing = framingOf(type)
  if (framing === undefined) throw new Error(`nothing reads ${type}`)
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>()
  const options = { inspect, held, share: 'a', onRead: resolve, later: setImmediate, soon }
  const reader = new AnswerReader(framing, coding, options)
  for (const chunk of chunks) reader.push(Buffer.from(chunk))
  reader.end()
  return promise
}

for (const [name, type, body] of FORMATS) {
  test(`${name}: the text is read once, whole and byte by byte`, async (t) => {
    const bytes = Buffer.from(body)
    for (const chunks of [[bytes], Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1))]) {
      const answer = await read(type, chunks)
      t.deepEqual(
        answer.map(([kind]) => kind),
        ['completion'],
      )
      const [, text] = answer[0] ?? []
      t.is(text?.contentHash, hash('sha256', WHOLE))
      t.is(text?.bytes, Buffer.byteLength(WHOLE))
      t.deepEqual(text?.inspection, { status: 'full' })
      t.deepEqual(
        text?.classifications.map(({ type: found, start, end }) => [found, WHOLE.slice(start, end)]),
        [['IBAN', IBAN]],
      )
    }
  })
}

for (const [name, type, body] of CALLS) {
  test(`${name}: the arguments of a call are read`, async (t) => {
    const [[kind, text] = []] = await read(type, [body])
    t.is(kind, 'tool_call')
    t.is(text?.classifications[0]?.type, 'IBAN')
  })
}

test('alternatives that come at once are each read as one text', async (t) => {
  const events = HALVES.flatMap((content) => [0, 1].map((index) => ({ choices: [{ index, delta: { content } }] })))
  const [[, text] = []] = await read('text/event-stream', [sse(...events, ...events)])
  t.true((text?.classifications.length ?? 0) >= 1)
})

for (const [coding, encode] of [
  ['gzip', zlib.gzipSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
  ['deflate', zlib.deflateSync],
] as const) {
  test(`${coding} is undone on the copy, also where the end is missing`, async (t) => {
    const body = encode(sse(...HALVES.map((content) => ({ choices: [{ index: 0, delta: { content } }] }))))
    const [[, text] = []] = await read('text/event-stream', [body.subarray(0, 20), body.subarray(20)], { coding })
    t.is(text?.contentHash, hash('sha256', WHOLE))
    await t.notThrowsAsync(read('text/event-stream', [body.subarray(0, 20)], { coding }))
  })
}

test('a bomb is not unfolded to its end', async (t) => {
  const bomb = zlib.brotliCompressSync(Buffer.alloc(answerLimits.decodedBytes * 2, 'data: '))
  t.deepEqual(await read('text/event-stream', [bomb], { coding: 'br' }), [])
})

test('a long answer is looked at in windows that overlap, with the offsets of the whole', async (t) => {
  const prose = 'all quiet on this side of the river. '.repeat(answerLimits.window / 37 + 1)
  const pieces = [prose.slice(0, answerLimits.window - 10), ` ${IBAN}. `, prose, prose, ` ${IBAN}. `, prose]
  const whole = pieces.join('')
  inspected.length = 0
  const [[, text] = []] = await read('text/event-stream', [
    sse(...pieces.map((content) => ({ choices: [{ delta: { content } }] }))),
  ])
  t.is(text?.contentHash, hash('sha256', whole))
  t.deepEqual(
    text?.classifications.map(({ start, end }) => whole.slice(start, end)),
    [IBAN, IBAN],
  )
  t.true(inspected.length > 2)
  t.true(inspected.every((window) => window.length <= 3 * answerLimits.window))
})

test('what is too long, or has no room, is left out and said to be', async (t) => {
  const long = { choices: [{ delta: { content: 'x'.repeat(answerLimits.eventBytes) } }] }
  const short = { choices: [{ delta: { content: 'short' } }] }
  const [[, text] = []] = await read('text/event-stream', [sse(short, long, short)])
  t.is(text?.contentHash, hash('sha256', 'shortshort'))
  t.deepEqual(text?.inspection, { status: 'partial', reason: 'too_large' })
  const held = room(70_000)
  const full = held.tryTake('b', 60_000)
  const [[, cut] = []] = await read('text/event-stream', [sse(short), 'x'.repeat(50_000), sse(short)], { held })
  t.is(cut?.inspection.status ?? 'partial', 'partial')
  full?.release()
  t.is(held.held, 0)
})

for (const [name, type, body] of [
  ['no JSON', 'application/json', '{"choices": ['],
  ['other JSON', 'application/json', '{"ok":true,"id":"file-1","status":"processed"}'],
  ['a list of numbers', 'application/json', '[[1,2],[3]]'],
  ['nested lists', 'application/json', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['no stream of Amazon’s', 'application/vnd.amazon.eventstream', 'this is a text and nothing else'],
  ['comments', 'text/event-stream', ': ping\n\n: ping\n\n'],
] as const) {
  test(`${name}: nothing is read`, async (t) => t.deepEqual(await read(type, [body]), []))
}

for (const coding of ['', 'gzip']) {
  test(`a large answer is read in turns that all answers share, none of them long${coding && `, also behind ${coding}`}`, async (t) => {
    const event = `data: ${JSON.stringify({ choices: [{ delta: { content: 'word '.repeat(40) } }] })}\n\n`
    const body = Buffer.from(event.repeat(2000))
    const sent = coding === '' ? body : gzipSync(body)
    const chunks = Array.from({ length: Math.ceil(sent.length / 16_384) }, (_, at) =>
      sent.subarray(at * 16_384, (at + 1) * 16_384),
    )
    const turns: (() => void)[] = []
    let taken = 0
    let isRead = false
    const reading = read('text/event-stream', chunks, { coding, soon: (work) => turns.push(work) }).then((answer) => {
      isRead = true
      return answer
    })
    while (!isRead) {
      await until(
        () => isRead || turns.length > 0,
        () => 'no turn is asked for',
      )
      t.true(turns.length <= 1, 'one piece waits at a time')
      const turn = turns.shift()
      if (turn !== undefined) taken++
      turn?.()
    }
    t.true(taken >= body.length / 65_536, `${taken} turns`)
    t.is((await reading)[0]?.[1].bytes, 2000 * 200)
  })
}
