import test from 'ava'
import { ExceptionEnds } from '../../api/exceptions/exception-ends.ts'
import { ADMIN_EMAIL, startTestApi, type TestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'
import { documentEngines } from '../support/engines.ts'
import { until } from '../support/wire.ts'

interface Made {
  readonly id: string
  readonly value_count: number
}
interface Recorded {
  readonly id: string
  readonly enforced_action: string
  readonly policy_decisions: readonly { readonly policy_name: string }[]
  readonly content_metadata: Readonly<Record<string, unknown>>
}

const NOW = '2026-11-22T12:00:00.000Z'
const IN_AN_HOUR = '2026-11-22T13:00:00.000Z'
const VALUE = 'press@acme.example'
const BASIS = { reason: 'a published address', owner: 'ann@acme.example', expires_at: IN_AN_HOUR }
const FOUND = { type: 'EMAIL', score: 0.9, start: 0, end: 18 }

async function record(api: TestApi, fields: object = {}): Promise<Recorded> {
  const { json } = await api.request<Recorded>('POST', '/interactions', {
    token: api.admin,
    json: {
      platform_id: 'claude-web',
      content_hash: 'a'.repeat(64),
      classifications: [{ ...FOUND, value: VALUE }],
      ...fields,
    },
  })
  return json
}

async function blockEmails(api: TestApi): Promise<string> {
  const conditions = [{ field: 'classifications', operator: 'contains', value: 'EMAIL' }]
  const json = { name: 'No e-mail', enabled: true, rules: { action: 'block', conditions } }
  return (await api.request<Made>('POST', '/policies', { token: api.admin, json })).json.id
}

for (const engine of documentEngines(test)) {
  engine.test(
    `${engine.name}: an exception is made, told to proxies, applied, audited, and ends with an alert`,
    async (t) => {
      const clock = { now: new Date(NOW) }
      const api = await startTestApi(t, { env: await engine.environment(), now: () => clock.now })
      const asAdmin = { token: api.admin }
      const policyId = await blockEmails(api)
      t.is((await record(api)).enforced_action, 'block')

      const proxy = await openLive(t, api, { token: api.server.internalToken })
      const json = { policy_id: policyId, platform_ids: ['claude-web'], values: ['Press@Acme.example'], ...BASIS }
      const created = await api.request<Made>('POST', '/exceptions', { ...asAdmin, json })
      t.is(created.status, 201)
      const { values: _values, ...shown } = json
      t.deepEqual(created.json, {
        ...shown,
        ...{ id: created.json.id, types: [], user_ids: [], value_count: 1 },
        ...{ created_at: NOW, created_by: ADMIN_EMAIL },
      } as unknown as Made)
      await proxy.waitFor(({ type }) => type === 'exceptions_changed')

      const passed = await record(api)
      t.is(passed.enforced_action, 'allow')
      t.deepEqual(passed.policy_decisions, [])
      t.deepEqual(passed.content_metadata, {
        excepted_by: [created.json.id],
        excepted_policies: [{ policy_id: policyId, policy_name: 'No e-mail', action: 'block' }],
      })
      t.is((await record(api, { platform_id: 'chatgpt-web' })).enforced_action, 'block')
      const other = [{ ...FOUND, value: 'jo@acme.example' }]
      t.is((await record(api, { classifications: other })).enforced_action, 'block')

      const list = (token: string, etag = '') =>
        api.request<{ exceptions: Record<string, unknown>[]; total: number }>('GET', '/exceptions', {
          token,
          headers: etag === '' ? {} : { 'if-none-match': etag },
        })
      const forAdmin = await list(api.admin)
      t.deepEqual(forAdmin.json.exceptions, [created.json as unknown as Record<string, unknown>])
      const forProxy = await list(api.server.internalToken)
      t.deepEqual(Object.keys(forProxy.json.exceptions[0]?.hashed ?? {}).sort(), ['hashes', 'key'])
      t.false(JSON.stringify([forAdmin.json, forProxy.json]).toLowerCase().includes('press@'))
      const etag = forProxy.headers.get('etag') ?? ''
      t.is((await list(api.server.internalToken, etag)).status, 304)
      t.deepEqual((await api.request('GET', `/exceptions/${created.json.id}`, asAdmin)).json, created.json)

      const brief = { types: ['IBAN'], ...BASIS }
      const second = await api.request<Made>('POST', '/exceptions', { ...asAdmin, json: brief })
      t.is((await api.request('DELETE', `/exceptions/${second.json.id}`, asAdmin)).status, 204)

      clock.now = new Date(IN_AN_HOUR)
      t.is((await list(api.server.internalToken, etag)).json.total, 0, 'what has ended is listed no more')
      t.is((await record(api)).enforced_action, 'block', 'and does not apply any more')
      const find = async () => {
        const { json } = await api.request<{ alerts: { title: string; description: string; policy_ids: string[] }[] }>(
          'GET',
          '/alerts?type=exception_ended',
          asAdmin,
        )
        return json.alerts
      }
      await until(
        async () => (await find()).length > 0,
        () => 'no alert says that the exception has ended',
        60_000,
      )
      const alerts = await find()
      t.is(alerts.length, 1)
      t.regex(alerts[0]?.title ?? '', /ann@acme\.example/)
      t.regex(alerts[0]?.description ?? '', /published address/)
      t.deepEqual(alerts[0]?.policy_ids, [policyId])
      const actions = async () => {
        const { json } = await api.request<{ entries: { action: string; details: object }[] }>(
          'GET',
          '/audit-log?target_type=exception',
          asAdmin,
        )
        return json.entries
      }
      await until(
        async () => (await actions()).length >= 4,
        () => 'the audit log does not have all four',
      )
      const entries = await actions()
      t.deepEqual(
        entries.map(({ action }) => action),
        ['exception.ended', 'exception.deleted', 'exception.created', 'exception.created'],
      )
      t.like(entries[3]?.details, { values: 1, reason: BASIS.reason, owner: BASIS.owner, expires_at: IN_AN_HOUR })
      t.false(JSON.stringify(entries).toLowerCase().includes('press@'))
    },
  )
}

test('an exception for everything, for ever, or for a policy that is not there is refused', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  const right = { types: ['EMAIL'], ...BASIS }
  const { expires_at: _end, ...endless } = right
  const { owner: _owner, ...unowned } = right
  const { reason: _reason, ...unreasoned } = right
  const refused: readonly object[] = [
    BASIS,
    { ...BASIS, types: [], values: [], user_ids: [], platform_ids: [] },
    { ...BASIS, policy_id: 'c0000000-0000-4000-8000-000000000001' },
    endless,
    unowned,
    unreasoned,
    { ...right, reason: '' },
    { ...right, expires_at: NOW },
    { ...right, expires_at: '2027-02-20T12:00:00.001Z' },
    { ...right, types: ['not a type'] },
    { ...right, user_ids: ['jo'] },
    { ...right, values: [''] },
    ...['values', 'platform_ids', 'user_ids'].map((field) => ({ ...right, [field]: [] })),
    { ...BASIS, values: ['press@acme.example'], types: [] },
    { ...right, policy_id: 'c0000000-0000-4000-8000-000000000001' },
    { ...right, more: 1 },
  ]
  for (const json of refused) {
    const { status } = await api.request('POST', '/exceptions', { token: api.admin, json })
    t.is(status, 400, JSON.stringify(json))
  }
  const longest = { ...right, expires_at: '2027-02-20T12:00:00.000Z' }
  t.is((await api.request('POST', '/exceptions', { token: api.admin, json: longest })).status, 201)
})

test('a policy that was excepted for a value stays so when a later tier finds nothing new', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  const policyId = await blockEmails(api)
  const made = { types: ['PERSON_NAME'], ...BASIS }
  await api.request('POST', '/exceptions', { token: api.admin, json: made })
  const excepted_policies = [{ policy_id: policyId, policy_name: 'No e-mail', action: 'block' }]
  const json = {
    ...{ platform_id: 'claude-web', content_hash: 'a'.repeat(64), classifications: [{ ...FOUND, value: 'p***' }] },
    ...{
      policy_decisions: [],
      enforced_action: 'allow',
      tier: 2,
      content_metadata: { excepted_by: ['x'], excepted_policies },
    },
  }
  const token = await api.serviceToken(['record'])
  const { id } = (await api.request<Recorded>('POST', '/interactions', { token, json })).json
  const later = (classifications: object[]) =>
    api.request<Recorded>('POST', `/interactions/${id}/classifications`, { token, json: { tier: 3, classifications } })
  const name = { type: 'PERSON_NAME', value: '', score: 0.9, start: 30, end: 35 }
  t.deepEqual((await later([{ ...FOUND, value: '' }, name])).json.policy_decisions, [])
  const another = { ...FOUND, value: '', start: 50, end: 60 }
  t.is((await later([another])).json.policy_decisions.length, 1, 'another value was not excepted')
})

test('an end that cannot be told is told later, and once', async (t) => {
  const failing = { is: true }
  const [told, gone]: string[][] = [[], []]
  const exception = {
    id: 'e',
    tenant_id: 't',
    policy_id: null,
    owner: 'jo',
    reason: 'r',
    expires_at: NOW,
    created_by: 'ann',
  }
  const store = {
    documents: () => ({
      ended: async () => (gone?.length === 0 ? [exception] : []),
      delete: async (_tenant: string, id: string) => {
        gone?.push(id)
        return undefined
      },
    }),
    alerts: {
      raise: async () => {
        if (failing.is) throw new Error('away')
        told?.push('told')
      },
    },
  }
  const ends = new ExceptionEnds({
    ...{ store, audit: { with: () => ({}) }, events: { changed: () => {} } },
    ...{ logger: { error: () => {} }, now: () => new Date(NOW), settings: { consolePeople: 'on' } },
  } as unknown as ConstructorParameters<typeof ExceptionEnds>[0])
  await t.throwsAsync(ends.check(), { message: 'away' })
  t.deepEqual(gone, [])
  failing.is = false
  await ends.check()
  await ends.check()
  await ends.close()
  t.deepEqual([told, gone], [['told'], ['e']])
})
