import test, { type ExecutionContext } from 'ava'
import { readClientHello } from '../../proxy/passthrough/client-hello.ts'
import { echHello } from '../support/ech-hello.ts'
import { once } from '../support/once.ts'
import { fileScope } from '../support/scope.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, until, Wire } from '../support/wire.ts'

const scope = fileScope()
const FRONT = 'cloudflare-ech.com'
const received: Buffer[] = []
let weir: Weir
let passing: Weir

test.before(async () => {
  const { port } = await listen(scope, (socket) => {
    socket.on('data', (chunk) => received.push(Buffer.from(chunk)))
  })
  const env = { WEIR_CONNECT_TO: `:443:127.0.0.1:${port}` }
  weir = await startWeir(scope, { env })
  passing = await startWeir(scope, { env: { ...env, WEIR_ECH: 'pass' } })
})

/** A tunnel whose client sends a hello. */
async function tunnel(t: ExecutionContext, through: Weir, host: string, hello: Buffer): Promise<Wire> {
  const wire = await Wire.open(t, through.proxyPort)
  await wire.send(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`).expect('\r\n\r\n')
  wire.socket.write(hello)
  return wire
}

const arrivals = () => Buffer.concat(received).toString('latin1')

test.serial(
  'a tunnel whose hello hides its name behind a front that AI services share is ended, and counted',
  async (t) => {
    const hello = await echHello(t, FRONT)
    t.deepEqual(readClientHello(hello), { kind: 'tls', name: FRONT, hasEch: true })
    const { socket } = await tunnel(t, weir, 'blog.example', hello)
    if (!socket.closed) await once(socket, 'close')
    await weir.untilMetric('weir_proxy_encrypted_names_total', { outcome: 'ended' }, 1)
    t.is(await weir.metric('weir_proxy_tunnel_ends_total', { reason: 'encrypted_name' }), 1)
  },
)

test.serial('with WEIR_ECH=pass it passes, and is counted', async (t) => {
  await tunnel(t, passing, 'blog.example', await echHello(t, FRONT))
  await passing.untilMetric('weir_proxy_encrypted_names_total', { outcome: 'passed' }, 1)
  await until(
    () => arrivals().includes(FRONT),
    () => 'the hello did not arrive',
  )
  t.pass()
})

test.serial('noise in the place of an encrypted name (GREASE), and a front of one service alone, pass', async (t) => {
  const before = await weir.metric('weir_proxy_encrypted_names_total')
  await tunnel(t, weir, 'grease.example', await echHello(t, 'grease.example'))
  await until(
    () => arrivals().includes('grease.example'),
    () => 'the hello did not arrive',
  )
  t.is(await weir.metric('weir_proxy_encrypted_names_total'), before)
})

test.serial(
  'what is intercepted shows the front’s name, so that the client comes again with the name in the clear',
  async (t) => {
    // TLS 1.2 sends certificates that can be read here.
    const hello = await echHello(t, FRONT, { maxVersion: 'TLSv1.2' })
    const wire = await tunnel(t, weir, 'chatgpt.com', hello)
    t.true((await wire.expect(FRONT)).includes(FRONT))
  },
)
