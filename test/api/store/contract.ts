import { randomUUID } from 'node:crypto'
import type { ExecutionContext, TestFn } from 'ava'
import { DuplicateError, LastAdminError, StaleVersionError } from '../../../api/store/errors.ts'
import type { Store, UserRecord } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import type { Policy } from '../../../core/model/policy.ts'

/** Opens an empty store of the engine under test; called again with the same place, it opens the same data. */
export type OpenStore = (t: ExecutionContext<unknown>, place?: string) => Promise<{ store: Store; place: string }>

const AT = '2026-11-21T10:00:00.000Z'
const FIRST_PAGE = { offset: 0, limit: 100 }
const NEWEST = { field: 'timestamp', descending: true } as const

export function aUser(tenantId: string, fields: Partial<UserRecord> = {}): UserRecord {
  const id = randomUUID()
  return {
    id,
    tenant_id: tenantId,
    email: `${id}@example.com`,
    display_name: 'Jo',
    role: 'admin',
    status: 'active',
    created_at: AT,
    last_login: null,
    password_hash: '$argon2id$x',
    session_version: 1,
    kept_session: null,
    invited_by: null,
    invitation: null,
    ...fields,
  }
}

export function aPolicy(tenantId: string, fields: Partial<Policy> = {}): Policy {
  const id = randomUUID()
  return {
    id,
    tenant_id: tenantId,
    name: `policy ${id}`,
    description: '',
    rules: { action: 'log', conditions: [{ field: 'risk_score', operator: 'gte', value: 0.5 }] },
    enabled: true,
    priority: 100,
    created_at: AT,
    updated_at: AT,
    created_by: 'jo@example.com',
    ...fields,
  }
}

export function anInteraction(tenantId: string, fields: Partial<Interaction> = {}): Interaction {
  return {
    id: randomUUID(),
    tenant_id: tenantId,
    timestamp: AT,
    platform_id: 'openai-api',
    content_hash: 'ab'.repeat(32),
    interaction_type: 'prompt',
    content_metadata: { host: 'api.openai.com', nested: { text: 'é😀' } },
    classifications: [],
    risk_score: 0,
    direction: 'outbound',
    source: 'proxy',
    user_id: null,
    policy_decisions: [],
    enforced_action: 'allow',
    tier: 2,
    ...fields,
  }
}

const finding = (type: string) => ({ type, value: '***', score: 0.9, start: 0, end: 3 })

/** What every engine must do alike. Each engine's test file runs it once. */
export function testStoreContract(test: TestFn, engine: string, open: OpenStore): void {
  const named = (title: string) => `${engine}: ${title}`

  async function openTenant(t: ExecutionContext<unknown>) {
    const { store, place } = await open(t)
    const tenant = { id: randomUUID(), name: 'Acme', created_at: AT }
    await store.tenants.insert(tenant)
    return { store, place, tenant: tenant.id }
  }

  async function openTwoTenants(t: ExecutionContext<unknown>) {
    const opened = await openTenant(t)
    const other = { id: randomUUID(), name: 'Other', created_at: AT }
    await opened.store.tenants.insert(other)
    return { ...opened, other: other.id }
  }

  test(named('tenants are listed in the order they were made, and their names are unique'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    t.deepEqual(
      (await store.tenants.list()).map(({ id }) => id),
      [tenant, other],
    )
    t.is((await store.tenants.get(other))?.name, 'Other')
    t.is(await store.tenants.get(randomUUID()), undefined)
    const again = store.tenants.insert({ id: randomUUID(), name: 'Acme', created_at: AT })
    t.is((await t.throwsAsync(again, { instanceOf: DuplicateError })).field, 'name')
  })

  test(named('users come back as they were stored'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user = aUser(tenant, {
      status: 'pending',
      password_hash: null,
      invited_by: 'boss@example.com',
      invitation: { token_hash: 'f'.repeat(64), expires_at: AT },
    })
    await store.users.insert(user)
    t.deepEqual(await store.users.get(tenant, user.id), user)
    t.deepEqual(await store.users.findByEmail(user.email), [user])
    t.deepEqual(await store.users.findByInvitation('f'.repeat(64)), user)
    t.is(await store.users.findByInvitation('0'.repeat(64)), undefined)
    t.is(await store.users.count(tenant), 1)
  })

  test(named('an e-mail address is unique within its tenant, not beyond'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.users.insert(aUser(tenant, { email: 'jo@example.com' }))
    await store.users.insert(aUser(other, { email: 'jo@example.com', created_at: '2026-11-22T00:00:00.000Z' }))
    const again = store.users.insert(aUser(tenant, { email: 'jo@example.com' }))
    t.is((await t.throwsAsync(again, { instanceOf: DuplicateError })).field, 'email')
    t.deepEqual(
      (await store.users.findByEmail('jo@example.com')).map((user) => user.tenant_id),
      [tenant, other],
    )
  })

  test(named('users are filtered, sorted and paged'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.users.insert(aUser(other))
    const users = [
      aUser(tenant, { email: 'b@x.org', created_at: '2026-01-01T00:00:00.000Z' }),
      aUser(tenant, { email: 'c@x.org', created_at: '2026-01-03T00:00:00.000Z', role: 'viewer' }),
      aUser(tenant, { email: 'a@x.org', created_at: '2026-01-02T00:00:00.000Z', role: 'viewer', status: 'inactive' }),
    ]
    for (const user of users) await store.users.insert(user)
    const list = async (
      ...[filter, sort, page]: Parameters<Store['users']['list']> extends [string, ...infer R] ? R : never
    ) => {
      const { items, total } = await store.users.list(tenant, filter, sort, page)
      return `${items.map(({ email }) => email.charAt(0)).join('')} of ${total}`
    }
    const byEmail = { field: 'email', descending: false } as const
    t.is(await list({}, byEmail, FIRST_PAGE), 'abc of 3')
    t.is(await list({}, { field: 'created_at', descending: true }, FIRST_PAGE), 'cab of 3')
    t.is(await list({ role: 'viewer' }, byEmail, FIRST_PAGE), 'ac of 2')
    t.is(await list({ role: 'viewer', status: 'active' }, byEmail, FIRST_PAGE), 'c of 1')
    t.is(await list({}, byEmail, { offset: 1, limit: 1 }), 'b of 3')
    t.is(await list({}, byEmail, { offset: 10, limit: 1 }), ' of 3')
  })

  test(named('a change of a user gives what was and what is, and can end sessions'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user = aUser(tenant)
    await store.users.insert(user)
    const changed = await store.users.update(tenant, user.id, {
      display_name: 'Joan',
      endSessions: { except: 'session-1' },
    })
    const expected = { ...user, display_name: 'Joan', session_version: 2, kept_session: 'session-1' }
    t.deepEqual(changed, { before: user, after: expected })
    t.deepEqual(await store.users.get(tenant, user.id), expected)
    t.is(await store.users.update(tenant, randomUUID(), { display_name: 'X' }), undefined)
  })

  test(named('the last active admin can be neither demoted, deactivated nor deleted'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const admin = aUser(tenant)
    await store.users.insert(admin)
    await store.users.insert(aUser(tenant, { role: 'viewer' }))
    await store.users.insert(aUser(tenant, { status: 'inactive' }))
    await store.users.insert(aUser(other))
    await t.throwsAsync(store.users.update(tenant, admin.id, { role: 'viewer' }), { instanceOf: LastAdminError })
    await t.throwsAsync(store.users.update(tenant, admin.id, { status: 'inactive' }), { instanceOf: LastAdminError })
    await t.throwsAsync(store.users.delete(tenant, admin.id), { instanceOf: LastAdminError })
    t.deepEqual(await store.users.get(tenant, admin.id), admin)
    await store.users.insert(aUser(tenant))
    t.deepEqual(await store.users.delete(tenant, admin.id), admin)
    t.is(await store.users.get(tenant, admin.id), undefined)
  })

  test(named('of two admins who are demoted at the same time one stays'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const admins = [aUser(tenant), aUser(tenant)] as const
    for (const admin of admins) await store.users.insert(admin)
    const results = await Promise.allSettled([
      store.users.update(tenant, admins[0].id, { role: 'viewer' }),
      second.users.update(tenant, admins[1].id, { role: 'viewer' }),
    ])
    t.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  test(named('policies come back as they were stored, with a version that grows'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const policy = aPolicy(tenant)
    t.deepEqual(await store.policies.insert(policy), { ...policy, version: 1 })
    const rules = { action: 'block' as const, conditions: [] }
    const changed = await store.policies.update(tenant, policy.id, { rules, updated_at: '2026-12-01T00:00:00.000Z' })
    const expected = { ...policy, rules, updated_at: '2026-12-01T00:00:00.000Z', version: 2 }
    t.deepEqual(changed, { before: { ...policy, version: 1 }, after: expected })
    t.deepEqual(await store.policies.get(tenant, policy.id), expected)
  })

  test(named('a policy changes or goes only at the version the caller has seen, where one is named'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const { id } = await store.policies.insert(aPolicy(tenant))
    await store.policies.update(tenant, id, { priority: 1, updated_at: AT }, 1)
    const stale = { instanceOf: StaleVersionError }
    await t.throwsAsync(store.policies.update(tenant, id, { priority: 2, updated_at: AT }, 1), stale)
    await t.throwsAsync(store.policies.delete(tenant, id, 1), stale)
    t.is((await store.policies.get(tenant, id))?.priority, 1)
    t.is((await store.policies.delete(tenant, id, 2))?.id, id)
    t.is(await store.policies.delete(tenant, id), undefined)
    t.is(await store.policies.update(tenant, id, { updated_at: AT }), undefined)
  })

  test(named('of ten policies of one name that are made at once there is one'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const attempts = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? store : second).policies.insert(aPolicy(tenant, { name: 'Only one' })),
    )
    const results = await Promise.allSettled(attempts)
    t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
    t.true(results.every((result) => result.status === 'fulfilled' || result.reason instanceof DuplicateError))
    t.is((await store.policies.list(tenant, {}, { field: 'name', descending: false }, FIRST_PAGE)).total, 1)
  })

  test(named('a policy is not renamed to a name that is taken'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.policies.insert(aPolicy(tenant, { name: 'A' }))
    await store.policies.insert(aPolicy(other, { name: 'B' }))
    const { id } = await store.policies.insert(aPolicy(tenant, { name: 'C' }))
    const rename = store.policies.update(tenant, id, { name: 'A', updated_at: AT })
    t.is((await t.throwsAsync(rename, { instanceOf: DuplicateError })).field, 'name')
    t.is((await store.policies.update(tenant, id, { name: 'B', updated_at: AT }))?.after.name, 'B')
  })

  test(named('policies are filtered, sorted and paged'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.policies.insert(aPolicy(other))
    const policies = [
      aPolicy(tenant, { name: 'b', priority: 2, created_at: '2026-01-02T00:00:00.000Z' }),
      aPolicy(tenant, { name: 'a', priority: 2, created_at: '2026-01-01T00:00:00.000Z', enabled: false }),
      aPolicy(tenant, { name: 'c', priority: 1, created_at: '2026-01-03T00:00:00.000Z' }),
    ]
    for (const policy of policies) await store.policies.insert(policy)
    const list = async (field: 'name' | 'priority' | 'created_at', descending: boolean, enabled?: boolean) => {
      const { items, total } = await store.policies.list(tenant, { enabled }, { field, descending }, FIRST_PAGE)
      return `${items.map(({ name }) => name).join('')} of ${total}`
    }
    t.is(await list('name', false), 'abc of 3')
    t.is(await list('priority', false), 'cab of 3')
    t.is(await list('priority', true), 'bac of 3')
    t.is(await list('created_at', true), 'cba of 3')
    t.is(await list('name', false, true), 'bc of 2')
    t.is(await list('name', false, false), 'a of 1')
  })

  test(named('interactions come back as they were recorded'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const full = anInteraction(tenant, {
      user_id: randomUUID(),
      risk_score: 0.1 + 0.2,
      classifications: [finding('EMAIL'), finding('EMAIL'), finding('PHONE')],
      policy_decisions: [{ policy_id: randomUUID(), policy_name: 'P', action: 'coach', matched_conditions: 2 }],
      enforced_action: 'coach',
      direction: 'inbound',
      source: 'endpoint_agent',
      timestamp: '1969-07-20T20:17:40.123Z',
    })
    const bare = anInteraction(tenant)
    const recorded = { stored: [full.id, bare.id], newPlatforms: ['openai-api'] }
    t.deepEqual(await store.interactions.record(tenant, [full, bare]), recorded)
    t.deepEqual(await store.interactions.get(tenant, full.id), full)
    t.deepEqual(await store.interactions.get(tenant, bare.id), bare)
    t.is(await store.interactions.get(tenant, randomUUID()), undefined)
  })

  test(named('an id that is there already is left as it is'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const first = anInteraction(tenant)
    await store.interactions.record(tenant, [first])
    const again = { ...first, risk_score: 1 }
    const fresh = anInteraction(tenant)
    t.deepEqual((await store.interactions.record(tenant, [again, fresh, fresh])).stored, [fresh.id])
    t.deepEqual(await store.interactions.get(tenant, first.id), first)
    t.is((await store.interactions.list(tenant, {}, NEWEST, FIRST_PAGE)).total, 2)
    const elsewhere = await store.interactions.record(other, [{ ...first, tenant_id: other }])
    t.deepEqual(elsewhere.stored, [first.id])
  })

  test(named('a batch that two senders record at the same time is stored once'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const batch = Array.from({ length: 50 }, () => anInteraction(tenant))
    const [mine, theirs] = await Promise.all([
      store.interactions.record(tenant, batch),
      second.interactions.record(tenant, batch),
    ])
    t.deepEqual([...mine.stored, ...theirs.stored].sort(), batch.map(({ id }) => id).sort())
    t.is((await store.interactions.list(tenant, {}, NEWEST, FIRST_PAGE)).total, 50)
  })

  test(named('every documented filter of interactions, alone and together'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const user = randomUUID()
    const a = anInteraction(tenant, { risk_score: 0.2, user_id: user, timestamp: '2026-01-01T00:00:00.000Z' })
    const b = anInteraction(tenant, {
      risk_score: 0.5,
      platform_id: 'claude-web',
      source: 'api',
      timestamp: '2026-01-02T00:00:00.000Z',
      classifications: [finding('EMAIL'), finding('EMAIL'), finding('IBAN')],
    })
    const c = anInteraction(tenant, {
      risk_score: 0.8,
      direction: 'inbound',
      content_hash: 'cd'.repeat(32),
      timestamp: '2026-01-03T00:00:00.000Z',
      classifications: [finding('EMAIL')],
    })
    await store.interactions.record(tenant, [a, b, c])
    await store.interactions.record(other, [anInteraction(other, { user_id: user })])
    const names = new Map([
      [a.id, 'a'],
      [b.id, 'b'],
      [c.id, 'c'],
    ])
    const find = async (filter: Parameters<Store['interactions']['list']>[1]) => {
      const oldest = { field: 'timestamp', descending: false } as const
      const { items, total } = await store.interactions.list(tenant, filter, oldest, FIRST_PAGE)
      t.is(items.length, total)
      return items.map(({ id }) => names.get(id)).join('')
    }
    t.is(await find({}), 'abc')
    t.is(await find({ platform_id: 'claude-web' }), 'b')
    t.is(await find({ risk_score_min: 0.5 }), 'bc')
    t.is(await find({ risk_score_max: 0.5 }), 'ab')
    t.is(await find({ risk_score_min: 0.3, risk_score_max: 0.7 }), 'b')
    t.is(await find({ classification_type: 'EMAIL' }), 'bc')
    t.is(await find({ classification_type: 'IBAN' }), 'b')
    t.is(await find({ classification_type: 'NIR' }), '')
    t.is(await find({ source: 'proxy' }), 'ac')
    t.is(await find({ start_date: '2026-01-02T00:00:00.000Z' }), 'bc')
    t.is(await find({ end_date: '2026-01-02T00:00:00.000Z' }), 'ab')
    t.is(await find({ user_id: user }), 'a')
    t.is(await find({ direction: 'inbound' }), 'c')
    t.is(await find({ content_hash: 'cd'.repeat(32) }), 'c')
    t.is(await find({ classification_type: 'EMAIL', source: 'proxy', risk_score_min: 0.8, direction: 'inbound' }), 'c')
    t.is(await find({ classification_type: 'EMAIL', user_id: user }), '')
  })

  test(named('every sort of interactions pages through all of them once, ties by timestamp and id'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const batch = Array.from({ length: 60 }, (_, index) =>
      anInteraction(tenant, {
        risk_score: (index % 3) / 4,
        platform_id: `platform-${index % 4}`,
        timestamp: new Date(Date.UTC(2026, 0, 1 + (index % 5))).toISOString(),
      }),
    )
    await store.interactions.record(tenant, batch)
    for (const field of ['timestamp', 'risk_score', 'platform_id'] as const) {
      for (const descending of [false, true]) {
        const key = (item: Interaction) => [item[field], item.timestamp, item.id] as const
        const expected = batch.toSorted((x, y) => (descending ? -1 : 1) * compare(key(x), key(y)))
        const seen: string[] = []
        for (let offset = 0; offset < batch.length; offset += 7) {
          const { items, total } = await store.interactions.list(
            tenant,
            {},
            { field, descending },
            { offset, limit: 7 },
          )
          t.is(total, 60)
          seen.push(...items.map(({ id }) => id))
        }
        t.deepEqual(
          seen,
          expected.map(({ id }) => id),
          `${field} ${descending}`,
        )
      }
    }
  })

  test(named('a deleted interaction is gone from every list, and its id may be used again'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const gone = anInteraction(tenant, { classifications: [finding('EMAIL')] })
    const kept = anInteraction(tenant, { classifications: [finding('EMAIL')] })
    await store.interactions.record(tenant, [gone, kept])
    t.deepEqual(await store.interactions.delete(tenant, gone.id), gone)
    t.is(await store.interactions.delete(tenant, gone.id), undefined)
    t.is(await store.interactions.get(tenant, gone.id), undefined)
    t.deepEqual(await store.interactions.list(tenant, { classification_type: 'EMAIL' }, NEWEST, FIRST_PAGE), {
      items: [kept],
      total: 1,
    })
    t.deepEqual((await store.interactions.record(tenant, [gone])).stored, [gone.id])
  })

  test(named('service tokens are found by hash and by name, and listed newest first'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const token = (name: string, day: number, tenantId = tenant) => ({
      id: randomUUID(),
      tenant_id: tenantId,
      name,
      scopes: ['record', 'policies'] as const,
      token_hash: name.padEnd(64, '0'),
      created_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
      created_by: 'jo@example.com',
    })
    const [older, newer] = [token('a', 1), token('b', 2)]
    await store.serviceTokens.insert(older)
    await store.serviceTokens.insert(newer)
    await store.serviceTokens.insert(token('c', 3, other))
    t.deepEqual(await store.serviceTokens.list(tenant, FIRST_PAGE), { items: [newer, older], total: 2 })
    t.deepEqual(await store.serviceTokens.list(tenant, { offset: 1, limit: 1 }), { items: [older], total: 2 })
    t.deepEqual(await store.serviceTokens.findByHash(older.token_hash), older)
    t.deepEqual(await store.serviceTokens.findByName(tenant, 'b'), newer)
    t.is(await store.serviceTokens.findByName(tenant, 'c'), undefined)
    const again = store.serviceTokens.insert({ ...token('a', 4), token_hash: 'f'.repeat(64) })
    t.is((await t.throwsAsync(again, { instanceOf: DuplicateError })).field, 'name')
    t.deepEqual(await store.serviceTokens.delete(tenant, older.id), older)
    t.is(await store.serviceTokens.findByHash(older.token_hash), undefined)
  })

  test(named('what belongs to a tenant is not there for another'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const user = aUser(tenant)
    const policy = aPolicy(tenant)
    const interaction = anInteraction(tenant)
    await store.users.insert(user)
    await store.policies.insert(policy)
    await store.interactions.record(tenant, [interaction])
    for (const stranger of [other, randomUUID()]) {
      t.is(await store.users.get(stranger, user.id), undefined)
      t.is(await store.users.update(stranger, user.id, { display_name: 'X' }), undefined)
      t.is(await store.users.delete(stranger, user.id), undefined)
      t.is(await store.policies.get(stranger, policy.id), undefined)
      t.is(await store.policies.update(stranger, policy.id, { updated_at: AT }), undefined)
      t.is(await store.policies.delete(stranger, policy.id), undefined)
      t.is(await store.interactions.get(stranger, interaction.id), undefined)
      t.is(await store.interactions.delete(stranger, interaction.id), undefined)
      t.deepEqual(await store.interactions.list(stranger, {}, NEWEST, FIRST_PAGE), { items: [], total: 0 })
    }
    t.truthy(await store.users.get(tenant, user.id))
    t.truthy(await store.policies.get(tenant, policy.id))
    t.truthy(await store.interactions.get(tenant, interaction.id))
  })

  test(named('everything is there when it is opened again, and closing twice is no mistake'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const policy = aPolicy(tenant)
    await store.policies.insert(policy)
    await store.ping()
    await store.close()
    await store.close()
    const { store: again } = await open(t, place)
    t.deepEqual(await again.policies.get(tenant, policy.id), { ...policy, version: 1 })
  })
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? ''
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
