import test from 'ava'
import { aWorld, SCHEDULE } from './harness.ts'

const HOUR_MS = 3_600_000

test('a new delivery is attempted at once, and no more once the receiver has taken it', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 204 }) })
  const [delivery] = await world.deliver(await world.addWebhook())
  if (delivery === undefined) return t.fail()
  await world.clock.pass(HOUR_MS)
  t.deepEqual(
    world.sender.sent.map(({ id, at }) => [id, at]),
    [[delivery.id, 0]],
  )
  const { state, attempts, next_attempt_at } = await world.delivery(delivery)
  t.deepEqual([state, attempts.length, next_attempt_at], ['succeeded', 1, null])
})

test('five attempts at 0 s, 5 s, 30 s, 5 min and 30 min, each delay from the end of the attempt before', async (t) => {
  const world = await aWorld(t, { receiver: () => undefined })
  const [delivery] = await world.deliver(await world.addWebhook())
  if (delivery === undefined) return t.fail()
  await world.clock.pass(HOUR_MS)
  // Each attempt takes five seconds, its time-out.
  t.deepEqual(
    world.sender.sent.map(({ at }) => at),
    [0, 10, 45, 350, 2155],
  )
  const { state, attempts } = await world.delivery(delivery)
  t.is(state, 'failed')
  t.deepEqual(
    attempts.map(({ error }) => error),
    SCHEDULE.map(() => 'timeout: no answer within 5 s'),
  )
})

test('failed_message_gets_requeued: the attempt after a failure has the same event and takes the same body', async (t) => {
  const bodies: string[] = []
  const world = await aWorld(t, {
    receiver: ({ body }) => {
      bodies.push(body)
      return { status: bodies.length === 1 ? 500 : 200 }
    },
  })
  const [delivery] = await world.deliver(await world.addWebhook())
  await world.clock.pass(HOUR_MS)
  t.deepEqual(
    world.sender.sent.map(({ id, event_id }) => [id, event_id]),
    [delivery, delivery].map((sent) => [sent?.id, sent?.event_id]),
  )
  t.deepEqual(bodies, [delivery?.body, delivery?.body])
})

test('jitter delays retries by half a second at most and never makes them earlier; the first attempt has none', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 500 }), random: () => 0.999_999 })
  await world.deliver(await world.addWebhook())
  await world.clock.pass(HOUR_MS)
  const at = world.sender.sent.map((sent) => sent.at)
  t.is(at[0], 0)
  const delays = at.slice(1).map((time, index) => time - (at[index] ?? 0))
  for (const [index, delay] of delays.entries()) {
    const table = SCHEDULE[index + 1] ?? 0
    const jitter = delay - table
    t.true(jitter > 0.49 && jitter <= 0.502, `${delay} s instead of ${table}`)
  }
})

test('Retry-After wins where it is longer than the table, and is bounded to an hour', async (t) => {
  const answers = [2000, 60_000, 10 * HOUR_MS]
  const world = await aWorld(t, {
    receiver: () => ({ status: 429, retryAfterMs: answers[world.sender.sent.length - 1] ?? 0 }),
  })
  await world.deliver(await world.addWebhook())
  await world.clock.pass(3 * HOUR_MS)
  const at = world.sender.sent.map((sent) => sent.at)
  t.deepEqual(at, [0, 5, 65, 3665, 5465])
})

test('a schedule of one attempt knows no retries; a first delay holds for new deliveries', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 500 }), schedule: [7] })
  const webhook = await world.addWebhook()
  await world.deliver(webhook)
  await world.clock.pass(HOUR_MS)
  t.deepEqual(
    world.sender.sent.map(({ at }) => at),
    [7],
  )
  t.false((await world.webhook(webhook)).active)
})

test('a retry goes to the address and with the secret and headers that the webhook has by then', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 500 }) })
  const webhook = await world.addWebhook()
  await world.deliver(webhook)
  await world.clock.pass(1000)
  const changes = { url: 'https://other.example.com/', signing_secret: 'new', headers: { 'X-New': '1' } }
  await world.store.webhooks.update(webhook.tenant_id, webhook.id, { ...changes, updated_at: webhook.updated_at })
  await world.clock.pass(5000)
  t.like(world.sender.sent[0]?.webhook, { url: webhook.url, signing_secret: webhook.signing_secret })
  t.like(world.sender.sent[1]?.webhook, changes)
})

test('a webhook that is switched off or deleted between two attempts gets no more', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 500 }) })
  const [off, gone] = [await world.addWebhook(), await world.addWebhook()]
  await world.deliver(off)
  await world.deliver(gone)
  await world.clock.pass(1000)
  t.is(world.sender.sent.length, 2)
  await world.store.webhooks.update(off.tenant_id, off.id, { active: false, updated_at: off.updated_at })
  await world.store.webhooks.delete(gone.tenant_id, gone.id)
  await world.clock.pass(HOUR_MS)
  t.is(world.sender.sent.length, 2)
  t.deepEqual(world.mails, [])
})

test('a webhook that is deleted during its last attempt is no reason for a mail', async (t) => {
  const world = await aWorld(t, { receiver: () => undefined, schedule: [0] })
  const webhook = await world.addWebhook()
  await world.deliver(webhook)
  await world.clock.pass(1000)
  await world.store.webhooks.delete(webhook.tenant_id, webhook.id)
  await world.clock.pass(HOUR_MS)
  t.is(world.sender.sent.length, 1)
  t.deepEqual(world.mails, [])
  t.is(await world.store.alerts.countOpen(world.tenantId), 0)
})

test('a sender that breaks its promise counts as a failed attempt, and its slot comes back', async (t) => {
  let attempts = 0
  const world = await aWorld(t, {
    concurrency: 1,
    receiver: async () => {
      attempts += 1
      if (attempts === 1) throw new Error('a bug')
      return { status: 200 }
    },
  })
  const [delivery] = await world.deliver(await world.addWebhook())
  if (delivery === undefined) return t.fail()
  await world.clock.pass(10_000)
  const { state, attempts: written } = await world.delivery(delivery)
  t.is(state, 'succeeded')
  t.regex(written[0]?.error ?? '', /^internal: /)
  t.true(world.lines.some((line) => line.includes('ERR_WEBHOOK_ATTEMPT')))
})

test('the metrics count attempts by outcome and deliveries by state, and show what waits', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: world.sender.sent.length === 1 ? 503 : 200 }) })
  const off = await world.addWebhook({ active: false })
  await world.deliver(off, 3)
  await world.deliver(await world.addWebhook())
  await world.clock.pass(10_000)
  const text = await world.registry.metrics()
  for (const line of [
    'weir_api_webhook_attempts_total{outcome="failed"} 1',
    'weir_api_webhook_attempts_total{outcome="delivered"} 1',
    'weir_api_webhook_deliveries_total{state="succeeded"} 1',
    'weir_api_webhook_deliveries_pending 3',
    'weir_api_webhook_deliveries_overflowed 0',
    'weir_api_webhook_attempt_duration_seconds_count 2',
  ]) {
    t.true(text.includes(`${line}\n`), line)
  }
})
