import { randomUUID } from 'node:crypto'
import type { AlertFilter, AlertSort, Verdict } from '../../../api/store/alert-store.ts'
import type { Changed } from '../../../api/store/paging.ts'
import type { AlertCandidate } from '../../../core/alerting/candidate.ts'
import type { Alert, AlertStatus } from '../../../core/model/alert.ts'
import { FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const LATER = '2026-11-21T10:05:00.000Z'
const LONG_AGO = '2026-11-21T09:50:00.000Z'

function aCandidate(fields: Partial<AlertCandidate> = {}): AlertCandidate {
  return {
    type: 'policy_block',
    severity: 'medium',
    title: 'Blocked',
    description: 'Risk 0.5',
    interaction_id: null,
    user_id: null,
    platform_id: 'openai-api',
    policy_ids: [],
    count: 1,
    ...fields,
  }
}

export function testAlerts({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('an alert comes back as it was raised'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const ids = { interaction_id: randomUUID(), user_id: randomUUID(), policy_ids: [randomUUID(), randomUUID()] }
    const candidate = aCandidate({ ...ids, count: 3, severity: 'critical' })
    const [raised] = await store.alerts.raise(tenant, [candidate], NOW, LONG_AGO)
    t.is(raised?.before, undefined)
    const { id, ...rest } = raised?.alert ?? { id: '' }
    t.deepEqual(rest, {
      ...candidate,
      tenant_id: tenant,
      status: 'open',
      created_at: NOW,
      updated_at: NOW,
      resolved_at: null,
      resolved_by: null,
    })
    t.deepEqual(await store.alerts.get(tenant, id), raised?.alert)
    t.is(await store.alerts.get(tenant, randomUUID()), undefined)
  })

  test(named('what is the same as an open alert of late adds to it and can make it worse, never milder'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const raise = async (fields: Partial<AlertCandidate>, since = LONG_AGO) => {
      const [raised] = await store.alerts.raise(tenant, [aCandidate(fields)], LATER, since)
      return raised
    }
    const [first] = await store.alerts.raise(tenant, [aCandidate()], NOW, LONG_AGO)
    await store.alerts.raise(other, [aCandidate()], NOW, LONG_AGO)
    const worse = await raise({ severity: 'high', count: 2 })
    t.deepEqual(worse?.before, first?.alert)
    t.deepEqual(worse?.alert, { ...first?.alert, severity: 'high', count: 3, updated_at: LATER })
    t.is((await raise({ severity: 'low' }))?.alert.severity, 'high')
    t.is((await raise({ type: 'high_risk' }))?.before, undefined)
    t.is((await raise({ user_id: randomUUID() }))?.before, undefined)
    t.is((await raise({ platform_id: 'claude-web' }))?.before, undefined)
    t.is((await raise({ policy_ids: [randomUUID()] }))?.before, undefined)
    t.is((await raise({}, LATER))?.before, undefined)
    t.is((await store.alerts.list(tenant, {}, { field: 'created_at', descending: true }, FIRST_PAGE)).total, 6)
    t.is((await store.alerts.list(other, {}, { field: 'created_at', descending: true }, FIRST_PAGE)).items[0]?.count, 1)
  })

  test(named('the order of the policies makes no difference'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const ids = [randomUUID(), randomUUID()]
    await store.alerts.raise(tenant, [aCandidate({ policy_ids: ids })], NOW, LONG_AGO)
    const [again] = await store.alerts.raise(tenant, [aCandidate({ policy_ids: ids.toReversed() })], NOW, LONG_AGO)
    t.is(again?.alert.count, 2)
  })

  test(named('what is told once a day adds up for a day, apart from the rest'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const daily = aCandidate({ type: 'inspection_failed', once: 'a day' })
    const at = (hour: string) => `2026-11-21T${hour}:00:00.000Z`
    const raise = async (candidate: AlertCandidate, now: string) => {
      const [raised] = await store.alerts.raise(tenant, [candidate], now, now)
      return raised
    }
    const first = await raise(daily, at('01'))
    t.false('once' in (first?.alert ?? {}))
    t.is((await raise(aCandidate({ type: 'inspection_failed' }), at('02')))?.before, undefined)
    t.deepEqual((await raise(daily, at('23')))?.before, first?.alert)
    t.is((await raise(daily, '2026-11-22T02:00:00.000Z'))?.before, undefined)
    const { items } = await store.alerts.list(tenant, {}, { field: 'created_at', descending: false }, FIRST_PAGE)
    t.deepEqual(
      items.map(({ count }) => count),
      [2, 1, 1],
    )
  })

  test(named('of the same thing raised by many at once nothing is lost'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    // Each that loses asks once more: the work grows with the square of their number.
    const many = 8
    await Promise.all(
      Array.from({ length: many }, (_, index) =>
        (index % 2 === 0 ? store : second).alerts.raise(tenant, [aCandidate()], NOW, LONG_AGO),
      ),
    )
    const { items } = await store.alerts.list(tenant, {}, { field: 'created_at', descending: true }, FIRST_PAGE)
    t.is(
      items.reduce((sum, { count }) => sum + count, 0),
      many,
    )
    t.is(items.length, 1)
  })

  test(named('an alert is resolved once, and opened again'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const [raised] = await store.alerts.raise(tenant, [aCandidate()], NOW, LONG_AGO)
    const id = raised?.alert.id ?? ''
    t.is(await store.alerts.countOpen(tenant), 1)
    t.deepEqual(await store.alerts.countOpenBySeverity(tenant), { low: 0, medium: 1, high: 0, critical: 0 })
    t.deepEqual(await store.alerts.countOpenBySeverity(randomUUID()), { low: 0, medium: 0, high: 0, critical: 0 })
    const resolved = await store.alerts.setStatus(tenant, id, 'resolved', 'jo@example.com', LATER)
    const expected = {
      ...raised?.alert,
      status: 'resolved',
      updated_at: LATER,
      resolved_at: LATER,
      resolved_by: 'jo@example.com',
    }
    t.deepEqual(resolved?.after as unknown, expected)
    t.is(await store.alerts.countOpen(tenant), 0)
    const again = await store.alerts.setStatus(tenant, id, 'resolved', 'al@example.com', NOW)
    t.deepEqual(again?.after, resolved?.after)
    const [fresh] = await store.alerts.raise(tenant, [aCandidate()], LATER, LONG_AGO)
    t.is(fresh?.before, undefined)
    const reopened = await store.alerts.setStatus(tenant, id, 'open', null, LATER)
    t.is(await store.alerts.countOpen(tenant), 2)
    t.deepEqual(
      [reopened?.after.status, reopened?.after.resolved_at, reopened?.after.resolved_by],
      ['open', null, null],
    )
    t.is(await store.alerts.setStatus(tenant, randomUUID(), 'open', null, NOW), undefined)
  })

  test(named('a resolved alert keeps why, takes another reason, and forgets it when it is opened again'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const [raised] = await store.alerts.raise(tenant, [aCandidate()], NOW, LONG_AGO)
    const id = raised?.alert.id ?? ''
    const said: unknown[] = []
    const audit = ({ after }: Changed<Alert>) => {
      said.push(after.resolution)
      return []
    }
    const effects = { audit }
    const set = (status: AlertStatus, verdict?: Verdict, by: string | null = 'jo') =>
      store.alerts.setStatus(tenant, id, status, by, LATER, effects, verdict)
    const first = await set('resolved', { resolution: 'false_alarm', note: 'a test card' })
    const expected = { ...raised?.alert, status: 'resolved', updated_at: LATER, resolved_at: LATER, resolved_by: 'jo' }
    t.deepEqual(first?.after as unknown, { ...expected, resolution: 'false_alarm', note: 'a test card' })
    t.deepEqual(await store.alerts.get(tenant, id), first?.after)
    t.deepEqual((await set('resolved', { resolution: 'false_alarm' }, 'al'))?.after, first?.after)
    const second = await set('resolved', { resolution: 'confirmed' }, 'al')
    t.deepEqual(second?.after as unknown, { ...expected, resolution: 'confirmed', note: 'a test card' })
    t.deepEqual(await store.alerts.get(tenant, id), second?.after)
    const open = await set('open', {}, null)
    t.false('resolution' in (open?.after ?? {}) || 'note' in (open?.after ?? {}))
    t.deepEqual(await store.alerts.get(tenant, id), open?.after)
    // An engine may have asked again; what changed nothing has told nobody.
    t.deepEqual([...new Set(said)], ['false_alarm', 'confirmed', undefined])
  })

  test(named('alerts are found by service and policy, in each order, until they are deleted'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [p, q] = [randomUUID(), randomUUID()]
    const raise = (title: string, now: string, fields: Partial<AlertCandidate>, to = tenant) =>
      store.alerts.raise(to, [aCandidate({ title, ...fields })], now, LONG_AGO)
    await raise('a', NOW, { policy_ids: [p, q, p], severity: 'low' })
    await raise('b', LATER, { policy_ids: [p], platform_id: 'claude-web', user_id: randomUUID() })
    await raise('c', LATER, { platform_id: null })
    await raise('x', LATER, { policy_ids: [p] }, other)
    const find = async (filter: AlertFilter, field: AlertSort['field'] = 'created_at') => {
      const { items, total } = await store.alerts.list(tenant, filter, { field, descending: false }, FIRST_PAGE)
      t.is(items.length, total)
      return items.map(({ title }) => title).join('')
    }
    for (const field of ['created_at', 'updated_at', 'severity'] as const) {
      t.is(await find({ policy_id: p }, field), 'ab')
      t.is(await find({ policy_id: q }, field), 'a')
      t.is(await find({ platform_id: 'claude-web' }, field), 'b')
      t.is(await find({ policy_id: p, platform_id: 'openai-api', status: 'open' }, field), 'a')
      t.is(await find({ policy_id: randomUUID() }, field), '')
    }
    const { items } = await store.alerts.list(
      tenant,
      { policy_id: q },
      { field: 'severity', descending: true },
      FIRST_PAGE,
    )
    await store.alerts.setStatus(tenant, items[0]?.id ?? '', 'resolved', 'jo', NOW)
    t.is(await find({ policy_id: p, status: 'open' }), 'b')
    t.is(await find({ policy_id: p, status: 'resolved', severity: 'low', type: 'policy_block' }), 'a')
    // What is added to an alert shows in the lists of its policies too.
    const more: Partial<AlertCandidate> = { policy_ids: [p, q, p], severity: 'critical' }
    await store.alerts.setStatus(tenant, items[0]?.id ?? '', 'open', null, NOW)
    await raise('a', LATER, more)
    t.is(await find({ policy_id: p, severity: 'critical' }, 'severity'), 'a')
    t.is(await find({ policy_id: p, severity: 'low' }), '')
    await store.alerts.setStatus(tenant, items[0]?.id ?? '', 'resolved', 'jo', NOW)
    t.is(await store.alerts.deleteResolved(tenant, LATER, 10), 1)
    t.is(await find({ policy_id: p }), 'b')
    t.is(await find({ policy_id: q }), '')
  })

  test(named('alerts are filtered, sorted and paged'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user_id = randomUUID()
    await store.alerts.raise(tenant, [aCandidate({ severity: 'high', title: 'a', user_id })], NOW, LONG_AGO)
    await store.alerts.raise(
      tenant,
      [aCandidate({ severity: 'low', title: 'b', type: 'new_ai_service' })],
      LATER,
      LONG_AGO,
    )
    const find = async (filter: AlertFilter, field: AlertSort['field'] = 'created_at', descending = false) => {
      const { items, total } = await store.alerts.list(tenant, filter, { field, descending }, FIRST_PAGE)
      t.is(items.length, total)
      return items.map(({ title }) => title).join('')
    }
    t.is(await find({}), 'ab')
    t.is(await find({}, 'created_at', true), 'ba')
    t.is(await find({}, 'updated_at'), 'ab')
    t.is(await find({}, 'severity'), 'ba')
    t.is(await find({}, 'severity', true), 'ab')
    t.is(await find({ severity: 'low' }), 'b')
    t.is(await find({ status: 'resolved' }), '')
    t.is(await find({ type: 'new_ai_service' }), 'b')
    t.is(await find({ user_id }), 'a')
    t.is(await find({ start_date: LATER }), 'b')
    t.is(await find({ end_date: NOW }), 'a')
    const page = await store.alerts.list(tenant, {}, { field: 'severity', descending: false }, { offset: 1, limit: 1 })
    t.deepEqual([page.items[0]?.title, page.total], ['a', 2])
  })

  test(named('alerts that were resolved long ago are deleted, some at a time'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const platforms = ['a', 'b', 'c', 'open', 'late']
    for (const tenantId of [tenant, other]) {
      const candidates = platforms.map((platform_id) => aCandidate({ platform_id }))
      for (const { alert } of await store.alerts.raise(tenantId, candidates, LONG_AGO, LONG_AGO)) {
        if (alert.platform_id === 'open') continue
        await store.alerts.setStatus(
          tenantId,
          alert.id,
          'resolved',
          'jo',
          alert.platform_id === 'late' ? LATER : LONG_AGO,
        )
      }
    }
    t.is(await store.alerts.deleteResolved(tenant, NOW, 2), 2)
    t.is(await store.alerts.deleteResolved(tenant, NOW, 2), 1)
    t.is(await store.alerts.deleteResolved(tenant, NOW, 2), 0)
    const left = async (tenantId: string) =>
      (await store.alerts.list(tenantId, {}, { field: 'created_at', descending: false }, FIRST_PAGE)).items
        .map(({ platform_id }) => platform_id)
        .sort()
    t.deepEqual(await left(tenant), ['late', 'open'])
    t.is((await left(other)).length, 5)
  })
}
