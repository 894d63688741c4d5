import { connect, type Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import type { Interaction } from '../../../core/model/interaction.ts'
import { describeUsage, type Usage, usageOf } from '../../soak/usage.ts'
import { postJson } from '../../support/intercepted.ts'
import { once } from '../../support/once.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { listen, until, Wire } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const CLIENTS = 200
const AT_ONCE = 20
/** How long idle connections to services are kept, and then some. */
const PATIENCE_MS = 45_000
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, {
    hosts: [HOST],
    answer: (request, response) => {
      if (request.url === '/v1/never') return
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: the first of many\n\n')
    },
  })
  weir = await startWeir(scope, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8' },
  })
})

/** Threads of the inspection, which end when they have been idle for long, have handles of their own. */
const SLACK = 24
/** Of threads, compiled code, and garbage that nobody has looked at yet. */
const MEMORY_SLACK = 300e6
let atFirst: Usage | undefined

/** What the product's process holds of the system; undefined where that cannot be told. */
function usage(): Usage | undefined {
  return process.platform === 'linux' ? usageOf(weir.product.process.pid ?? 0) : undefined
}

/** Half of the clients just go, the other half reset their connection. */
function hangUp(socket: Socket, n: number): void {
  if (n % 2 === 0) socket.destroy()
  else socket.resetAndDestroy()
}

/** Sockets of the proxy's process: its own to the API are among them, and always as many. */
function openSockets(): Promise<number> {
  return weir.metric('weir_proxy_nodejs_active_resources', { type: 'TCPSocketWrap' })
}

async function untilSocketsAre(expected: number): Promise<void> {
  let open = 0
  await until(
    async () => {
      open = await openSockets()
      return open <= expected
    },
    () => `${open} sockets are open, at first it was ${expected}`,
    PATIENCE_MS,
  )
}

async function dial(t: ExecutionContext): Promise<Socket> {
  const socket = connect(weir.proxyPort, '127.0.0.1')
  socket.on('error', () => {})
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function connectTo(t: ExecutionContext, authority: string): Promise<Socket> {
  const socket = await dial(t)
  socket.write(`CONNECT ${authority} HTTP/1.1\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

/** Sends a part of a request through an intercepted connection; gives the socket below it, which alone can be reset. */
async function sendPart(t: ExecutionContext, bytes: string, waitFor?: string): Promise<Socket> {
  const socket = await connectTo(t, `${HOST}:443`)
  const tls = connectTls({ socket, ca: weir.ca, servername: HOST })
  const wire = new Wire(tls)
  await once(tls, 'secureConnect')
  wire.send(bytes)
  if (waitFor !== undefined) await wire.expect(waitFor)
  return socket
}

/** The first flight of a real client's handshake. */
async function clientHello(): Promise<Buffer> {
  const [client, server] = duplexPair()
  const tls = connectTls({ socket: client, servername: HOST })
  tls.on('error', () => {})
  const [hello] = (await once(server, 'data')) as [Buffer]
  tls.destroy()
  return hello
}

const BODY = postJson(HOST, '/v1/responses', { input: 'a prompt that does not come to its end' })
let tunnelled = 0

const STAGES: Readonly<Record<string, (t: ExecutionContext, n: number) => Promise<Socket>>> = {
  'before saying anything': dial,
  'in the middle of CONNECT': async (t) => {
    const socket = await dial(t)
    socket.write(`CONNECT ${HOST}:443 HT`)
    return socket
  },
  'with CONNECT unanswered': async (t) => {
    const socket = await dial(t)
    socket.write(`CONNECT ${HOST}:443 HTTP/1.1\r\n\r\n`)
    return socket
  },
  'after CONNECT': (t) => connectTo(t, `${HOST}:443`),
  'after a CONNECT that was refused': (t) => connectTo(t, '10.0.0.1:443'),
  'in a tunnel': (t) => connectTo(t, `127.0.0.1:${tunnelled}`),
  'in the middle of the TLS hello': async (t) => {
    const socket = await connectTo(t, `${HOST}:443`)
    socket.write(Buffer.from('16030100', 'hex'))
    return socket
  },
  'in the middle of the handshake': async (t) => {
    const socket = await connectTo(t, `${HOST}:443`)
    socket.write(await clientHello())
    await once(socket, 'data')
    return socket
  },
  'before the request': (t) => sendPart(t, ''),
  'in the middle of the head': (t) => sendPart(t, BODY.slice(0, 40)),
  'in the middle of the body': (t) => sendPart(t, BODY.slice(0, -10)),
  'waiting for the answer': async (t, n) => {
    const socket = await sendPart(t, postJson(HOST, '/v1/never', { input: 'no answer comes' }))
    const arrived = () => upstream.arrivals.filter(({ url }) => url === '/v1/never').length
    await until(
      () => arrived() > n,
      () => 'the prompt does not arrive',
    )
    return socket
  },
  'in the middle of the answer': (t) =>
    sendPart(t, postJson(HOST, '/v1/stream', { input: 'stream' }), 'the first of many'),
  'in the middle of a plain request': async (t) => {
    const socket = await dial(t)
    socket.write(`POST http://127.0.0.1:${tunnelled}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf`)
    return socket
  },
}

test.before(async () => {
  tunnelled = (await listen(scope, () => {})).port
})

for (const [stage, begin] of Object.entries(STAGES)) {
  test.serial(`${CLIENTS} clients that hang up ${stage} leave no socket`, async (t) => {
    t.timeout(300_000)
    await openSockets()
    const before = await openSockets()
    atFirst ??= usage()
    const sockets: Socket[] = []
    while (sockets.length < CLIENTS) {
      const first = sockets.length
      sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => begin(t, first + n)))))
    }
    for (const [n, socket] of sockets.entries()) hangUp(socket, n)
    await untilSocketsAre(before)
    await until(
      () => upstream.sockets.size <= 1,
      () => `${upstream.sockets.size} sockets to the service are open`,
      PATIENCE_MS,
    )
    t.is(weir.product.process.exitCode, null)
    t.is(weir.product.stderr, '')
  })
}

test.serial('what all of them held is given back: places, bytes, handles and memory', async (t) => {
  const held = async () => {
    const resources = ['tunnels', 'requests', 'bytes', 'lookups', 'handshakes']
    const values = resources.map((resource) => weir.metric('weir_proxy_admission_held', { resource }))
    return (await Promise.all(values)).join()
  }
  let now = ''
  await until(
    async () => {
      now = await held()
      return now === '0,0,0,0,0'
    },
    () => `held: ${now}`,
    PATIENCE_MS,
  )
  t.is(now, '0,0,0,0,0')
  const before = atFirst
  // Only Linux says what a process holds.
  if (before === undefined) return
  const after = () => usage() ?? before
  await until(
    () => after().handles <= before.handles + SLACK,
    () => `${describeUsage(after())}, at first ${describeUsage(before)}`,
    PATIENCE_MS,
  )
  t.log(`${describeUsage(before)}, then ${describeUsage(after())}`)
  // Each client that stayed would hold 50 kB and more.
  t.true(after().rss <= before.rss + MEMORY_SLACK, `${describeUsage(after())}, at first ${describeUsage(before)}`)
})

test.serial('prompts and answers that were cut short are counted, and the prompts recorded', async (t) => {
  // A reset can overtake the bytes before it, so that the proxy never sees the prompt of a client that resets.
  const aborted = await weir.metric('weir_proxy_client_aborts_total', { stage: 'request_body' })
  t.true(aborted >= CLIENTS / 2 && aborted <= CLIENTS, `${aborted} prompts cut short`)
  t.is(await weir.metric('weir_proxy_client_aborts_total', { stage: 'answer' }), 2 * CLIENTS)
  t.true((await weir.metric('weir_proxy_client_handshake_failures_total')) > 0)
  let blocked: Interaction[] = []
  await until(
    async () => {
      const { json } = await weir.api<{ data: Interaction[] }>('GET', '/interactions?enforced_action=block&limit=500')
      blocked = json.data
      return blocked.length >= aborted
    },
    () => `${blocked.length} of ${aborted} interactions were found`,
  )
  t.is(blocked.length, aborted)
  const reasonOf = ({ content_metadata }: Interaction) => (content_metadata.inspection as { reason?: string }).reason
  t.true(blocked.every((one) => reasonOf(one) === 'malformed_body' && one.content_metadata.host === HOST))
  t.false(upstream.arrivals.some(({ url }) => url === '/v1/responses'))
  await weir.interactionsOf('no answer comes', CLIENTS)
  await weir.interactionsOf('stream', CLIENTS)
})

test.serial('clients that are refused and never close are cut off', async (t) => {
  const before = await openSockets()
  for (let n = 0; n < CLIENTS; n++) {
    const socket = connect({ port: weir.proxyPort, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    t.teardown(() => socket.destroy())
    socket.write('CONNECT 10.0.0.1:443 HTTP/1.1\r\n\r\nand more that nobody reads')
    socket.resume()
    await once(socket, 'end')
  }
  await untilSocketsAre(before)
  t.pass()
})
