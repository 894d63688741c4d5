import { randomUUID } from 'node:crypto'
import type { AlertCandidate } from '../../../core/alerting/candidate.ts'
import { aHold } from './contract-documents.ts'
import { AT, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

const EARLY = '2026-01-01T00:00:00.000Z'
const MIDDLE = '2026-02-01T00:00:00.000Z'
const LATE = '2026-03-01T00:00:00.000Z'

export function testLegalHolds({ test, named, openTenant }: Suite): void {
  test(named('alerts that are under a hold stay when they are old'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const [held, free] = [randomUUID(), randomUUID()]
    const raise = async (user_id: string | null, at: string) => {
      const candidate: AlertCandidate = {
        ...{ type: 'policy_block', severity: 'low', title: '', description: '', interaction_id: null },
        ...{ user_id, platform_id: at, policy_ids: [], count: 1 },
      }
      const [raised] = await store.alerts.raise(tenant, [candidate], at, at)
      await store.alerts.setStatus(tenant, raised?.alert.id ?? '', 'resolved', 'jo', at)
    }
    for (const user of [held, free, null]) for (const at of [EARLY, MIDDLE, LATE]) await raise(user, at)
    const left = async () => {
      const { items } = await store.alerts.list(tenant, {}, { field: 'created_at', descending: false }, FIRST_PAGE)
      return items.map(({ user_id, created_at }) => `${user_id} ${created_at}`).sort()
    }
    t.is(await store.alerts.deleteResolved(tenant, AT, 100, [aHold(tenant)]), 0)
    const ofUser = aHold(tenant, { user_id: held, start_date: MIDDLE })
    const ofDay = aHold(tenant, { start_date: EARLY, end_date: EARLY })
    t.is(await store.alerts.deleteResolved(tenant, AT, 100, [ofUser, ofDay]), 4)
    const expected = [...[held, free, 'null'].map((user) => `${user} ${EARLY}`), `${held} ${MIDDLE}`, `${held} ${LATE}`]
    t.deepEqual(await left(), expected.sort())
    t.is(await store.alerts.deleteResolved(tenant, AT, 100, []), 5)
  })
}
