import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ServerMessage } from '../../core/model/live.ts'
import { Chromium, chromiumTest, Page } from '../clients/chromium.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'
import { temporaryFolder } from '../support/temp.ts'
import { listen, until } from '../support/wire.ts'

const DOCUMENT = readFileSync(new URL('../../docs/live-updates.md', import.meta.url), 'utf8')

/** A piece of code of the document, by the name behind its language. */
function code(name: string): string {
  const found = new RegExp(`^\`\`\`js ${name}\\n(.*?)^\`\`\`$`, 'ms').exec(DOCUMENT)?.[1]
  if (found === undefined) throw new Error(`docs/live-updates.md has no code named ${name}`)
  return found
}

/** A way to the API that can be cut. */
async function relay(t: ExecutionContext, api: TestApi) {
  const { port, sockets } = await listen(t, (client) => {
    const server = connect(api.server.port, '127.0.0.1')
    client.pipe(server).pipe(client)
    server.on('error', () => client.destroy())
    client.on('close', () => server.destroy())
  })
  return {
    url: `ws://127.0.0.1:${port}/api/v1/ws`,
    isOpen: () => sockets.size > 0,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

let policies = 0
async function createPolicy(api: TestApi): Promise<string> {
  const json = { name: `Policy ${policies++}`, rules: { action: 'log', conditions: [] } }
  return (await api.request<{ id: string }>('POST', '/policies', { token: api.admin, json })).json.id
}

/** Makes policies before, while and after the connection is cut: each must be told once. */
async function cutAndCompare(
  t: ExecutionContext,
  api: TestApi,
  way: Awaited<ReturnType<typeof relay>>,
  told: () => Promise<string[]>,
) {
  const untilTold = async (ids: readonly string[]) => {
    let last: string[] = []
    await until(
      async () => {
        last = await told()
        return last.length >= ids.length
      },
      () => `${last.length} of ${ids.length} events were told`,
    )
    t.deepEqual(last, ids)
  }
  const ids = [await createPolicy(api)]
  await untilTold(ids)
  way.cut()
  ids.push(await createPolicy(api), await createPolicy(api))
  await untilTold(ids)
  ids.push(await createPolicy(api))
  await untilTold(ids)
}

test('the Node.js code of the document goes on after a loss', async (t) => {
  const api = await startTestApi(t)
  const way = await relay(t, api)
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'listen.mjs'), code('node'))
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
  const child = spawn(process.execPath, [join(folder, 'listen.mjs')], {
    env: { WEIR_WS_URL: way.url, WEIR_TOKEN: api.admin },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  await until(
    async () => /^weir_api_live_connections 1$/m.test((await api.request('GET', '/metrics')).text),
    () => 'it does not connect',
  )
  await cutAndCompare(t, api, way, async () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { event_type: string; data: { id: string } })
      .map(({ data }) => data.id),
  )
})

chromiumTest('the browser code of the document goes on after a loss', async (t) => {
  const api = await startTestApi(t)
  const way = await relay(t, api)
  const chromium = await Chromium.launch(t, { proxyUrl: 'direct://' })
  const { targetId } = await chromium.command<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await chromium.command<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  const page = new Page((method, params) => chromium.command(method, params, sessionId))
  await page.evaluate(`${code('browser')}
    globalThis.told = []
    globalThis.gaps = 0
    listen(${JSON.stringify(way.url)}, ${JSON.stringify(api.admin)}, {
      onEvent: ({ data }) => told.push(data.id),
      onGap: () => gaps++,
    })
    0`)
  await until(
    async () => /^weir_api_live_connections 1$/m.test((await api.request('GET', '/metrics')).text),
    () => 'it does not connect',
  )
  await cutAndCompare(t, api, way, () => page.evaluate<string[]>('told'))
  t.is(await page.evaluate<number>('gaps'), 0)
})

test('what the server says is what the document and the schema say', async (t) => {
  const api = await startTestApi(t)
  const client = await openLive(t, api, { token: api.admin })
  client.send('nonsense')
  client.send({ type: 'subscribe', events: ['policy.*'], last_event_id: 'evt_unknown' })
  client.send({ type: 'ping' })
  await client.waitFor(({ type }) => type === 'gap')
  await createPolicy(api)
  await client.waitFor(({ type }) => type === 'event')
  const types = client.messages.map((message) => ServerMessage.parse(message).type)
  t.deepEqual(types.toSorted(), ['error', 'event', 'gap', 'hello', 'pong', 'subscribed'])
  for (const type of types) t.true(DOCUMENT.includes(`| \`{"type": "${type}"`) || type === 'pong', type)
})
