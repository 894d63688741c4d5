import { readFileSync } from 'node:fs'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import type { Alert } from '../../core/model/alert.ts'
import type { AiService } from '../../core/model/inventory.ts'
import { helloOf } from '../support/ech-hello.ts'
import { connectIntercepted, postJson } from '../support/intercepted.ts'
import { once } from '../support/once.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const OWN = 'chat.corp.example'
const KNOWN = 'api.openai.com'
/** Decrypted for a header alone: whoever passed through could sign in with an account that is not the company's. */
const SIGN_IN = 'login.microsoftonline.com'
const HOSTS = [OWN, KNOWN, SIGN_IN, 'passed.corp.example', 'a.api.corp.example', 'x-eu.corp.example']
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: HOSTS })
  weir = await startWeir(scope, {
    upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])),
    env: {
      WEIR_INTERCEPT_HOSTS: '*.corp.example,127.0.0.1',
      WEIR_BYPASS_HOSTS: 'passed.*.example,*.api.corp.example,*-eu.corp.example,127.0.0.0/8',
      WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8',
      WEIR_AUTO_BYPASS: 'on',
      WEIR_ALLOWED_MICROSOFT_TENANTS: 'corp.example',
    },
  })
})

async function open(t: ExecutionContext, host: string, port = 443): Promise<Wire> {
  const wire = await Wire.open(t, weir.proxyPort)
  await wire.send(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`).expect('\r\n\r\n')
  wire.socket.removeAllListeners('data')
  return wire
}

/** A client that knows the service's own CA alone. Node says so with a closed connection behind the handshake. */
async function pinned(t: ExecutionContext, host: string, port?: number): Promise<'refused' | string> {
  const { socket } = await open(t, host, port)
  const tls = connectTls({ socket, servername: host === '127.0.0.1' ? KNOWN : host, ca: upstreamCa() })
  t.teardown(() => tls.destroy())
  try {
    await once(tls, 'secureConnect')
    return String(tls.getPeerCertificate().issuer.CN)
  } catch {
    return 'refused'
  }
}

const upstreamCa = () => readFileSync(upstream.caFile, 'utf8')
const serviceOf = async (id: string) =>
  (await weir.api<{ services: AiService[] }>('GET', '/inventory')).json.services.find(
    ({ platform_id }) => platform_id === id,
  )

async function untilRefused(id: string, times: number): Promise<NonNullable<AiService['not_inspected']>> {
  let found: AiService['not_inspected']
  await until(
    async () => {
      found = (await serviceOf(id))?.not_inspected
      return (found?.refusals ?? 0) >= times
    },
    () => `${JSON.stringify(found)} is not ${times} refusals of ${id}`,
  )
  if (found === undefined) throw new Error('it is there')
  return found
}

test.serial('a client that refuses our certificate is counted, and its service shown as not inspected', async (t) => {
  for (let n = 0; n < 4; n++) t.is(await pinned(t, KNOWN), 'refused')
  t.like(await untilRefused('openai-api', 4), { clients: 1, host: KNOWN, reason: 'closed', proposed_bypass: [KNOWN] })
  t.is(await weir.metric('weir_proxy_certificate_refusals_total', { platform: 'openai-api' }), 4)
  t.is(await weir.metric('weir_proxy_passed_clients_total'), 0, 'a service of the catalogue never passes through')
})

test.serial('a host that is decrypted for the header of company accounts never passes through either', async (t) => {
  for (let n = 0; n < 4; n++) t.is(await pinned(t, SIGN_IN), 'refused')
  t.is(await weir.metric('weir_proxy_passed_clients_total'), 0)
})

test.serial('the alert by which a client refuses is the reason', async (t) => {
  const { socket } = await open(t, KNOWN)
  const hello = await helloOf(t, { servername: KNOWN, maxVersion: 'TLSv1.2' })
  socket.once('data', () => {
    // unknown_ca in the clear, as a client of TLS 1.2 sends it.
    socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 48]))
  })
  socket.write(hello)
  t.like(await untilRefused('openai-api', 5), { reason: 'unknown_ca' })
})

test.serial('a client that takes the certificate and asks for something is none of these', async (t) => {
  const before = await weir.metric('weir_proxy_certificate_refusals_total')
  const tls = await connectIntercepted(t, weir, OWN)
  tls.write(postJson(OWN, '/ask', { question: 'hello' }))
  await once(tls, 'data')
  tls.destroy()
  t.is(await weir.metric('weir_proxy_certificate_refusals_total'), before)
})

test.serial(
  'with WEIR_AUTO_BYPASS a client that always refuses passes through to a host of the operator’s',
  async (t) => {
    for (let n = 0; n < 3; n++) t.is(await pinned(t, OWN), 'refused')
    await weir.untilMetric('weir_proxy_passed_clients_total', {}, 1)
    t.regex(await pinned(t, OWN), /^Weir CA/, 'it sees the certificate of the service, whose CA is another Weir’s')
    let alerts: Alert[] = []
    await until(
      async () => {
        alerts = (await weir.api<{ alerts: Alert[] }>('GET', '/alerts?type=inspection_failed')).json.alerts
        return alerts.some(({ title }) => title.includes('passes through'))
      },
      () => JSON.stringify(alerts),
    )
    t.is(alerts.find(({ title }) => title.includes('passes through'))?.severity, 'high')
  },
)

test.serial('WEIR_BYPASS_HOSTS takes wildcards and CIDRs', async (t) => {
  for (const host of ['passed.corp.example', 'a.api.corp.example', 'x-eu.corp.example']) {
    t.not(await pinned(t, host), 'refused', host)
  }
  const tunnelled = await weir.metric('weir_proxy_connects_total', { outcome: 'tunnelled' })
  await open(t, '127.0.0.1', upstream.port)
  t.is(await weir.metric('weir_proxy_connects_total', { outcome: 'tunnelled' }), tunnelled + 1)
})
