import { constants } from 'node:http2'
import { Socket } from 'node:net'
import test from 'ava'
import { BusyError, UpstreamError } from '../../../../proxy/errors.ts'
import { END_HEADERS, END_STREAM, FRAME, frame, PREFACE, readFrames } from '../../../support/frames.ts'
import { askFor, clientAt, type OnStream, startExchanger, startH2Service } from '../../../support/h2-service.ts'
import { once } from '../../../support/once.ts'
import { listen, until } from '../../../support/wire.ts'

/** Answers with the header list as it came. */
const echo: OnStream = (stream, headers) => {
  stream.respond({ ':status': 200, 'content-type': 'application/json' })
  stream.end(JSON.stringify(headers))
}

test('a request is written as a header list: no Host, nothing of one connection', async (t) => {
  const { ask } = await startH2Service(t, echo)
  const { head, body } = await ask({
    path: '/x?y',
    fields: 'Host: a\r\nX-One: 1\r\nCookie: a=1; b=2\r\nKeep-Alive: 5\r\nHTTP2-Settings: AAMAAABk\r\n',
    acceptsTrailers: true,
  })
  t.deepEqual(JSON.parse(body), {
    ':method': 'GET',
    ':scheme': 'https',
    ':authority': 'a',
    ':path': '/x?y',
    'x-one': '1',
    cookie: 'a=1; b=2',
    te: 'trailers',
  })
  t.is(head?.reason, 'OK')
  t.is(head?.body, 'streamed')
})

test('requests of several clients share one connection', async (t) => {
  const { ask, sessions, dialled } = await startH2Service(t, echo)
  await ask()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => ask({ connection: clientAt(`10.0.1.${at}`), path: `/${at}` })),
  )
  t.deepEqual(
    answers.map(({ body }) => JSON.parse(body)[':path']),
    answers.map((_, at) => `/${at}`),
  )
  t.is(sessions.length, 1)
  t.deepEqual(dialled, [['h2', 'http/1.1']])
})

test('a connection that is full is joined by another', async (t) => {
  const waiting: Parameters<OnStream>[] = []
  const { ask, sessions } = await startH2Service(t, (...one) => void waiting.push(one), {
    settings: { maxConcurrentStreams: 2 },
  })
  const first = ask()
  await until(
    () => waiting.length === 1,
    () => 'no request',
  )
  const others = [ask(), ask()]
  await until(
    () => waiting.length === 3,
    () => `${waiting.length} requests`,
  )
  for (const one of waiting) echo(...one)
  t.is(
    (await Promise.all([first, ...others])).every(({ error }) => error === undefined),
    true,
  )
  t.is(sessions.length, 2)
})

test('bodies, empty answers, HEAD and 304 come out as the gate knows them', async (t) => {
  const { ask } = await startH2Service(t, (stream, headers) => {
    const status = Number(String(headers[':path']).slice(1))
    if (headers[':method'] === 'POST') {
      stream.respond({ ':status': status, 'alt-svc': 'h3=":443"' })
      stream.pipe(stream)
    } else stream.respond({ ':status': status, ...(status === 304 && { 'content-length': 5 }) }, { endStream: true })
  })
  const posted = await ask({
    method: 'POST',
    path: '/200',
    fields: 'Host: a\r\nContent-Length: 5\r\n',
    body: Buffer.from('hello'),
  })
  t.is(posted.body, 'hello')
  t.false(/alt-svc/i.test(posted.head?.fields ?? ''))
  const empty = await ask({ path: '/200' })
  t.is(empty.head?.body, 'framed')
  t.regex(empty.head?.fields ?? '', /content-length: 0\r\n/)
  t.is((await ask({ path: '/204' })).head?.body, 'none')
  const unchanged = await ask({ path: '/304' })
  t.regex(unchanged.head?.fields ?? '', /content-length: 5\r\n/)
  t.is(unchanged.body, '')
  t.is((await ask({ method: 'HEAD', path: '/200' })).head?.body, 'none')
})

test('an answer to HEAD is over with its head, whatever the service sends behind it', async (t) => {
  const OK_HEAD = Buffer.from([0x88])
  const { port } = await listen(t, (socket) => {
    let came = Buffer.alloc(0)
    socket.write(frame(FRAME.settings, 0, 0))
    socket.on('data', (chunk: Buffer) => {
      came = Buffer.concat([came, chunk])
      const asked = readFrames(came.subarray(PREFACE.length)).filter(({ type }) => type === FRAME.headers)
      if (asked.length === 0) return
      came = PREFACE
      for (const { stream } of asked) {
        socket.write(frame(FRAME.headers, END_HEADERS, stream, OK_HEAD))
        socket.write(frame(FRAME.data, END_STREAM, stream, Buffer.from('hello')))
      }
    })
  })
  const { exchanger } = startExchanger(t, port)
  for (let asked = 0; asked < 2; asked++) {
    const { head, body, error } = await askFor(exchanger, { method: 'HEAD' })
    t.is(error, undefined)
    t.is(head?.status, 200)
    t.is(body, '')
  }
})

test('trailers are told, and 1xx answers are left out', async (t) => {
  const { ask } = await startH2Service(t, (stream) => {
    stream.additionalHeaders({ ':status': 103, link: '</x>' })
    stream.respond({ ':status': 200 }, { waitForTrailers: true })
    stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', 'content-type': 'a/b' }))
    stream.end('hello')
  })
  const { head, body, trailers } = await ask()
  t.is(head?.status, 200)
  t.is(body, 'hello')
  t.is(trailers, 'grpc-status: 0\r\n')
})

test('what the service says it did not process is sent once more, whatever it is', async (t) => {
  let asked = 0
  const { ask } = await startH2Service(t, (stream, headers) => {
    asked++
    if (asked === 1 || headers[':path'] === '/never') stream.close(constants.NGHTTP2_REFUSED_STREAM)
    else echo(stream, headers)
  })
  const post = { method: 'POST', fields: 'Host: a\r\nContent-Length: 1\r\n', body: Buffer.from('x') }
  t.is((await ask(post)).head?.status, 200)
  t.is(asked, 2)
  const { error } = await ask({ ...post, path: '/never' })
  t.true(error instanceof UpstreamError)
  t.is(asked, 4)
})

test('a request that a GOAWAY leaves out is sent on another connection', async (t) => {
  const { ask, sessions, server } = await startH2Service(t, echo)
  // It goes before it has read anything: nothing was processed.
  server.once('session', (session) => session.goaway(constants.NGHTTP2_NO_ERROR))
  const fields = 'Host: a\r\nContent-Length: 1\r\n'
  const { head, error } = await ask({ method: 'POST', fields, body: Buffer.from('x') })
  t.is(error, undefined)
  t.is(head?.status, 200)
  t.is(sessions.length, 2)
})

test('an upload that breaks off is reset: the service does not take it for whole', async (t) => {
  let received = Buffer.alloc(0)
  const { port } = await listen(t, (socket) => {
    socket.write(frame(FRAME.settings, 0, 0))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
    })
  })
  const sent = (type: number) => readFrames(received.subarray(PREFACE.length)).filter((one) => one.type === type)
  const { exchanger } = startExchanger(t, port)
  const exchange = exchanger.start(
    {
      ...{ connection: clientAt('10.0.0.1'), method: 'POST', path: '/', fields: 'Host: a\r\n' },
      body: {
        ...{ length: undefined, first: Buffer.from('first') },
        ...{ read: () => {}, pause: () => {}, resume: () => {} },
      },
    },
    { beforeSending: () => {}, head: () => {}, data: () => {}, flush: () => true, end: () => {}, failed: () => {} },
  )
  await until(
    () => sent(FRAME.data).length > 0,
    () => 'nothing came',
  )
  exchange.abort()
  await until(
    () => sent(FRAME.reset).length > 0,
    () => 'no reset came',
  )
  t.deepEqual(
    sent(FRAME.data).map(({ flags, payload }) => [flags, `${payload}`]),
    [[0, 'first']],
  )
})

test('a POST that may have been processed is not sent again, a GET on a used connection is', async (t) => {
  let asked = 0
  const { ask } = await startH2Service(t, (stream, headers) => {
    asked++
    if (headers['x-break'] === '1' && asked % 2 === 0) stream.session?.socket.destroy()
    else echo(stream, headers)
  })
  const fields = 'Host: a\r\nX-Break: 1\r\n'
  await ask()
  t.is((await ask({ fields })).head?.status, 200)
  t.is(asked, 3)
  const { error } = await ask({ method: 'POST', fields: `${fields}Content-Length: 1\r\n`, body: Buffer.from('x') })
  t.true(error instanceof UpstreamError)
  t.is(asked, 4)
})

test('an answer that breaks off is an error, however much of it was there', async (t) => {
  const { ask } = await startH2Service(t, (stream) => {
    stream.respond({ ':status': 200 }, { waitForTrailers: true })
    stream.write('half')
    setImmediate(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
  })
  const { head, error } = await ask()
  t.is(head?.status, 200)
  t.true(error instanceof UpstreamError)
})

test('a log-in that is for a whole connection goes on one of its own', async (t) => {
  const { ask, dialled, sessions } = await startH2Service(t, (stream, headers) => {
    stream.respond({ ':status': 401, 'www-authenticate': 'NTLM' })
    stream.end(String(headers[':path']))
  })
  const [ada, bob] = [clientAt('10.0.0.1'), clientAt('10.0.0.2')]
  await ask({ connection: ada })
  t.is(sessions.length, 1)
  // The service here speaks no HTTP/1.1; what matters is that it was dialled for it.
  await ask({ connection: ada, isConnectionBound: true })
  t.deepEqual(dialled, [['h2', 'http/1.1'], ['http/1.1']])
  await ask({ connection: ada })
  t.is(dialled.length, 3)
  await ask({ connection: bob })
  t.is(dialled.length, 3, 'others still share')
})

test('a service that asks for HTTP/1.1 is dialled for it from then on', async (t) => {
  const { ask, dialled } = await startH2Service(t, (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED))
  await ask()
  await ask()
  t.deepEqual(dialled.slice(0, 2), [['h2', 'http/1.1'], ['http/1.1']])
  t.true(dialled.slice(1).every((protocols) => protocols.length === 1))
})

test('a request that is given up resets its stream, and the connection stays', async (t) => {
  const streams: Parameters<OnStream>[0][] = []
  const { exchanger, ask, sessions } = await startH2Service(t, (stream, headers) => {
    if (headers[':path'] === '/given-up') streams.push(stream)
    else echo(stream, headers)
  })
  const exchange = exchanger.start(
    { connection: clientAt('10.0.0.1'), method: 'GET', path: '/given-up', fields: 'Host: a\r\n', body: null },
    {
      beforeSending: () => {},
      head: () => t.fail(),
      data: () => {},
      flush: () => true,
      end: () => {},
      failed: () => t.fail(),
    },
  )
  await until(
    () => streams.length === 1,
    () => 'no request',
  )
  exchange.abort()
  const [stream] = streams
  if (stream?.closed === false) await once(stream, 'close')
  t.is(stream?.rstCode, constants.NGHTTP2_CANCEL)
  await ask()
  t.is(sessions.length, 1)
})

test('a connection that nobody uses is ended', async (t) => {
  const { ask, sessions } = await startH2Service(t, echo, { idleMs: 50 })
  await ask()
  const [session] = sessions
  if (session?.destroyed === false) await once(session, 'close')
  t.is((await ask()).head?.status, 200)
  t.is(sessions.length, 2)
})

test('a connection that has lived its time takes no further request, and answers those it has', async (t) => {
  const lifeMs = 1500
  const waiting: Parameters<OnStream>[] = []
  const { ask, sessions } = await startH2Service(t, (...one) => void waiting.push(one), { lifeMs })
  const first = ask()
  const arrived = (count: number) =>
    until(
      () => waiting.length === count,
      () => `${waiting.length} requests`,
    )
  await arrived(1)
  const begun = performance.now()
  await until(
    () => performance.now() - begun > lifeMs,
    () => 'time stands still',
  )
  const second = ask()
  await arrived(2)
  t.is(sessions.length, 2)
  for (const one of waiting) echo(...one)
  t.deepEqual([(await first).head?.status, (await second).head?.status], [200, 200])
})

test('requests beyond the bound of an origin wait for those before them, and beyond the queue are refused', async (t) => {
  const waiting: Parameters<OnStream>[] = []
  const { ask } = await startH2Service(t, (...one) => void waiting.push(one), {
    pool: { maxConnections: 2, maxWaiting: 2 },
  })
  const from = (n: number) => ask({ connection: clientAt(`10.0.1.${n}`) })
  const taken = [from(1), from(2)]
  await until(
    () => waiting.length === 2,
    () => `${waiting.length} requests`,
  )
  const queued = [from(3), from(4)]
  t.true((await from(5)).error instanceof BusyError)
  t.is(waiting.length, 2, 'the queue waits')
  const answers = Promise.all([...taken, ...queued])
  for (let answered = 0; answered < 4; answered++) {
    await until(
      () => waiting.length > 0,
      () => `${answered} were answered`,
    )
    const [next] = waiting.splice(0, 1)
    if (next !== undefined) echo(...next)
  }
  t.deepEqual(
    (await answers).map(({ head }) => head?.status),
    [200, 200, 200, 200],
  )
})

test('a connection that is closed as soon as it is there is an error of its request, and no fault', async (t) => {
  const { exchanger } = startExchanger(t, 0, {}, async () => {
    const socket = new Socket()
    socket.destroy()
    return socket
  })
  const error = await new Promise<Error>((resolve) =>
    exchanger.start(
      { connection: clientAt('10.0.0.1'), method: 'GET', path: '/', fields: 'Host: a\r\n', body: null },
      { beforeSending: () => {}, head: () => {}, data: () => {}, flush: () => true, end: () => {}, failed: resolve },
    ),
  )
  t.true(error instanceof UpstreamError)
})
