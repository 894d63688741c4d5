import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { Db } from 'mongodb'
import { pino } from 'pino'
import { publishReclassified, publishRecorded } from '../../../api/events/interaction-events.ts'
import { publishChanged, publishCreated, publishDeleted } from '../../../api/policies/policy-changes.ts'
import type { DeliveryRecord } from '../../../api/store/delivery-store.ts'
import { migrate } from '../../../api/store/mongodb/migrate.ts'
import { openMongoStore } from '../../../api/store/mongodb/mongo-store.ts'
import { publishStatus } from '../../../api/store/raised-alerts.ts'
import * as userEvents from '../../../api/users/user-events.ts'
import { type Event, EventType } from '../../../core/model/event.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { dyingAt, Gone, hangingAt } from '../../support/mongodb-faults.ts'
import { type MongoStores, storesOn } from '../../support/mongodb-stores.ts'
import { runRounds } from '../../support/rounds.ts'
import { AT, anInteraction, aPolicy, aUser, aWebhook } from './fixtures.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const testHere = testWithMongo(test)

const BLOCKED = {
  risk_score: 0.9,
  enforced_action: 'block' as const,
  policy_decisions: [{ policy_id: randomUUID(), policy_name: 'P', action: 'block' as const, matched_conditions: 1 }],
}

/** A tenant with one of everything, and a webhook that hears what happens from then on. */
async function prepare(db: Db) {
  const stores = await storesOn(db)
  const tenant = randomUUID()
  const invitation = { token_hash: randomUUID(), expires_at: AT }
  const users = {
    admin: aUser(tenant),
    other: aUser(tenant),
    pending: aUser(tenant, { status: 'pending', invitation }),
    invited: aUser(tenant, { status: 'pending' }),
  }
  for (const user of [users.admin, users.other, users.pending]) await stores.users.insert(user)
  const policy = aPolicy(tenant)
  await stores.policies.insert(policy)
  const known = anInteraction(tenant, { risk_score: 0.1, platform_id: 'claude-web' })
  await stores.interactions.record(tenant, [known])
  const [alert] = (await stores.alerts.list(tenant, {}, { field: 'created_at', descending: false }, ALL)).items
  await stores.webhooks.insert(aWebhook(tenant, { events: EventType.options }))
  const batch = [anInteraction(tenant, BLOCKED), anInteraction(tenant, BLOCKED)]
  return { stores, tenant, users, policy, known, alertId: alert?.id ?? '', batch }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

/** Of two interactions. */
const TYPES_OF_BATCH = ['classified', 'created', 'high_risk', 'policy_violated']
  .map((type) => `interaction.${type}`)
  .flatMap((type) => [type, type])

const ALL = { offset: 0, limit: 1000 }

interface Change {
  readonly name: string
  readonly make: (stores: MongoStores, prepared: Prepared) => Promise<unknown>
  /** Whether it has been made. */
  readonly isMade: (stores: MongoStores, prepared: Prepared) => Promise<boolean>
  /** What it publishes. */
  readonly types: readonly string[]
}

const CHANGES: readonly Change[] = [
  {
    name: 'inviting a user',
    make: ({ users }, { users: { invited } }) => users.insert(invited, userEvents.publishInvited),
    isMade: async ({ users }, { tenant, users: { invited } }) => (await users.get(tenant, invited.id)) !== undefined,
    types: ['user.invited'],
  },
  {
    name: 'accepting an invitation',
    make: ({ users }, { users: { pending } }) =>
      users.acceptInvitation(pending.invitation?.token_hash ?? '', {}, userEvents.publishActivated),
    isMade: async ({ users }, { tenant, users: { pending } }) =>
      (await users.get(tenant, pending.id))?.status === 'active',
    types: ['user.activated'],
  },
  {
    name: 'taking the admin role away',
    make: ({ users }, { tenant, users: { admin } }) =>
      users.update(tenant, admin.id, { role: 'viewer' }, userEvents.publishRole),
    isMade: async ({ users }, { tenant, users: { admin } }) => (await users.get(tenant, admin.id))?.role === 'viewer',
    types: ['user.role_changed'],
  },
  {
    name: 'deleting an admin',
    make: ({ users }, { tenant, users: { admin } }) => users.delete(tenant, admin.id, userEvents.publishDeleted),
    isMade: async ({ users }, { tenant, users: { admin } }) => (await users.get(tenant, admin.id)) === undefined,
    types: ['user.deleted'],
  },
  {
    name: 'creating a policy',
    make: ({ policies }, { tenant }) => policies.insert(aPolicy(tenant, { name: 'new' }), publishCreated),
    isMade: async ({ policies }, { tenant }) =>
      (await policies.list(tenant, {}, { field: 'name', descending: false }, ALL)).total === 2,
    types: ['policy.created'],
  },
  {
    name: 'changing and disabling a policy',
    make: ({ policies }, { tenant, policy: { id } }) =>
      policies.update(tenant, id, { name: 'x', enabled: false, updated_at: AT }, undefined, publishChanged),
    isMade: async ({ policies }, { tenant, policy: { id } }) => (await policies.get(tenant, id))?.name === 'x',
    types: ['policy.disabled', 'policy.updated'],
  },
  {
    name: 'deleting a policy',
    make: ({ policies }, { tenant, policy: { id } }) => policies.delete(tenant, id, undefined, publishDeleted),
    isMade: async ({ policies }, { tenant, policy: { id } }) => (await policies.get(tenant, id)) === undefined,
    types: ['policy.deleted'],
  },
  {
    name: 'resolving an alert',
    make: ({ alerts }, { tenant, alertId }) => alerts.setStatus(tenant, alertId, 'resolved', 'jo', AT, publishStatus),
    isMade: async ({ alerts }, { tenant, alertId }) => (await alerts.get(tenant, alertId))?.status === 'resolved',
    types: ['alert.resolved'],
  },
  {
    name: 'recording a batch',
    make: ({ interactions }, { tenant, batch }) => interactions.record(tenant, batch, publishRecorded),
    isMade: async ({ interactions }, { tenant, batch }) =>
      (await interactions.get(tenant, batch[1]?.id ?? '')) !== undefined,
    types: ['alert.created', 'alert.created', 'alert.severity_high', ...TYPES_OF_BATCH],
  },
  {
    name: 'revising an interaction',
    make: ({ interactions }, { tenant, known: { id } }) =>
      interactions.revise(tenant, id, (current) => ({ ...current, risk_score: 0.97 }), publishReclassified(3)),
    isMade: async ({ interactions }, { tenant, known: { id } }) =>
      (await interactions.get(tenant, id))?.risk_score === 0.97,
    types: ['alert.created', 'alert.severity_critical', 'interaction.classified', 'interaction.high_risk'],
  },
]

/** Every delivery there is, by whatever webhook. */
async function deliveriesOf({ webhooks, deliveries }: MongoStores, tenant: string): Promise<DeliveryRecord[]> {
  const { items } = await webhooks.list(tenant, {}, ALL)
  return (await Promise.all(items.map(({ id }) => deliveries.list(tenant, id, 1000)))).flatMap((list) => list.items)
}

/** The change is made with all its events, each once, or not at all; and nothing is left to do. */
async function assertWhole(t: ExecutionContext, db: Db, prepared: Prepared, change: Change, told: readonly Event[]) {
  const { tenant } = prepared
  const healthy = await storesOn(db)
  await healthy.outbox.sweep()
  await healthy.outbox.sweep()
  const isMade = await change.isMade(healthy, prepared)
  const deliveries = await deliveriesOf(healthy, tenant)
  t.deepEqual(deliveries.map(({ event_type }) => event_type).sort(), isMade ? change.types : [])
  const ids = new Set(deliveries.map(({ event_id }) => event_id))
  t.is(ids.size, deliveries.length)
  for (const { id } of told) t.true(ids.has(id), 'what listeners heard has another id')
  for (const collection of ['users', 'policies', 'alerts', 'interactions']) {
    const left = { $or: [{ unsent_at: { $exists: true } }, { outbox: { $exists: true } }, { tenant_id: /^deleted/ }] }
    t.is(await db.collection(collection).countDocuments(left), 0, collection)
  }
  const sort = { field: 'created_at', descending: false } as const
  const blocks = (await healthy.alerts.list(tenant, { type: 'policy_block' }, sort, ALL)).items
  const counted = change.name === 'recording a batch' && isMade ? [2] : []
  t.deepEqual(
    blocks.map(({ count }) => count),
    counted,
  )
  return isMade
}

function listenTo({ outbox }: MongoStores): Event[] {
  const told: Event[] = []
  outbox.onCommitted(
    ({ events }) => told.push(...events),
    () => false,
  )
  return told
}

/** More than any change needs: those of interactions take an entry of the journal and raise alerts. */
const writesMax = ({ types }: Change) => (types.some((type) => type.startsWith('interaction')) ? 20 : 10)

for (const change of CHANGES) {
  testHere(`wherever a process dies in ${change.name}, the change has all its events or was not made`, async (t) => {
    const outcomes = await runRounds(writesMax(change), async (index) => {
      const { db } = await mongo.open()
      await migrate(db)
      const prepared = await prepare(db)
      const dying = await storesOn(dyingAt(db, index + 1))
      const told = listenTo(dying)
      const outcome = await change.make(dying, prepared).then(
        () => 'done',
        (error) => (error instanceof Gone ? 'died' : error),
      )
      return [outcome, await assertWhole(t, db, prepared, change, told)]
    })
    t.deepEqual(outcomes[0], ['died', false])
    t.deepEqual(outcomes.at(-1), ['done', true])
    t.true(outcomes.some(([outcome, isMade]) => outcome === 'died' && isMade))
  })

  testHere(`a process that hangs in ${change.name} does no harm when it wakes`, async (t) => {
    await runRounds(writesMax(change), async (index) => {
      const { db } = await mongo.open()
      await migrate(db)
      const prepared = await prepare(db)
      const { db: hangingDb, hangs, resume } = hangingAt(db, index + 1)
      const hanging = await storesOn(hangingDb)
      const told = listenTo(hanging)
      const done = change.make(hanging, prepared)
      await Promise.race([hangs, done])
      await (await storesOn(db)).outbox.sweep()
      resume()
      await done
      t.true(await assertWhole(t, db, prepared, change, told))
    })
  })
}

testHere(
  'wherever a process dies in erasing an interaction, what deliveries tell of it is erased with it',
  async (t) => {
    const outcomes = await runRounds(18, async (index) => {
      const { db } = await mongo.open()
      await migrate(db)
      const { stores, tenant, batch } = await prepare(db)
      await stores.interactions.record(tenant, batch, publishRecorded)
      const [gone = anInteraction(tenant), kept = gone] = batch
      const outcome = await (await storesOn(dyingAt(db, index + 1))).interactions.delete(tenant, gone.id).then(
        () => 'done',
        (error) => (error instanceof Gone ? 'died' : error),
      )
      const healthy = await storesOn(db)
      await healthy.outbox.sweep()
      const isGone = (await healthy.interactions.get(tenant, gone.id)) === undefined
      const bodies = (await deliveriesOf(healthy, tenant)).filter(({ event_type }) =>
        event_type.startsWith('interaction'),
      )
      t.is(bodies.filter(({ body }) => body.includes(kept.id)).length, 4)
      t.is(bodies.filter(({ body }) => body.includes(gone.id)).length, isGone ? 0 : 4)
      t.is(bodies.filter(({ state }) => state === 'dropped').length, isGone ? 4 : 0)
      return `${outcome} ${isGone}`
    })
    t.is(outcomes[0], 'died false')
    t.true(outcomes.includes('died true'))
    t.is(outcomes.at(-1), 'done true')
  },
)

testHere('what a process left that died is delivered when another one starts', async (t) => {
  const { db, url } = await mongo.open()
  await migrate(db)
  const { tenant, stores } = await prepare(db)
  // Its first write inserts the policy.
  await t.throwsAsync((await storesOn(dyingAt(db, 2))).policies.insert(aPolicy(tenant), publishCreated), {
    instanceOf: Gone,
  })
  t.deepEqual(await deliveriesOf(stores, tenant), [])
  const store = await openMongoStore(url, pino({ level: 'silent' }))
  t.teardown(() => store.close())
  const told = new Promise<Event | undefined>((resolve) => {
    store.outbox.onCommitted(
      ({ events: [event] }) => resolve(event),
      () => false,
    )
  })
  store.outbox.start()
  const event = await told
  t.deepEqual(
    (await deliveriesOf(stores, tenant)).map(({ body }) => body),
    [JSON.stringify(event)],
  )
})
