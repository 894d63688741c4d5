import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import { boundAnswers } from '../../api/http/bounded-answers.ts'
import { limitInFlight } from '../../api/http/in-flight.ts'
import { jsonChunks, sendJson } from '../../api/http/json-answer.ts'
import type { InteractionListItem } from '../../core/model/interaction.ts'
import { startTestApi } from '../support/api.ts'
import { documentEngines } from '../support/engines.ts'

const RECORD = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }
const finding = (n: number, value = '***') => ({ type: 'EMAIL', value, score: 0.5, start: n, end: n })

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: what a record may hold is bounded, and lists shorten what is large`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const post = (fields: object) =>
      api.request<{ id: string }>('POST', '/interactions', {
        token: api.server.internalToken,
        json: { ...RECORD, ...fields },
      })
    const tooLarge = { classifications: Array.from({ length: 80 }, (_, n) => finding(n, 'x'.repeat(2048))) }
    t.is((await post(tooLarge)).status, 400)
    const batch = await api.request('POST', '/interactions/batch', {
      token: api.server.internalToken,
      json: [{ ...RECORD, ...tooLarge }, RECORD],
    })
    t.like(batch.json, { received: 2, stored: 1, rejected: [{ index: 0 }] })

    const large = {
      classifications: Array.from({ length: 60 }, (_, n) => finding(n, `${n} ${'x'.repeat(1900)}`)),
      content_metadata: { url: 'https://x.example', page: 'y'.repeat(50_000), model: 'm' },
    }
    const { json: created } = await post(large)
    t.deepEqual((await api.request('GET', `/interactions/${created.id}`, { token: api.admin })).json, created)
    const { json } = await api.request<{ data: InteractionListItem[] }>('GET', '/interactions', { token: api.admin })
    const [item, small] = json.data
    t.is(item?.truncated, true)
    t.deepEqual(item?.content_metadata, { url: 'https://x.example', model: 'm' })
    t.is(item?.classifications.length, 50)
    t.true(item?.classifications.every(({ value }) => value.length === 128))
    t.false('truncated' in (small ?? {}))
    const found = await api.request<InteractionListItem[]>(
      'GET',
      `/interactions/search?content_hash=${RECORD.content_hash}`,
      {
        token: api.admin,
      },
    )
    t.deepEqual(
      found.json.map(({ truncated, classifications }) => [truncated, classifications.length]),
      [
        [true, 50],
        [undefined, 0],
      ],
    )
    const later = await api.request<{ classifications: unknown[] }>(
      'POST',
      `/interactions/${created.id}/classifications`,
      {
        token: api.server.internalToken,
        json: { tier: 3, classifications: Array.from({ length: 60 }, (_, n) => finding(1000 + n, 'z'.repeat(2000))) },
      },
    )
    t.is(later.status, 200)
    t.true(Buffer.byteLength(JSON.stringify(later.json.classifications)) <= 131_072)
    t.true(later.json.classifications.length > 60)
  })
}

test('JSON in pieces is the JSON of the whole', (t) => {
  const bodies = [
    {},
    [],
    [1, undefined, 'x', null],
    { a: 1, b: undefined, c: [], d: [{ e: 'é' }, [1]], f: { g: [2] } },
    { data: Array.from({ length: 5000 }, (_, n) => ({ n, text: 'x'.repeat(100) })), total: 5000 },
  ]
  for (const body of bodies) t.is([...jsonChunks(body)].join(''), JSON.stringify(body))
  t.true([...jsonChunks(bodies[4])].length > 5)
})

test('an answer that nobody reads is made no faster than it is read, and is ended', async (t) => {
  const made = await unread(t, ['/'])
  // Of 200 MB only what the buffers of both ends hold.
  t.true(made < 5000, `${made} rows`)
})

test('one behind another answer on the same connection is ended too', async (t) => {
  t.true((await unread(t, ['/soon', '/'])) > 0)
})

/** Asks for the paths in one go and reads nothing, until the server has ended the connection. @returns rows that were made */
async function unread(t: ExecutionContext, paths: readonly string[]): Promise<number> {
  let made = 0
  function* rows(): Generator<object> {
    for (; made < 20_000; made += 1) yield { text: 'x'.repeat(10_000) }
  }
  const koa = new Koa()
  const list = new Proxy([] as object[], {
    get: (target, name) => (name === Symbol.iterator ? rows : Reflect.get(target, name)),
  })
  koa.use(boundAnswers(500) as never)
  koa.use(async (ctx) => {
    if (ctx.path === '/') return sendJson(ctx as never, { data: list })
    // By then the request behind it is there, and has an answer without a socket.
    await sleep(100)
    sendJson(ctx as never, { data: [] })
  })
  koa.on('error', () => {})
  const server = createServer(koa.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  while ((await connections()) === 0) await sleep(5)
  while ((await connections()) > 0) await sleep(20)
  socket.destroy()
  return made
}

test('what one caller has under way is bounded by weight, the rest waits in order, up to a bound', async (t) => {
  const inFlight = limitInFlight({ weight: 4, waiting: 3, waitMs: 600_000 })
  const { turn, leave: first } = inFlight.enter('a', 4)
  t.is(turn, undefined)
  const order: string[] = []
  const enter = async (name: string, weight: number) => {
    const { turn, leave } = inFlight.enter('a', weight)
    await turn
    order.push(name)
    return leave
  }
  const second = enter('second', 1)
  const large = enter('large', 4)
  const last = enter('last', 1)
  t.throws(() => inFlight.enter('a', 1), { message: /Too many requests/ })
  inFlight.enter('b', 4).leave()
  t.deepEqual(order, [])
  first()
  const leaveSecond = await second
  await new Promise(setImmediate)
  t.deepEqual(order, ['second'])
  leaveSecond()
  const leaveLarge = await large
  await new Promise(setImmediate)
  t.deepEqual(order, ['second', 'large'])
  leaveLarge()
  ;(await last)()
  t.deepEqual(order, ['second', 'large', 'last'])
})

test('a request that goes away while it waits gives up its place', async (t) => {
  const inFlight = limitInFlight({ weight: 1, waiting: 2, waitMs: 600_000 })
  const first = inFlight.enter('a', 1)
  const gone = inFlight.enter('a', 1)
  const stays = inFlight.enter('a', 1)
  gone.leave()
  gone.leave()
  const late = inFlight.enter('a', 1)
  first.leave()
  await stays.turn
  stays.leave()
  await late.turn
  late.leave()
  t.is(inFlight.enter('a', 1).turn, undefined)
})

test('a turn that does not come in time is refused, and those behind it move on', async (t) => {
  const inFlight = limitInFlight({ weight: 4, waiting: 3, waitMs: 20 })
  const first = inFlight.enter('a', 3)
  const large = inFlight.enter('a', 4)
  const small = inFlight.enter('a', 1)
  await t.throwsAsync(async () => large.turn, { message: /Too many requests/ })
  await small.turn
  small.leave()
  first.leave()
  large.leave()
  t.is(inFlight.enter('a', 4).turn, undefined)
})
