import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { Queue, Worker } from 'bullmq'
import { prefixedId } from '../../../../api/ids.ts'
import { openSqliteStore } from '../../../../api/store/sqlite/sqlite-store.ts'
import type { Alarm } from '../../../../api/webhooks/delivery-queue.ts'
import { TestRedis, testWithRedis } from '../../../support/redis.ts'
import type { Scope } from '../../../support/scope.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { until } from '../../../support/wire.ts'
import { aDelivery, aWebhook } from '../../store/fixtures.ts'
import { aRedisQueue, EMPTY_TABLE } from './queues.ts'

const redisTest = testWithRedis(test)
const KEYS = 'weir:bullmq:deliveries'

function anAlarm(inMs: number): Alarm {
  return {
    delivery_id: prefixedId('dlv'),
    attempt: 1,
    tenant_id: randomUUID(),
    webhook_id: prefixedId('whk'),
    at: Date.now() + inMs,
  }
}

/** Waits until a queue has connected and made its keys. */
async function untilThere(redis: TestRedis, scope: Scope): Promise<void> {
  const client = redis.client(scope)
  await until(
    async () => (await client.exists(`${KEYS}:meta`)) === 1,
    () => 'the queue does not start',
  )
  client.disconnect()
}

redisTest('jobs are one an attempt, delayed, under a prefix, and gone when they have rung', async (t) => {
  const redis = await TestRedis.start(t)
  const { queue } = aRedisQueue(t, redis, EMPTY_TABLE)
  const rung: string[] = []
  queue.start(({ webhook_id }) => rung.push(webhook_id))
  t.teardown(() => queue.close())
  await untilThere(redis, t)
  const client = redis.client(t)
  const alarm = anAlarm(3000)
  for (let time = 0; time < 10; time += 1) queue.schedule([alarm])
  await until(
    async () => (await client.zcard(`${KEYS}:delayed`)) === 1,
    () => 'there is no delayed job',
  )
  t.deepEqual(await client.keys('*dlv*'), [`${KEYS}:${alarm.delivery_id}-1`])
  await until(
    () => rung.length > 0,
    () => 'it did not ring',
  )
  t.true(Date.now() >= alarm.at)
  await until(
    async () => (await client.keys('*dlv*')).length === 0,
    () => 'the job was not put away',
  )
  t.deepEqual(rung, [alarm.webhook_id])
  t.true((await client.keys('*')).every((key) => key.startsWith('weir:')))
})

redisTest('of two processes one rings for an alarm', async (t) => {
  const redis = await TestRedis.start(t)
  const rung: string[] = []
  for (let process = 0; process < 2; process += 1) {
    const { queue } = aRedisQueue(t, redis, EMPTY_TABLE)
    queue.start(({ webhook_id }) => rung.push(webhook_id))
    t.teardown(() => queue.close())
  }
  const { queue } = aRedisQueue(t, redis, EMPTY_TABLE)
  queue.start(({ webhook_id }) => rung.push(webhook_id))
  t.teardown(() => queue.close())
  await untilThere(redis, t)
  const alarms = Array.from({ length: 50 }, () => anAlarm(100))
  queue.schedule(alarms)
  await until(
    () => rung.length >= alarms.length,
    () => `${rung.length} have rung`,
  )
  t.deepEqual(rung.toSorted(), alarms.map(({ webhook_id }) => webhook_id).toSorted())
})

redisTest('an alarm that a process took and died with rings in another', async (t) => {
  const redis = await TestRedis.start(t)
  const connection = { port: redis.port, maxRetriesPerRequest: null }
  const dead = new Worker('deliveries', () => new Promise(() => {}), {
    connection,
    prefix: 'weir:bullmq',
    lockDuration: 500,
    skipLockRenewal: true,
    skipStalledCheck: true,
  })
  dead.on('error', () => {})
  const producer = new Queue('deliveries', { connection, prefix: 'weir:bullmq' })
  const { tenant_id, webhook_id, at } = anAlarm(0)
  await producer.add('due', { tenant_id, webhook_id, at }, { jobId: 'dlv_x-1' })
  await until(
    async () => (await producer.getActiveCount()) === 1,
    () => 'nobody took the job',
  )
  const { queue } = aRedisQueue(t, redis, EMPTY_TABLE, { stalledMs: 500 })
  const rung: string[] = []
  queue.start((webhook) => rung.push(webhook.webhook_id))
  t.teardown(async () => {
    await queue.close()
    await dead.close(true)
    await producer.close()
  })
  await until(
    () => rung.length > 0,
    () => 'it did not ring',
  )
  t.deepEqual(rung, [webhook_id])
})

redisTest('while Redis is away a timer rings in time; when it is back it rings again', async (t) => {
  const redis = await TestRedis.start(t)
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  const { queue, lines } = aRedisQueue(t, redis, store.deliveries)
  const rung = new Map<string, number>()
  queue.start(({ webhook_id }) => rung.set(webhook_id, rung.get(webhook_id) ?? Date.now()))
  t.teardown(() => queue.close())
  await untilThere(redis, t)

  const inTable = async (inMs: number): Promise<Alarm> => {
    const tenant_id = randomUUID()
    await store.tenants.insert({ id: tenant_id, name: tenant_id, created_at: new Date().toISOString() })
    const webhook = aWebhook(tenant_id)
    await store.webhooks.insert(webhook)
    const at = Date.now() + inMs
    const due = new Date(at).toISOString()
    const delivery = aDelivery(webhook, { created_at: due, next_attempt_at: due })
    await store.deliveries.insert(delivery)
    return { delivery_id: delivery.id, attempt: 1, tenant_id, webhook_id: webhook.id, at }
  }
  const hears = (alarm: Alarm) =>
    until(
      () => rung.has(alarm.webhook_id),
      () => 'it did not ring',
    )

  const before = await inTable(1500)
  queue.schedule([before])
  await redis.kill()
  const during = await inTable(500)
  queue.schedule([during])
  await hears(during)
  await hears(before)
  for (const { webhook_id, at } of [before, during]) {
    const late = (rung.get(webhook_id) ?? 0) - at
    t.true(late >= 0 && late < 3000, `${late} ms late`)
  }
  await redis.startAgain()
  const client = redis.client(t)
  await until(
    async () => {
      const after = await inTable(400)
      queue.schedule([after])
      let isInRedis = false
      await until(
        async () => {
          isInRedis ||= (await client.exists(`${KEYS}:${after.delivery_id}-1`)) === 1
          return rung.has(after.webhook_id)
        },
        () => 'it did not ring',
      )
      return isInRedis
    },
    () => 'Redis is not used again',
  )
  const messages = lines.map((line) => JSON.parse(line).msg as string)
  t.true(messages.length < 10, messages.join('\n'))
})

redisTest('a Redis that forgets everything loses no alarm', async (t) => {
  const redis = await TestRedis.start(t, ['--appendonly', 'no'])
  const at = Date.now() + 3000
  const webhook = { tenant_id: randomUUID(), webhook_id: prefixedId('whk') }
  const table = {
    dueWebhooks: async (now: string) => (Date.parse(now) >= at ? [webhook] : []),
    nextDue: async () => new Date(at).toISOString(),
  }
  const { queue } = aRedisQueue(t, redis, table)
  const rung: number[] = []
  queue.start(() => rung.push(Date.now()))
  t.teardown(() => queue.close())
  await untilThere(redis, t)
  queue.schedule([{ ...webhook, delivery_id: prefixedId('dlv'), attempt: 2, at }])
  await redis.kill()
  await redis.startAgain()
  t.is(await redis.client(t).exists(`${KEYS}:delayed`), 0)
  await until(
    () => rung.length > 0,
    () => 'it did not ring',
  )
  t.true((rung[0] ?? 0) - at < 3000)
})

redisTest('a Redis that is not there yet holds nothing up: a timer rings until it comes', async (t) => {
  const redis = await TestRedis.start(t)
  await redis.kill()
  const { queue, lines } = aRedisQueue(t, redis, EMPTY_TABLE)
  const rung: string[] = []
  queue.start(({ webhook_id }) => rung.push(webhook_id))
  t.teardown(() => queue.close())
  const alone = anAlarm(0)
  queue.schedule([alone])
  t.deepEqual(rung, [alone.webhook_id])
  await until(
    () => lines.some((line) => line.includes('ERR_REDIS_LOST')),
    () => 'nothing was logged',
  )
  await redis.startAgain()
  await untilThere(redis, t)
  const alarm = anAlarm(50)
  queue.schedule([alarm])
  await until(
    () => rung.includes(alarm.webhook_id),
    () => 'it did not ring through Redis',
  )
})

redisTest('closing does not wait for a Redis that is away', async (t) => {
  const redis = await TestRedis.start(t)
  const { queue } = aRedisQueue(t, redis, EMPTY_TABLE)
  queue.start(() => {})
  await untilThere(redis, t)
  await redis.kill()
  const started = Date.now()
  await queue.close()
  t.true(Date.now() - started < 3000)
})

redisTest('a Redis that may evict keys is named in a warning; one that may not is not', async (t) => {
  for (const [policy, isWarned] of [
    ['allkeys-lru', true],
    ['noeviction', false],
  ] as const) {
    const redis = await TestRedis.start(t, ['--maxmemory-policy', policy])
    const { queue, lines } = aRedisQueue(t, redis, EMPTY_TABLE)
    const rung: string[] = []
    queue.start(({ webhook_id }) => rung.push(webhook_id))
    t.teardown(() => queue.close())
    await untilThere(redis, t)
    const alarm = anAlarm(300)
    queue.schedule([alarm])
    await until(
      () => rung.length > 0 && (!isWarned || lines.length > 0),
      () => 'nothing was logged',
    )
    t.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ code, maxmemory_policy }) => [code, maxmemory_policy]),
      isWarned ? [['ERR_REDIS_EVICTION', policy]] : [],
    )
  }
})
