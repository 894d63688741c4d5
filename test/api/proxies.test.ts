import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { pino } from 'pino'
import type { EnabledPolicies } from '../../api/policies/enabled-policies.ts'
import { ProxyLag } from '../../api/proxies/lag.ts'
import { Liveness } from '../../api/proxies/liveness.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import type { Alert, AlertWithFacts } from '../../core/model/alert.ts'
import { INSTANCES_MAX, type ProxyInstance } from '../../core/model/proxy-instance.ts'
import { supplyVersion } from '../../core/supply-version.ts'
import { ADMIN_EMAIL, startTestApi, type TestApi } from '../support/api.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { documentEngines } from '../support/engines.ts'
import { aHeartbeat } from '../support/heartbeat.ts'
import { temporaryFolder } from '../support/temp.ts'
import { until } from '../support/wire.ts'

const NOW = '2026-11-22T12:00:00.000Z'
const MINUTE = 60_000
const ONE_MINUTE = { WEIR_PROXY_SILENT_MINUTES: '1' }

function clockAt(time: string) {
  const clock = { now: new Date(time) }
  const forward = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  return { now: () => clock.now, forward }
}

async function proxiesOf(api: TestApi): Promise<ProxyInstance[]> {
  const { json } = await api.request<{ proxies: ProxyInstance[] }>('GET', '/proxies', { token: api.admin })
  return json.proxies
}

async function alertsOf(api: TestApi, type = 'proxy_silent'): Promise<AlertWithFacts[]> {
  const path = `/alerts?type=${type}&include=facts`
  const { json } = await api.request<{ alerts: AlertWithFacts[] }>('GET', path, { token: api.admin })
  return json.alerts
}

for (const engine of documentEngines(test)) {
  engine.test(
    `${engine.name}: a proxy is listed as it reported, and told to have other policies than the API`,
    async (t) => {
      const clock = clockAt(NOW)
      const api = await startTestApi(t, { env: await engine.environment(), now: clock.now })
      const token = await api.serviceToken(['record'])
      const beat = (fields = {}) =>
        api.request('POST', '/proxies/heartbeat', { token, json: { ...aHeartbeat(fields), stopping: undefined } })
      const none = supplyVersion([])
      const answer = await beat({ policies_version: none, detectors_version: none })
      t.deepEqual([answer.status, answer.json], [200, { next_in_seconds: 30 }])
      const { stopping: _stopping, ...said } = aHeartbeat({ policies_version: none, detectors_version: none })
      t.like((await proxiesOf(api))[0], {
        ...{ ...said, state: 'alive', alive: true, first_seen: NOW, last_seen: NOW },
        ...{ prompts_per_minute: 9, policies_in_step: true, detectors_in_step: true },
      })

      const policy = { name: 'new', enabled: true, rules: { action: 'log', conditions: [] } }
      const made = await api.request<{ id: string; updated_at: string; priority: number }>('POST', '/policies', {
        token: api.admin,
        json: policy,
      })
      const detector = { name: 'ids', kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' }
      const found = await api.request<{ id: string; updated_at: string }>('POST', '/detectors', {
        token: api.admin,
        json: detector,
      })
      t.like((await proxiesOf(api))[0], { policies_in_step: false, detectors_in_step: false })
      await beat({ policies_version: supplyVersion([made.json]), detectors_version: supplyVersion([found.json]) })
      t.like((await proxiesOf(api))[0], { policies_in_step: true, detectors_in_step: true })
    },
  )

  engine.test(
    `${engine.name}: a silent proxy raises one alert, which its return resolves; one that ends says so`,
    async (t) => {
      const clock = clockAt(NOW)
      const api = await startTestApi(t, { env: { ...(await engine.environment()), ...ONE_MINUTE }, now: clock.now })
      const token = await api.serviceToken(['record'])
      const [silent, ended] = [randomUUID(), randomUUID()]
      const beat = (instance_id: string, stopping: boolean) =>
        api.request('POST', '/proxies/heartbeat', {
          token,
          json: aHeartbeat({ instance_id, stopping, name: stopping ? 'ended' : 'lost' }),
        })
      await beat(silent, false)
      await beat(ended, true)
      clock.forward(MINUTE + 1)
      await until(
        async () => (await alertsOf(api)).length > 0,
        () => 'no alert',
      )
      t.deepEqual(
        (await proxiesOf(api)).map(({ state, alive, policies_in_step }) => [state, alive, policies_in_step]),
        [
          ['stopped', false, null],
          ['silent', false, null],
        ],
      )
      const [alert, ...others] = await alertsOf(api)
      t.deepEqual(others, [])
      t.like(alert, { title: 'The proxy “lost” is silent', severity: 'high', status: 'open', count: 1 })
      t.deepEqual(alert?.facts?.proxies, ['lost'])

      clock.forward(MINUTE)
      await beat(silent, false)
      t.like((await alertsOf(api))[0], { id: alert?.id, status: 'resolved', resolved_by: null, count: 1 })
      t.is((await proxiesOf(api))[1]?.state, 'alive')
    },
  )

  engine.test(
    `${engine.name}: many proxies of one token that fall silent are one alert, which ends when the last one is back`,
    async (t) => {
      const clock = clockAt(NOW)
      const api = await startTestApi(t, { env: { ...(await engine.environment()), ...ONE_MINUTE }, now: clock.now })
      const [many, own] = [await api.serviceToken(['record']), await api.serviceToken(['record'])]
      const ids = Array.from({ length: 6 }, () => randomUUID())
      const beat = async (token: string, instance_id: string, name: string) => {
        const json = aHeartbeat({ instance_id, name })
        t.is((await api.request('POST', '/proxies/heartbeat', { token, json })).status, 200)
      }
      for (const [index, id] of ids.entries()) await beat(many, id, `made up ${index}`)
      await beat(own, randomUUID(), 'real')
      clock.forward(MINUTE + 1)
      const open = async () => (await alertsOf(api)).filter(({ status }) => status === 'open')
      await until(
        async () => (await open()).length === 2,
        () => 'there are not two alerts',
      )
      const [real, several] = (await open()).toSorted((a, b) => a.count - b.count)
      t.like(real, { title: 'The proxy “real” is silent', count: 1 }, 'the flood of another token hides none')
      t.like(several, { count: 6, severity: 'high', resolved_by: null })
      t.is(
        several?.title,
        'Several proxies that report with one token are silent, among them “made up 0”, “made up 1” and “made up 2”',
      )
      t.deepEqual(
        several?.facts?.proxies,
        ids.map((_, index) => `made up ${index}`),
      )

      // One is back and falls silent again, within the same alert.
      await beat(many, ids[0] ?? '', 'made up 0')
      t.is((await open()).length, 2)
      t.is((await open()).find(({ id }) => id === several?.id)?.facts?.proxies?.length, 5)
      clock.forward(MINUTE + 1)
      await until(
        async () => (await open()).some(({ id, count }) => id === several?.id && count === 7),
        () => 'the second silence is not counted',
      )
      t.is((await open()).length, 2)

      for (const [index, id] of ids.entries()) await beat(many, id, `made up ${index}`)
      t.deepEqual(
        (await open()).map(({ id }) => id),
        [real?.id],
      )
    },
  )

  engine.test(
    `${engine.name}: a proxy that goes on with old policies raises one alert, which ends when it has those of the API`,
    async (t) => {
      const began = Date.now()
      // Twenty seconds pass in each: less than two minutes, in which a machine would have slept, between two looks at the proxies.
      const now = () => new Date(Date.parse(NOW) + (Date.now() - began) * 20)
      const api = await startTestApi(t, { env: await engine.environment(), now })
      const token = await api.serviceToken(['record'])
      const beat = (policies_version: string) =>
        api.request('POST', '/proxies/heartbeat', { token, json: aHeartbeat({ policies_version }) })
      const behind = () => alertsOf(api, 'proxy_behind')
      const json = { name: 'new', enabled: true, rules: { action: 'log', conditions: [] } }
      const made = await api.request<Parameters<typeof supplyVersion>[0][number]>('POST', '/policies', {
        token: api.admin,
        json,
      })
      const reporting = (version: string, isSo: () => Promise<boolean>) => async () => {
        await beat(version)
        await sleep(250)
        return isSo()
      }
      await until(
        reporting(supplyVersion([]), async () => (await behind()).length > 0),
        () => 'no alert',
      )
      const [alert] = await behind()
      t.like(alert, { severity: 'medium', status: 'open', count: 1, resolved_by: null })
      t.is(alert?.title, 'The proxy “proxy-paris-1” has other policies than this server')
      t.deepEqual(alert?.facts?.proxies, ['proxy-paris-1'])
      await until(
        reporting(supplyVersion([made.json]), async () => (await behind())[0]?.status === 'resolved'),
        () => 'the alert does not end',
      )
      t.deepEqual(
        (await behind()).map(({ id, resolved_by, count }) => [id, resolved_by, count]),
        [[alert?.id, null, 1]],
      )
    },
  )
}

test('of proxies with other policies those are behind that keep theirs while they report', async (t) => {
  const clock = clockAt(NOW)
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  await store.tenants.insert({ id: 't', name: 'Acme', created_at: NOW })
  const liveness = new Liveness({ silentMinutes: 5, now: clock.now })
  const inForce = { version: [] as { id: string; updated_at: string }[] }
  const enabledPolicies = { of: async () => inForce.version } as unknown as EnabledPolicies
  const open = () => {
    const parts = { store, liveness, enabledPolicies, now: clock.now, knownValueKeys: {} as never }
    const lag = new ProxyLag({ ...parts, logger: pino({ level: 'silent' }) })
    t.teardown(() => lag.close())
    return lag
  }
  const ids = new Map<string, string>()
  const beat = (name: string, policies_version: string | null, fields = {}) => {
    ids.set(name, ids.get(name) ?? randomUUID())
    const last_seen = clock.now().toISOString()
    const report = { ...aHeartbeat({ instance_id: ids.get(name) ?? '', name, policies_version, ...fields }), last_seen }
    return store.proxyInstances.report({ ...report, tenant_id: 't', reported_by: name, reporter_id: name }, 200, '')
  }
  const alerts = async (status: 'open' | 'resolved') => {
    const newest = { field: 'created_at', descending: true } as const
    const { items } = await store.alerts.list('t', { status }, newest, { offset: 0, limit: 100 })
    return items.map(({ title, count }) => [/“([^”]+)”/.exec(title)?.[1], count])
  }
  const old = supplyVersion([])
  let lag = open()
  const round = async () => {
    inForce.version = [{ id: 'p', updated_at: clock.now().toISOString() }]
    await lag.check()
    // It reports what was in force until a moment ago.
    const before = supplyVersion(inForce.version)
    clock.forward(MINUTE / 2)
    liveness.look()
    await beat('follows', before)
    await beat('keeps', old)
    await beat('has none', null)
    inForce.version = [{ id: 'p', updated_at: clock.now().toISOString() }]
    await lag.check()
  }
  await beat('keeps', old)
  await beat('has none', null)
  await beat('reports no more', old)
  for (let n = 0; n < 4; n += 1) {
    t.deepEqual(await alerts('open'), [])
    await round()
  }
  const both = [
    ['has none', 1],
    ['keeps', 1],
  ]
  t.deepEqual((await alerts('open')).sort(), both)
  // The same after a restart, and while it lasts.
  await lag.close()
  lag = open()
  for (let n = 0; n < 6; n += 1) await round()
  t.deepEqual((await alerts('open')).sort(), both)
  t.deepEqual(await alerts('resolved'), [])

  await beat('keeps', supplyVersion(inForce.version))
  await beat('has none', null, { stopping: true })
  await lag.check()
  t.deepEqual(await alerts('open'), [])
  t.deepEqual((await alerts('resolved')).sort(), both)

  // A machine that slept has told nobody of its policies meanwhile.
  await beat('keeps', old)
  await lag.check()
  clock.forward(60 * MINUTE)
  liveness.look()
  await beat('keeps', old)
  await lag.check()
  t.deepEqual(await alerts('open'), [])
})

test('a token speaks for no proxy of another one, unless that has ended, is silent or its token is gone', async (t) => {
  const clock = clockAt(NOW)
  const api = await startTestApi(t, { env: ONE_MINUTE, now: clock.now })
  const asAdmin = { token: api.admin }
  const json = { name: 'first', scopes: ['record'] }
  const first = await api.request<{ id: string; token: string }>('POST', '/service-tokens', { ...asAdmin, json })
  const second = await api.serviceToken(['record'])
  const beat = async (token: string, fields = {}) =>
    (await api.request('POST', '/proxies/heartbeat', { token, json: aHeartbeat(fields) })).status
  t.is(await beat(first.json.token), 200)
  t.is(await beat(second, { stopping: true }), 409)
  t.like((await proxiesOf(api))[0], { state: 'alive', reported_by: 'first' })
  t.is(await beat(first.json.token, { stopping: true }), 200)
  t.is(await beat(second), 200, 'the first has ended')
  t.is(await beat(first.json.token), 409)
  clock.forward(MINUTE + 1)
  t.is(await beat(first.json.token), 200, 'the second is silent')
  t.is(await beat(second), 409)
  await api.request('DELETE', `/service-tokens/${first.json.id}`, asAdmin)
  t.is(await beat(second), 200, 'the token of the first is gone')
})

test('the address of an administrator who reported goes with the account', async (t) => {
  const api = await startTestApi(t)
  const { token: other } = await inviteAndAccept(api, 'other@example.com', 'admin')
  await api.request('POST', '/proxies/heartbeat', { token: api.admin, json: aHeartbeat() })
  t.is((await proxiesOf(api))[0]?.reported_by, ADMIN_EMAIL)
  const { json } = await api.request<{ users: { id: string; email: string }[] }>('GET', '/users', { token: other })
  const id = json.users.find(({ email }) => email === ADMIN_EMAIL)?.id
  t.is((await api.request('DELETE', `/users/${id}`, { token: other })).status, 204)
  const proxies = await api.request<{ proxies: ProxyInstance[] }>('GET', '/proxies', { token: other })
  t.is(proxies.json.proxies[0]?.reported_by, '')
  const db = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'), { readOnly: true })
  t.teardown(() => db.close())
  t.false(String(db.prepare('SELECT document FROM proxy_instances').get()?.document).includes(ADMIN_EMAIL))
})

test('a stopped proxy is forgotten after an hour, a silent one after a week, and nobody is silent while the machine sleeps', async (t) => {
  const clock = clockAt(NOW)
  const api = await startTestApi(t, { env: ONE_MINUTE, now: clock.now })
  const token = await api.serviceToken(['record'])
  for (const stopping of [true, false]) {
    const json = aHeartbeat({ instance_id: randomUUID(), stopping })
    await api.request('POST', '/proxies/heartbeat', { token, json })
  }
  clock.forward(8 * 24 * 60 * MINUTE)
  const login = await api.login(api.settings.adminEmail, api.settings.adminPassword ?? '')
  const list = async () =>
    (await api.request<{ proxies: ProxyInstance[] }>('GET', '/proxies', { token: login })).json.proxies
  await until(
    async () => (await list()).length === 1,
    () => 'two are listed',
  )
  t.is((await list())[0]?.state, 'alive')
  clock.forward(MINUTE + 1)
  await until(
    async () => (await list()).length === 0,
    () => 'one is listed',
  )
  const alerts = await api.request<{ alerts: Alert[] }>('GET', '/alerts?type=proxy_silent', { token: login })
  t.deepEqual(alerts.json.alerts, [])
})

test('an alert that could not be ended when its proxy came back is ended by the next report, and the next silence is told', async (t) => {
  const clock = clockAt(NOW)
  const api = await startTestApi(t, { env: ONE_MINUTE, now: clock.now })
  const token = await api.serviceToken(['record'])
  const beat = async () => (await api.request('POST', '/proxies/heartbeat', { token, json: aHeartbeat() })).status
  t.is(await beat(), 200)
  clock.forward(MINUTE + 1)
  await until(
    async () => (await alertsOf(api)).length === 1,
    () => 'no alert',
  )
  // As if the process died between the two writes.
  const other = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'), { timeout: 5000 })
  t.teardown(() => other.close())
  const refused = "CREATE TRIGGER refused BEFORE UPDATE ON alerts BEGIN SELECT RAISE(ABORT, 'refused'); END"
  other.exec(refused)
  t.true((await beat()) >= 500)
  t.is((await alertsOf(api))[0]?.status, 'open')
  other.exec('DROP TRIGGER refused')
  t.is(await beat(), 200)
  t.like((await alertsOf(api))[0], { status: 'resolved', resolved_by: null, count: 1 })

  // Here it died after the alert had ended.
  const [ended] = await alertsOf(api)
  other.prepare("UPDATE proxy_instances SET document = json_set(document, '$.alert_id', ?)").run(ended?.id ?? '')
  clock.forward(MINUTE + 1)
  await until(
    async () => (await alertsOf(api)).length === 2,
    () => 'the second silence is not told',
  )
})

test('an alert that a person has resolved is not raised again while its proxy stays silent', async (t) => {
  const clock = clockAt(NOW)
  const api = await startTestApi(t, { env: ONE_MINUTE, now: clock.now })
  const token = await api.serviceToken(['record'])
  const beat = (name: string) =>
    api.request('POST', '/proxies/heartbeat', { token, json: aHeartbeat({ instance_id: randomUUID(), name }) })
  const titles = async () => (await alertsOf(api)).map(({ title }) => title).toSorted()
  await beat('first')
  clock.forward(MINUTE + 1)
  await until(
    async () => (await alertsOf(api)).length === 1,
    () => 'no alert',
  )
  const [alert] = await alertsOf(api)
  await api.request('PATCH', `/alerts/${alert?.id}/status`, { token: api.admin, json: { status: 'resolved' } })
  t.is((await alertsOf(api))[0]?.status, 'resolved')
  await beat('second')
  clock.forward(MINUTE + 1)
  await until(
    async () => (await titles()).includes('The proxy “second” is silent'),
    () => 'the second proxy is not missed',
  )
  t.deepEqual(await titles(), ['The proxy “first” is silent', 'The proxy “second” is silent'])
})

test('the switch of own words is one of the detectors that a proxy has to have', async (t) => {
  const api = await startTestApi(t)
  const token = await api.serviceToken(['record'])
  const isInStep = async (detectors: Parameters<typeof supplyVersion>[0]) => {
    const json = aHeartbeat({ detectors_version: supplyVersion(detectors) })
    await api.request('POST', '/proxies/heartbeat', { token, json })
    return (await proxiesOf(api))[0]?.detectors_in_step
  }
  const switchedOff = [{ id: 'own_words', updated_at: '' }]
  t.deepEqual([await isInStep([]), await isInStep(switchedOff)], [true, false])
  await api.request('PATCH', '/settings', { token: api.admin, json: { own_words: false } })
  t.deepEqual([await isInStep([]), await isInStep(switchedOff)], [false, true])
})

test('a clock that is set back keeps nobody from being silent', (t) => {
  const clock = clockAt(NOW)
  const liveness = new Liveness({ silentMinutes: 1, now: clock.now })
  clock.forward(-24 * 60 * MINUTE)
  liveness.look()
  clock.forward(MINUTE)
  liveness.look()
  t.is(liveness.silentSince(clock.now()), '2026-11-21T12:00:00.000Z')
})

test('a restart of the API makes nobody silent', async (t) => {
  const clock = clockAt(NOW)
  const options = { env: ONE_MINUTE, now: clock.now }
  const api = await startTestApi(t, options)
  const token = await api.serviceToken(['record'])
  await api.request('POST', '/proxies/heartbeat', { token, json: aHeartbeat() })
  await api.server.close()
  clock.forward(60 * MINUTE)
  const again = await startTestApi(t, { ...options, dataDir: api.settings.dataDir })
  t.is((await proxiesOf(again))[0]?.state, 'alive')
  clock.forward(MINUTE + 1)
  t.is((await proxiesOf(again))[0]?.state, 'silent')
})

test('a token fills neither the list nor a row of it', async (t) => {
  const clock = clockAt(NOW)
  const api = await startTestApi(t, { now: clock.now })
  const token = await api.serviceToken(['record'])
  const beat = (json: object) => api.request('POST', '/proxies/heartbeat', { token, json })
  for (let first = 0; first < INSTANCES_MAX; first += 20) {
    const some = Array.from({ length: 20 }, () => beat(aHeartbeat({ instance_id: randomUUID() })))
    t.true((await Promise.all(some)).every(({ status }) => status === 200))
  }
  t.is((await beat(aHeartbeat({ instance_id: randomUUID() }))).status, 409)
  const { json } = await api.request<{ total: number }>('GET', '/proxies?limit=1', { token: api.admin })
  t.is(json.total, INSTANCES_MAX)

  const reasons = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`reason_${n}`, 1]))
  for (const wrong of [
    { name: 'n'.repeat(101) },
    { name: '' },
    { version: 'v'.repeat(65) },
    { policies_version: 'x' },
    { records_waiting: -1 },
    { not_inspected: reasons },
    { not_inspected: { 'chat.example.com': 1 } },
    { last_error: { code: 'a prompt’s text', at: NOW } },
    { prompt: 'text' },
  ]) {
    t.is((await beat({ ...aHeartbeat(), ...wrong })).status, 400, JSON.stringify(wrong).slice(0, 60))
  }
})

test('times ahead of the API’s are its own', async (t) => {
  const clock = clockAt(NOW)
  const api = await startTestApi(t, { now: clock.now })
  const token = await api.serviceToken(['record'])
  const at = '2099-01-01T00:00:00.000Z'
  await api.request('POST', '/proxies/heartbeat', {
    token,
    json: aHeartbeat({ started_at: at, last_error: { code: 'ERR_API_UNREACHABLE', at } }),
  })
  t.like((await proxiesOf(api))[0], { started_at: NOW, last_error: { code: 'ERR_API_UNREACHABLE', at: NOW } })
})

test('a token that may not record does not report', async (t) => {
  const api = await startTestApi(t)
  for (const scope of ['classify', 'policies']) {
    const token = await api.serviceToken([scope])
    t.is((await api.request('POST', '/proxies/heartbeat', { token, json: aHeartbeat() })).status, 403)
    t.is((await api.request('GET', '/proxies', { token })).status, 403)
  }
  t.deepEqual(await proxiesOf(api), [])
})
