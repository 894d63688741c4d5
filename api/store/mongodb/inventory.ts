import type { Db } from 'mongodb'
import type { SanctionStatus } from '../../../core/model/inventory.ts'
import type { Sender } from '../new-names.ts'
import type { Effects } from '../outbox.ts'
import type { Changed } from '../paging.ts'
import { COUNT_MAX, notInspected } from '../sighting-sums.ts'
import type { InventoryRecord, InventoryStore, SightingBatch } from '../statistics-store.ts'
import { unknownOperations } from '../unknown-operations.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { InteractionJournal } from './interaction-journal.ts'
import { carriedBy, type MongoOutbox } from './outbox.ts'
import { type InventoryDocument, type InventoryUserDocument, inventoryKey } from './tallies.ts'

const BY_INTERACTIONS = [...orderBy(['interactions'], true), ...orderBy(['platform_id'], false)]

export class MongoInventory implements InventoryStore {
  readonly #inventory: Collection<InventoryDocument>
  readonly #users: Collection<InventoryUserDocument>
  readonly #journal: InteractionJournal
  readonly #outbox: MongoOutbox

  constructor(db: Db, journal: InteractionJournal, outbox: MongoOutbox) {
    this.#outbox = outbox
    this.#journal = journal
    this.#inventory = new Collection(db, 'inventory')
    this.#users = new Collection(db, 'inventory_users')
  }

  async list(tenantId: string): Promise<InventoryRecord[]> {
    const ofTenant = equal({ tenant_id: tenantId })
    const [services, users] = await Promise.all([
      this.#inventory.find(ofTenant, BY_INTERACTIONS),
      this.#users.countBy(ofTenant, 'platform_id'),
    ])
    return services.map((service) => toRecord(service, users.get(service.platform_id) ?? 0))
  }

  /** A process that dies in between leaves a status without its entry in the audit log. */
  async setStatus(
    tenantId: string,
    platformId: string,
    status: SanctionStatus,
    effects?: Effects<Changed<InventoryRecord>>,
  ) {
    const id = inventoryKey(tenantId, platformId)
    const found = await this.#inventory.update(equal({ _id: id, tenant_id: tenantId }), { $set: { status } })
    if (found === undefined) return undefined
    const users = await this.#users.count(equal({ tenant_id: tenantId, platform_id: platformId }))
    const before = toRecord(found, users)
    const changed = { before, after: { ...before, status } }
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, changed)
    await this.#outbox.deliver(carriedBy(draft))
    return changed
  }

  addSightings(tenantId: string, batch: SightingBatch, sender?: Sender): Promise<boolean> {
    return this.#journal.addSightings(tenantId, batch, sender)
  }
}

function toRecord(service: InventoryDocument, users: number): InventoryRecord {
  const { platform_id, status, first_seen, last_seen, interactions, blocked, coached, tunnelled } = service
  const unknown = unknownOperations(service.unknown ?? 0, service.unknown_last)
  return {
    platform_id,
    status,
    first_seen,
    last_seen,
    interactions,
    users,
    blocked,
    coached,
    // Sums there go on beyond, as numbers that are not exact.
    tunnelled: Math.min(tunnelled, COUNT_MAX),
    max_risk_score: service.risk_max,
    avg_risk_score: interactions === 0 ? 0 : average(service.risk_sum, interactions),
    ...(service.refused !== undefined && { not_inspected: notInspected(service.refused) }),
    ...(unknown !== undefined && { unknown_operations: unknown }),
  }
}

/** Four decimals, as risk scores have; sums of fractions that come and go leave a trace behind the point. */
function average(sum: number, count: number): number {
  return Math.min(1, Math.max(0, Math.round((sum / count) * 10_000) / 10_000))
}
