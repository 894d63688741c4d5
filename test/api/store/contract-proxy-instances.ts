import { randomUUID } from 'node:crypto'
import type { ProxyReport } from '../../../api/store/proxy-instance-store.ts'
import { aHeartbeat } from '../../support/heartbeat.ts'
import type { Suite } from './suite.ts'

const EARLY = '2026-11-22T10:00:00.000Z'
const LATE = '2026-11-22T10:00:30.000Z'
const LATEST = '2026-11-22T10:01:00.000Z'

function aReport(tenant_id: string, fields: Partial<ProxyReport> = {}): ProxyReport {
  return {
    ...aHeartbeat({ instance_id: randomUUID(), not_inspected: { too_large: 2 } }),
    ...{ tenant_id, last_seen: EARLY, reported_by: 'proxy ✓', reporter_id: 'token' },
    ...fields,
  }
}

export function testProxyInstances({ test, named, openTwoTenants, openTenant }: Suite): void {
  test(named('what a proxy said last is kept, of one tenant, with when it was first seen'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const { proxyInstances } = store
    const first = aReport(tenant, { name: 'b' })
    t.deepEqual(await proxyInstances.report(first, 10, EARLY), { isKept: true, before: undefined })
    const second = aReport(tenant, { name: 'a' })
    await proxyInstances.report(second, 10, EARLY)
    await proxyInstances.report(aReport(other, { instance_id: first.instance_id, name: 'theirs' }), 10, EARLY)

    const again = { ...first, last_seen: LATE, not_inspected: { over_budget: 1 } }
    const known = { ...first, first_seen: EARLY, alert_id: null }
    t.deepEqual(await proxyInstances.report(again, 10, EARLY), { isKept: true, before: known })
    t.deepEqual(await proxyInstances.list(tenant), [
      { ...second, first_seen: EARLY, alert_id: null },
      { ...again, first_seen: EARLY, alert_id: null },
    ])
    t.is((await proxyInstances.list(other)).length, 1)
    t.is((await proxyInstances.get(other, first.instance_id))?.name, 'theirs')
    t.is(await proxyInstances.get(other, second.instance_id), undefined)
  })

  test(
    named(
      'an alert about a silent proxy is noted unless it has reported meanwhile, and until it is told to have ended',
    ),
    async (t) => {
      const { store, tenant } = await openTenant(t)
      const { proxyInstances } = store
      const report = aReport(tenant)
      const { instance_id } = report
      await proxyInstances.report(report, 10, EARLY)
      const alert = randomUUID()
      t.false(await proxyInstances.noteAlert(tenant, instance_id, LATE, alert))
      t.true(await proxyInstances.noteAlert(tenant, instance_id, EARLY, alert))
      t.is((await proxyInstances.list(tenant))[0]?.alert_id, alert)
      const { before } = await proxyInstances.report({ ...report, last_seen: LATE }, 10, EARLY)
      t.is(before?.alert_id, alert)
      t.is((await proxyInstances.list(tenant))[0]?.alert_id, alert)
      t.false(await proxyInstances.noteAlert(tenant, instance_id, EARLY, null), 'it has reported since')
      t.true(await proxyInstances.noteAlert(tenant, instance_id, LATE, null))
      t.is((await proxyInstances.list(tenant))[0]?.alert_id, null)

      // The alert about its policies is another one, and holds whether or not it has reported since.
      t.true(await proxyInstances.noteAlert(tenant, instance_id, undefined, alert, 'behind_alert_id'))
      await proxyInstances.report({ ...report, last_seen: LATE }, 10, EARLY)
      t.like((await proxyInstances.list(tenant))[0], { alert_id: null, behind_alert_id: alert })
      t.true(await proxyInstances.noteAlert(tenant, instance_id, undefined, null, 'behind_alert_id'))
      t.like((await proxyInstances.list(tenant))[0], { alert_id: null, behind_alert_id: null })
      t.false(await proxyInstances.noteAlert(tenant, randomUUID(), undefined, alert, 'behind_alert_id'))

      await proxyInstances.forget(tenant, instance_id, EARLY)
      t.is((await proxyInstances.list(tenant)).length, 1, 'it has reported since')
      await proxyInstances.forget(tenant, instance_id, LATE)
      t.deepEqual(await proxyInstances.list(tenant), [])
    },
  )

  test(named('a full list takes a new proxy in place of one that stopped or is silent, and of no other'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const { proxyInstances } = store
    const names = async () => (await proxyInstances.list(tenant)).map(({ name }) => name)
    const report = (name: string, fields: Partial<ProxyReport> = {}, silentSince = '') =>
      proxyInstances.report(aReport(tenant, { name, ...fields }), 2, silentSince)
    await report('stopped', { stopping: true, last_seen: LATEST })
    await report('silent')
    t.true((await report('third', { last_seen: LATE })).isKept)
    t.deepEqual(await names(), ['silent', 'third'])
    t.false((await report('fourth', { last_seen: LATE })).isKept)
    t.true((await report('fourth', { last_seen: LATE }, LATE)).isKept)
    t.deepEqual(await names(), ['fourth', 'third'])
  })
}
