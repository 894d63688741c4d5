import { randomUUID } from 'node:crypto'
import { addTenant } from '../../../cli/tenants.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../../support/api.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import type { Scope } from '../../support/scope.ts'
import { type CallerName, inAnHour, type ObjectKind } from './table.ts'

const STRANGER = 'stranger@example.com'
const LONGER_THAN_A_SESSION_MS = 9 * 60 * 60 * 1000

export interface Cast {
  readonly api: TestApi
  readonly tokens: Readonly<Record<CallerName, string | undefined>>
  /** Makes a new object of our tenant. @returns its id */
  readonly make: (kind: ObjectKind) => Promise<string>
  /** What our admin is told of an object. */
  readonly look: (kind: ObjectKind, id: string) => Promise<unknown>
}

/** An API with every kind of caller, and a second tenant. */
export async function assemble(scope: Scope, env: Readonly<Record<string, string>>): Promise<Cast> {
  let clock = Date.now() - LONGER_THAN_A_SESSION_MS
  const api = await startTestApi(scope, {
    env: { WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', ...env },
    now: () => new Date(clock),
  })
  const scoped = async (name: 'record' | 'classify' | 'policies') => [name, await api.serviceToken([name])] as const
  const services = [await scoped('record'), await scoped('classify'), await scoped('policies')]
  clock = Date.now()
  const admin = await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  const current = { ...api, admin }
  const { token: viewer } = await inviteAndAccept(current, 'viewer@example.com', 'viewer')
  await addTenant(api.settings, { name: 'Strangers', adminEmail: STRANGER, adminPassword: ADMIN_PASSWORD })
  const tokens = {
    anonymous: undefined,
    expired: api.admin,
    viewer,
    admin,
    stranger: await api.login(STRANGER, ADMIN_PASSWORD),
    ...(Object.fromEntries(services) as Record<'record' | 'classify' | 'policies', string>),
  }
  return {
    api: current,
    tokens,
    make: (kind) => FACTORIES[kind](current, randomUUID()),
    look: (kind, id) => look(current, kind, id),
  }
}

const FACTORIES: Readonly<Record<ObjectKind, (api: TestApi, name: string) => Promise<string>>> = {
  user: async (api, name) => (await inviteAndAccept(api, `${name}@example.com`, 'viewer')).id,
  invited: (api, name) => create(api, '/users/invite', { email: `${name}@example.com`, role: 'viewer' }),
  policy: (api, name) => create(api, '/policies', { name, rules: { action: 'log', conditions: [] } }),
  detector: (api, name) => create(api, '/detectors', { name, kind: 'dictionary', type: 'PROJECT', words: ['Aurore'] }),
  service_token: (api, name) => create(api, '/service-tokens', { name, scopes: ['record'] }),
  switch: (api, reason) =>
    create(api, '/service-switches', {
      ...{ kind: 'intercept_only_for', platform_id: 'openai-api', reason },
      addresses: ['10.0.0.0/8'],
    }),
  exception: (api, owner) =>
    create(api, '/exceptions', { types: ['EMAIL'], reason: 'a trial', owner, expires_at: inAnHour() }),
  webhook: (api, name) =>
    create(api, '/webhooks', { url: `https://127.0.0.1:1/${name}`, events: ['alert.severity_critical'] }),
  // A path names it with the webhook before it.
  delivery: async (api, name) => {
    const webhook = await create(api, '/webhooks', { url: `https://127.0.0.1:1/${name}`, events: ['policy.created'] })
    await create(api, '/policies', { name, rules: { action: 'log', conditions: [] } })
    const { json } = await api.request<{ deliveries: { id: string }[] }>('GET', `/webhooks/${webhook}/deliveries`, {
      token: api.admin,
    })
    return `${webhook}/${json.deliveries[0]?.id}`
  },
  // So is this, with its user.
  session: async (api, name) => {
    const { id } = await inviteAndAccept(api, `${name}@example.com`, 'viewer')
    const { json } = await api.request<{ sessions: { id: string }[] }>('GET', `/users/${id}/sessions`, {
      token: api.admin,
    })
    return `${id}/${json.sessions[0]?.id}`
  },
  interaction: (api) => record(api, 'openai-api'),
  platform: async (api, name) => {
    await record(api, name)
    return name
  },
  alert: async (api, name) => {
    await record(api, name)
    const { json } = await api.request<{ alerts: { id: string; platform_id: string }[] }>('GET', '/alerts', {
      token: api.admin,
    })
    return json.alerts.find(({ platform_id }) => platform_id === name)?.id ?? 'no alert'
  },
}

function record(api: TestApi, platform_id: string): Promise<string> {
  return create(api, '/interactions', { platform_id, content_hash: 'b'.repeat(64) })
}

async function create(api: TestApi, path: string, json: unknown): Promise<string> {
  const created = await api.request<{ id: string }>('POST', path, { token: api.admin, json })
  if (created.status !== 201) throw new Error(`POST ${path} answered ${created.status}`)
  return created.json.id
}

const COLLECTIONS: Readonly<Record<ObjectKind, string>> = {
  webhook: '/webhooks',
  delivery: '/webhooks',
  session: '/users',
  user: '/users',
  invited: '/users',
  policy: '/policies',
  detector: '/detectors',
  interaction: '/interactions',
  alert: '/alerts',
  service_token: '/service-tokens',
  switch: '/service-switches',
  exception: '/exceptions',
  platform: '/inventory',
}

async function look(api: TestApi, kind: ObjectKind, id: string): Promise<unknown> {
  // Its attempts go on in the meantime.
  if (kind === 'delivery' || kind === 'session') return id
  const path = COLLECTIONS[kind]
  // These have no route for one of them.
  const listed = kind === 'service_token' || kind === 'switch' || kind === 'platform'
  const { json } = await api.request(
    'GET',
    listed ? `${path}${kind === 'platform' ? '' : '?limit=500'}` : `${path}/${id}`,
    {
      token: api.admin,
    },
  )
  if (!listed) return json
  const [items] = Object.values(json as Record<string, { id?: string; platform_id?: string }[]>)
  return items?.find((item) => item.id === id || item.platform_id === id)
}
