import { constants, type ServerHttp2Stream } from 'node:http2'
import test, { type ExecutionContext } from 'ava'
import type { ExchangeRequest, Exchanger } from '../../../../proxy/http/exchange.ts'
import { h2Limits } from '../../../../proxy/http/h2/limits.ts'
import { FRAME, frame, PREFACE, readFrames } from '../../../support/frames.ts'
import { clientAt, type H2Service, type OnStream, startExchanger, startH2Service } from '../../../support/h2-service.ts'
import { listen, until } from '../../../support/wire.ts'

/** Begins an answer, which ends unless `/on` is asked for. */
const begin: OnStream = (stream, headers) => {
  stream.respond({ ':status': 200 })
  stream.write('begun')
  if (headers[':path'] !== '/on') stream.end()
}

/** Asks for something that does not end; resolves when its answer has begun. */
async function open(exchanger: Exchanger, address: string, request: Partial<ExchangeRequest> = {}) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Error | undefined>()
  const exchange = exchanger.start(
    { connection: clientAt(address), method: 'GET', path: '/on', fields: 'Host: a\r\n', body: null, ...request },
    {
      beforeSending: () => {},
      head: () => {},
      data: () => begun.resolve(),
      flush: () => true,
      end: () => ended.resolve(undefined),
      failed: (error) => {
        begun.resolve()
        ended.resolve(error)
      },
    },
  )
  await begun.promise
  return { abort: () => exchange.abort(), ended: ended.promise }
}

async function cancel(exchanger: Exchanger, address: string, times: number): Promise<void> {
  for (let done = 0; done < times; done++) (await open(exchanger, address)).abort()
}

/** A service on which streams go on, as it sees them. */
async function start(t: ExecutionContext, options: Parameters<typeof startH2Service>[2] = {}) {
  const streams: ServerHttp2Stream[] = []
  const service = await startH2Service(
    t,
    (stream, headers) => {
      streams.push(stream)
      begin(stream, headers)
    },
    options,
  )
  return { ...service, streams }
}

const openSessions = ({ sessions }: Pick<H2Service, 'sessions'>) => sessions.filter(({ destroyed }) => !destroyed)

test('what one client cancels, however much, ends no answer of another', async (t) => {
  // The service is Node's, which ends a connection beyond 1000 resets at once and 33 a second.
  const { exchanger, sessions, streams } = await start(t)
  const users = await Promise.all(
    ['10.0.1.1', '10.0.1.2', '10.0.1.3', '10.0.1.4', '10.0.1.5'].map((at) => open(exchanger, at)),
  )
  const cancelling = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'].map((at) => cancel(exchanger, at, 400))
  await Promise.all(cancelling)
  for (const stream of streams.slice(0, users.length)) stream.end()
  t.deepEqual(
    await Promise.all(users.map(({ ended }) => ended)),
    users.map(() => undefined),
  )
  t.true(sessions.length < 80, `${sessions.length} connections`)
})

test('a client that cancels much gets connections of its own, the others keep theirs', async (t) => {
  const { exchanger, ask, sessions } = await start(t)
  const user = (at = '10.0.1.1') => ask({ connection: clientAt(at) })
  // Most of what is on the connection ends well.
  for (let asked = 0; asked < 50; asked++) await user()
  await cancel(exchanger, '10.0.0.1', h2Limits.clientResets + 1)
  t.is(sessions.length, 1)
  await ask({ connection: clientAt('10.0.0.1') })
  t.is(sessions.length, 2)
  await Promise.all(Array.from({ length: 20 }, (_, at) => user(`10.0.1.${at}`)))
  await ask({ connection: clientAt('10.0.0.1') })
  t.is(sessions.length, 2)
})

test('a connection with many resets takes no further request, and ends with those it has', async (t) => {
  const service = await start(t)
  const { exchanger, ask, sessions, streams } = service
  const user = await open(exchanger, '10.0.1.1')
  for (let at = 0; at < h2Limits.fewResets; at++) await cancel(exchanger, `10.0.0.${at}`, 1)
  await ask({ connection: clientAt('10.0.1.2') })
  t.is(sessions.length, 2)
  t.is(openSessions(service).length, 2)
  streams[0]?.end()
  t.is(await user.ended, undefined)
  await until(
    () => openSessions(service).length === 1,
    () => 'the first one stays open',
  )
  t.false(sessions[1]?.destroyed)
})

test('one client takes a part of a shared connection, and goes on with its own', async (t) => {
  const { exchanger, sessions } = await start(t)
  await open(exchanger, '10.0.1.1')
  const many = Array.from({ length: h2Limits.clientStreams * 2 }, () => open(exchanger, '10.0.0.1'))
  await Promise.all(many)
  t.is(sessions.length, 2)
  await open(exchanger, '10.0.1.3')
  t.is(sessions.length, 2)
})

test('a service that takes few requests at once is asked on as many connections as it needs', async (t) => {
  const service = await start(t, { settings: { maxConcurrentStreams: 2 } })
  // All at once: how many it takes is not known then.
  await Promise.all(Array.from({ length: 6 }, (_, at) => open(service.exchanger, `10.0.0.${at}`)))
  await until(
    () => openSessions(service).length === 3,
    () => `${openSessions(service).length} connections`,
  )
  t.is(service.streams.length, 6)
})

for (const [what, request] of [
  ['a long field', { fields: `Host: a\r\nX-Long: ${'x'.repeat(9000)}\r\n` }],
  ['a long target', { path: `/?q=${'x'.repeat(9000)}` }],
  [
    'a long head',
    {
      fields: `Host: a\r\nCookie: ${Array.from({ length: 20 }, (_, at) => `${at}=${'x'.repeat(1000)}`).join('; ')}\r\n`,
    },
  ],
  ['a large body', { method: 'POST', fields: 'Host: a\r\nContent-Length: 300000\r\n', body: Buffer.alloc(300_000) }],
] as const) {
  test(`a request with ${what} goes on a connection of its client's own`, async (t) => {
    const { exchanger, ask, sessions } = await start(t)
    await open(exchanger, '10.0.1.1')
    await ask({ connection: clientAt('10.0.0.1'), ...request })
    t.is(sessions.length, 2)
    await ask({ connection: clientAt('10.0.1.2') })
    t.is(sessions.length, 2)
  })
}

test('who was on a connection that its service ended with an error is alone next time', async (t) => {
  const { exchanger, sessions, ask } = await start(t)
  await ask({ connection: clientAt('10.0.1.5') })
  const on = await Promise.all(['10.0.0.1', '10.0.1.1', '10.0.1.2'].map((at) => open(exchanger, at)))
  t.is(sessions.length, 1)
  sessions[0]?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  t.true((await Promise.all(on.map(({ ended }) => ended))).every((error) => error !== undefined))
  await Promise.all(['10.0.0.1', '10.0.1.1', '10.0.1.2'].map((at) => ask({ connection: clientAt(at) })))
  t.is(sessions.length, 4)
  for (const at of ['10.0.1.3', '10.0.1.4']) await ask({ connection: clientAt(at) })
  t.is(sessions.length, 5, 'others share')
})

test('a client that does not read holds up no other on its connection', async (t) => {
  // 24 windows of a stream are more than one of a connection.
  const size = 4_000_000
  const { exchanger, ask, sessions } = await startH2Service(
    t,
    (stream) => {
      stream.respond({ ':status': 200 })
      stream.end(Buffer.alloc(size))
    },
    { maxSessionMemory: 1000 },
  )
  await ask()
  for (let at = 0; at < h2Limits.clientStreams - 1; at++) {
    exchanger.start(
      { connection: clientAt('10.0.0.1'), method: 'GET', path: '/', fields: 'Host: a\r\n', body: null },
      { beforeSending: () => {}, head: () => {}, data: () => {}, flush: () => false, end: () => {}, failed: () => {} },
    )
  }
  t.is((await ask({ connection: clientAt('10.0.1.1') })).body.length, size)
  t.is(sessions.length, 1)
})

test('a body that the service does not take holds up no other request', async (t) => {
  /** What came on each connection. The service never says that it takes more than the first 65,535 bytes. */
  const came: Buffer[] = []
  const { port } = await listen(t, (socket) => {
    const at = came.push(Buffer.alloc(0)) - 1
    socket.write(frame(FRAME.settings, 0, 0))
    socket.on('data', (chunk: Buffer) => {
      came[at] = Buffer.concat([came[at] ?? chunk, chunk])
    })
  })
  const bodies = () =>
    came.map((bytes) =>
      readFrames(bytes.subarray(PREFACE.length))
        .filter(({ type }) => type === FRAME.data)
        .reduce((sum, { payload }) => sum + payload.length, 0),
    )
  const { exchanger } = startExchanger(t, port)
  const post = (address: string, size: number) =>
    open(exchanger, address, {
      method: 'POST',
      fields: `Host: a\r\nContent-Length: ${size}\r\n`,
      body: Buffer.alloc(size),
    })
  void post('10.0.0.1', 100_000)
  await until(
    () => (bodies()[0] ?? 0) === 65_535,
    () => `${bodies()}`,
  )
  void post('10.0.1.1', 10)
  await until(
    () => bodies()[1] === 10,
    () => `${bodies()}`,
  )
  t.deepEqual(bodies(), [65_535, 10])
})
