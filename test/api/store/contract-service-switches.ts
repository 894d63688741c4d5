import { randomUUID } from 'node:crypto'
import type { ServiceSwitchRecord } from '../../../api/store/service-switch-store.ts'
import { AT } from './fixtures.ts'
import type { Suite } from './suite.ts'

const BEFORE = '2026-01-01T00:00:00.000Z'
const LATER = '2100-01-01T00:00:00.000Z'

export function aServiceSwitch(tenantId: string, fields: Partial<ServiceSwitchRecord> = {}): ServiceSwitchRecord {
  return {
    id: randomUUID(),
    tenant_id: tenantId,
    kind: 'intercept_only_for',
    platform_id: 'openai-api',
    reason: 'a pilot ✓',
    user_ids: [randomUUID()],
    addresses: ['10.0.0.0/8'],
    expires_at: null,
    created_at: AT,
    created_by: 'jo@example.com',
    ...fields,
  }
}

export function testServiceSwitches({ test, named, openTwoTenants }: Suite): void {
  test(named('service switches come back as they were stored, of one tenant, until they end'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const first = aServiceSwitch(tenant, { created_at: BEFORE })
    const second = aServiceSwitch(tenant, { kind: 'pass_through', user_ids: [], addresses: [], expires_at: LATER })
    const ended = aServiceSwitch(tenant, { expires_at: BEFORE })
    for (const one of [second, first, ended]) await store.serviceSwitches.insert(one)
    await store.serviceSwitches.insert(aServiceSwitch(other))
    t.deepEqual(await store.serviceSwitches.list(tenant, AT), [first, second])
    t.deepEqual(await store.serviceSwitches.list(tenant, LATER), [first])

    t.is(await store.serviceSwitches.delete(other, first.id), undefined)
    t.deepEqual(await store.serviceSwitches.delete(tenant, first.id), first)
    t.is(await store.serviceSwitches.delete(tenant, first.id), undefined)

    await store.serviceSwitches.deleteEnded(tenant, AT)
    t.is(await store.serviceSwitches.delete(tenant, ended.id), undefined)
    t.deepEqual(await store.serviceSwitches.list(tenant, AT), [second])
    t.is((await store.serviceSwitches.list(other, AT)).length, 1)
  })
}
