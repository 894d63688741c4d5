import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { AdmissionError } from '../../../../proxy/errors.ts'
import type { InterceptedConnection } from '../../../../proxy/http/connection.ts'
import { createH1Exchanger } from '../../../../proxy/http/h1/service-side/exchanger.ts'
import { Pool } from '../../../../proxy/http/h1/service-side/pool.ts'
import { once } from '../../../support/once.ts'
import { PATIENT_POOLS } from '../../../support/patience.ts'
import { listen, until } from '../../../support/wire.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** An exchanger of four connections to a service that never ends `/big` and never answers `/silent`. */
async function startPool(t: ExecutionContext) {
  const open = { now: 0, most: 0 }
  const { port } = await listen(t, (socket) => {
    open.most = Math.max(open.most, ++open.now)
    socket.on('close', () => open.now--)
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (text.includes('/big')) socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1000)}`)
      else if (!text.includes('/silent')) socket.write(OK)
    })
  })
  const exchanger = createH1Exchanger({
    connect: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
    ...PATIENT_POOLS,
    maxConnections: 4,
    stallMs: 50,
    onFault: (error) => t.fail(error.stack),
  })
  t.teardown(() => exchanger.close())
  const ask = (connection: InterceptedConnection, path = '/', isConnectionBound = false) => {
    const { promise: head, resolve: gotHead } = Promise.withResolvers<void>()
    const { promise: outcome, resolve } = Promise.withResolvers<'ok' | Error>()
    exchanger.start(
      { connection, method: 'GET', path, fields: 'Host: a\r\n', body: null, isConnectionBound },
      {
        beforeSending: () => {},
        head: () => gotHead(),
        data: () => {},
        flush: () => path !== '/big',
        end: () => resolve('ok'),
        failed: resolve,
      },
    )
    return { head, outcome }
  }
  return { exchanger, open, ask }
}

function from(address: string): InterceptedConnection {
  return { client: { address }, target: { host: 'a', port: 443 }, scheme: 'https', otherName: undefined }
}

test('a client that reads nothing leaves a connection to others, whatever it asks for', async (t) => {
  const { ask, open } = await startPool(t)
  const greedy = Array.from({ length: 8 }, () => ask(from('10.0.0.1'), '/silent'))
  await until(
    () => open.now === 3,
    () => `${open.now} connections`,
  )
  t.is(await ask(from('10.0.0.2')).outcome, 'ok')
  t.is(await ask(from('10.0.0.3')).outcome, 'ok')
  t.is(greedy.length, 8)
})

test('clients that take nothing lose what they hold beyond their share to one that waits', async (t) => {
  const { ask } = await startPool(t)
  const first = Array.from({ length: 3 }, () => ask(from('10.0.0.1'), '/big'))
  const second = ask(from('10.0.0.2'), '/big')
  await Promise.all([...first, second].map(({ head }) => head))
  t.is(await ask(from('10.0.0.3')).outcome, 'ok')
  const ended = await Promise.race(first.map(({ outcome }) => outcome))
  t.true(ended instanceof AdmissionError)
})

test('addresses of one /64 are one client', async (t) => {
  const { ask, open } = await startPool(t)
  for (let host = 1; host <= 8; host++) ask(from(`2001:db8::${host}`), '/silent')
  await until(
    () => open.now === 3,
    () => `${open.now} connections`,
  )
  t.is(await ask(from('2001:db8:1::1')).outcome, 'ok')
  t.is(open.most, 4)
})

test('idle connections that only one client may use make way for others, the oldest first', async (t) => {
  const { ask, open } = await startPool(t)
  for (let n = 0; n < 4; n++) t.is(await ask(from('10.0.0.1'), '/', true).outcome, 'ok')
  t.is(open.now, 4)
  t.is(await ask(from('10.0.0.2')).outcome, 'ok')
  t.is(open.most <= 5, true)
})

test('a connection that only one client may use ends with that client', async (t) => {
  const { ask, open, exchanger } = await startPool(t)
  const client = from('10.0.0.1')
  t.is(await ask(client, '/', true).outcome, 'ok')
  t.is(open.now, 1)
  exchanger.clientClosed(client)
  await until(
    () => open.now === 0,
    () => `${open.now} connections`,
  )
  t.pass()
})

test('a pool whose queue is full is not forgotten while it is in use', async (t) => {
  let empty = 0
  const pool = new Pool({
    connect: () => new Promise(() => {}),
    deadlines: { watch() {}, forget() {} } as never,
    ...PATIENT_POOLS,
    maxConnections: 1,
    maxWaiting: 4,
    shareOf: ({ address }) => address,
    stallMs: 1000,
    onFault: (error) => t.fail(error.stack),
    onEmpty: () => empty++,
  })
  const failed: Error[] = []
  for (let n = 0; n < 8; n++) {
    pool.take(from('10.0.0.1'), false, { leased: () => {}, refused: (error) => void failed.push(error) })
  }
  t.is(failed.length, 5, 'one connects, and one client may take half of the queue')
  t.is(empty, 0)
})
