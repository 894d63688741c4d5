import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test from 'ava'
import { closerOf } from '../../../api/http/close-server.ts'
import { once } from '../../support/once.ts'

test('a server closes, whatever became of a connection that was asked to be upgraded', async (t) => {
  const server = createServer()
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n'))
  const close = closerOf(server, 100)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(socket, 'data')
  await close()
  t.pass()
})
