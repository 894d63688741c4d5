import test from 'ava'
import { UpstreamError } from '../../../proxy/errors.ts'
import { connectAny } from '../../../proxy/upstream/connect.ts'
import { startBlackhole } from '../../support/blackhole.ts'
import { isInTime } from '../../support/crowding.ts'
import { once } from '../../support/once.ts'
import { listen } from '../../support/wire.ts'

const target = (port: number) => ({ host: 'several.example', port })

test('an address that does not answer is not waited for: the next begins beside it, and the loser is given up', async (t) => {
  const { port } = await listen(t, (socket) => socket.end('second'))
  const started = performance.now()
  const socket = await connectAny(['192.0.2.1', '127.0.0.1'], target(port), { timeoutMs: 60_000, staggerMs: 50 })
  const [data] = (await once(socket, 'data')) as [Buffer]
  t.is(data.toString(), 'second')
  t.true(isInTime(started, 20_000))
  socket.destroy()
})

test('one that refuses makes room for the next at once', async (t) => {
  const { port } = await listen(t, (socket) => socket.end('third'))
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.1']
  const socket = await connectAny(addresses, target(port), { timeoutMs: 60_000, staggerMs: 60_000 })
  t.is(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
})

test('the families take turns, beginning with the first', async (t) => {
  const tried: string[] = []
  const check = (address: string) => void tried.push(address)
  const closed = await listen(t, () => {})
  closed.server.close()
  const addresses = ['::1', '::1', '127.0.0.2', '127.0.0.3', '127.0.0.4']
  await t.throwsAsync(connectAny(addresses, target(closed.port), { timeoutMs: 60_000, check }), {
    instanceOf: UpstreamError,
  })
  t.deepEqual(tried, ['::1', '127.0.0.2', '::1', '127.0.0.3', '127.0.0.4'])
})

test('each address is judged before it is connected to, and one that may not be ends the attempt', async (t) => {
  let arrivals = 0
  const { port } = await listen(t, () => arrivals++)
  const check = (address: string) => {
    if (address === '127.0.0.1') throw new Error('not there')
  }
  await t.throwsAsync(connectAny(['127.0.0.2', '127.0.0.1'], target(port), { timeoutMs: 60_000, check }), {
    message: 'not there',
  })
  t.is(arrivals, 0)
})

test('all addresses together have one deadline', async (t) => {
  const port = await startBlackhole(t)
  const error = await t.throwsAsync(connectAny(['127.0.0.1', '127.0.0.1'], target(port), { timeoutMs: 300 }), {
    instanceOf: UpstreamError,
  })
  t.is((error as UpstreamError).failure, 'timeout')
})

test('no address at all is a failure of the name', async (t) => {
  const error = await t.throwsAsync(connectAny([], target(1), { timeoutMs: 1000 }), { instanceOf: UpstreamError })
  t.is((error as UpstreamError).failure, 'dns')
})
