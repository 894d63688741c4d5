import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import test from 'ava'
import { DestinationError, UpstreamError } from '../../../proxy/errors.ts'
import { DestinationGuard } from '../../../proxy/upstream/destination.ts'
import { createDial as create, type DialOptions, reroute } from '../../../proxy/upstream/dial.ts'
import { systemLookup } from '../../../proxy/upstream/names.ts'
import type { Parent } from '../../../proxy/upstream/parent.ts'
import { once } from '../../support/once.ts'
import { listen } from '../../support/wire.ts'

const resolveHere = async (host: string) => {
  if (isIP(host) !== 0) return [host]
  return systemLookup(host).catch(() => {
    throw new UpstreamError('dns', 'no such name')
  })
}
const parentAt = (url: string): Parent => ({
  url: new URL(url),
  hopId: 'hop-1',
  secureContext: createSecureContext(),
  resolve: resolveHere,
  connectTimeoutMs: 10_000,
  handshakeMs: 60_000,
})
const createDial = (options: Pick<DialOptions, 'connectTo' | 'parent' | 'guard'> & Partial<DialOptions>) =>
  create({ resolve: resolveHere, connectTimeoutMs: 10_000, ...options })

const guard = (...allowed: string[]) => new DestinationGuard(allowed, new Set())
const connectTo = (port: number) => [{ host: 'api.example.com', port: 443, toHost: '127.0.0.1', toPort: port }]

test('a connect-to entry wins, goes direct, and needs no allowed range', async (t) => {
  const { port } = await listen(t, (socket) => socket.end('hello'))
  const parent = parentAt('http://127.0.0.1:1')
  const dial = createDial({ connectTo: connectTo(port), parent, guard: guard() })
  const socket = await dial({ host: 'api.example.com', port: 443 })
  const [data] = (await once(socket, 'data')) as [Buffer]
  t.is(data.toString(), 'hello')
})

test('a name that resolves to a private address is refused, even beside a public one', async (t) => {
  const dial = createDial({
    connectTo: [],
    parent: undefined,
    guard: guard(),
    resolve: async () => ['93.184.216.34', '10.0.0.1'],
  })
  await t.throwsAsync(dial({ host: 'rebinding.example.com', port: 443 }), { instanceOf: DestinationError })
})

test('an allowed private destination is connected to', async (t) => {
  const { port } = await listen(t, (socket) => socket.end('inside'))
  const dial = createDial({ connectTo: [], parent: undefined, guard: guard('127.0.0.0/8') })
  const socket = await dial({ host: '127.0.0.1', port })
  const [data] = (await once(socket, 'data')) as [Buffer]
  t.is(data.toString(), 'inside')
})

test('the second address is tried where the first refuses', async (t) => {
  const { port } = await listen(t, (socket) => socket.end('second'))
  const dial = createDial({
    connectTo: [],
    parent: undefined,
    guard: guard('127.0.0.0/8'),
    resolve: async () => ['127.0.0.2', '127.0.0.1'],
  })
  const socket = await dial({ host: 'two.example.com', port })
  const [data] = (await once(socket, 'data')) as [Buffer]
  t.is(data.toString(), 'second')
})

test('a name that does not resolve is an upstream failure of kind dns', async (t) => {
  const dial = createDial({ connectTo: [], parent: undefined, guard: guard() })
  const error = await t.throwsAsync(dial({ host: 'does-not-exist.invalid', port: 443 }), { instanceOf: UpstreamError })
  t.is((error as UpstreamError).failure, 'dns')
})

test('a parent proxy gets a CONNECT with its credentials, and what follows its answer is not lost', async (t) => {
  let head = ''
  const { port } = await listen(t, (socket) => {
    socket.on('data', (chunk) => {
      head += chunk.toString()
      if (head.includes('\r\n\r\n')) socket.end('HTTP/1.1 200 OK\r\nX-A: b\r\n\r\nfirst bytes')
    })
  })
  const parent = parentAt(`http://us%40er:p%3Ass@127.0.0.1:${port}`)
  const dial = createDial({ connectTo: [], parent, guard: guard() })
  const socket = await dial({ host: 'api.example.com', port: 443 })
  const [data] = (await once(socket, 'data')) as [Buffer]
  t.is(data.toString(), 'first bytes')
  t.true(head.startsWith('CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n'))
  t.true(head.includes(`Proxy-Authorization: Basic ${Buffer.from('us@er:p:ss').toString('base64')}\r\n`))
  t.true(head.includes('X-Weir-Hop: hop-1\r\n'))
})

test("a parent's refusal is an error, never a reason to go direct", async (t) => {
  let direct = 0
  const { port } = await listen(t, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  })
  const parent = parentAt(`http://127.0.0.1:${port}`)
  const resolve = async () => {
    direct++
    return ['127.0.0.1']
  }
  const dial = createDial({ connectTo: [], parent, guard: guard('127.0.0.0/8'), resolve })
  const error = await t.throwsAsync(dial({ host: 'api.example.com', port: 443 }), { instanceOf: UpstreamError })
  t.is((error as UpstreamError).failure, 'parent_proxy')
  t.regex(error?.message ?? '', /407/)
  t.is(direct, 0)
})

for (const [answer, name] of [
  ['', 'hangs up'],
  ['SSH-2.0-OpenSSH\r\n\r\n', 'speaks something else'],
  [`HTTP/1.1 200 OK\r\n${'x'.repeat(40_000)}`, 'never ends its head'],
] as const) {
  test(`a parent that ${name} is an upstream failure of kind parent_proxy`, async (t) => {
    const { port } = await listen(t, (socket) => {
      socket.once('data', () => socket.end(answer))
    })
    const dial = createDial({
      connectTo: [],
      parent: parentAt(`http://127.0.0.1:${port}`),
      guard: guard(),
    })
    const error = await t.throwsAsync(dial({ host: 'api.example.com', port: 443 }), { instanceOf: UpstreamError })
    t.is((error as UpstreamError).failure, 'parent_proxy')
  })
}

test('connect-to entries match as in curl: an empty part means any, or unchanged; the first match wins', (t) => {
  const entries = [
    { host: 'a.example', port: 443, toHost: 'one', toPort: 1 },
    { host: undefined, port: 80, toHost: 'two', toPort: undefined },
    { host: 'a.example', port: undefined, toHost: undefined, toPort: 3 },
  ]
  t.deepEqual(reroute(entries, { host: 'a.example', port: 443 }), { host: 'one', port: 1 })
  t.deepEqual(reroute(entries, { host: 'b.example', port: 80 }), { host: 'two', port: 80 })
  t.deepEqual(reroute(entries, { host: 'a.example', port: 8443 }), { host: 'a.example', port: 3 })
  t.is(reroute(entries, { host: 'b.example', port: 443 }), undefined)
})
