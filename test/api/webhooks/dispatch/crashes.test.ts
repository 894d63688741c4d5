import test from 'ava'
import { aDelivery } from '../../store/fixtures.ts'
import { aWorld, LEASE_MS, START } from './harness.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

test('a crash between commit and alarm: what a process left in the table is found at the next start', async (t) => {
  const crashed = await aWorld(t, { receiver: () => ({ status: 200 }) })
  await crashed.dispatcher.close(0)
  const webhook = await crashed.addWebhook()
  await crashed.store.deliveries.insert(aDelivery(webhook, { created_at: START, next_attempt_at: START }))
  const next = await aWorld(t, { receiver: () => ({ status: 200 }), world: crashed })
  await next.clock.pass(SECOND_MS)
  t.is(next.sender.sent.length, 1)
})

test('an alarm that never rings: the sweeper finds what is overdue within a minute', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 200 }) })
  const webhook = await world.addWebhook()
  await world.clock.pass(SECOND_MS)
  await world.store.deliveries.insert(aDelivery(webhook, { created_at: START, next_attempt_at: START }))
  await world.clock.pass(60 * SECOND_MS)
  t.is(world.sender.sent.length, 1)
})

test('a crash after the POST and before its outcome is written gives a duplicate with the same id', async (t) => {
  const crashed = await aWorld(t, { receiver: () => ({ status: 200 }) })
  const settle = crashed.store.deliveries.settle.bind(crashed.store.deliveries)
  crashed.store.deliveries.settle = async () => {
    throw new Error('killed')
  }
  const [delivery] = await crashed.deliver(await crashed.addWebhook())
  await crashed.clock.pass(SECOND_MS)
  await crashed.dispatcher.close(0)
  crashed.store.deliveries.settle = settle
  const next = await aWorld(t, { receiver: () => ({ status: 200 }), world: crashed })
  await next.clock.pass(LEASE_MS - 2 * SECOND_MS)
  t.is(next.sender.sent.length, 0, 'the claim still holds')
  await next.clock.pass(2 * SECOND_MS)
  t.deepEqual(
    [...crashed.sender.sent, ...next.sender.sent].map(({ id, event_id }) => [id, event_id]),
    [delivery, delivery].map((sent) => [sent?.id, sent?.event_id]),
  )
  if (delivery !== undefined) t.is((await next.delivery(delivery)).state, 'succeeded')
})

test('an attempt that outlives its claim does not overwrite what another process has found out', async (t) => {
  let answer: (value: { status: number }) => void = () => {}
  const slow = await aWorld(t, {
    receiver: () => new Promise<{ status: number }>((resolve) => (answer = resolve)),
  })
  const [delivery] = await slow.deliver(await slow.addWebhook())
  if (delivery === undefined) return t.fail()
  await slow.clock.pass(SECOND_MS)
  const other = await aWorld(t, { receiver: () => ({ status: 200 }), world: slow })
  await slow.clock.pass(LEASE_MS + SECOND_MS)
  t.is((await other.delivery(delivery)).state, 'succeeded')
  answer({ status: 500 })
  await slow.clock.pass(HOUR_MS)
  const { state, attempts } = await other.delivery(delivery)
  t.deepEqual([state, attempts.length], ['succeeded', 1])
  t.is(slow.sender.sent.length + other.sender.sent.length, 2)
})

test('of two processes on one database each delivery is attempted by one at a time', async (t) => {
  const underWay = new Set<string>()
  const twice: string[] = []
  const receiver = async ({ id }: { id: string }) => {
    if (underWay.has(id)) twice.push(id)
    underWay.add(id)
    await first.clock.sleep(100)
    underWay.delete(id)
    return { status: Math.random() < 0.3 ? 500 : 200 }
  }
  const first = await aWorld(t, { receiver })
  const second = await aWorld(t, { receiver, world: first })
  const webhook = await first.addWebhook()
  await first.deliver(webhook, 100)
  await second.deliver(webhook, 100)
  await first.clock.pass(10 * HOUR_MS, () => first.sender.sent.length + second.sender.sent.length > 250)
  t.deepEqual(twice, [])
  t.true(first.sender.sent.length > 0 && second.sender.sent.length > 0)
})

test('a database that fails for a while delays deliveries and loses none', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 200 }) })
  const webhook = await world.addWebhook()
  const { deliveries } = world.store
  const [claimDue, dueWebhooks] = [deliveries.claimDue.bind(deliveries), deliveries.dueWebhooks.bind(deliveries)]
  deliveries.claimDue = deliveries.dueWebhooks = async () => {
    throw new Error('the disk is full')
  }
  await world.deliver(webhook, 3)
  await world.clock.pass(90 * SECOND_MS)
  t.is(world.sender.sent.length, 0)
  t.true(world.lines.length < 300, `${world.lines.length} lines in the log`)
  Object.assign(deliveries, { claimDue, dueWebhooks })
  await world.clock.pass(6 * SECOND_MS)
  t.is(world.sender.sent.length, 3)
})

test('closing waits for attempts under way; after its grace it breaks them off and gives their deliveries back', async (t) => {
  const world = await aWorld(t, { receiver: () => undefined })
  const [delivery] = await world.deliver(await world.addWebhook())
  if (delivery === undefined) return t.fail()
  await world.clock.pass(SECOND_MS)
  let isClosed = false
  const closed = world.dispatcher.close(2000).then(() => {
    isClosed = true
  })
  await world.clock.pass(1900)
  t.false(isClosed)
  await world.clock.pass(200)
  await closed
  const { state, attempts } = await world.delivery(delivery)
  t.deepEqual([state, attempts], ['pending', []], 'no attempt is counted')
  // Unclaimed: the next process need not wait for the lease.
  const next = await aWorld(t, { receiver: () => ({ status: 200 }), world })
  await next.clock.pass(100)
  t.is((await next.delivery(delivery)).state, 'succeeded')
})

test('closing also waits for what is being claimed at that moment', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 200 }) })
  const { deliveries } = world.store
  const claimDue = deliveries.claimDue.bind(deliveries)
  deliveries.claimDue = async (...claim) => {
    const claimed = await claimDue(...claim)
    await world.clock.sleep(100)
    return claimed
  }
  const [delivery] = await world.deliver(await world.addWebhook())
  if (delivery === undefined) return t.fail()
  const closed = world.dispatcher.close(2000)
  await world.clock.pass(1000)
  await closed
  t.is((await world.delivery(delivery)).state, 'succeeded')
})

test('a process that is closing takes up nothing more', async (t) => {
  const world = await aWorld(t, { receiver: () => ({ status: 200 }) })
  const webhook = await world.addWebhook()
  await world.dispatcher.close(0)
  await world.deliver(webhook)
  world.dispatcher.wake({ tenant_id: webhook.tenant_id, webhook_id: webhook.id })
  await world.clock.pass(HOUR_MS)
  t.is(world.sender.sent.length, 0)
})
