import { DuplicateError, StaleVersionError } from '../../../api/store/errors.ts'
import { AT, aDetector, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

const BY_NAME = { field: 'name', descending: false } as const

export function testDetectors({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('detectors come back as they were stored, with a version that grows'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const detector = aDetector(tenant)
    t.deepEqual(await store.detectors.insert(detector), { ...detector, version: 1 })
    const rule = { kind: 'allow_list' as const, values: ['$eq', '{"$gt": ""}'], patterns: ['^a.b$'], types: [] }
    const later = '2026-12-01T00:00:00.000Z'
    const changed = await store.detectors.update(tenant, detector.id, { rule, enabled: false, updated_at: later })
    const expected = { ...detector, rule, enabled: false, updated_at: later, version: 2 }
    t.deepEqual(changed, { before: { ...detector, version: 1 }, after: expected })
    t.deepEqual(await store.detectors.get(tenant, detector.id), expected)
    t.deepEqual(await store.detectors.versions(tenant), [{ id: detector.id, version: 2 }])
  })

  test(named('a detector changes or goes only at the version the caller has seen, where one is named'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const { id } = await store.detectors.insert(aDetector(tenant))
    await store.detectors.update(tenant, id, { description: 'new', updated_at: AT }, 1)
    const stale = { instanceOf: StaleVersionError }
    await t.throwsAsync(store.detectors.update(tenant, id, { enabled: false, updated_at: AT }, 1), stale)
    await t.throwsAsync(store.detectors.delete(tenant, id, 1), stale)
    t.true((await store.detectors.get(tenant, id))?.enabled)
    t.is((await store.detectors.delete(tenant, id, 2))?.id, id)
    t.is(await store.detectors.delete(tenant, id), undefined)
    t.is(await store.detectors.update(tenant, id, { updated_at: AT }), undefined)
    t.deepEqual(await store.detectors.versions(tenant), [])
  })

  test(named('of ten detectors of one name that are made at once there is one'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const attempts = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? store : second).detectors.insert(aDetector(tenant, { name: 'Only one' })),
    )
    const results = await Promise.allSettled(attempts)
    t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
    t.true(results.every((result) => result.status === 'fulfilled' || result.reason instanceof DuplicateError))
    const { id } = await store.detectors.insert(aDetector(tenant, { name: 'Another' }))
    const rename = store.detectors.update(tenant, id, { name: 'Only one', updated_at: AT })
    t.is((await t.throwsAsync(rename, { instanceOf: DuplicateError })).field, 'name')
  })

  test(named('of changes to one detector at the same time none is lost'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const { id } = await store.detectors.insert(aDetector(tenant))
    const changes = Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? store : second).detectors.update(tenant, id, { description: `${index}`, updated_at: AT }),
    )
    await Promise.all(changes)
    t.is((await store.detectors.get(tenant, id))?.version, 9)
  })

  test(named('detectors are filtered, sorted, paged, and of one tenant'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const strangers = await store.detectors.insert(aDetector(other, { name: 'b' }))
    const allowed = { kind: 'allow_list' as const, values: ['x'], patterns: [], types: [] }
    await store.detectors.insert(aDetector(tenant, { name: 'b', created_at: '2026-01-02T00:00:00.000Z' }))
    await store.detectors.insert(
      aDetector(tenant, { name: 'a', created_at: '2026-01-01T00:00:00.000Z', enabled: false }),
    )
    await store.detectors.insert(
      aDetector(tenant, { name: 'c', created_at: '2026-01-03T00:00:00.000Z', rule: allowed }),
    )
    const names = async (
      ...[filter, sort, page]: Parameters<typeof store.detectors.list> extends [string, ...infer R] ? R : never
    ) => {
      const { items, total } = await store.detectors.list(tenant, filter, sort, page)
      return `${items.map(({ name }) => name).join('')} of ${total}`
    }
    t.is(await names({}, BY_NAME, FIRST_PAGE), 'abc of 3')
    t.is(await names({}, { field: 'created_at', descending: true }, FIRST_PAGE), 'cba of 3')
    t.is(await names({ enabled: true }, BY_NAME, { offset: 1, limit: 1 }), 'c of 2')
    t.is(await names({ kind: 'allow_list' }, BY_NAME, FIRST_PAGE), 'c of 1')
    t.is((await store.detectors.versions(tenant, { enabled: true })).length, 2)
    t.is((await store.detectors.versions(tenant, { kind: 'allow_list' })).length, 1)
    t.is((await store.detectors.versions(tenant)).length, 3)
    t.is(await store.detectors.get(tenant, strangers.id), undefined)
    t.is(await store.detectors.update(tenant, strangers.id, { name: 'mine', updated_at: AT }), undefined)
    t.is(await store.detectors.delete(tenant, strangers.id), undefined)
    t.is((await store.detectors.get(other, strangers.id))?.name, 'b')
  })
}
