import { randomUUID } from 'node:crypto'
import { sealEntry } from '../../../api/audit/chain.ts'
import type { AuditFilter } from '../../../api/store/audit-store.ts'
import type { AuditEntry } from '../../../core/model/audit.ts'
import { AT, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testAudit({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('audit entries come back as they were sealed, each after the one before'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const details = { name: 'é😀', nested: { list: [1, 'two', null], empty: {} } }
    const first = await store.audit.append(tenant, seal({ details }))
    await store.audit.append(other, seal({}))
    const second = await store.audit.append(
      tenant,
      seal({ actor_id: null, actor_email: null, ip: null, target_id: null }),
    )
    t.is(first.prev_hash, '0'.repeat(64))
    t.is(second.prev_hash, first.hash)
    t.deepEqual(await store.audit.list(tenant, {}, FIRST_PAGE), { items: [second, first], total: 2 })
    t.deepEqual(await store.audit.read(tenant, FIRST_PAGE), [first, second])
    t.deepEqual(await store.audit.read(tenant, { offset: 1, limit: 1 }), [second])
    t.deepEqual(await store.audit.read(tenant, { offset: 2, limit: 1 }), [])
  })

  test(named('audit entries that many append at once make one chain'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store : second).audit.append(tenant, seal({}))),
    )
    const chain = await store.audit.read(tenant, FIRST_PAGE)
    t.is(chain.length, 40)
    for (const [index, entry] of chain.entries()) {
      t.is(entry.prev_hash, chain[index - 1]?.hash ?? '0'.repeat(64))
    }
  })

  test(named('audit entries are filtered and paged, newest first'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const actor_id = randomUUID()
    await store.audit.append(tenant, seal({ action: 'a.a', timestamp: '2026-01-01T00:00:00.000Z', actor_id }))
    await store.audit.append(tenant, seal({ action: 'b.b', timestamp: '2026-01-02T00:00:00.000Z', target_id: 'x' }))
    await store.audit.append(
      tenant,
      seal({ action: 'c.c', timestamp: '2026-01-03T00:00:00.000Z', target_type: 'user' }),
    )
    const find = async (filter: AuditFilter, page = FIRST_PAGE) => {
      const { items, total } = await store.audit.list(tenant, filter, page)
      return `${items.map(({ action }) => action.charAt(0)).join('')} of ${total}`
    }
    t.is(await find({}), 'cba of 3')
    t.is(await find({}, { offset: 1, limit: 1 }), 'b of 3')
    t.is(await find({ actor_id }), 'a of 1')
    t.is(await find({ action: 'b.b' }), 'b of 1')
    t.is(await find({ target_type: 'policy' }), 'ba of 2')
    t.is(await find({ target_type: 'policy', target_id: 'x' }), 'b of 1')
    t.is(await find({ start_date: '2026-01-02T00:00:00.000Z' }), 'cb of 2')
    t.is(await find({ end_date: '2026-01-02T00:00:00.000Z' }), 'ba of 2')
  })
}

function seal(fields: Partial<AuditEntry>) {
  const entry = {
    id: randomUUID(),
    timestamp: AT,
    actor_id: randomUUID(),
    actor_email: 'jo@example.com',
    action: 'policy.created',
    target_type: 'policy',
    target_id: randomUUID(),
    ip: '192.0.2.1',
    details: {},
    ...fields,
  }
  return (previousHash: string | undefined) => sealEntry(entry, previousHash)
}
