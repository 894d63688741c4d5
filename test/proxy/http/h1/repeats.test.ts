import { connect } from 'node:net'
import test from 'ava'
import { BusyError } from '../../../../proxy/errors.ts'
import { startService } from '../../../support/h1-upstream.ts'
import { once } from '../../../support/once.ts'
import { PATIENT_WITH_SERVICES } from '../../../support/patience.ts'
import { listen, until } from '../../../support/wire.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'

function from(address: string) {
  const target = { host: 'a', port: 443 }
  return { connection: { client: { address }, target, scheme: 'https', otherName: undefined } } as const
}

test('a request that a used connection breaks off under goes out once more, on a fresh one, though the pool is full', async (t) => {
  const release: Record<string, () => void> = {}
  const service = await startService(
    t,
    (socket, text) => {
      const path = /^GET (\S+)/.exec(text)?.[1] ?? ''
      if (path === '/bad') socket.destroy()
      else if (path === '/prime') socket.write(OK)
      else release[path] = () => void socket.write(OK)
    },
    { maxConnections: 2 },
  )
  const isHeld = (path: string) =>
    until(
      () => release[path] !== undefined,
      () => `${path} does not arrive`,
    )
  const slow = service.ask({ path: '/slow', ...from('10.0.0.1') })
  await isHeld('/slow')
  t.is((await service.ask({ path: '/prime', ...from('10.0.0.2') })).body, 'hi')
  // It breaks off the idle connection, whose place goes to the other client; then it waits for a connection again.
  const bad = service.ask({ path: '/bad', ...from('10.0.0.2') })
  const other = service.ask({ path: '/other', ...from('10.0.0.3') })
  await isHeld('/other')
  release['/slow']?.()
  t.is((await slow).body, 'hi')
  t.truthy((await bad).error)
  release['/other']?.()
  t.is((await other).body, 'hi')
  t.deepEqual(
    service.received.map((text) => [...text.matchAll(/^GET (\S+)/gm)].map(([, path]) => path)),
    [['/slow'], ['/prime', '/bad'], ['/other'], ['/bad']],
  )
})

test('a request whose head was put into the room before its body goes out a second time as it did first', async (t) => {
  const service = await startService(t, (socket, text, connection) => {
    if (connection === 0 && text.startsWith('PUT')) socket.destroy()
    else socket.write(OK)
  })
  t.is((await service.ask()).body, 'hi')
  const memory = Buffer.alloc(1000, '.')
  const request = { method: 'PUT', path: '/file', fields: 'Host: a\r\nContent-Length: 200\r\n' }
  const body = memory.subarray(800).fill('b')
  t.is((await service.ask({ ...request, body, room: memory.subarray(0, 800) })).body, 'hi')
  const sent = `PUT /file HTTP/1.1\r\n${request.fields}\r\n${'b'.repeat(200)}`
  t.true(service.received[0]?.endsWith(sent))
  t.is(service.received[1], sent)
  t.true(memory.toString('latin1').endsWith(sent))
})

test('a request is sent twice at most, however many connections break off', async (t) => {
  const service = await startService(t, (socket, text) => {
    if (text.startsWith('GET /bad')) socket.destroy()
    else socket.write(OK)
  })
  const primed = await Promise.all([1, 2, 3, 4].map(() => service.ask()))
  t.is(primed.length, 4)
  t.truthy((await service.ask({ path: '/bad' })).error)
  t.is(service.received.join('').split('GET /bad').length - 1, 2)
})

test('a connection gets no further request once its life is over', async (t) => {
  const service = await startService(t, (socket) => socket.write(OK), {
    patience: { ...PATIENT_WITH_SERVICES, life: 0 },
  })
  t.is((await service.ask()).body, 'hi')
  t.is((await service.ask()).body, 'hi')
  t.is(service.received.length, 2)
})

test('a request that gets no connection in time is told so', async (t) => {
  const service = await startService(t, () => {}, { maxConnections: 1, waitMs: 20 })
  const first = service.ask()
  t.true((await service.ask()).error instanceof BusyError)
  await service.exchanger.close()
  t.truthy((await first).error)
})

test('a request is told at once where as many wait as may', async (t) => {
  const service = await startService(t, () => {}, { maxConnections: 1, maxWaiting: 1 })
  const all = [1, 2].map((n) => service.ask(from(`10.0.0.${n}`)))
  t.true((await service.ask(from('10.0.0.3'))).error instanceof BusyError)
  await service.exchanger.close()
  t.is(all.length, 2)
})

test('connections that are ready when their clients have left are closed', async (t) => {
  const { port, sockets } = await listen(t, (socket) => void socket.on('data', () => socket.write(OK)))
  const allowed = Promise.withResolvers<void>()
  let dialled = 0
  const { exchanger, ask } = await startService(t, () => {}, {
    maxConnections: 100,
    connect: async () => {
      await allowed.promise
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      dialled++
      return socket
    },
  })
  const handler = { beforeSending: () => undefined, head: () => {}, data: () => {}, flush: () => true, end: () => {} }
  const request = { ...from('10.0.0.1'), method: 'GET', path: '/', fields: 'Host: a\r\n', body: null }
  const left = Array.from({ length: 50 }, () => exchanger.start(request, { ...handler, failed: () => {} }))
  for (const exchange of left) exchange.abort()
  allowed.resolve()
  await until(
    () => dialled === left.length && sockets.size === 0,
    () => `${sockets.size} of ${dialled} stay open`,
    5000,
  )
  t.is((await ask()).body, 'hi')
})
