import type { Logger } from 'pino'
import { RESOURCES } from '../../../core/resources/all.ts'
import { documentsOf } from '../documents.ts'
import { WEBHOOK_BACKLOG, WEBHOOK_BACKLOG_BYTES } from '../new-delivery.ts'
import type { Store, StoreOptions } from '../store.ts'
import { MongoAlerts } from './alerts.ts'
import { MongoAudit } from './audit.ts'
import { MongoChanges } from './changes.ts'
import { MongoClock } from './clock.ts'
import { connect, connectForRequests } from './connection.ts'
import { MongoDeliveries } from './deliveries.ts'
import { MongoDetectors } from './detectors.ts'
import { MongoDocuments } from './documents.ts'
import { MongoErasedInteractions } from './erased-interactions.ts'
import { EventDeliveries } from './event-deliveries.ts'
import { attempt } from './failures.ts'
import { InteractionJournal } from './interaction-journal.ts'
import { MongoInteractions } from './interactions.ts'
import { MongoInventory } from './inventory.ts'
import { MongoKeyring } from './keyring.ts'
import { migrate } from './migrate.ts'
import { MongoOutbox } from './outbox.ts'
import { MongoPolicies } from './policies.ts'
import { MongoProxyInstances } from './proxy-instances.ts'
import { MongoScimGroups } from './scim-groups.ts'
import { MongoServiceTokens } from './service-tokens.ts'
import { MongoStatistics } from './statistics.ts'
import { MongoTenants } from './tenants.ts'
import { MongoUsers } from './users.ts'
import { MongoWebhooks } from './webhooks.ts'

/**
 * The engine beyond one machine: any number of processes on one MongoDB database, version 7 or newer.
 * @param url a connection string; its credentials appear in no error and no log line
 * @throws StoreError if the server cannot be reached or used, or a newer release wrote the database
 */
export async function openMongoStore(
  url: string,
  logger: Pick<Logger, 'warn'>,
  {
    webhookBacklog = WEBHOOK_BACKLOG,
    webhookBacklogBytes = WEBHOOK_BACKLOG_BYTES,
    auditKeys,
    onAudited,
    erasedIdsKeys,
    onErased,
    now = () => new Date(),
  }: StoreOptions = {},
): Promise<Store> {
  await bringUpToDate(url)
  const { client, db } = await connectForRequests(url)
  try {
    const changes = await MongoChanges.open(db, logger)
    const eventDeliveries = new EventDeliveries(db, webhookBacklog, webhookBacklogBytes)
    const audit = new MongoAudit(db, auditKeys, onAudited)
    const outbox = new MongoOutbox(eventDeliveries, audit, logger, now)
    const deliveries = new MongoDeliveries(db, eventDeliveries, outbox)
    const alerts = new MongoAlerts(db, outbox)
    const erased = new MongoErasedInteractions(db, erasedIdsKeys)
    const journal = new InteractionJournal(db, { alerts, outbox, eventDeliveries, erased, onErased, now })
    return {
      tenants: new MongoTenants(db, outbox),
      users: new MongoUsers(db, changes, outbox),
      policies: new MongoPolicies(db, changes, outbox),
      detectors: new MongoDetectors(db, changes, outbox),
      interactions: new MongoInteractions(db, { outbox, journal, erased, now }),
      webhooks: new MongoWebhooks(db, changes, deliveries, outbox),
      deliveries,
      alerts,
      audit,
      statistics: new MongoStatistics(db),
      inventory: new MongoInventory(db, journal, outbox),
      clock: new MongoClock(db),
      keyring: new MongoKeyring(db),
      outbox,
      serviceTokens: new MongoServiceTokens(db, changes, outbox),
      documents: documentsOf(RESOURCES, (resource) => new MongoDocuments(db, changes, outbox, resource)),
      scimGroups: new MongoScimGroups(db, outbox),
      proxyInstances: new MongoProxyInstances(db),
      watch: (listener) => changes.watch(listener),
      ping: async () => {
        const at = now().toISOString()
        await attempt('id', () =>
          db.collection('probes').updateOne({ kind: 'write' }, { $set: { at } }, { upsert: true }),
        )
      },
      // The server has its indexes in memory, or reads them by itself.
      prepare: async () => {},
      close: async () => {
        changes.close()
        await outbox.close()
        await client.close()
      },
    }
  } catch (error) {
    await client.close()
    throw error
  }
}

/** Over a connection without a time-out: the index of a large collection takes minutes, and a build that is broken off begins again. */
async function bringUpToDate(url: string): Promise<void> {
  const { client, db } = await connect(url, 0)
  try {
    await migrate(db)
  } finally {
    await client.close()
  }
}
