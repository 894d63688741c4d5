import { connect as connectTcp } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { postJson } from '../support/intercepted.ts'
import { once } from '../support/once.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const HOST = 'api.openai.com'
const PATH = '/v1/chat/completions'
const MEGABYTE = 1024 * 1024
const BOUND = 24 * MEGABYTE
const UPLOADS = 40
const SIZE = 10 * MEGABYTE - 1024

const scope = fileScope()
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
})

/** Addresses other than 127.0.0.1 stand for other clients. */
async function open(t: ExecutionContext, weir: Weir, localAddress = '127.0.0.1'): Promise<TLSSocket> {
  const tcp = connectTcp({ port: weir.proxyPort, host: '127.0.0.1', localAddress })
  tcp.on('error', () => {})
  t.teardown(() => tcp.destroy())
  tcp.write(`CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}:443\r\n\r\n`)
  await once(tcp, 'data')
  const tls = connectTls({ socket: tcp, ca: weir.ca, servername: HOST })
  tls.on('error', () => {})
  await once(tls, 'secureConnect')
  return tls
}

const head = `POST ${PATH} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\nContent-Length: ${SIZE}\r\n\r\n`

async function stalledUploads(t: ExecutionContext, weir: Weir): Promise<TLSSocket[]> {
  const body = Buffer.alloc(SIZE - 1, 'x')
  const sockets: TLSSocket[] = []
  for (let n = 0; n < UPLOADS; n++) {
    const socket = await open(t, weir)
    socket.write(head)
    socket.write(body)
    sockets.push(socket)
  }
  return sockets
}

const held = (weir: Weir) => weir.metric('weir_proxy_admission_held', { resource: 'bytes' })

async function prompt(t: ExecutionContext, weir: Weir, content: string, localAddress?: string): Promise<string> {
  const wire = new Wire(await open(t, weir, localAddress))
  wire.send(postJson(HOST, PATH, { messages: [{ role: 'user', content }] }))
  return wire.expect('\r\n\r\n')
}

test('forty stalled uploads hold no more than the bound, and nobody with a small prompt waits for them', async (t) => {
  const weir = await startWeir(t, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_HELD_BYTES: String(BOUND), WEIR_ADMISSION_STALL_MS: '600000', WEIR_ADMISSION_WAIT_MS: '600000' },
  })
  const uploads = await stalledUploads(t, weir)
  await weir.untilMetric('weir_proxy_admission_waiting', { resource: 'bytes' }, UPLOADS - 2)
  t.true((await held(weir)) <= BOUND)
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
    t.regex(await prompt(t, weir, `from ${address}`, address), /^HTTP\/1\.1 200 /)
  }
  for (const upload of uploads) upload.destroy()
  await until(
    async () => (await held(weir)) === 0,
    () => 'what the uploads held was not given back',
  )
  t.is(await weir.metric('weir_proxy_admission_held', { resource: 'requests' }), 0)
})

test('while somebody else waits, stalled uploads give up their room and are told 503', async (t) => {
  const weir = await startWeir(t, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_HELD_BYTES: String(BOUND), WEIR_ADMISSION_STALL_MS: '500', WEIR_ADMISSION_WAIT_MS: '600000' },
  })
  const uploads = (await stalledUploads(t, weir)).map((socket) => new Wire(socket))
  const large = await prompt(t, weir, 'word '.repeat(MEGABYTE), '127.0.0.2')
  t.regex(large, /^HTTP\/1\.1 200 /)
  await until(
    () => uploads.some(({ received }) => received.startsWith('HTTP/1.1 503 ')),
    () => 'no upload was told that it lost its room',
  )
  t.regex(uploads.map(({ received }) => received).join(''), /\r\nretry-after: \d+\r\n/i)
})

test('who waits for room for too long is told 503, and when to try again', async (t) => {
  const weir = await startWeir(t, {
    upstreams: { [HOST]: upstream },
    env: { WEIR_HELD_BYTES: String(BOUND), WEIR_ADMISSION_STALL_MS: '600000', WEIR_ADMISSION_WAIT_MS: '500' },
  })
  const uploads = (await stalledUploads(t, weir)).map((socket) => new Wire(socket))
  await until(
    () => uploads.filter(({ received }) => received.startsWith('HTTP/1.1 503 ')).length >= UPLOADS - 2,
    () => `only ${uploads.filter(({ received }) => received !== '').length} were answered`,
  )
  await weir.untilMetric('weir_proxy_admission_refused_total', { resource: 'bytes', reason: 'waited_too_long' }, 1)
  t.pass()
})
