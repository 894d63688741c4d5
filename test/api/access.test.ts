import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { pino } from 'pino'
import { AuditLog } from '../../api/audit/audit-log.ts'
import { Passwords } from '../../api/auth/passwords.ts'
import { EventBus } from '../../api/events/bus.ts'
import { hashToken, secretToken } from '../../api/ids.ts'
import { Metrics } from '../../api/metrics.ts'
import { apiRoutes } from '../../api/routes.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { ADMIN_PASSWORD, apiSettings, startTestApi, type TestApi } from '../support/api.ts'
import { temporaryFolder } from '../support/temp.ts'
import { aUser } from './store/fixtures.ts'

const CALLERS = ['nobody', 'viewer', 'admin', 'record', 'classify', 'policies'] as const
type CallerName = (typeof CALLERS)[number]

const EVERYBODY = CALLERS
const USERS = ['viewer', 'admin'] as const
const ADMINS = ['admin'] as const
const RECORDERS = ['admin', 'record'] as const
const POLICY_READERS = ['viewer', 'admin', 'policies'] as const

/** Who may do what: the one table (specification, Role permissions; api-decisions, Roles). */
const TABLE: Record<string, readonly CallerName[]> = {
  'POST /auth/login': EVERYBODY,
  'GET /healthz': EVERYBODY,
  'GET /readyz': EVERYBODY,
  'GET /metrics': EVERYBODY,
  'GET /users/me': USERS,
  'PUT /users/me': USERS,
  'POST /auth/accept-invitation': EVERYBODY,
  'POST /users/invite': ADMINS,
  'GET /users': ADMINS,
  'GET /users/:id': ADMINS,
  'PUT /users/:id': ADMINS,
  'DELETE /users/:id': ADMINS,
  'PATCH /users/:id/status': ADMINS,
  'POST /users/:id/reset-password': ADMINS,
  'GET /audit-log': ADMINS,
  'GET /audit-log/verify': ADMINS,
  'GET /alerts': USERS,
  'GET /alerts/:id': USERS,
  'PATCH /alerts/:id/status': ADMINS,
  'GET /inventory': USERS,
  'PATCH /inventory/:platform_id': ADMINS,
  'GET /dashboard/stats': USERS,
  'POST /classification/classify': ['admin', 'classify'],
  'POST /policies': ADMINS,
  'POST /policies/simulate': ADMINS,
  'GET /policies': POLICY_READERS,
  'GET /policies/:id': POLICY_READERS,
  'PUT /policies/:id': ADMINS,
  'PATCH /policies/:id/toggle': ADMINS,
  'DELETE /policies/:id': ADMINS,
  'POST /interactions': RECORDERS,
  'POST /interactions/batch': RECORDERS,
  'GET /interactions': USERS,
  'GET /interactions/search': USERS,
  'GET /interactions/:id': USERS,
  'POST /interactions/:id/classifications': RECORDERS,
  'DELETE /interactions/:id': ADMINS,
  'POST /service-tokens': ADMINS,
  'GET /service-tokens': ADMINS,
  'DELETE /service-tokens/:id': ADMINS,
  'GET /ws': POLICY_READERS,
  'GET /docs/openapi.json': EVERYBODY,
  'GET /docs/openapi.yaml': EVERYBODY,
}

async function tokensFor(api: TestApi): Promise<Record<CallerName, string | undefined>> {
  const me = await api.request<{ tenant_id: string }>('GET', '/users/me', { token: api.admin })
  const store = openSqliteStore(join(api.settings.dataDir, 'weir.sqlite'))
  const password_hash = await new Passwords().hash(ADMIN_PASSWORD)
  await store.users.insert(aUser(me.json.tenant_id, { email: 'viewer@example.com', role: 'viewer', password_hash }))
  await store.close()
  return {
    nobody: undefined,
    viewer: await api.login('viewer@example.com', ADMIN_PASSWORD),
    admin: api.admin,
    record: await api.serviceToken(['record']),
    classify: await api.serviceToken(['classify']),
    policies: await api.serviceToken(['policies']),
  }
}

test('every route is in the table, and the table has no other', (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  const now = () => new Date()
  const logger = pino({ level: 'silent' })
  const routes = apiRoutes({
    settings: apiSettings(temporaryFolder(t)),
    store,
    events: new EventBus(logger, now),
    audit: new AuditLog(store, now),
    mailer: { send: async () => {} },
    publicUrl: () => 'https://weir.test',
    passwords: new Passwords(),
    metrics: new Metrics(),
    jwtSecret: 'x'.repeat(32),
    logger,
    now,
    isReady: () => true,
  })
  t.deepEqual(Object.keys(TABLE).sort(), routes.map(({ method, path }) => `${method} ${path}`).sort())
})

test('every route lets in those of the table and nobody else', async (t) => {
  const api = await startTestApi(t)
  const tokens = await tokensFor(api)
  for (const [route, allowed] of Object.entries(TABLE)) {
    const [method = '', path = ''] = route.split(' ')
    for (const caller of CALLERS) {
      // An empty object is a wrong body for most: who is let in gets a 400 or 404, who is not a 401 or 403.
      const json = method === 'POST' || method === 'PUT' || method === 'PATCH' ? {} : undefined
      const { status } = await api.request(method, path.replace(':id', randomUUID()), { token: tokens[caller], json })
      const refusal = caller === 'nobody' ? 401 : 403
      if (allowed.includes(caller)) t.false([401, 403, 405, 500].includes(status), `${route} as ${caller}: ${status}`)
      else t.is(status, refusal, `${route} as ${caller}`)
    }
  }
})

test('an expired token, a deactivated user and a deleted one are nobody on every route', async (t) => {
  let now = Date.now()
  const api = await startTestApi(t, { now: () => new Date(now) })
  const { viewer } = await tokensFor(api)
  const store = openSqliteStore(join(api.settings.dataDir, 'weir.sqlite'))
  t.teardown(() => store.close())
  const [user] = await store.users.findByEmail('viewer@example.com')
  const { tenant_id, id } = user ?? { tenant_id: '', id: '' }
  const status = async () => (await api.request('GET', '/users/me', { token: viewer })).status
  t.is(await status(), 200)
  await store.users.update(tenant_id, id, { status: 'inactive' })
  t.is(await status(), 401)
  await store.users.update(tenant_id, id, { status: 'active' })
  t.is(await status(), 200)
  await store.users.update(tenant_id, id, { role: 'admin' })
  t.is((await api.request('GET', '/service-tokens', { token: viewer })).status, 200)
  await store.users.update(tenant_id, id, { endSessions: { except: null } })
  t.is(await status(), 401)
  now += 9 * 3_600_000
  for (const [route] of Object.entries(TABLE).filter(([, allowed]) => allowed !== EVERYBODY)) {
    const [method = '', path = ''] = route.split(' ')
    t.is((await api.request(method, path.replace(':id', randomUUID()), { token: api.admin })).status, 401, route)
  }
})

test('what belongs to another tenant is not found, listed, changed or counted', async (t) => {
  const api = await startTestApi(t)
  const store = openSqliteStore(join(api.settings.dataDir, 'weir.sqlite'))
  t.teardown(() => store.close())
  const other = randomUUID()
  await store.tenants.insert({ id: other, name: 'Other', created_at: new Date().toISOString() })
  const password_hash = await new Passwords().hash(ADMIN_PASSWORD)
  await store.users.insert(aUser(other, { email: 'stranger@example.com', password_hash }))
  const token = await api.login('stranger@example.com', ADMIN_PASSWORD)
  const secret = secretToken('wst')
  const serviceToken = {
    id: randomUUID(),
    tenant_id: other,
    name: 'theirs',
    scopes: ['record', 'policies'] as const,
    token_hash: hashToken(secret),
    created_at: new Date().toISOString(),
    created_by: 'stranger@example.com',
  }
  await store.serviceTokens.insert(serviceToken)

  const rules = { action: 'block', conditions: [] }
  const mine = { token: api.admin }
  const policy = await api.request<{ id: string }>('POST', '/policies', {
    ...mine,
    json: { name: 'P', rules, enabled: true },
  })
  const record = { platform_id: 'x', content_hash: 'a'.repeat(64), id: randomUUID() }
  await api.request('POST', '/interactions', { token: api.server.internalToken, json: record })
  const myToken = await api.request<{ service_tokens: { id: string }[] }>('GET', '/service-tokens', mine)

  for (const [method, path, json] of [
    ['GET', `/policies/${policy.json.id}`],
    ['PUT', `/policies/${policy.json.id}`, { priority: 1 }],
    ['PATCH', `/policies/${policy.json.id}/toggle`, { enabled: false }],
    ['DELETE', `/policies/${policy.json.id}`],
    ['GET', `/interactions/${record.id}`],
    ['DELETE', `/interactions/${record.id}`],
    ['DELETE', `/service-tokens/${myToken.json.service_tokens[0]?.id}`],
  ] as const) {
    t.is((await api.request(method, path, { token, json })).status, 404, `${method} ${path}`)
  }
  t.is((await api.request<{ total: number }>('GET', '/policies', { token: secret })).json.total, 0)
  t.is((await api.request<{ total: number }>('GET', '/interactions', { token })).json.total, 0)
  t.deepEqual(
    (await api.request('GET', `/interactions/search?content_hash=${record.content_hash}`, { token })).json,
    [],
  )
  t.is((await api.request('POST', '/policies', { token, json: { name: 'P', rules } })).status, 201)

  const theirs = await api.request<{ enforced_action: string }>('POST', '/interactions', {
    token: secret,
    json: record,
  })
  t.is(theirs.json.enforced_action, 'allow')
  t.is((await api.request<{ total: number }>('GET', '/interactions', mine)).json.total, 1)
  t.is((await api.request(`GET`, `/policies/${policy.json.id}`, mine)).status, 200)
})
