import { connect as connectTls, type TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { curlTest, runCurl } from '../support/curl.ts'
import { once } from '../support/once.ts'
import { addProxyUser, type ProxyUser } from '../support/product-users.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'

const scope = fileScope()
const CHAT = 'api.openai.com'
const CLAUDE = 'api.anthropic.com'
const GEMINI = 'generativelanguage.googleapis.com'
let upstream: FakeUpstream
let weir: Weir
let jo: ProxyUser
let ann: ProxyUser

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [CHAT, CLAUDE, GEMINI] })
  weir = await startWeir(scope, {
    upstreams: { [CHAT]: upstream, [CLAUDE]: upstream, [GEMINI]: upstream },
    env: { WEIR_PROXY_AUTH: 'basic', WEIR_PROXY_WORKERS: '2' },
  })
  jo = await addProxyUser(weir, 'jo@example.com')
  ann = await addProxyUser(weir, 'ann@example.com')
})

/** Whether a client that trusts only our CA gets through: the tunnel of a service that passes shows the service's own certificate. */
async function isDecrypted(host: string, { credentials }: ProxyUser): Promise<boolean> {
  const through = ['--proxy', weir.proxyUrl, '--proxy-user', credentials]
  const { exitCode } = await runCurl([`https://${host}/v1/models`, '--cacert', weir.caFile, ...through])
  return exitCode === 0
}

/** Several times, since workers take turns. */
async function untilDecrypted(host: string, user: ProxyUser, wanted: boolean): Promise<void> {
  await until(
    async () => {
      for (let n = 0; n < 4; n++) if ((await isDecrypted(host, user)) !== wanted) return false
      return true
    },
    () => `${host} is ${wanted ? 'still passed through' : 'still decrypted'} for ${user.email}`,
  )
}

async function makeSwitch(body: object): Promise<string> {
  const { status, json } = await weir.api<{ id: string }>('POST', '/service-switches', { reason: 'a test', ...body })
  if (status !== 201) throw new Error(`a switch was answered with ${status}: ${JSON.stringify(json)}`)
  return json.id
}

async function endSwitch(t: ExecutionContext, id: string): Promise<void> {
  t.is((await weir.api('DELETE', `/service-switches/${id}`)).status, 204)
}

async function openTunnel(t: ExecutionContext, host: string, user: ProxyUser): Promise<TLSSocket> {
  const wire = await Wire.open(t, weir.proxyPort)
  const credentials = Buffer.from(user.credentials).toString('base64')
  await wire
    .send(`CONNECT ${host}:443 HTTP/1.1\r\nProxy-Authorization: Basic ${credentials}\r\n\r\n`)
    .expect('\r\n\r\n')
  wire.socket.removeAllListeners('data')
  const tls = connectTls({ socket: wire.socket, servername: host, rejectUnauthorized: false })
  tls.on('error', () => {})
  await once(tls, 'secureConnect')
  return tls
}

curlTest(
  'a service that is passed through is decrypted by no worker, until the switch ends; then its tunnels end',
  async (t) => {
    t.true(await isDecrypted(CHAT, jo))
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const id = await makeSwitch({ kind: 'pass_through', platform_id: 'openai-api', expires_at })
    await untilDecrypted(CHAT, jo, false)
    const tunnel = await openTunnel(t, CHAT, jo)
    t.notRegex(tunnel.getPeerX509Certificate()?.issuer ?? '', /interception/i)
    await weir.untilMetric('weir_proxy_switched_total', { platform: 'openai-api', kind: 'pass_through' }, 1)
    const closed = once(tunnel, 'close')
    await endSwitch(t, id)
    await untilDecrypted(CHAT, jo, true)
    await closed
    const alerts = await weir.api<{ alerts: { platform_id: string }[] }>('GET', '/alerts?type=passed_through')
    t.true(alerts.json.alerts.some(({ platform_id }) => platform_id === 'openai-api'))
  },
)

curlTest('a service that is decrypted for some only is passed through for everyone else', async (t) => {
  const forJo = await makeSwitch({ kind: 'intercept_only_for', platform_id: 'anthropic-api', user_ids: [jo.id] })
  await untilDecrypted(CLAUDE, ann, false)
  await untilDecrypted(CLAUDE, jo, true)
  const forAddress = await makeSwitch({
    kind: 'intercept_only_for',
    platform_id: 'anthropic-api',
    addresses: ['127.0.0.0/8'],
  })
  await untilDecrypted(CLAUDE, ann, true)
  await endSwitch(t, forAddress)
  await untilDecrypted(CLAUDE, ann, false)
  await endSwitch(t, forJo)
  await untilDecrypted(CLAUDE, ann, true)
})

curlTest('a connection that is decrypted ends with the next request to a service that is passed through', async (t) => {
  const open = await openTunnel(t, GEMINI, ann)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const id = await makeSwitch({ kind: 'pass_through', platform_id: 'google-gemini-api', expires_at })
  await untilDecrypted(GEMINI, ann, false)
  let answer = ''
  open.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1')
  })
  open.write(`GET /v1/models HTTP/1.1\r\nHost: ${GEMINI}\r\n\r\n`)
  await until(
    () => answer.startsWith('HTTP/1.1 421'),
    () => `it was answered: ${answer}`,
  )
  await endSwitch(t, id)
  await untilDecrypted(GEMINI, ann, true)
})
