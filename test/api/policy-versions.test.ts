import test from 'ava'
import { readVersions } from '../../api/policies/policy-versions.ts'
import { ADMIN_EMAIL, startTestApi, type TestApi } from '../support/api.ts'
import { documentEngines } from '../support/engines.ts'
import { busyFor, turnsDuring } from '../support/turns.ts'

interface PolicyJson {
  readonly id: string
  readonly name: string
  readonly priority: number
}
interface VersionsJson {
  readonly versions: readonly Readonly<Record<string, unknown>>[]
  readonly complete: boolean
}

const contains = (value: string) => ({ field: 'classifications', operator: 'contains', value })
const rules = (...types: string[]) => ({ action: 'block', conditions: types.map(contains) })

async function create(api: TestApi, name: string, fields: object = {}): Promise<PolicyJson> {
  const json = { name, rules: rules('IBAN'), ...fields }
  return (await api.request<PolicyJson>('POST', '/policies', { token: api.admin, json })).json
}
const versionsOf = (api: TestApi, id: string, query = '', token = api.admin) =>
  api.request<VersionsJson>('GET', `/policies/${id}/versions${query}`, { token })
const order = (api: TestApi, ids: readonly string[]) =>
  api.request<{ policies: PolicyJson[]; error: string }>('PUT', '/policies/order', { token: api.admin, json: { ids } })

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: what a policy was after each change is kept, when it is gone as well`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const { id } = await create(api, 'Accounts')
    const change = (json: object) => api.request('PUT', `/policies/${id}`, { token: api.admin, json })
    await change({ rules: rules('IBAN', 'EMAIL') })
    // Changes nothing, and is no version.
    await change({ name: 'Accounts' })
    await change({ name: 'Bank accounts', enabled: true })
    const { json } = await versionsOf(api, id)
    t.true(json.complete)
    const shown = json.versions.map(({ change: what, fields, name, rules: then, enabled, changed_by }) => [
      ...[what, fields, name, (then as { conditions: unknown[] }).conditions.length, enabled, changed_by],
    ])
    t.deepEqual(shown, [
      ['changed', ['name', 'enabled'], 'Bank accounts', 2, true, ADMIN_EMAIL],
      ['changed', ['rules'], 'Accounts', 2, false, ADMIN_EMAIL],
      ['created', [], 'Accounts', 1, false, ADMIN_EMAIL],
    ])
    const newest = await versionsOf(api, id, '?limit=1')
    t.deepEqual([newest.json.versions.length, newest.json.complete], [1, false])

    await api.request('DELETE', `/policies/${id}`, { token: api.admin })
    const gone = await versionsOf(api, id)
    t.like(gone.json.versions[0], { change: 'deleted', name: 'Bank accounts', enabled: true })
    t.deepEqual([gone.json.versions.length, gone.json.complete], [4, true])
    t.is((await versionsOf(api, crypto.randomUUID())).status, 404)
    t.is((await versionsOf(api, id, '?limit=0')).status, 400)
  })

  engine.test(`${engine.name}: all policies are put in an order, with as few changes as it takes`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const made = [await create(api, 'a'), await create(api, 'b'), await create(api, 'c', { priority: 200 })]
    const [a = '', b = '', c = ''] = made.map(({ id }) => id)
    const { status, json } = await order(api, [c, a, b])
    t.is(status, 200)
    t.deepEqual(
      json.policies.map(({ name }) => name),
      ['c', 'a', 'b'],
    )
    // Of equal ones the older comes first, so one change was enough, and one entry of the audit log tells of it.
    t.deepEqual(
      json.policies.slice(1).map(({ priority }) => priority),
      [100, 100],
    )
    const log = await api.request<{ entries: { target_id: string; details: object }[] }>(
      'GET',
      '/audit-log?action=policy.updated',
      { token: api.admin },
    )
    t.deepEqual(
      log.json.entries.map(({ target_id }) => target_id),
      [c],
    )
    t.like(log.json.entries[0]?.details, { changed: ['priority'], before: { priority: 200 } })
    // Between two of the same priority there is no room.
    t.deepEqual(
      (await order(api, [a, c, b])).json.policies.map(({ name }) => name),
      ['a', 'c', 'b'],
    )
    t.is((await order(api, [a, c])).status, 409)
    t.is((await order(api, [a, b, c, crypto.randomUUID()])).status, 409)
    t.is((await order(api, [a, b, crypto.randomUUID()])).status, 409)
    t.is((await order(api, [a, a, b])).status, 400)
    t.is((await versionsOf(api, b)).json.complete, true)
  })
}

test('rules of thousands of values are not kept in the audit log, and the history says that it is not complete', async (t) => {
  const api = await startTestApi(t)
  const value = Array.from({ length: 500 }, (_, index) => `service-${index}-${'x'.repeat(40)}`)
  const condition = { field: 'platform_id', operator: 'in', value }
  const many = { action: 'block', conditions: [condition, condition, condition] }
  const { id } = await create(api, 'Many', { rules: many })
  await api.request('PUT', `/policies/${id}`, { token: api.admin, json: { rules: rules('IBAN') } })
  const { json } = await versionsOf(api, id)
  t.is(json.complete, false)
  t.is(json.versions.length, 1)
  const log = await api.request('GET', '/audit-log?target_type=policy', { token: api.admin })
  t.true(log.text.length < 20_000, `${log.text.length}`)
})

test('viewers read versions, others of another tenant and service tokens do not', async (t) => {
  const api = await startTestApi(t)
  const { id } = await create(api, 'Accounts')
  t.is((await versionsOf(api, id, '', await api.serviceToken(['policies']))).status, 403)
  t.is((await versionsOf(api, id, '', '')).status, 401)
})

test('of a policy that was changed very often no more is read than is shown, a part at each turn', async (t) => {
  const entry = (version: number) => ({ action: 'policy.updated', details: { version, before: {}, after: {} } })
  let read = 0
  const list = async (_tenant: string, _filter: object, { offset, limit }: { offset: number; limit: number }) => {
    read += limit
    return { items: Array.from({ length: limit }, (_, index) => entry(100_000 - offset - index)), total: 100_000 }
  }
  const policy = { name: 'P', description: '', rules: rules('IBAN'), enabled: true, priority: 1, updated_at: '' }
  const versions = (limit: number) =>
    turnsDuring(readVersions({ audit: { list } } as never, 't', 'p', policy as never, limit))
  await versions(1)
  t.true(read <= 40, `${read} entries`)
  const [, turns] = await versions(200)
  t.true(turns >= 20, `${turns} turns`)
})

test('changes that take long to compare are compared with others in between', async (t) => {
  const rule = rules('IBAN')
  const policy = { name: 'P', description: '', rules: rule, enabled: true, priority: 1, updated_at: '' }
  const details = { changed: ['name'], before: { name: 'P' }, after: { name: 'P' } }
  const entry = (version: number) => ({
    action: 'policy.updated',
    timestamp: '',
    actor_email: null,
    details: {
      ...details,
      get version() {
        return version
      },
      get after() {
        busyFor(3)
        return details.after
      },
    },
  })
  const list = async () => ({ items: Array.from({ length: 19 }, (_, index) => entry(100 - index)), total: 19 })
  const reading = readVersions({ audit: { list } } as never, 't', 'p', policy as never, 100)
  const [{ versions }, turns] = await turnsDuring(reading)
  t.is(versions.length, 19)
  // After four of them at most, besides the one before they are read.
  t.true(turns >= 4, `${turns} turns`)
})
