import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import type { AiService } from '../../core/model/inventory.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { documentEngines } from '../support/engines.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { sampleRecord } from '../support/sample-records.ts'

const AT = '2026-11-21T10:00:00.000Z'
const TUNNELLED = { platform_id: 'mistral-lechat', kind: 'tunnelled', count: 2, first_seen: AT, last_seen: AT } as const

async function report(api: TestApi, json: unknown) {
  return api.request<{ received: number; stored: number }>('POST', '/inventory/sightings', {
    token: api.server.internalToken,
    json,
  })
}

async function services(api: TestApi): Promise<AiService[]> {
  return (await api.request<{ services: AiService[] }>('GET', '/inventory', { token: api.admin })).json.services
}

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: moments that only a wrong clock shows become those of the report`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const before = new Date().toISOString()
    const wrong = { first_seen: '0001-01-01T00:00:00.000Z', last_seen: '9999-12-31T23:59:59.999Z' }
    t.is((await report(api, { sightings: [{ ...TUNNELLED, ...wrong }] })).json.stored, 1)
    const [service] = await services(api)
    for (const moment of [service?.first_seen ?? '', service?.last_seen ?? '']) {
      t.true(before <= moment && moment <= new Date().toISOString(), moment)
    }
  })

  engine.test(`${engine.name}: what proxies saw of services is in the inventory and alerts`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const failed = { ...TUNNELLED, kind: 'handshake_failed', host: 'chat.mistral.ai', reason: 'CERT_HAS_EXPIRED' }
    const batch = { batch_id: randomUUID(), sightings: [TUNNELLED, failed] }
    for (let time = 0; time < 2; time += 1) {
      const { status, json } = await report(api, batch)
      t.deepEqual([status, json], [200, { received: 2, stored: 2 }])
    }
    t.deepEqual(await services(api), [
      {
        platform_id: 'mistral-lechat',
        name: 'Mistral Le Chat',
        category: 'web_app',
        status: 'tolerated',
        first_seen: AT,
        last_seen: AT,
        interactions: 0,
        users: 0,
        blocked: 0,
        coached: 0,
        tunnelled: 2,
        max_risk_score: 0,
        avg_risk_score: 0,
      },
    ])
    const { json } = await api.request<{ alerts: { type: string; title: string }[] }>('GET', '/alerts', {
      token: api.admin,
    })
    t.deepEqual(json.alerts.map(({ type, title }) => `${type}: ${title}`).sort(), [
      'inspection_failed: The certificate of Mistral Le Chat (chat.mistral.ai) was refused: it has expired',
      'new_ai_service: Mistral Le Chat is used for the first time',
    ])
    const { json: dashboard } = await api.request<{ totals: { interactions: number; platforms: number } }>(
      'GET',
      '/dashboard/stats',
      { token: api.admin },
    )
    t.deepEqual([dashboard.totals.interactions, dashboard.totals.platforms], [0, 0])
  })
}

const INVALID: readonly (readonly [what: string, sighting: unknown])[] = [
  ['nothing', null],
  ['a text', 'openai-api'],
  ['an empty one', {}],
  ['a platform that is no identifier', { ...TUNNELLED, platform_id: 'Open AI' }],
  ['a query operator', { ...TUNNELLED, platform_id: { $gt: '' } }],
  ['an unknown kind', { ...TUNNELLED, kind: 'guessed' }],
  ['no count', { ...TUNNELLED, count: 0 }],
  ['a negative count', { ...TUNNELLED, count: -1 }],
  ['half a count', { ...TUNNELLED, count: 0.5 }],
  ['a huge count', { ...TUNNELLED, count: 1e300 }],
  ['a time that is none', { ...TUNNELLED, first_seen: 'yesterday' }],
  ['an unknown field', { ...TUNNELLED, prompt: 'secret' }],
  ['a host with a path', { ...TUNNELLED, host: 'chat.mistral.ai/x' }],
  ['a host with NUL', { ...TUNNELLED, host: 'a\u0000b' }],
  ['a reason in words', { ...TUNNELLED, kind: 'handshake_failed', reason: 'click <a href="x">here</a>' }],
]

test('invalid sightings are skipped and counted', async (t) => {
  const api = await startTestApi(t)
  for (const [what, sighting] of INVALID) {
    const { status, json } = await report(api, { sightings: [sighting] })
    t.deepEqual([status, json], [200, { received: 1, stored: 0 }], what)
  }
  t.deepEqual(await services(api), [])
  const { json } = await report(api, { sightings: [...INVALID.map(([, sighting]) => sighting), TUNNELLED] })
  t.deepEqual(json, { received: INVALID.length + 1, stored: 1 })
  t.is((await services(api))[0]?.tunnelled, 2)
})

test('a report that is none is refused as a whole', async (t) => {
  const api = await startTestApi(t)
  const many = Array.from({ length: 501 }, () => TUNNELLED)
  const wrong = [
    [],
    {},
    { sightings: {} },
    { sightings: many },
    { batch_id: 'x', sightings: [] },
    { sightings: [], a: 1 },
  ]
  for (const body of wrong) t.is((await report(api, body)).status, 400, JSON.stringify(body).slice(0, 60))
  t.deepEqual((await report(api, { sightings: [] })).json, { received: 0, stored: 0 })
  t.deepEqual(await services(api), [])
})

test('moments the wrong way round are still first and last', async (t) => {
  const api = await startTestApi(t)
  const late = '2026-11-21T12:00:00.000Z'
  await report(api, { sightings: [{ ...TUNNELLED, first_seen: late, last_seen: '2026-11-21T11:00:00+01:00' }] })
  const [service] = await services(api)
  t.deepEqual([service?.first_seen, service?.last_seen], [AT, late])
})

test('a token that makes names up fills neither the inventory nor the alerts', async (t) => {
  await awayFromMidnight()
  const api = await startTestApi(t)
  const names = Array.from({ length: 450 }, (_, index) => `made-up-${index}`)
  const records = names.map((platform_id) => sampleRecord({ platform_id }))
  const token = await api.serviceToken(['record'])
  t.like(await api.request('POST', '/interactions/batch', { token, json: records }), { json: { stored: 450 } })
  const sightings = Array.from({ length: 50 }, (_, index) => ({ ...TUNNELLED, platform_id: `seen-${index}` }))
  t.like(await api.request('POST', '/inventory/sightings', { token, json: { sightings } }), { json: { stored: 50 } })
  const asAdmin = { token: api.admin }
  const { json: inventory } = await api.request<{ total: number }>('GET', '/inventory', asAdmin)
  t.is(inventory.total, 201)
  const other = await api.request<{ services: AiService[] }>('GET', '/inventory?limit=1', asAdmin)
  t.like(other.json.services[0], { platform_id: 'other', name: 'Other services', interactions: 250, tunnelled: 100 })
  const flooded = await api.request('GET', '/alerts?type=names_flooded', asAdmin)
  t.like(flooded.json, { total: 1, alerts: [{ severity: 'medium', count: 300, platform_id: 'other' }] })
  t.like((await api.request('GET', '/alerts', asAdmin)).json, { total: 201 })
  t.like((await api.request('GET', '/interactions?platform_id=made-up-449', asAdmin)).json, { total: 1 })
})

test('what a token counts and dates breaks neither the inventory nor the alerts', async (t) => {
  const api = await startTestApi(t)
  const token = await api.serviceToken(['record'])
  const many = { ...TUNNELLED, count: 1_000_000_000 }
  const far = { first_seen: '0001-01-01T00:00:00.000Z', last_seen: '9999-01-01T00:00:00.000Z' }
  const sightings = [many, { ...many, ...far, platform_id: 'openai-api', kind: 'handshake_failed', reason: 'E' }]
  t.is((await api.request('POST', '/inventory/sightings', { token, json: { sightings } })).status, 200)
  // As after years of such reports.
  const database = new DatabaseSync(join(api.settings.dataDir, 'weir.sqlite'))
  database.exec(`UPDATE inventory SET tunnelled = ${Number.MAX_SAFE_INTEGER - 5}`)
  database.exec(`UPDATE alerts SET count = ${Number.MAX_SAFE_INTEGER - 5}`)
  database.close()
  t.is((await api.request('POST', '/inventory/sightings', { token, json: { sightings } })).status, 200)
  const listed = await services(api)
  t.deepEqual(
    listed.map(({ tunnelled }) => tunnelled),
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 5],
  )
  t.true(listed.every(({ first_seen, last_seen }) => first_seen > '2000' && last_seen < '9999'))
  t.is((await api.request('GET', '/alerts', { token: api.admin })).status, 200)
  const policy = {
    name: 'warned',
    rules: { action: 'log', conditions: [{ field: 'platform_id', operator: 'eq', value: 'unknown-x' }] },
  }
  t.is((await api.request('POST', '/policies', { token: api.admin, json: policy })).status, 201)
})
