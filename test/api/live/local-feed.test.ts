import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { EventBus } from '../../../api/events/bus.ts'
import { publishRecorded } from '../../../api/events/interaction-events.ts'
import type { FeedListener } from '../../../api/live/feed.ts'
import type { LiveEvent } from '../../../api/live/live-event.ts'
import { LocalFeed } from '../../../api/live/local-feed.ts'
import { PolicyRelay } from '../../../api/live/policy-relay.ts'
import { publishCreated } from '../../../api/policies/policy-changes.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, aPolicy } from '../store/fixtures.ts'

const SECONDS = 60

async function open(t: ExecutionContext) {
  const time = { now: Date.parse(AT) }
  const now = () => new Date(time.now)
  const logger = pino({ level: 'silent' })
  const events = new EventBus(logger, now)
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'), { now })
  t.teardown(() => store.close())
  events.follow(store.outbox)
  const tenant = randomUUID()
  await store.tenants.insert({ id: tenant, name: tenant, created_at: AT })
  const feed = new LocalFeed(events, new PolicyRelay({ store, events, logger }), { seconds: SECONDS, events: 100 }, now)
  t.teardown(() => feed.close())
  const record = () => store.interactions.record(tenant, [anInteraction(tenant)], publishRecorded)
  const change = () => store.policies.insert(aPolicy(tenant), publishCreated)
  return { time, events, tenant, feed, record, change }
}

function listener(isForPolicies: boolean): FeedListener & { readonly heard: LiveEvent[] } {
  const heard: LiveEvent[] = []
  return { isForPolicies, heard, onEvent: (event) => heard.push(event), onGap: () => {} }
}

test('where proxies alone listen, events of interactions are not even wanted', async (t) => {
  const { time, events, tenant, feed, record, change } = await open(t)
  const proxy = listener(true)
  await feed.listen(tenant, proxy)
  t.true(events.wants(tenant, 'policy.updated'))
  t.false(events.wants(tenant, 'interaction.created'))
  await record()
  await change()
  t.deepEqual(
    proxy.heard.map(({ type }) => type),
    ['policy.created'],
  )
  const console = listener(false)
  const leave = await feed.listen(tenant, console)
  t.true(events.wants(tenant, 'interaction.created'))
  await record()
  t.true(console.heard.length > 0)
  leave()
  time.now += SECONDS * 1000 - 1
  t.true(events.wants(tenant, 'interaction.created'), 'it may come back')
  time.now += 1
  t.false(events.wants(tenant, 'interaction.created'))
})

test('an event from before anybody wanted all of them leads a console to a gap, and a proxy on', async (t) => {
  const { tenant, feed, record, change } = await open(t)
  const proxy = listener(true)
  await feed.listen(tenant, proxy)
  await change()
  await record()
  const console = listener(false)
  await feed.listen(tenant, console)
  await change()
  const [first, second] = proxy.heard.map(({ id }) => id)
  const since = (id = '', who: FeedListener) => feed.since(tenant, id, who, () => {})
  t.is(await since(first, console), undefined)
  t.deepEqual(
    (await since(first, proxy))?.map(({ id }) => id),
    [second],
  )
  t.deepEqual(await since(second, console), [])
})
