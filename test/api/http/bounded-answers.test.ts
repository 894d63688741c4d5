import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import { request } from 'undici'
import { boundAnswers } from '../../../api/http/bounded-answers.ts'
import { once } from '../../support/once.ts'
import { until } from '../../support/wire.ts'

/** Beyond what the buffers of both ends hold. */
const LONG = 20_000_000

async function serve(t: ExecutionContext, bodyOf: (path: string) => string | Buffer, unreadMs = 30_000) {
  const koa = new Koa()
  koa.use(boundAnswers(unreadMs) as never)
  koa.use(async (ctx) => {
    ctx.body = bodyOf(ctx.path)
  })
  koa.on('error', () => {})
  const server = createServer(koa.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return { server, port: (server.address() as AddressInfo).port, connections }
}

test('a long text or file arrives as it is, with its length', async (t) => {
  const bodies: Record<string, string | Buffer> = {
    '/short': 'x',
    '/text': 'é😀x'.repeat(100_000),
    '/shifted': `x${'😀'.repeat(100_000)}`,
    '/lone': `${'x'.repeat(65_535)}\ud83dx`,
    '/file': Buffer.alloc(200_000, 7),
  }
  const { port } = await serve(t, (path) => bodies[path] ?? '')
  for (const [path, body] of Object.entries(bodies)) {
    const expected = Buffer.from(body as string)
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await request(`http://127.0.0.1:${port}${path}`, { method })
      t.is(answer.headers['content-length'], String(expected.length), path)
      const got = Buffer.from(await answer.body.arrayBuffer())
      t.true(got.equals(method === 'HEAD' ? Buffer.alloc(0) : expected), `${method} ${path}`)
    }
  }
})

for (const [what, paths] of [
  ['a text', ['/text']],
  ['a file', ['/file']],
  ['one behind a short answer', ['/short', '/text']],
] as const) {
  test(`${what} that nobody reads ends its connection`, async (t) => {
    const bodies: Record<string, string | Buffer> = {
      '/short': 'x',
      '/text': 'x'.repeat(LONG),
      '/file': Buffer.alloc(LONG),
    }
    const { server, port, connections } = await serve(t, (path) => bodies[path] ?? '', 200)
    // Where this process is slow, the connection is over before anything could look for it.
    const isConnected = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1' })
    t.teardown(() => socket.destroy())
    socket.on('error', () => {})
    socket.pause()
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    await isConnected
    await until(
      async () => (await connections()) === 0,
      () => 'it is still connected',
    )
    t.pass()
  })
}
