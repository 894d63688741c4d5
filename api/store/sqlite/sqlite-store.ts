import { RESOURCES } from '../../../core/resources/all.ts'
import { documentsOf } from '../documents.ts'
import { WEBHOOK_BACKLOG, WEBHOOK_BACKLOG_BYTES } from '../new-delivery.ts'
import type { Store, StoreOptions } from '../store.ts'
import { SqliteAlerts } from './alerts.ts'
import { SqliteAudit } from './audit.ts'
import { SqliteChanges } from './changes.ts'
import { SqliteClock } from './clock.ts'
import { Database } from './database.ts'
import { SqliteDeliveries } from './deliveries.ts'
import { SqliteDetectors } from './detectors.ts'
import { SqliteDocuments } from './documents.ts'
import { SqliteErasedInteractions } from './erased-interactions.ts'
import { EventDeliveries } from './event-deliveries.ts'
import { SqliteInteractions } from './interactions.ts'
import { SqliteInventory } from './inventory.ts'
import { SqliteKeyring } from './keyring.ts'
import { SqliteOutbox } from './outbox.ts'
import { SqlitePolicies } from './policies.ts'
import { SqliteProxyInstances } from './proxy-instances.ts'
import { requireRoom } from './room.ts'
import { SqliteScimGroups } from './scim-groups.ts'
import { SqliteServiceTokens } from './service-tokens.ts'
import { SqliteStatistics } from './statistics.ts'
import { SqliteTenants } from './tenants.ts'
import { SqliteUsers } from './users.ts'
import { SqliteWebhooks } from './webhooks.ts'

/**
 * The embedded engine: one SQLite file.
 * @throws StoreError if the file cannot be opened
 */
export function openSqliteStore(
  file: string,
  {
    webhookBacklog = WEBHOOK_BACKLOG,
    webhookBacklogBytes = WEBHOOK_BACKLOG_BYTES,
    auditKeys,
    onAudited,
    erasedIdsKeys,
    onErased,
    onUpgrade,
    now = () => new Date(),
  }: StoreOptions = {},
): Store {
  const db = new Database(file, onUpgrade)
  const changes = new SqliteChanges(db)
  const eventDeliveries = new EventDeliveries(db, webhookBacklog, webhookBacklogBytes)
  const audit = new SqliteAudit(db, auditKeys, onAudited)
  const outbox = new SqliteOutbox(db, eventDeliveries, audit, now)
  const tenants = new SqliteTenants(db, outbox)
  const deliveries = new SqliteDeliveries(db, eventDeliveries, outbox)
  const alerts = new SqliteAlerts(db, outbox)
  const inventory = new SqliteInventory(db, { tenants, alerts, outbox })
  const erased = new SqliteErasedInteractions(db, erasedIdsKeys, now)
  const interactions = new SqliteInteractions(db, {
    tenants,
    inventory,
    alerts,
    outbox,
    eventDeliveries,
    erased,
    onErased,
  })
  interactions.catchUp()
  return {
    tenants,
    users: new SqliteUsers(db, outbox),
    policies: new SqlitePolicies(db, outbox),
    detectors: new SqliteDetectors(db, outbox),
    interactions,
    webhooks: new SqliteWebhooks(db, deliveries, outbox),
    deliveries,
    alerts,
    audit,
    statistics: new SqliteStatistics(db, tenants),
    inventory,
    clock: new SqliteClock(db),
    keyring: new SqliteKeyring(db),
    outbox,
    serviceTokens: new SqliteServiceTokens(db, outbox),
    documents: documentsOf(RESOURCES, (resource) => new SqliteDocuments(db, outbox, resource)),
    scimGroups: new SqliteScimGroups(db, outbox),
    proxyInstances: new SqliteProxyInstances(db),
    watch: (listener) => changes.watch(listener),
    prepare: () => interactions.prepare(),
    ping: async () => {
      const at = now().getTime()
      await db.write(() => db.run('INSERT OR REPLACE INTO write_probe (id, at) VALUES (1, ?)', at), 'group')
      await requireRoom(file)
    },
    close: async () => {
      changes.close()
      db.close()
    },
  }
}
