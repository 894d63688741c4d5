import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { prefixedId } from '../../../../api/ids.ts'
import { openSqliteStore } from '../../../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../../api/store/store.ts'
import type { Alarm, DeliveryQueue } from '../../../../api/webhooks/delivery-queue.ts'
import type { OptionalTest } from '../../../support/optional.ts'
import { TestRedis, testWithRedis } from '../../../support/redis.ts'
import { fileScope } from '../../../support/scope.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { until } from '../../../support/wire.ts'
import { aDelivery, aWebhook } from '../../store/fixtures.ts'
import { aRedisQueue, aTableTimer } from './queues.ts'

const scope = fileScope()

interface Installation {
  readonly store: Store
  /** The queue of one more process of this installation. */
  readonly aQueue: () => DeliveryQueue
  /** Once a queue has started: until it has all that it works with. */
  readonly isThere: () => Promise<boolean>
}

const installations = {
  timer: async (t: ExecutionContext): Promise<Installation> => {
    const store = await aStore(t)
    return { store, aQueue: () => aTableTimer(store.deliveries), isThere: async () => true }
  },
  BullMQ: async (t: ExecutionContext): Promise<Installation> => {
    const store = await aStore(t)
    const redis = await TestRedis.start(scope)
    const client = redis.client(t)
    return {
      store,
      aQueue: () => aRedisQueue(t, redis, store.deliveries).queue,
      isThere: async () => (await client.exists('weir:bullmq:deliveries:meta')) === 1,
    }
  },
}

async function aStore(t: ExecutionContext): Promise<Store> {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  return store
}

/** A pending delivery that is due N milliseconds from now (`inMs`), and its alarm. */
async function aPendingDelivery(store: Store, inMs: number): Promise<Alarm> {
  const tenant_id = randomUUID()
  await store.tenants.insert({ id: tenant_id, name: tenant_id, created_at: new Date().toISOString() })
  const webhook = aWebhook(tenant_id)
  await store.webhooks.insert(webhook)
  const at = Date.now() + inMs
  const due = new Date(at).toISOString()
  const delivery = aDelivery(webhook, { id: prefixedId('dlv'), created_at: due, next_attempt_at: due })
  await store.deliveries.insert(delivery)
  return { delivery_id: delivery.id, attempt: 1, tenant_id, webhook_id: webhook.id, at }
}

/** When each webhook was rung for. */
function aListener(queue: DeliveryQueue, t: ExecutionContext) {
  const rung = new Map<string, number[]>()
  queue.start(({ webhook_id }) => rung.set(webhook_id, [...(rung.get(webhook_id) ?? []), Date.now()]))
  t.teardown(() => queue.close())
  return {
    rung,
    hears: (...alarms: Alarm[]) =>
      until(
        () => alarms.every(({ webhook_id }) => rung.has(webhook_id)),
        () => `${rung.size} of ${alarms.length} alarms have rung`,
      ),
  }
}

for (const [name, anInstallation] of Object.entries(installations)) {
  const queueTest: OptionalTest = name === 'BullMQ' ? testWithRedis(test) : test

  queueTest(`${name}: what is overdue when it starts is rung for`, async (t) => {
    const { store, aQueue } = await anInstallation(t)
    const alarm = await aPendingDelivery(store, -60_000)
    await aListener(aQueue(), t).hears(alarm)
    t.pass()
  })

  queueTest(`${name}: an alarm rings at its time, not before, and soon after`, async (t) => {
    const { store, aQueue } = await anInstallation(t)
    const queue = aQueue()
    const { hears, rung } = aListener(queue, t)
    const alarms: Alarm[] = []
    for (const inMs of [0, 900, 300]) alarms.push(await aPendingDelivery(store, inMs))
    queue.schedule(alarms)
    await hears(...alarms)
    for (const { webhook_id, at } of alarms) {
      const first = rung.get(webhook_id)?.[0] ?? 0
      t.true(first >= at && first < at + 5000, `${first - at} ms late`)
    }
  })

  queueTest(
    `${name}: asking twice for the same attempt does no harm, and the next attempt rings as well`,
    async (t) => {
      const { store, aQueue } = await anInstallation(t)
      const queue = aQueue()
      const { hears, rung } = aListener(queue, t)
      const alarm = await aPendingDelivery(store, 0)
      for (let time = 0; time < 5; time += 1) queue.schedule([alarm])
      await hears(alarm)
      rung.clear()
      queue.schedule([{ ...alarm, attempt: 2, at: Date.now() + 50 }])
      await hears(alarm)
      t.pass()
    },
  )

  queueTest(`${name}: what one process has scheduled rings although that process ends`, async (t) => {
    const { store, aQueue, isThere } = await anInstallation(t)
    const leaving = aQueue()
    leaving.start(() => t.fail('it rang too early'))
    await until(isThere, () => 'the queue does not start')
    const alarm = await aPendingDelivery(store, 1500)
    leaving.schedule([alarm])
    const { hears } = aListener(aQueue(), t)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await leaving.close()
    await hears(alarm)
    t.true(Date.now() >= alarm.at)
  })

  queueTest(`${name}: what is closed rings no more, and closing twice is closing`, async (t) => {
    const { store, aQueue } = await anInstallation(t)
    const queue = aQueue()
    let isClosed = false
    queue.start(() => t.false(isClosed))
    const alarm = await aPendingDelivery(store, 200)
    queue.schedule([alarm])
    await queue.close()
    isClosed = true
    await queue.close()
    queue.schedule([{ ...alarm, attempt: 2, at: Date.now() }])
    await new Promise((resolve) => setTimeout(resolve, 400))
    t.pass()
  })
}
