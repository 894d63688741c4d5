import test from 'ava'
import type { Alert } from '../../core/model/alert.ts'
import type { AiService } from '../../core/model/inventory.ts'
import { DAY } from '../support/certificate-files.ts'
import { curl, curlJson, curlTest } from '../support/curl.ts'
import { makeLeaf } from '../support/leaf-certificate.ts'
import { startPlainServer } from '../support/plain-server.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen, until } from '../support/wire.ts'

const scope = fileScope()
const TUNNELLED = ['www.genspark.ai', 'api.openai.com', 'intranet.example', 'grok.com']
const SECONDS = 20_000
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [...TUNNELLED, 'ernie.baidu.com'] })
  const expired = await startUpstream(scope, {
    hosts: ['api.anthropic.com'],
    tls: makeLeaf({ issuer: undefined, names: ['api.anthropic.com'], notAfter: new Date(Date.now() - DAY / 24) }),
  })
  const broken = await listen(scope, (socket) => socket.destroy())
  const plain = await startPlainServer(scope)
  const plainHosts = ['pi.ai', 'phind.com', 'plain.example']
  weir = await startWeir(scope, {
    upstreams: { 'www.genspark.ai': upstream, 'api.anthropic.com': expired },
    env: {
      WEIR_CONNECT_TO: [
        ...TUNNELLED.map((host) => upstream.connectTo(host)),
        expired.connectTo('api.anthropic.com'),
        `claude.ai:443:127.0.0.1:${broken.port}`,
        'phind.com:8081:127.0.0.1:1',
        ...plainHosts.map((host) => `${host}:80:127.0.0.1:${plain.port}`),
      ].join(','),
      WEIR_BYPASS_HOSTS: 'api.openai.com,grok.com',
    },
  })
})

async function serviceOf(platform: string): Promise<AiService | undefined> {
  const { json } = await weir.api<{ services: AiService[] }>('GET', '/inventory?limit=500')
  return json.services.find(({ platform_id }) => platform_id === platform)
}

/** Waits, some seconds at most, until the inventory has the service as often as this. */
async function untilTunnelled(platform: string, times: number): Promise<AiService> {
  let service: AiService | undefined
  await until(
    async () => {
      service = await serviceOf(platform)
      return (service?.tunnelled ?? 0) >= times
    },
    () => `${platform} was tunnelled ${service?.tunnelled ?? 0} times, not ${times}`,
    SECONDS,
  )
  return service as AiService
}

async function alertsOf(platform: string): Promise<Alert[]> {
  const { json } = await weir.api<{ alerts: Alert[] }>('GET', '/alerts?limit=500')
  return json.alerts.filter(({ platform_id }) => platform_id === platform)
}

async function untilAlert(platform: string, type: Alert['type']): Promise<Alert> {
  let found: Alert | undefined
  await until(
    async () => {
      found = (await alertsOf(platform)).find((alert) => alert.type === type)
      return found !== undefined
    },
    () => `there is no ${type} of ${platform}`,
    SECONDS,
  )
  return found as Alert
}

curlTest(
  'a tunnel to an AI service that is not intercepted is in the inventory within seconds, and alerts',
  async (t) => {
    const answer = await curlJson(weir, 'https://www.genspark.ai/chat', { text: 'unread' }, [
      '--cacert',
      upstream.caFile,
    ])
    t.is(answer.status, 200)
    const service = await untilTunnelled('genspark', 1)
    t.like(service, { name: 'Genspark', status: 'tolerated', interactions: 0, tunnelled: 1 })
    t.is(await weir.metric('weir_proxy_tunnelled_ai_total', { platform: 'genspark' }), 1)
    t.like(await untilAlert('genspark', 'new_ai_service'), {
      title: 'Genspark is used for the first time',
      interaction_id: null,
      count: 1,
    })
    await curlJson(weir, 'https://www.genspark.ai/chat', { text: 'unread' }, ['--cacert', upstream.caFile])
    await untilTunnelled('genspark', 2)
    t.is((await alertsOf('genspark')).length, 1)
  },
)

curlTest('an intercepted service that is bypassed is counted as itself', async (t) => {
  const url = 'https://api.openai.com/v1/chat/completions'
  t.is((await curlJson(weir, url, { messages: [] }, ['--cacert', upstream.caFile])).status, 200)
  const service = await untilTunnelled('openai-api', 1)
  t.deepEqual([service.tunnelled, service.interactions], [1, 0])
})

curlTest('an AI service that only TLS names is seen in a tunnel to another host', async (t) => {
  const elsewhere = ['--cacert', upstream.caFile, '--connect-to', 'ernie.baidu.com:443:intranet.example:443']
  t.is((await curl(weir, ['https://ernie.baidu.com/app', ...elsewhere])).status, 200)
  t.is((await untilTunnelled('baidu-ernie', 1)).tunnelled, 1)
})

curlTest('a tunnel whose target and TLS name the same service is one', async (t) => {
  t.is((await curl(weir, ['https://grok.com/', '--cacert', upstream.caFile])).status, 200)
  t.is((await curl(weir, ['https://grok.com/', '--cacert', upstream.caFile])).status, 200)
  t.is((await untilTunnelled('grok-web', 2)).tunnelled, 2)
})

curlTest('a plain request to an AI service that is not intercepted is seen', async (t) => {
  t.is((await curl(weir, ['http://pi.ai/talk', 'http://pi.ai/talk'])).status, 200)
  const service = await untilTunnelled('pi-ai', 2)
  t.is(service.tunnelled, 2)
})

curlTest('what is no AI service, or was not reached, is in no inventory', async (t) => {
  t.is((await curl(weir, ['https://intranet.example/', '--cacert', upstream.caFile])).status, 200)
  t.is((await curl(weir, ['http://plain.example/'])).status, 200)
  t.is((await curl(weir, ['http://phind.com:8081/'])).status, 502)
  t.is((await curl(weir, ['https://phind.com:8081/'])).connectStatus, 502)
  t.is((await curl(weir, ['http://phind.com/'])).status, 200)
  t.is((await untilTunnelled('phind', 1)).tunnelled, 1)
  const { json } = await weir.api<{ services: AiService[] }>('GET', '/inventory?limit=500')
  t.false(json.services.some(({ platform_id }) => /intranet|plain/.test(platform_id)))
})

curlTest(
  'a service whose certificate is refused alerts with its name, host and reason, and is no interaction',
  async (t) => {
    const url = 'https://api.anthropic.com/v1/messages'
    t.is((await curlJson(weir, url, { messages: [{ role: 'user', content: 'unsent' }] })).status, 502)
    const alert = await untilAlert('anthropic-api', 'inspection_failed')
    t.like(alert, { severity: 'medium', interaction_id: null, user_id: null, count: 1 })
    t.regex(alert.title, /^The certificate of Anthropic API \(api\.anthropic\.com\) was refused: it /)
    await untilAlert('anthropic-api', 'new_ai_service')
    t.like(await serviceOf('anthropic-api'), { interactions: 0, tunnelled: 0 })
    const labels = { platform: 'anthropic-api', failure: 'certificate' }
    t.is(await weir.metric('weir_proxy_upstream_handshake_failures_total', labels), 1)
    t.deepEqual(await weir.listed(({ platform_id }) => platform_id === 'anthropic-api', 0), [])
  },
)

curlTest('a service that breaks off the handshake alerts with the reason', async (t) => {
  t.is((await curlJson(weir, 'https://claude.ai/api/x', { prompt: 'unsent' })).status, 502)
  const alert = await untilAlert('claude-web', 'inspection_failed')
  t.regex(alert.title, /^The TLS handshake with Claude \(claude\.ai\) failed: [A-Z0-9_]+$/)
})
