import test from 'ava'
import { ADMIN_EMAIL, startTestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'
import { documentEngines } from '../support/engines.ts'

interface Switch {
  readonly id: string
  readonly platform_id: string
  readonly addresses: readonly string[]
}

const NOW = '2026-11-22T12:00:00.000Z'
const IN_AN_HOUR = '2026-11-22T13:00:00.000Z'
const PASS = { kind: 'pass_through', platform_id: 'openai-api', reason: 'Responses break', expires_at: IN_AN_HOUR }

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a switch is made, told to proxies, audited, alerted, and ends`, async (t) => {
    const clock = { now: new Date(NOW) }
    const api = await startTestApi(t, { env: await engine.environment(), now: () => clock.now })
    const asAdmin = { token: api.admin }
    const proxy = await openLive(t, api, { token: api.server.internalToken })
    const created = await api.request<Switch>('POST', '/service-switches', { ...asAdmin, json: PASS })
    t.is(created.status, 201)
    t.like(created.json, { ...PASS, user_ids: [], addresses: [], created_by: ADMIN_EMAIL, created_at: NOW })
    await proxy.waitFor(({ type }) => type === 'switches_changed')

    const staged = await api.request<Switch>('POST', '/service-switches', {
      ...asAdmin,
      json: {
        kind: 'intercept_only_for',
        platform_id: 'host:chat.corp',
        reason: 'pilot',
        addresses: ['10.1.2.3', '::1'],
      },
    })
    t.deepEqual(staged.json.addresses, ['10.1.2.3/32', '::1/128'])
    const list = (etag = '') =>
      api.request<{ service_switches: Switch[]; total: number }>('GET', '/service-switches', {
        token: api.server.internalToken,
        headers: etag === '' ? {} : { 'if-none-match': etag },
      })
    const both = await list()
    t.deepEqual(both.json.service_switches.map(({ id }) => id).toSorted(), [created.json.id, staged.json.id].toSorted())
    const etag = both.headers.get('etag') ?? ''
    t.is((await list(etag)).status, 304)

    const alerts = await api.request<{ alerts: { title: string; description: string; severity: string }[] }>(
      'GET',
      '/alerts?type=passed_through',
      asAdmin,
    )
    t.is(alerts.json.alerts.length, 1)
    t.is(alerts.json.alerts[0]?.severity, 'medium')
    t.false(JSON.stringify(alerts.json).includes(ADMIN_EMAIL), 'viewers read alerts, and names only where they may')

    clock.now = new Date(IN_AN_HOUR)
    t.is((await list(etag)).json.total, 1, 'what has ended is listed no more')
    t.is((await api.request('DELETE', `/service-switches/${staged.json.id}`, asAdmin)).status, 204)
    t.is((await list()).json.total, 0)
    const audit = await api.request<{ entries: { action: string; details: object }[] }>(
      'GET',
      '/audit-log?target_type=service_switch',
      asAdmin,
    )
    t.deepEqual(
      audit.json.entries.map(({ action }) => action),
      ['service_switch.deleted', 'service_switch.created', 'service_switch.created'],
    )
    t.like(audit.json.entries[2]?.details, {
      platform_id: 'openai-api',
      reason: 'Responses break',
      expires_at: IN_AN_HOUR,
    })
  })
}

test('a switch that would say nothing, or say it for too long, is refused', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  const { expires_at: _, ...endless } = PASS
  const only = { kind: 'intercept_only_for', platform_id: 'openai-api', reason: 'pilot' }
  const refused: readonly object[] = [
    endless,
    { ...PASS, expires_at: '2026-11-23T12:00:00.001Z' },
    { ...PASS, expires_at: NOW },
    { ...PASS, reason: '' },
    { ...PASS, platform_id: 'openai-ap' },
    { ...PASS, user_ids: [] },
    { ...PASS, kind: 'block' },
    only,
    { ...only, addresses: ['10.0.0.0/33'] },
    { ...only, addresses: ['localhost'] },
    { ...only, user_ids: ['jo@example.com'] },
    { ...only, addresses: ['10.0.0.0/8'], expires_at: '2020-01-01T00:00:00Z' },
  ]
  for (const json of refused) {
    const { status, text } = await api.request('POST', '/service-switches', { token: api.admin, json })
    t.is(status, 400, `${JSON.stringify(json)}: ${text}`)
  }
  const misspelt = { ...PASS, platform_id: 'openai-ap' }
  t.regex(
    (await api.request('POST', '/service-switches', { token: api.admin, json: misspelt })).text,
    /Did you mean openai-api/,
  )
  const whole = { ...PASS, expires_at: '2026-11-23T12:00:00.000Z' }
  t.is((await api.request('POST', '/service-switches', { token: api.admin, json: whole })).status, 201)
})

test('a switch for very long is in force', async (t) => {
  const api = await startTestApi(t)
  const json = {
    kind: 'intercept_only_for',
    platform_id: 'openai-api',
    reason: 'pilot',
    addresses: ['10.0.0.0/8'],
    expires_at: '9999-12-31T23:59:59-12:00',
  }
  t.is((await api.request('POST', '/service-switches', { token: api.admin, json })).status, 201)
  const { json: list } = await api.request<{ total: number }>('GET', '/service-switches', { token: api.admin })
  t.is(list.total, 1)
})
