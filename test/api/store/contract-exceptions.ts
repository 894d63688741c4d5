import { randomUUID } from 'node:crypto'
import type { ExceptionRecord } from '../../../api/store/exception-store.ts'
import { AT } from './fixtures.ts'
import type { Suite } from './suite.ts'

const BEFORE = '2026-01-01T00:00:00.000Z'
const LATER = '2100-01-01T00:00:00.000Z'

export function anException(tenantId: string, fields: Partial<ExceptionRecord> = {}): ExceptionRecord {
  return {
    id: randomUUID(),
    tenant_id: tenantId,
    policy_id: null,
    types: ['EMAIL'],
    platform_ids: [],
    user_ids: [randomUUID()],
    value_count: 0,
    hashed: null,
    reason: 'a trial ✓',
    owner: 'jo@example.com',
    expires_at: LATER,
    created_at: AT,
    created_by: 'ann@example.com',
    ...fields,
  }
}

export function testExceptions({ test, named, openTwoTenants }: Suite): void {
  test(named('exceptions come back as they were stored, of one tenant, and tell when they have ended'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const hashed = { salt: 'c2FsdA==', key_id: 'k', key_check: 'Y2hlY2s=', hashes: ['aGFzaA=='] }
    const first = anException(tenant, { created_at: BEFORE, policy_id: randomUUID(), value_count: 1, hashed })
    const second = anException(tenant, { expires_at: BEFORE })
    const foreign = anException(other, { expires_at: BEFORE })
    for (const one of [second, first, foreign]) await store.exceptions.insert(one)
    t.deepEqual(await store.exceptions.list(tenant), [first, second])
    t.deepEqual(await store.exceptions.get(tenant, first.id), first)
    t.is(await store.exceptions.get(other, first.id), undefined)
    const ended = await store.exceptions.ended(AT)
    t.deepEqual(ended.map(({ id }) => id).sort(), [second.id, foreign.id].sort())

    t.is(await store.exceptions.delete(other, first.id), undefined)
    t.deepEqual(await store.exceptions.delete(tenant, second.id), second)
    t.is(await store.exceptions.delete(tenant, second.id), undefined)
    t.deepEqual(await store.exceptions.list(tenant), [first])
    t.deepEqual(await store.exceptions.ended(AT), [foreign])
  })
}
