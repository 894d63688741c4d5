import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { AuditLog } from '../../../../api/audit/audit-log.ts'
import { openSqliteStore } from '../../../../api/store/sqlite/sqlite-store.ts'
import { Disablement } from '../../../../api/webhooks/dispatch/disablement.ts'
import { WebhookMetrics } from '../../../../api/webhooks/dispatch/metrics.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { AT, aUser, aWebhook, FIRST_PAGE } from '../../store/fixtures.ts'
import { aWorld, SCHEDULE } from './harness.ts'

const HOUR_MS = 3_600_000
const NEWEST_FIRST = { field: 'created_at', descending: true } as const

test('endpoint_disable_on_repeated_failure: off, with an alert, an audit entry and a mail to the owner', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 500 }) })
  const fields = { description: 'SOC', url: 'https://soc.example.com/hooks/7?token=secret' }
  const webhook = await world.addWebhook(fields)
  const [delivery] = await world.deliver(webhook)
  if (delivery === undefined) return t.fail()
  await world.clock.pass((5 + 30 + 300 + 1799) * 1000)
  t.true((await world.webhook(webhook)).active)
  t.deepEqual(world.mails, [])
  await world.clock.pass(2000)
  t.false((await world.webhook(webhook)).active)
  t.is((await world.delivery(delivery)).state, 'failed')

  const { items: alerts } = await world.store.alerts.list(world.tenantId, {}, NEWEST_FIRST, FIRST_PAGE)
  t.is(alerts.length, 1)
  t.like(alerts[0], { type: 'webhook_disabled', severity: 'medium', status: 'open', count: 1, interaction_id: null })
  t.is(alerts[0]?.title, 'The webhook “SOC” (soc.example.com) was switched off')
  t.true(alerts[0]?.description.includes(webhook.id))

  const { items: entries } = await world.store.audit.list(world.tenantId, {}, FIRST_PAGE)
  t.is(entries.length, 1)
  t.like(entries[0], {
    action: 'webhook.disabled',
    actor_id: null,
    actor_email: null,
    ip: null,
    target_type: 'webhook',
    target_id: webhook.id,
    details: { attempts: 5, last_error: 'status: 500' },
  })

  t.is(world.mails.length, 1)
  const [mail] = world.mails
  t.is(mail?.to, world.owner)
  for (const part of [mail?.text ?? '', mail?.html ?? '']) {
    for (const wanted of ['SOC', webhook.id, 'soc.example.com', 'status: 500', 'PUT']) {
      t.true(part.includes(wanted), wanted)
    }
    t.true(part.includes(`https://weir.example.com/api/v1/webhooks/${webhook.id}`))
    // The path of an address may be a secret.
    t.false(part.includes('hooks/7') || part.includes('token=secret'))
  }
  t.true((await world.registry.metrics()).includes('weir_api_webhooks_disabled_total 1\n'))
})

test('endpoint_disable_on_sporadic_failure: a webhook whose deliveries arrive in the end stays on', async (t) => {
  const seen = new Map<string, number>()
  const world = await aWorld(t, {
    receiver: ({ id }) => {
      const attempt = (seen.get(id) ?? 0) + 1
      seen.set(id, attempt)
      return { status: attempt < SCHEDULE.length ? 500 : 200 }
    },
  })
  const webhook = await world.addWebhook()
  for (let hour = 0; hour < 5; hour += 1) {
    await world.deliver(webhook, 2)
    await world.clock.pass(HOUR_MS)
  }
  t.true((await world.webhook(webhook)).active)
  t.is(await world.store.deliveries.countPending(webhook.id), 0)
  t.true([...seen.values()].every((attempts) => attempts === SCHEDULE.length))
  t.deepEqual(world.mails, [])
})

test('ten deliveries that fail for good at the same moment make one mail, one alert and one audit entry', async (t) => {
  const world = await aWorld(t, { receiver: () => undefined, schedule: [0], concurrency: 16 })
  const webhook = await world.addWebhook()
  const deliveries = await world.deliver(webhook, 10)
  await world.clock.pass(10_000)
  t.is(world.sender.mostUnderWay, 10)
  for (const delivery of deliveries) t.is((await world.delivery(delivery)).state, 'failed')
  t.is(world.mails.length, 1)
  const { items } = await world.store.alerts.list(world.tenantId, {}, NEWEST_FIRST, FIRST_PAGE)
  t.deepEqual(
    items.map(({ count }) => count),
    [1],
  )
  t.is((await world.store.audit.list(world.tenantId, {}, FIRST_PAGE)).total, 1)
})

test('a webhook that is changed while its last attempt is under way stays on', async (t) => {
  const world = await aWorld(t, {
    receiver: async (_, { tenant_id, id }) => {
      const changes = { url: 'https://mended.example.com/', updated_at: new Date(Date.parse(AT) + 1).toISOString() }
      await world.store.webhooks.update(tenant_id, id, changes)
      return { status: 410 }
    },
  })
  const webhook = await world.addWebhook()
  const [delivery] = await world.deliver(webhook)
  if (delivery === undefined) return t.fail()
  await world.clock.pass(1000)
  t.is((await world.delivery(delivery)).state, 'failed')
  t.true((await world.webhook(webhook)).active)
  t.deepEqual(world.mails, [])
})

test('410 disables at once, without another attempt', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 410 }) })
  const webhook = await world.addWebhook()
  const [delivery] = await world.deliver(webhook)
  if (delivery === undefined) return t.fail()
  await world.clock.pass(1000)
  t.false((await world.webhook(webhook)).active)
  t.is((await world.delivery(delivery)).state, 'failed')
  t.is(world.mails.length, 1)
  t.true(world.mails[0]?.text.includes('410'))
  await world.clock.pass(HOUR_MS)
  t.is(world.sender.sent.length, 1)
})

test('where the owner is gone, or can no longer switch it on, the active admins of the tenant get the mail', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 410 }) })
  const { tenantId, store } = world
  await store.users.insert(aUser(tenantId, { email: 'second@example.com' }))
  await store.users.insert(aUser(tenantId, { email: 'away@example.com', status: 'inactive' }))
  await store.users.insert(aUser(tenantId, { email: 'viewer@example.com', role: 'viewer' }))
  // Of the same address, in a tenant that the webhook is not of.
  await store.tenants.insert({ id: crypto.randomUUID(), name: 'Other', created_at: '2026-01-01T00:00:00.000Z' })
  const admins = ['owner@example.com', 'second@example.com']
  for (const created_by of ['gone@example.com', 'away@example.com', 'viewer@example.com']) {
    world.mails.length = 0
    await world.deliver(await world.addWebhook({ created_by }))
    await world.clock.pass(1000)
    t.deepEqual(world.mails.map(({ to }) => to).sort(), admins, created_by)
  }
})

test('what is told of a dead webhook is told also where the mail fails', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 410 }) })
  world.mails.push = () => {
    throw new Error('the disk is full')
  }
  const webhook = await world.addWebhook()
  await world.deliver(webhook)
  await world.clock.pass(1000)
  t.is(await world.store.alerts.countOpen(world.tenantId), 1)
  t.is((await world.store.audit.list(world.tenantId, {}, FIRST_PAGE)).total, 1)
  t.true(world.lines.some((line) => line.includes('about a webhook that was switched off failed')))
})

test('recovery_expected_retry_counts: what waits for a webhook that is off goes on when it is switched on again', async (t) => {
  let status = 500
  const world = await aWorld(t, { receiver: () => ({ status }), concurrency: 1 })
  const webhook = await world.addWebhook()
  const [first, second] = await world.deliver(webhook, 2)
  if (first === undefined || second === undefined) return t.fail()
  await world.clock.pass(HOUR_MS)
  t.is((await world.delivery(first)).state, 'failed')
  const waiting = await world.delivery(second)
  t.is(waiting.state, 'pending')
  const before = world.sender.sent.length
  await world.clock.pass(10 * HOUR_MS)
  t.is(world.sender.sent.length, before, 'off is off')

  status = 200
  await world.store.webhooks.update(webhook.tenant_id, webhook.id, { active: true, updated_at: webhook.updated_at })
  world.dispatcher.renew({ tenant_id: webhook.tenant_id, webhook_id: webhook.id })
  await world.clock.pass(1000)
  const { state, attempts } = await world.delivery(second)
  t.deepEqual([state, attempts.length], ['succeeded', waiting.attempts.length + 1])
  t.is((await world.delivery(first)).attempts.length, SCHEDULE.length, 'what has failed stays so')
})

test('what waited for days for its webhook is dropped rather than sent', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 200 }) })
  const webhook = await world.addWebhook({ active: false })
  const [old] = await world.deliver(webhook)
  await world.clock.pass(4 * 24 * HOUR_MS)
  const [young] = await world.deliver(webhook)
  if (old === undefined || young === undefined) return t.fail()
  await world.store.webhooks.update(webhook.tenant_id, webhook.id, { active: true, updated_at: webhook.updated_at })
  await world.clock.pass(61_000)
  t.is((await world.delivery(old)).state, 'dropped')
  t.is((await world.delivery(young)).state, 'succeeded')
  t.is(world.sender.sent.length, 1)
})

test('a webhook whose switching off cannot be written down stays on', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const tenant = crypto.randomUUID()
  await store.tenants.insert({ id: tenant, name: 'Example', created_at: AT })
  const webhook = aWebhook(tenant)
  await store.webhooks.insert(webhook)
  const logger = pino({ level: 'silent' })
  const now = () => new Date(AT)
  const disablement = new Disablement({
    store,
    metrics: new WebhookMetrics(new Registry(), () => store.deliveries.totals()),
    logger,
    now,
    audit: new AuditLog(store, now, logger),
    mailer: { send: async () => {} },
    publicUrl: () => 'https://weir.example.com',
  })
  const attempt = { timestamp: AT, status_code: 410, response_time_ms: 1, error: 'status: 410' }
  const db = new DatabaseSync(file)
  t.teardown(() => db.close())
  db.exec(`CREATE TRIGGER no_more BEFORE INSERT ON audit_log BEGIN SELECT raise(ABORT, 'no more'); END`)
  await t.throwsAsync(disablement.switchOff(webhook, { attempt, made: 1, isGone: true }))
  t.true((await store.webhooks.get(tenant, webhook.id))?.active)
  db.exec('DROP TRIGGER no_more')
  t.true(await disablement.switchOff(webhook, { attempt, made: 1, isGone: true }))
  t.false(await disablement.switchOff(webhook, { attempt, made: 1, isGone: true }))
  t.is((await store.audit.list(tenant, {}, FIRST_PAGE)).total, 1)
})
