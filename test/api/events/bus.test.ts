import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { EventBus } from '../../../api/events/bus.ts'
import { publishCreated } from '../../../api/policies/policy-changes.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import type { Event } from '../../../core/model/event.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, aPolicy } from '../store/fixtures.ts'

const NOW = new Date(AT)

/** A bus that follows the store of two tenants. */
async function open(t: ExecutionContext) {
  const lines: string[] = []
  const now = () => NOW
  const bus = new EventBus(pino({}, { write: (line) => lines.push(line) }), now)
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'), { now })
  t.teardown(() => store.close())
  const stop = bus.follow(store.outbox)
  const tenants = [randomUUID(), randomUUID()] as const
  for (const id of tenants) await store.tenants.insert({ id, name: id, created_at: AT })
  const change = (tenant: string) => store.policies.insert(aPolicy(tenant), publishCreated)
  return { bus, tenants, change, stop, lines }
}

test('a subscriber of a tenant hears of that tenant, a subscriber of all of every one that it wants', async (t) => {
  const { bus, tenants, change } = await open(t)
  const [mine, all, some]: Event[][] = [[], [], []]
  bus.subscribe(tenants[0], (event) => mine?.push(event))
  bus.subscribeAll((event) => all?.push(event))
  bus.subscribeAll(
    (event) => some?.push(event),
    (tenant) => tenant === tenants[1],
  )
  for (const tenant of tenants) await change(tenant)
  t.deepEqual(
    [mine, all, some].map((events) => events?.map(({ tenant_id }) => tenant_id)),
    [[tenants[0]], [...tenants], [tenants[1]]],
  )
  t.is(mine?.[0]?.id, all?.[0]?.id)
  t.is(mine?.[0]?.timestamp, AT)
})

test('what is relayed reaches the listeners of its tenant, never those of all tenants', async (t) => {
  const { bus, tenants } = await open(t)
  const heard: Event[] = []
  bus.subscribe(tenants[0], (event) => heard.push(event))
  bus.subscribe(tenants[1], () => t.fail())
  bus.subscribeAll(() => t.fail())
  bus.relay(tenants[0], 'policy.deleted', { id: 'x' })
  t.like(heard[0], { event_type: 'policy.deleted', tenant_id: tenants[0], timestamp: AT, data: { id: 'x' } })
})

test('a bus wants what somebody listens to, and nothing when the last one is gone', async (t) => {
  const { bus, tenants, change } = await open(t)
  const [tenant, other] = tenants
  t.false(bus.wants(tenant, 'policy.created'))
  const unsubscribe = [
    bus.subscribe(tenant, () => {}),
    bus.subscribeAll(
      () => {},
      (_, type) => type === 'alert.created',
    ),
  ]
  t.true(bus.wants(tenant, 'policy.created'))
  t.false(bus.wants(other, 'policy.created'))
  t.true(bus.wants(other, 'alert.created'))
  for (const end of unsubscribe) end()
  t.false(bus.wants(tenant, 'policy.created'))
  t.false(bus.wants(other, 'alert.created'))
  await change(tenant)
})

test('a listener that fails is logged, and neither the change nor the others notice', async (t) => {
  const { bus, tenants, change, stop, lines } = await open(t)
  let heard = 0
  bus.subscribe(tenants[0], () => {
    throw new Error('broken listener')
  })
  bus.subscribe(tenants[0], () => {
    heard += 1
  })
  t.is((await change(tenants[0])).version, 1)
  t.is(heard, 1)
  t.is(lines.length, 1)
  t.true(lines[0]?.includes('ERR_EVENT_LISTENER'))
  stop()
  await change(tenants[0])
  t.is(heard, 1)
})
