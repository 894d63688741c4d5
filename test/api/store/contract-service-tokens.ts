import { randomUUID } from 'node:crypto'
import { DuplicateError } from '../../../api/store/errors.ts'
import { AT, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testServiceTokens({ openTenant, test, named, openTwoTenants }: Suite): void {
  test(named('the last use of a token is known until the token is deleted'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const id = crypto.randomUUID()
    await store.serviceTokens.insert({
      id,
      tenant_id: tenant,
      name: 'used',
      scopes: ['record'],
      token_hash: id,
      created_at: AT,
      created_by: 'jo@example.com',
    })
    t.deepEqual(await store.serviceTokens.lastUses([id]), new Map())
    await store.serviceTokens.noteUse(id, AT)
    await store.serviceTokens.noteUse(id, '2026-11-22T10:00:00.000Z')
    t.deepEqual(await store.serviceTokens.lastUses([id, 'another']), new Map([[id, '2026-11-22T10:00:00.000Z']]))
    await store.serviceTokens.delete(tenant, id)
    t.deepEqual(await store.serviceTokens.lastUses([id]), new Map())
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
}
