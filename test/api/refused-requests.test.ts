import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { answerRefusedRequests } from '../../api/http/refused-requests.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { once } from '../support/once.ts'
import { until } from '../support/wire.ts'

const REFUSED: Readonly<Record<string, readonly [status: number, text: string]>> = {
  'a head that is too large': [431, `GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
  'no HTTP': [400, 'NONSENSE\r\n\r\n'],
  'no Host': [400, 'GET /api/v1/healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  'an unknown expectation': [417, 'GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n'],
  'two lengths': [
    400,
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
}

async function answerTo(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return received
}

test('what is refused before it is read is told so in the form of all errors', async (t) => {
  const api = await startTestApi(t)
  for (const [name, [status, text]] of Object.entries(REFUSED)) {
    const [head = '', body = ''] = (await answerTo(api.server.port, text)).split('\r\n\r\n')
    t.true(head.startsWith(`HTTP/1.1 ${status} `), `${name}: ${head}`)
    const { error, request_id } = JSON.parse(body) as Record<string, unknown>
    t.is(typeof error, 'string', name)
    t.regex(head, new RegExp(`^x-request-id: ${request_id}\\r?$`, 'im'), name)
    t.regex(head, /^cache-control: no-store\r?$/im, name)
  }
  t.is((await api.request('GET', '/healthz')).status, 200)
})

test('connections to the API are bounded, and one that ends makes room', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_API_CONNECTIONS: '20' } })
  const open = new Set<Socket>()
  t.teardown(() => {
    for (const socket of open) socket.destroy()
  })
  let closed = 0
  for (let n = 0; n < 40; n += 1) {
    const socket = connect(api.server.port, '127.0.0.1')
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      closed += 1
      open.delete(socket)
    })
  }
  await until(
    () => closed >= 20,
    () => `${closed} of 40 are closed`,
  )
  t.true(open.size > 0)
  for (const socket of open) socket.destroy()
  await until(
    // Refused until the server has noticed that they are gone.
    () =>
      api.request('GET', '/healthz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    () => 'no connection is taken any more',
  )
})

test('connections from one network are bounded too, and those of a trusted balancer are not', async (t) => {
  const env = { WEIR_API_NETWORK_CONNECTIONS: '5' }
  const closedOf = async (api: TestApi) => {
    const sockets = Array.from({ length: 12 }, () => connect(api.server.port, '127.0.0.1'))
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
    })
    let closed = 0
    for (const socket of sockets) {
      socket.on('error', () => {})
      socket.on('close', () => {
        closed += 1
      })
    }
    return { sockets, closed: () => closed }
  }
  const api = await startTestApi(t, { env })
  const bounded = await closedOf(api)
  await until(
    () => bounded.closed() >= 7,
    () => `${bounded.closed()} of 12 are closed`,
  )
  for (const socket of bounded.sockets) socket.destroy()
  await until(
    () =>
      api.request('GET', '/healthz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    () => 'no connection is taken any more',
  )
  const trusting = await startTestApi(t, { env: { ...env, WEIR_TRUSTED_PROXIES: '127.0.0.0/8' } })
  const free = await closedOf(trusting)
  for (const socket of free.sockets) {
    socket.write('GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n')
  }
  let answered = 0
  for (const socket of free.sockets) socket.once('data', () => (answered += 1))
  await until(
    () => answered === 12,
    () => `${answered} of 12 are answered`,
  )
  t.is(free.closed(), 0)
})

test('a body that does not come in time is answered in the form of all errors', async (t) => {
  const server = createServer({ requestTimeout: 100, connectionsCheckingInterval: 20 }, () => {})
  answerRefusedRequests(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const [head = '', body = ''] = (
    await answerTo(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab')
  ).split('\r\n\r\n')
  t.true(head.startsWith('HTTP/1.1 408 '), head)
  const { error, request_id } = JSON.parse(body) as Record<string, unknown>
  t.is(error, 'The request did not arrive in time')
  t.true(head.includes(`X-Request-Id: ${request_id}`))
})

test('more requests than WEIR_API_UNANSWERED in one go end their connection', async (t) => {
  const asked = (count: number, last: string) => {
    return `${'GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count)}GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\n${last}\r\n`
  }
  const answersTo = async (env: Readonly<Record<string, string>>, count: number) => {
    const { server } = await startTestApi(t, { env })
    return (await answerTo(server.port, asked(count - 1, 'Connection: close\r\n'))).split('HTTP/1.1 200').length - 1
  }
  t.is(await answersTo({}, 10), 10)
  t.true((await answersTo({ WEIR_API_UNANSWERED: '2' }, 10)) < 10)
})

test('a client that takes nothing of its answers for WEIR_API_UNREAD_SECONDS does not get the rest of them', async (t) => {
  // More than the buffers of both ends hold.
  const count = 100
  const { server } = await startTestApi(t, { env: { WEIR_API_UNREAD_SECONDS: '1', WEIR_API_UNANSWERED: '1000' } })
  const socket = connect(server.port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  let bytes = 0
  socket.on('error', () => {})
  socket.on('data', (piece) => {
    bytes += piece.length
  })
  socket.pause()
  socket.write('GET /api/v1/docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))
  // Whoever does not read learns nothing of the end of a connection.
  await sleep(2500)
  socket.resume()
  await once(socket, 'close')
  const one = await answerTo(
    server.port,
    'GET /api/v1/docs/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  t.true(one.length > 100_000 && bytes > 0 && bytes < count * one.length, `${bytes} of ${count * one.length}`)
})
