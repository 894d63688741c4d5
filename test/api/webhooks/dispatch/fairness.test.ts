import test from 'ava'
import { aWorld, LEASE_MS } from './harness.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

test('10,000 deliveries to a receiver that never answers do not hold up another one', async (t) => {
  const world = await aWorld(t, {
    receiver: (_, { description }) => (description === 'dead' ? undefined : { status: 200 }),
  })
  const dead = await world.addWebhook({ description: 'dead' })
  const alive = await world.addWebhook({ description: 'alive' })
  await world.deliver(dead, 10_000)
  await world.clock.pass(SECOND_MS)
  for (let minute = 0; minute < 10; minute += 1) {
    const at = world.clock.now()
    const [delivery] = await world.deliver(alive)
    if (delivery === undefined) return t.fail()
    await world.clock.pass(SECOND_MS)
    const { state, attempts } = await world.delivery(delivery)
    t.is(state, 'succeeded')
    t.true(Date.parse(attempts[0]?.timestamp ?? '') - at < 100)
    await world.clock.pass(59 * SECOND_MS)
  }
  t.true(world.sender.mostUnderWay <= 8 + 1)
})

test('a dead receiver is switched off after the time of the schedule, however much waits for it', async (t) => {
  const world = await aWorld(t, { receiver: () => undefined })
  const dead = await world.addWebhook()
  await world.deliver(dead, 2000)
  await world.clock.pass(3 * HOUR_MS, () => world.mails.length > 0)
  t.false((await world.webhook(dead)).active)
  const seconds = (world.clock.now() - Date.parse('2026-11-21T10:00:00Z')) / 1000
  // Five attempts of five seconds and the delays between them make 2160 s; a slot may be late by one attempt each time.
  t.true(seconds >= 2160 && seconds <= 2160 + 25, `${seconds} s`)
  // Far fewer than the 2,000 that waited: the breaker was open for most of the time.
  t.true(world.sender.sent.length < 200, `${world.sender.sent.length} attempts`)
  const attempts = new Map<string, number>()
  for (const { id } of world.sender.sent) attempts.set(id, (attempts.get(id) ?? 0) + 1)
  t.is(Math.max(...attempts.values()), 5, 'none had more than its five attempts')
  t.is(await world.store.deliveries.countPending(dead.id), 1999)
})

test('a receiver that is back is found out by a probe, and gets all that waited', async (t) => {
  let status = 500
  const world = await aWorld(t, { receiver: () => ({ status }) })
  const webhook = await world.addWebhook()
  await world.deliver(webhook, 300)
  await world.clock.pass(60 * SECOND_MS)
  const attempts = world.sender.sent.length
  t.true(attempts < 30, `${attempts} attempts while it was down`)
  status = 200
  await world.clock.pass(31 * SECOND_MS)
  // All but those whose next attempt is minutes away.
  t.true((await world.store.deliveries.countPending(webhook.id)) < 10)
  await world.clock.pass(HOUR_MS)
  t.is(await world.store.deliveries.countPending(webhook.id), 0)
})

test('a receiver gets no more at once than its share; many receivers together no more than the bound of the process', async (t) => {
  const world = await aWorld(t, { receiver: () => undefined, concurrency: 4 })
  await world.deliver(await world.addWebhook(), 50)
  await world.clock.pass(SECOND_MS)
  t.is(world.sender.underWay, 4)
  for (let index = 0; index < 150; index += 1) await world.deliver(await world.addWebhook(), 5)
  await world.clock.pass(SECOND_MS)
  t.is(world.sender.mostUnderWay, 512)
})

test('receivers that found no room get their turn as soon as there is some', async (t) => {
  const world = await aWorld(t, {
    receiver: (_, { description }) => (description === 'dead' ? undefined : { status: 200 }),
  })
  for (let index = 0; index < 64; index += 1) await world.deliver(await world.addWebhook({ description: 'dead' }), 16)
  await world.clock.pass(SECOND_MS)
  t.is(world.sender.underWay, 512)
  const late = await Promise.all(Array.from({ length: 20 }, () => world.addWebhook()))
  const deliveries = []
  for (const webhook of late) deliveries.push(...(await world.deliver(webhook)))
  await world.clock.pass(5 * SECOND_MS)
  for (const delivery of deliveries) t.is((await world.delivery(delivery)).state, 'succeeded')
})

test('a probe that finds no room waits for it', async (t) => {
  let status = 500
  const world = await aWorld(t, {
    receiver: (_, { description }) => (description === 'dead' ? undefined : { status }),
  })
  const down = await world.addWebhook()
  await world.deliver(down, 20)
  await world.clock.pass(28 * SECOND_MS)
  const attempts = world.sender.sent.length
  for (let index = 0; index < 64; index += 1) await world.deliver(await world.addWebhook({ description: 'dead' }), 16)
  status = 200
  await world.clock.pass(4 * SECOND_MS)
  t.is(world.sender.sent.length, attempts + 512)
  await world.clock.pass(HOUR_MS)
  t.is(await world.store.deliveries.countPending(down.id), 0)
})

test('the backlog stays in the table: what is claimed is what is under way', async (t) => {
  const world = await aWorld(t, { receiver: () => undefined, concurrency: 4 })
  const webhook = await world.addWebhook()
  await world.deliver(webhook, 1000)
  await world.clock.pass(SECOND_MS)
  const now = new Date(world.clock.now()).toISOString()
  const lease = new Date(world.clock.now() + LEASE_MS).toISOString()
  t.is((await world.store.deliveries.claimDue(webhook.id, now, lease, 2000)).length, 996)
})
