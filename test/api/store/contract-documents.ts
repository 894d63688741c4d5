import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExceptionRecord } from '../../../api/exceptions/presenter.ts'
import type { Change } from '../../../api/store/change-feed.ts'
import { DuplicateError } from '../../../api/store/errors.ts'
import { RESOURCES } from '../../../core/resources/all.ts'
import type { LegalHold } from '../../../core/resources/legal-hold.ts'
import type { Document, Owned } from '../../../core/resources/resource.ts'
import type { ServiceSwitch } from '../../../core/resources/service-switch.ts'
import { AT, aPolicy } from './fixtures.ts'
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

export function aServiceSwitch(tenantId: string, fields: Partial<Owned<ServiceSwitch>> = {}): Owned<ServiceSwitch> {
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

export function aHold(tenant_id: string, fields: Partial<Owned<LegalHold>> = {}): Owned<LegalHold> {
  return {
    ...{ id: randomUUID(), tenant_id, user_id: null, start_date: null, end_date: null },
    ...{ reason: 'Case 7', owner: 'Legal', created_at: AT },
    ...fields,
  }
}

type Fields = Partial<Document>

/** What this suite keeps of each resource: the first with all that such a document may have. */
const SAMPLES: Readonly<Record<string, readonly ((tenant: string, fields: Fields) => Owned<Document>)[]>> = {
  exceptions: [
    (tenant, fields) => {
      const hashed = { salt: 'c2FsdA==', key_id: 'k', key_check: 'Y2hlY2s=', hashes: ['aGFzaA=='] }
      const all = { policy_id: randomUUID(), platform_ids: ['openai-api'], value_count: 1, hashed }
      return anException(tenant, { ...all, ...fields } as Partial<ExceptionRecord>)
    },
    (tenant, fields) => anException(tenant, fields as Partial<ExceptionRecord>),
  ],
  service_switches: [
    aServiceSwitch,
    (tenant, fields) => aServiceSwitch(tenant, { kind: 'pass_through', user_ids: [], addresses: [], ...fields }),
  ],
  legal_holds: [
    (tenant, fields) => aHold(tenant, { user_id: randomUUID(), start_date: BEFORE, end_date: LATER, ...fields }),
    aHold,
  ],
}

export function testDocuments({ test, named, open, openTwoTenants }: Suite): void {
  for (const resource of RESOURCES) {
    const [full, plain] = SAMPLES[resource.plural] ?? []
    if (full === undefined || plain === undefined) throw new TypeError(`SAMPLES has none of ${resource.plural}`)
    const hasEnd = 'expires_at' in plain('', {})

    test(
      named(`${resource.plural}: documents come back as they were stored, oldest first, of one tenant`),
      async (t) => {
        const { store, tenant, other } = await openTwoTenants(t)
        const documents = store.documents(resource)
        const first = full(tenant, { created_at: BEFORE })
        const second = plain(tenant, {})
        for (const one of [second, first, plain(other, {})]) await documents.insert(one)
        t.deepEqual(await documents.list(tenant), [first, second])
        t.deepEqual(await documents.get(tenant, first.id), first)
        t.is(await documents.get(other, first.id), undefined)
        await t.throwsAsync(documents.insert(first), { instanceOf: DuplicateError })
        t.is(await documents.delete(other, first.id), undefined)
        t.deepEqual(await documents.delete(tenant, first.id), first)
        t.is(await documents.delete(tenant, first.id), undefined)
        t.deepEqual(await documents.list(tenant), [second])
      },
    )

    test(named(`${resource.plural}: a change and its entry of the audit log are one`), async (t) => {
      const { store, tenant } = await openTwoTenants(t)
      const documents = store.documents(resource)
      const one = full(tenant, {})
      const entry = (action: string) => ({
        ...{ id: randomUUID(), timestamp: AT, actor_id: null, actor_email: null, action },
        ...{ target_type: resource.singular, target_id: one.id, ip: null, details: {} },
      })
      await documents.insert(one, { audit: () => [entry('x.created')] })
      await documents.delete(tenant, one.id, { audit: (gone) => (gone.id === one.id ? [entry('x.deleted')] : []) })
      const failing = () => {
        throw new TypeError('the entry cannot be made')
      }
      await t.throwsAsync(documents.insert(one, { audit: failing }))
      t.deepEqual(await documents.list(tenant), [], 'what is not written down is not done')
      const { items } = await store.audit.list(tenant, {}, { offset: 0, limit: 10 })
      t.deepEqual(items.map(({ action }) => action).sort(), ['x.created', 'x.deleted'])
    })

    if (hasEnd) {
      test(named(`${resource.plural}: those of all tenants that have ended are found`), async (t) => {
        const { store, tenant, other } = await openTwoTenants(t)
        const documents = store.documents(resource)
        const ended = [plain(tenant, { expires_at: BEFORE }), plain(other, { expires_at: AT })]
        for (const one of [...ended, plain(tenant, { expires_at: LATER })]) await documents.insert(one)
        t.deepEqual((await documents.ended(AT)).map(({ id }) => id).sort(), ended.map(({ id }) => id).sort())
        for (const { tenant_id, id } of ended) await documents.delete(tenant_id, id)
        t.deepEqual(await documents.ended(AT), [])
      })
    }

    const isWatched = resource.notice !== undefined
    const isHeard = isWatched ? 'a change is heard of' : 'no change is heard of'
    test(named(`${resource.plural}: ${isHeard} elsewhere`), async (t) => {
      const { store, place, tenant, other } = await openTwoTenants(t)
      const { store: second } = await open(t, place)
      const heard: Change[] = []
      t.teardown(second.watch((change) => heard.push(change)))
      const hears = async (change: () => Promise<unknown>) => {
        heard.length = 0
        await change()
        await store.policies.insert(aPolicy(other))
        while (!heard.some(({ topic }) => topic === 'policies')) await sleep(20)
        const topics = heard.filter(({ tenant_id }) => tenant_id === tenant).map(({ topic }) => String(topic))
        t.deepEqual(topics, isWatched ? [resource.plural] : [])
      }
      const one = full(tenant, {})
      await hears(() => store.documents(resource).insert(one))
      await hears(() => store.documents(resource).delete(tenant, one.id))
    })
  }
}
