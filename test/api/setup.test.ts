import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import test from 'ava'
import { noteBackup } from '../../api/settings/last-backup.ts'
import { openAuthority } from '../../certs/authority.ts'
import { installedCas, prepareRotation } from '../../certs/rotation.ts'
import type { Setup, SetupStepId } from '../../core/model/setup.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { documentEngines } from '../support/engines.ts'
import { aHeartbeat } from '../support/heartbeat.ts'
import { temporaryFolder } from '../support/temp.ts'

const DAY_MS = 86_400_000

async function setupOf(api: TestApi): Promise<Setup> {
  return (await api.request<Setup>('GET', '/setup', { token: api.admin })).json
}

const doneOf = ({ steps }: Setup): SetupStepId[] => steps.filter(({ done }) => done).map(({ id }) => id)

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: seven steps tick themselves from what is there`, async (t) => {
    const dataDir = temporaryFolder(t)
    openAuthority(dataDir, () => new Date())
    const env = { ...(await engine.environment()), WEIR_PROXY_PORT: '18080', WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
    const api = await startTestApi(t, { env, dataDir, besideProxy: true })
    const asAdmin = { token: api.admin }
    const record = (content_metadata: object) =>
      api.request('POST', '/interactions', {
        ...asAdmin,
        json: {
          platform_id: 'openai-api',
          content_hash: createHash('sha256').update(JSON.stringify(content_metadata)).digest('hex'),
          content_metadata,
        },
      })
    const first = await setupOf(api)
    t.deepEqual(
      first.steps.map(({ id }) => id),
      ['ca', 'device', 'prompt', 'policy', 'colleague', 'receiver', 'backup'],
    )
    t.deepEqual(doneOf(first), ['ca'])
    t.is(first.proxies_alive, 0)

    await record({ user_agent: 'weir-demo' })
    t.deepEqual(doneOf(await setupOf(api)), ['ca', 'prompt'], 'the demonstration is no device')
    await record({ user_agent: 'curl/8' })
    t.deepEqual(doneOf(await setupOf(api)), ['ca', 'device', 'prompt'])

    const rules = { action: 'log', conditions: [] }
    const policy = await api.request<{ id: string }>('POST', '/policies', { ...asAdmin, json: { name: 'one', rules } })
    t.false(doneOf(await setupOf(api)).includes('policy'), 'a draft enforces nothing')
    await api.request('PATCH', `/policies/${policy.json.id}/toggle`, { ...asAdmin, json: { enabled: true } })
    await api.request('POST', '/users/invite', { ...asAdmin, json: { email: 'jo@example.com', role: 'viewer' } })
    const webhook = { url: 'https://127.0.0.1:1/hook', events: ['policy.created'] }
    await api.request('POST', '/webhooks', { ...asAdmin, json: webhook })
    noteBackup(dataDir, new Date())
    await api.request('POST', '/proxies/heartbeat', { ...asAdmin, json: aHeartbeat() })
    const last = await setupOf(api)
    t.true(
      last.steps.every(({ done }) => done),
      doneOf(last).join(),
    )
    t.is(last.proxies_alive, 1)
    t.not(last.last_backup, null)
  })
}

test('demonstrations are no device, as long as all prompts are among the newest that are looked at', async (t) => {
  const api = await startTestApi(t)
  const demonstrations = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      platform_id: 'openai-api',
      content_hash: createHash('sha256').update(`${count} ${at}`).digest('hex'),
      content_metadata: { user_agent: 'weir-demo' },
    }))
  const record = async (count: number) => {
    const { json } = await api.request('POST', '/interactions/batch', { token: api.admin, json: demonstrations(count) })
    t.deepEqual(json, { received: count, stored: count })
  }
  await record(50)
  t.false(doneOf(await setupOf(api)).includes('device'))
  await record(1)
  t.true(doneOf(await setupOf(api)).includes('device'), 'a device may have sent one that is not looked at')
})

test('a service that was seen unread has come from a device', async (t) => {
  const api = await startTestApi(t)
  const at = new Date().toISOString()
  const sightings = [{ platform_id: 'mistral-lechat', kind: 'tunnelled', count: 1, first_seen: at, last_seen: at }]
  await api.request('POST', '/inventory/sightings', { token: api.admin, json: { sightings } })
  t.deepEqual(doneOf(await setupOf(api)), ['device'])
})

test('what devices need is that of the proxy beside the API, by its names', async (t) => {
  const dataDir = temporaryFolder(t)
  openAuthority(dataDir, () => new Date())
  const env = { WEIR_PROXY_PORT: '18080', WEIR_PROXY_HOST: '0.0.0.0', WEIR_PUBLIC_URL: 'https://weir.example.com' }
  const api = await startTestApi(t, { dataDir, env, besideProxy: true })
  const certificate = installedCas(dataDir).ca
  const { ca, next_ca, proxies } = await setupOf(api)
  t.like(ca, {
    fingerprint: certificate?.fingerprint256,
    not_after: certificate?.validToDate.toISOString(),
    days_left: Math.floor(((certificate?.validToDate.getTime() ?? 0) - Date.now()) / DAY_MS),
  })
  t.is(next_ca, null)
  t.deepEqual(proxies[0], {
    ...{ url: 'http://weir.example.com:18080/', pac_url: 'http://weir.example.com:18080/proxy.pac' },
    ...{ ca_url: 'http://weir.example.com:18080/ca.pem', local_only: false },
  })
  t.deepEqual(
    proxies.map(({ url }) => new URL(url).hostname),
    ['weir.example.com', hostname().toLowerCase()],
  )
  t.false(JSON.stringify(await setupOf(api)).includes('PRIVATE'))

  prepareRotation(dataDir, () => new Date(), {})
  t.is((await setupOf(api)).next_ca?.fingerprint, installedCas(dataDir)['ca-next']?.fingerprint256)
})

test('a proxy is listed as clients reach it', async (t) => {
  const proxiesOf = async (env: Readonly<Record<string, string>>) =>
    (await setupOf(await startTestApi(t, { dataDir: temporaryFolder(t), env, besideProxy: true }))).proxies
  const local = await proxiesOf({ WEIR_PROXY_PORT: '18080', WEIR_PROXY_HOST: '127.0.0.1' })
  t.deepEqual(
    local.map(({ url, local_only }) => [url, local_only]),
    [['http://127.0.0.1:18080/', true]],
  )
  const env = { WEIR_PROXY_HOST: '::', WEIR_PUBLIC_URL: 'https://[2001:db8::1]' }
  t.is((await proxiesOf({ ...env, WEIR_PROXY_PORT: '18080' }))[0]?.url, 'http://[2001:db8::1]:18080/')
  t.deepEqual(await proxiesOf({ ...env, WEIR_PROXY_PORT: '0' }), [])
})

test('a CA that ends soon is no step done', async (t) => {
  const dataDir = temporaryFolder(t)
  const { notAfter } = openAuthority(dataDir, () => new Date())
  const now = () => new Date(notAfter.getTime() - 20 * DAY_MS)
  const api = await startTestApi(t, { dataDir, now, besideProxy: true })
  const setup = await setupOf(api)
  t.is(setup.ca?.days_left, 20)
  t.deepEqual(doneOf(setup), [])
})

test('of proxies that run elsewhere neither a CA nor an address is made up, whatever they say', async (t) => {
  const dataDir = temporaryFolder(t)
  openAuthority(dataDir, () => new Date())
  const api = await startTestApi(t, { dataDir, env: { WEIR_PROXY_PORT: '18080' } })
  await api.request('POST', '/proxies/heartbeat', { token: api.admin, json: aHeartbeat() })
  t.like(await setupOf(api), { ca: null, next_ca: null, proxies: [], proxies_alive: 1 })
})
