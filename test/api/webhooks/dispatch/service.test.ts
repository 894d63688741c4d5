import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Alert } from '../../../../core/model/alert.ts'
import type { AuditEntry } from '../../../../core/model/audit.ts'
import type { Delivery, WebhookWithSecret } from '../../../../core/model/webhook.ts'
import { crowding } from '../../../support/crowding.ts'
import { TestMongo, testWithMongo } from '../../../support/mongodb.ts'
import type { OptionalTest } from '../../../support/optional.ts'
import { TestRedis, testWithRedis } from '../../../support/redis.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { startWebhookApi } from '../../../support/webhook-api.ts'
import { until } from '../../../support/wire.ts'

type Options = Parameters<typeof startWebhookApi>[1]

async function start(t: ExecutionContext, options: Options = {}) {
  const dataDir = temporaryFolder(t)
  const { api, receiver, origin } = await startWebhookApi(t, { dataDir, ...options })
  const ask = <T>(method: string, path: string, json?: unknown) =>
    api.request<T>(method, path, { token: api.admin, ...(json !== undefined && { json }) })
  return {
    api,
    receiver,
    dataDir,
    ask,
    addWebhook: async (path: string, events = ['policy.created']) =>
      (await ask<WebhookWithSecret>('POST', '/webhooks', { url: origin + path, events })).json,
    createPolicy: (name: string) => ask('POST', '/policies', { name, rules: { action: 'log', conditions: [] } }),
    deliveries: async (id: string) =>
      (await ask<{ deliveries: Delivery[] }>('GET', `/webhooks/${id}/deliveries`)).json.deliveries,
    received: (path: string) => receiver.deliveries.filter(({ url }) => url === path).length,
    record: async (count: number) => {
      for (let left = count; left > 0; left -= 500) {
        const interactions = Array.from({ length: Math.min(left, 500) }, () => ({
          platform_id: 'openai-api',
          content_hash: 'a'.repeat(64),
        }))
        const { json } = await ask<{ stored: number }>('POST', '/interactions/batch', interactions)
        t.is(json.stored, interactions.length)
      }
    },
  }
}

const queues: Record<string, (t: ExecutionContext) => Promise<Record<string, string>>> = {
  timer: async () => ({}),
  BullMQ: async (t) => ({ WEIR_REDIS_URL: (await TestRedis.start(t)).url }),
}

for (const [name, settings] of Object.entries(queues)) {
  const queueTest: OptionalTest = name === 'BullMQ' ? testWithRedis(test) : test

  queueTest(`${name}: five attempts on a real clock, then off, an alert and a mail, and on again by PUT`, async (t) => {
    let status = 500
    const times: number[] = []
    const { api, ask, addWebhook, createPolicy, deliveries, received, dataDir } = await start(t, {
      env: { WEIR_WEBHOOK_SCHEDULE: '0,1,2,3,4', ...(await settings(t)) },
      answer: (_, response) => {
        times.push(performance.now())
        response.writeHead(status).end()
      },
    })
    const { id, url } = await addWebhook('/hook')
    const began = performance.now()
    await createPolicy('one')
    const isActive = async () => (await ask<{ active: boolean }>('GET', `/webhooks/${id}`)).json.active
    await until(
      async () => !(await isActive()),
      () => `${times.length} attempts`,
      40_000,
    )
    t.is(times.length, 5)
    // The clock of the schedule is exact (retries.test.ts); this one is of a machine that has other things to do.
    const late = 4000 * crowding()
    t.true((times[0] ?? Number.POSITIVE_INFINITY) - began < late, 'the first one at once')
    for (const [index, delay] of [1, 2, 3, 4].entries()) {
      const waited = ((times[index + 1] ?? 0) - (times[index] ?? 0)) / 1000
      t.true(waited >= delay * 0.99 && waited * 1000 < delay * 1100 + late, `${waited} s instead of ${delay}`)
    }
    const [delivery] = await deliveries(id)
    t.like(delivery, { state: 'failed', attempt: 5, next_attempt_at: null })

    await until(
      async () => (await ask<{ total: number }>('GET', '/audit-log?action=webhook.disabled')).json.total === 1,
      () => 'the audit log does not say so',
    )
    const { json: alerts } = await ask<{ alerts: Alert[] }>('GET', '/alerts?type=webhook_disabled')
    t.deepEqual(
      alerts.alerts.map(({ severity, count }) => [severity, count]),
      [['medium', 1]],
    )
    const { json: log } = await ask<{ entries: AuditEntry[] }>('GET', `/audit-log?action=webhook.disabled`)
    t.deepEqual(
      log.entries.map(({ actor_id, target_id }) => [actor_id, target_id]),
      [[null, id]],
    )
    const outbox = join(dataDir, 'outbox')
    let mails: string[] = []
    await until(
      () => {
        mails = readdirSync(outbox).filter((file) => file.endsWith('.eml'))
        return mails.length > 0
      },
      () => 'there is no mail',
    )
    t.is(mails.length, 1)
    const mail = readFileSync(join(outbox, mails[0] ?? ''), 'latin1').replaceAll('=\r\n', '')
    for (const wanted of [id, new URL(url).host, `${api.server.url}/webhooks/${id}`])
      t.true(mail.includes(wanted), wanted)

    await createPolicy('not for a webhook that is off')
    status = 204
    t.is((await ask('PUT', `/webhooks/${id}`, { active: true })).status, 200)
    await createPolicy('two')
    await until(
      () => received('/hook') === 6,
      () => `${received('/hook')} requests`,
    )
    t.is((await deliveries(id)).length, 2)
  })

  queueTest(
    `${name}: 10,000 deliveries to a receiver that never answers do not delay another's by a second`,
    async (t) => {
      const { addWebhook, createPolicy, received, record, receiver, ask } = await start(t, {
        env: await settings(t),
        answer: (request, response) => {
          if (request.url !== '/dead') response.writeHead(204).end()
        },
      })
      const dead = await addWebhook('/dead', ['interaction.created'])
      await addWebhook('/alive')
      await record(10_000)
      const delays: number[] = []
      for (let count = 1; count <= 7; count += 1) {
        await createPolicy(`policy ${count}`)
        const committed = performance.now()
        await until(
          () => received('/alive') === count,
          () => 'it does not arrive',
        )
        delays.push(performance.now() - committed)
      }
      // The machine that runs this may stand still for a moment; most must be in time.
      const median = delays.toSorted((a, b) => a - b)[3] ?? Number.POSITIVE_INFINITY
      t.true(median < 1000 * crowding(), `${delays.map(Math.round).join(', ')} ms`)
      t.log(`${delays.map(Math.round).join(', ')} ms`)
      t.true([...receiver.sockets].length <= 16 + 8)
      t.is((await ask('DELETE', `/webhooks/${dead.id}`)).status, 204)
    },
  )

  queueTest(
    `${name}: what is under way when the API stops is finished, and what waits goes on at the next start`,
    async (t) => {
      const env = { ...(await settings(t)), WEIR_WEBHOOK_CONCURRENCY: '1' }
      const dataDir = temporaryFolder(t)
      const answer: NonNullable<Options>['answer'] = (_, response) =>
        void setTimeout(() => response.writeHead(204).end(), 300)
      const first = await start(t, { env, answer, dataDir })
      const { id } = await first.addWebhook('/hook')
      for (let count = 0; count < 4; count += 1) await first.createPolicy(`policy ${count}`)
      await until(
        () => first.received('/hook') === 1,
        () => 'nothing arrives',
      )
      await first.api.server.close()
      const arrived = first.received('/hook')
      t.true(arrived < 4)
      // Deliveries go to the receiver of the first.
      const ca = join(dataDir, 'receiver-ca.pem')
      writeFileSync(ca, first.api.settings.webhookCa ?? '')
      const second = await start(t, { env: { ...env, WEIR_WEBHOOK_CA: ca }, dataDir })
      let states: unknown[] = []
      await until(
        async () => {
          states = (await second.deliveries(id)).map(({ state, attempt }) => `${state} at attempt ${attempt}`)
          return states.every((state) => state === 'succeeded at attempt 1')
        },
        () => JSON.stringify(states),
      )
      t.is(states.length, 4)
      t.is(first.received('/hook'), 4)
    },
  )
}

const mongo = new TestMongo()
test.after.always(() => mongo.close())

for (const [name, settings] of Object.entries(queues)) {
  const sharedTest = testWithMongo(name === 'BullMQ' ? testWithRedis(test) : test)

  sharedTest(`${name}: two APIs on one database share the deliveries, and each arrives once`, async (t) => {
    const shared = {
      ...(await settings(t)),
      WEIR_MONGODB_URL: await mongo.newDatabase(),
      WEIR_JWT_SECRET: 'one secret for all processes of a test',
      WEIR_WEBHOOK_CONCURRENCY: '2',
    }
    const first = await start(t, { env: shared })
    const ca = join(first.dataDir, 'receiver-ca.pem')
    writeFileSync(ca, first.api.settings.webhookCa ?? '')
    const second = await start(t, { env: { ...shared, WEIR_WEBHOOK_CA: ca } })
    const { id } = await first.addWebhook('/hook', ['interaction.created'])
    // A process learns within half a second what webhooks another one has made.
    await until(
      async () => (await second.ask('GET', `/webhooks/${id}`)).status === 200,
      () => 'the second API does not know the webhook',
    )
    const total = 200
    await Promise.all([first.record(total / 2), second.record(total / 2)])
    await until(
      () => first.received('/hook') >= total,
      () => `${first.received('/hook')} arrived`,
    )
    const ids = first.receiver.deliveries.map(({ headers }) => headers['webhook-id'])
    t.is(new Set(ids).size, total)
    t.is(ids.length, total)
  })
}

testWithRedis(test)('Redis vanishes and returns while events flow: each arrives, and none is sent twice', async (t) => {
  const redis = await TestRedis.start(t)
  const { addWebhook, createPolicy, received, receiver } = await start(t, { env: { WEIR_REDIS_URL: redis.url } })
  await addWebhook('/hook')
  const total = 120
  for (let count = 0; count < total; count += 1) {
    if (count === 30 || count === 80) await redis.kill()
    if (count === 60 || count === 100) await redis.startAgain()
    await createPolicy(`policy ${count}`)
  }
  await until(
    () => received('/hook') >= total,
    () => `${received('/hook')} arrived`,
  )
  const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id'])
  t.is(ids.length, total)
  t.is(new Set(ids).size, total)
})

testWithRedis(test)('the API starts although Redis is not there, delivers, and uses it once it is', async (t) => {
  const redis = await TestRedis.start(t)
  await redis.kill()
  const lines: string[] = []
  const { addWebhook, createPolicy, received } = await start(t, {
    env: { WEIR_REDIS_URL: redis.url },
    onLog: (line) => lines.push(line),
  })
  await addWebhook('/hook')
  await createPolicy('one')
  await until(
    () => received('/hook') === 1,
    () => 'it does not arrive',
  )
  t.true(lines.some((line) => line.includes('ERR_REDIS_LOST')))
  await redis.startAgain()
  const client = redis.client(t)
  await until(
    async () => (await client.exists('weir:bullmq:deliveries:meta')) === 1,
    () => 'the queue does not start',
  )
  await createPolicy('two')
  await until(
    () => received('/hook') === 2,
    () => 'it does not arrive',
  )
})
