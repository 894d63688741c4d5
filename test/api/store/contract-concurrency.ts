import { randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { DuplicateError, LastAdminError, StaleVersionError } from '../../../api/store/errors.ts'
import type { Store } from '../../../api/store/store.ts'
import { AT, anInteraction, aPolicy, aUser, FIRST_PAGE, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

const PROCESSES = 3
const DAY = { unit: 'day', from: new Date(AT), to: new Date(AT) } as const
const TOP = { platform: 10, classification: 10, source: 10, user: 10 }

/** What holds when several processes do the same things at the same time. */
export function testConcurrency({ test, named, open }: Suite): void {
  async function openProcesses(t: ExecutionContext<unknown>) {
    const { store, place } = await open(t)
    const others = await Promise.all(Array.from({ length: PROCESSES - 1 }, () => open(t, place)))
    const stores = [store, ...others.map((other) => other.store)]
    const tenant = randomUUID()
    await store.tenants.insert({ id: tenant, name: 'Acme', created_at: AT })
    return { store, stores, tenant }
  }

  /** Every process makes N attempts (`times`), all at once. */
  async function attempt(stores: readonly Store[], times: number, work: (store: Store) => Promise<unknown>) {
    const attempts = stores.flatMap((store) => Array.from({ length: times }, () => work(store)))
    const results = await Promise.allSettled(attempts)
    return {
      successes: results.filter(({ status }) => status === 'fulfilled').length,
      failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
    }
  }

  test(named('of many that take one name at once, one has it'), async (t) => {
    const { store, stores, tenant } = await openProcesses(t)
    const token = () => ({
      id: randomUUID(),
      tenant_id: tenant,
      name: 'proxy',
      scopes: ['record'] as const,
      token_hash: randomUUID(),
      created_at: AT,
      created_by: 'jo@example.com',
    })
    const policies = [aPolicy(tenant), aPolicy(tenant)]
    for (const policy of policies) await store.policies.insert(policy)
    const names: readonly ((store: Store) => Promise<unknown>)[] = [
      (each) => each.tenants.insert({ id: randomUUID(), name: 'Other', created_at: AT }),
      (each) => each.users.insert(aUser(tenant, { email: 'jo@example.com' })),
      (each) => each.serviceTokens.insert(token()),
    ]
    for (const take of names) {
      const { successes, failures } = await attempt(stores, 4, take)
      t.is(successes, 1)
      t.true(failures.every((failure) => failure instanceof DuplicateError))
    }
    const renamed = await Promise.allSettled(
      policies.map(({ id }, index) => stores[index]?.policies.update(tenant, id, { name: 'The same', updated_at: AT })),
    )
    t.is(renamed.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test(named('of many changes to the version all have seen, one is made'), async (t) => {
    const { store, stores, tenant } = await openProcesses(t)
    const { id } = await store.policies.insert(aPolicy(tenant))
    const { successes, failures } = await attempt(stores, 5, (each) =>
      each.policies.update(tenant, id, { description: randomUUID(), updated_at: AT }, 1),
    )
    t.is(successes, 1)
    t.true(failures.every((failure) => failure instanceof StaleVersionError))
    t.is((await store.policies.get(tenant, id))?.version, 2)
  })

  test(named('of many changes at once to whatever version none is lost'), async (t) => {
    const { store, stores, tenant } = await openProcesses(t)
    const { id } = await store.policies.insert(aPolicy(tenant))
    const user = aUser(tenant)
    await store.users.insert(user)
    await attempt(stores, 5, (each) => each.policies.update(tenant, id, { priority: 1, updated_at: AT }))
    await attempt(stores, 5, (each) => each.users.update(tenant, user.id, { endSessions: { except: null } }))
    t.is((await store.policies.get(tenant, id))?.version, 1 + 5 * PROCESSES)
    t.is((await store.users.get(tenant, user.id))?.session_version, 1 + 5 * PROCESSES)
  })

  test(named('of all admins who are taken away at once, one stays'), async (t) => {
    const { store, stores, tenant } = await openProcesses(t)
    const admins = Array.from({ length: 5 }, () => aUser(tenant))
    for (const admin of admins) await store.users.insert(admin)
    const results = await Promise.allSettled(
      admins.flatMap(({ id }) =>
        stores.map((each, index) =>
          index === 0 ? each.users.delete(tenant, id) : each.users.update(tenant, id, { role: 'viewer' }),
        ),
      ),
    )
    for (const result of results) t.true(result.status === 'fulfilled' || result.reason instanceof LastAdminError)
    const left = await store.users.list(tenant, { role: 'admin' }, { field: 'email', descending: false }, FIRST_PAGE)
    t.is(left.total, 1)
  })

  test(named('what many record at once is all there, and all counted'), async (t) => {
    const { store, stores, tenant } = await openProcesses(t)
    const user = randomUUID()
    const shared = Array.from({ length: 5 }, () => anInteraction(tenant, { user_id: user }))
    await attempt(stores, 4, async (each) => {
      await each.interactions.record(tenant, [anInteraction(tenant, { user_id: user, risk_score: 0.9 }), ...shared])
    })
    await attempt(stores, 1, (each) => each.interactions.delete(tenant, shared[0]?.id ?? ''))
    const expected = 4 * PROCESSES + shared.length - 1
    t.is((await store.interactions.list(tenant, {}, NEWEST, FIRST_PAGE)).total, expected)
    const { totals, by, users } = await store.statistics.read(tenant, DAY, TOP)
    t.is(totals.interactions, expected)
    t.is(totals.high_risk, 4 * PROCESSES)
    t.is(by.user[0]?.interactions, expected)
    t.is(users, 1)
    const [service] = await store.inventory.list(tenant)
    t.is(service?.interactions, expected)
    t.is(service?.users, 1)
  })
}
