import type { Db } from 'mongodb'
import { pino } from 'pino'
import { MongoAlerts } from '../../api/store/mongodb/alerts.ts'
import { MongoAudit } from '../../api/store/mongodb/audit.ts'
import { MongoChanges } from '../../api/store/mongodb/changes.ts'
import { MongoDeliveries } from '../../api/store/mongodb/deliveries.ts'
import { MongoErasedInteractions } from '../../api/store/mongodb/erased-interactions.ts'
import { EventDeliveries } from '../../api/store/mongodb/event-deliveries.ts'
import { InteractionJournal } from '../../api/store/mongodb/interaction-journal.ts'
import { MongoInteractions } from '../../api/store/mongodb/interactions.ts'
import { MongoInventory } from '../../api/store/mongodb/inventory.ts'
import { MongoOutbox } from '../../api/store/mongodb/outbox.ts'
import { MongoPolicies } from '../../api/store/mongodb/policies.ts'
import { MongoUsers } from '../../api/store/mongodb/users.ts'
import { MongoWebhooks } from '../../api/store/mongodb/webhooks.ts'

export interface MongoStores {
  readonly users: MongoUsers
  readonly policies: MongoPolicies
  readonly interactions: MongoInteractions
  readonly inventory: MongoInventory
  readonly alerts: MongoAlerts
  readonly outbox: MongoOutbox
  readonly webhooks: MongoWebhooks
  readonly deliveries: MongoDeliveries
}

/** The stores of one process, which may see the database in its own way (mongodb-faults.ts). */
export async function storesOn(db: Db): Promise<MongoStores> {
  const logger = pino({ level: 'silent' })
  const now = () => new Date()
  const changes = await MongoChanges.open(db, logger)
  const eventDeliveries = new EventDeliveries(db, 1000)
  const audit = new MongoAudit(db, undefined)
  const outbox = new MongoOutbox(eventDeliveries, audit, logger, now)
  const deliveries = new MongoDeliveries(db, eventDeliveries, outbox)
  const alerts = new MongoAlerts(db, outbox)
  const erased = new MongoErasedInteractions(db, undefined)
  const journal = new InteractionJournal(db, { alerts, outbox, eventDeliveries, erased, now })
  return {
    users: new MongoUsers(db, changes, outbox),
    policies: new MongoPolicies(db, changes, outbox),
    interactions: new MongoInteractions(db, { outbox, journal, erased, now }),
    inventory: new MongoInventory(db, journal, outbox),
    alerts,
    outbox,
    webhooks: new MongoWebhooks(db, changes, deliveries, outbox),
    deliveries,
  }
}
