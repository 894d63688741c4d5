import test from 'ava'
import { ApiError } from '../../../api/http/api-error.ts'
import { parseBody } from '../../../api/http/json-text.ts'
import { PersonsInteraction, readRecords } from '../../../api/interactions/read-records.ts'
import { ContentMetadata } from '../../../core/model/interaction.ts'
import { startTestApi } from '../../support/api.ts'

const FIELDS_MAX = 16_384
const RECORD = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }

function wide(fields: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: fields }, (_, n) => [`k${n}`, n]))
}

test.serial('an object with too many fields is refused before anything is made of it', (t) => {
  const { parse } = JSON
  let parsed = 0
  JSON.parse = (text: string) => {
    parsed++
    return parse(text)
  }
  try {
    for (const body of [
      JSON.stringify(wide(FIELDS_MAX + 1)),
      JSON.stringify({ ...RECORD, content_metadata: wide(100_000) }),
      ` {"a":[{"b":"\\\\"},${JSON.stringify(wide(100_000)).replaceAll('"k', '"\\"{k')}]} `,
    ]) {
      const { status, message } = t.throws(() => parseBody(body), { instanceOf: ApiError })
      t.is(status, 400)
      t.regex(message, /more than 16384 fields/)
    }
    t.is(parsed, 0)
  } finally {
    JSON.parse = parse
  }
})

test('any other text is what JSON.parse makes of it, or an error', (t) => {
  const objects = Array.from({ length: 2000 }, (_, n) => ({ n, text: `{"${n}":"\\" [,:`.repeat(60) }))
  for (const value of [
    null,
    7,
    'text',
    [],
    {},
    wide(FIELDS_MAX),
    objects,
    { objects },
    [[wide(9), 'x'.repeat(1_100_000)]],
  ]) {
    t.deepEqual(parseBody(JSON.stringify(value)), value)
    t.deepEqual(parseBody(JSON.stringify(value, undefined, 1)), value)
  }
  const long = JSON.stringify(objects)
  for (const text of [
    '{',
    `{"a":${long}`,
    `${long}]`,
    `{"a":"${'\\"'.repeat(100_000)}`,
    ']'.repeat(1_100_000),
    '['.repeat(1_100_000),
  ])
    t.is(t.throws(() => parseBody(text), { instanceOf: ApiError }).status, 400)
})

test('in a batch an item with too many fields is nothing, and the others are what they are', (t) => {
  const wideItem = { ...RECORD, content_metadata: { a: wide(100_000) } }
  const [first, second, third, fourth] = parseBody(JSON.stringify([wideItem, RECORD, wideItem, RECORD])) as unknown[]
  t.deepEqual([first, second, third, fourth], [null, RECORD, null, RECORD])
})

const nested = (depth: number, inner = '1') => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`
const filler = 'x'.repeat(10_000)

test.serial('what is nested too deeply is refused before anything is made of it', (t) => {
  const { parse } = JSON
  const parsed: number[] = []
  JSON.parse = (text: string) => {
    parsed.push(text.length)
    return parse(text)
  }
  try {
    for (const body of [`{"a":${nested(1_000_000)}}`, `{"a":"${filler}","b":${nested(64)}}`, '{"a":'.repeat(100_000)]) {
      const { message } = t.throws(() => parseBody(body), { instanceOf: ApiError })
      t.regex(message, /nested more than 64 levels deep/)
    }
    t.deepEqual(parsed, [])
    // Of ten megabytes of brackets a parser sees a few.
    for (const body of ['['.repeat(10_000_000), `[${'{"a":'.repeat(2_000_000)}`])
      t.throws(() => parseBody(body), { instanceOf: ApiError })
    t.deepEqual(parseBody(`[${nested(5_000_000, '')}]`), [null])
    t.deepEqual(parseBody(`[7, ${nested(100)}, "${filler}]", {"a": {"b": ${nested(62)}}}, 8]`), [
      ...[7, null, `${filler}]`, null, 8],
    ])
    t.true(parsed.every((length) => length < 20_000))
  } finally {
    JSON.parse = parse
  }
  t.deepEqual(parseBody(`{"a":"${filler}","b":${nested(63)}}`), JSON.parse(`{"a":"${filler}","b":${nested(63)}}`))
  t.deepEqual(parseBody(`["${filler}",${nested(63)}]`), JSON.parse(`["${filler}",${nested(63)}]`))
})

/** Counts how many of its fields somebody reads. */
function watched(fields: number, seen: { read: number }): object {
  return new Proxy(wide(fields), {
    get(target, name, receiver) {
      seen.read++
      return Reflect.get(target, name, receiver)
    },
  })
}

test('of metadata that are too large no more fields are read than fit', (t) => {
  for (const read of [
    (metadata: object) => ContentMetadata.safeParse(metadata).success,
    (metadata: object) => PersonsInteraction.safeParse({ ...RECORD, content_metadata: metadata }).success,
    (metadata: object) => readRecords([{ ...RECORD, content_metadata: metadata }]).length > 0,
  ]) {
    const seen = { read: 0 }
    t.false(read(watched(100_000, seen)))
    t.true(seen.read < FIELDS_MAX, String(seen.read))
  }
})

test('over HTTP it is 400 for one interaction, and in a batch the others are stored', async (t) => {
  const api = await startTestApi(t)
  const post = (path: string, json: unknown) =>
    api.request<{ error?: string; received?: number; stored?: number }>('POST', path, {
      token: api.server.internalToken,
      json: json as object,
    })
  const one = await post('/interactions', { ...RECORD, content_metadata: wide(60_000) })
  t.is(one.status, 400)
  t.regex(one.json.error ?? '', /more than 16384 fields/)
  const nested = await post('/interactions', { ...RECORD, content_metadata: { a: wide(16_000), b: wide(16_000) } })
  t.is(nested.status, 400)
  const batch = await post('/interactions/batch', [{ ...RECORD, content_metadata: wide(200_000) }, RECORD])
  t.is(batch.status, 200)
  t.like(batch.json, { received: 2, stored: 1, rejected: [{ index: 0 }] })
})
