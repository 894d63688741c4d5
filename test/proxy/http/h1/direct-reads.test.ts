import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { DirectReads } from '../../../../proxy/http/h1/direct-reads.ts'
import { once } from '../../../support/once.ts'
import { listen, until } from '../../../support/wire.ts'

/** Both ends of a connection; what comes at the near one is read directly. */
async function openPair(t: ExecutionContext) {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const { port } = await listen(t, resolve)
  const far = connect(port, '127.0.0.1').on('error', () => {})
  t.teardown(() => far.destroy())
  await once(far, 'connect')
  const near = await promise
  let received = ''
  const reads = new DirectReads(near, (bytes) => {
    received += bytes.toString('latin1')
  })
  return {
    ...{ near, far, reads },
    received: () => received,
    has: (text: string) =>
      until(
        () => received === text,
        () => `there is ${JSON.stringify(received)}`,
      ),
  }
}

test('what comes is handed over at once, without the queue of the socket', async (t) => {
  const { near, far, has } = await openPair(t)
  let queued = 0
  near.on('data', () => queued++)
  far.write('one')
  await has('one')
  far.write('two')
  await has('onetwo')
  t.is(queued, 0)
})

test('what comes during a pause comes behind it, in its order', async (t) => {
  const { near, far, received, has } = await openPair(t)
  far.write('a')
  await has('a')
  for (const letter of 'bcd') {
    near.pause()
    const before = received()
    far.write(letter.repeat(1000))
    await until(
      () => near.readableLength > 0,
      () => 'nothing is queued',
    )
    t.is(received(), before)
    near.resume()
    far.write(letter.toUpperCase())
    await has(`${before}${letter.repeat(1000)}${letter.toUpperCase()}`)
  }
})

test('what comes in the turn in which a pause ends does not overtake what is queued', async (t) => {
  const { near, far, received, has } = await openPair(t)
  far.write('a')
  await has('a')
  near.pause()
  near.push(Buffer.from('b'))
  near.resume()
  // The socket flows again, and hands over its queue in the next tick.
  near.push(Buffer.from('c'))
  await until(
    () => received().length === 3,
    () => `there is ${received()}`,
  )
  t.is(received(), 'abc')
})

test('a paused socket does not take more than its queue holds', async (t) => {
  const { near, far, received, has } = await openPair(t)
  far.write('a')
  await has('a')
  near.pause()
  let sent = 1
  const piece = Buffer.alloc(1_048_576, 'b')
  while (far.writableLength < 16 * piece.length) {
    far.write(piece)
    sent += piece.length
  }
  await until(
    () => near.readableLength >= near.readableHighWaterMark,
    () => `${near.readableLength} bytes are queued`,
  )
  const { bytesRead } = near
  t.true(bytesRead < 1_048_576, `${bytesRead} bytes were read`)
  t.is(received(), 'a')
  near.resume()
  await until(
    () => received().length === sent,
    () => `${received().length} of ${sent} bytes have come`,
  )
  t.is(received(), `a${'b'.repeat(sent - 1)}`)
})

test('the end comes behind what was sent before it', async (t) => {
  const { near, far, received } = await openPair(t)
  const ended = once(near, 'end')
  far.end('last')
  await ended
  t.is(received(), 'last')
})

test('whoever takes the socket over reads on where the listener ended', async (t) => {
  const { near, far, reads, received, has } = await openPair(t)
  far.write('mine')
  await has('mine')
  reads.end()
  near.pause()
  far.write('yours')
  const data = once(near, 'data') as Promise<[Buffer]>
  near.resume()
  const [bytes] = await data
  t.is(String(bytes), 'yours')
  t.is(received(), 'mine')
})
