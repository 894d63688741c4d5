import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { openTunnel, type TunnelEnd } from '../../../proxy/passthrough/tunnel.ts'
import { listen, until, Wire } from '../../support/wire.ts'

/** A client and a destination joined by a tunnel; `ends` tells how it ended. */
async function join(t: ExecutionContext<unknown>, head = '') {
  const ends: TunnelEnd[] = []
  const bytes: { sent: number; received: number }[] = []
  const arrived = Promise.withResolvers<Wire>()
  const { port: destinationPort } = await listen(t, (socket) => {
    socket.allowHalfOpen = true
    arrived.resolve(new Wire(socket))
  })
  const { port } = await listen(t, (socket) => {
    socket.allowHalfOpen = true
    const upstream = connect({ port: destinationPort, host: '127.0.0.1', allowHalfOpen: true })
    upstream.once('connect', () => {
      openTunnel(socket, upstream, Buffer.from(head), {
        isIntercepted: (host) => host === 'api.openai.com',
        onEnd: (end, counted) => {
          ends.push(end)
          bytes.push(counted)
        },
      })
    })
  })
  const clientSocket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  t.teardown(() => clientSocket.destroy())
  await once(clientSocket, 'connect')
  return { client: new Wire(clientSocket), destination: await arrived.promise, ends, bytes, port }
}

test('bytes pass both ways as they are, those sent along with CONNECT first', async (t) => {
  const { client, destination } = await join(t, 'early ')
  client.send(Buffer.from([0, 255, 13, 10]))
  await destination.expect('early \x00\xff\r\n')
  destination.send('answer')
  await client.expect('answer')
  t.pass()
})

test('the end of one direction leaves the other open', async (t) => {
  const { client, destination, ends, bytes } = await join(t)
  client.send('question')
  client.socket.end()
  await destination.expectEnd()
  destination.send('late answer')
  await client.expect('late answer')
  destination.socket.end()
  await until(
    () => ends.length === 1,
    () => 'waited for the tunnel to end',
  )
  t.deepEqual(ends, ['closed'])
  t.deepEqual(bytes, [{ sent: 8, received: 11 }])
})

for (const side of ['client', 'destination'] as const) {
  test(`a ${side} that resets takes the other side down`, async (t) => {
    const { client, destination, ends } = await join(t)
    client.send('x')
    await destination.expect('x')
    const [resetting, other] = side === 'client' ? [client, destination] : [destination, client]
    resetting.socket.resetAndDestroy()
    await other.expectEnd()
    await until(
      () => ends.length === 1,
      () => 'waited for the tunnel to end',
    )
    t.is(ends.length, 1)
  })
}

test('a TLS hello that names an intercepted host ends the tunnel', async (t) => {
  const { port, ends } = await join(t)
  const tls = connectTls({ port, host: '127.0.0.1', servername: 'api.openai.com', rejectUnauthorized: false })
  tls.on('error', () => {})
  await new Promise((resolve) => tls.once('close', resolve))
  await until(
    () => ends.length > 0,
    () => 'waited for the tunnel to end',
  )
  t.deepEqual(ends, ['forbidden_name'])
})

test('a TLS hello for another host passes', async (t) => {
  const { client, destination } = await join(t)
  const hello = await realHello(t, 'example.com')
  client.send(hello)
  await until(
    () => destination.received.length === hello.length,
    () => 'waited for the whole hello',
  )
  destination.send('ok')
  await client.expect('ok')
  t.pass()
})

async function realHello(t: ExecutionContext<unknown>, servername: string): Promise<Buffer> {
  const hello = Promise.withResolvers<Buffer>()
  const { port } = await listen(t, (socket) => socket.once('data', hello.resolve))
  const tls = connectTls({ port, host: '127.0.0.1', servername })
  tls.on('error', () => {})
  t.teardown(() => tls.destroy())
  return hello.promise
}
