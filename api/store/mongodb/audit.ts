import type { Db } from 'mongodb'
import type { AuditEntry } from '../../../core/model/audit.ts'
import type { AuditFilter, AuditStore } from '../audit-store.ts'
import type { Listed, Page } from '../store.ts'
import { Collection, type Stored } from './collection.ts'
import { between, equal, orderBy } from './conditions.ts'
import { Turns } from './turns.ts'

interface AuditDocument extends Stored, Omit<AuditEntry, 'id' | 'details'> {
  readonly tenant_id: string
  /** From 1, without a gap: unique within the tenant, so that of two processes that append at once one tries again. */
  readonly number: number
  /** As JSON: its field names are free, and what comes back must have the hash of what went in. */
  readonly details: string
}

const OLDEST_FIRST = orderBy(['number'], false)
const NEWEST_FIRST = orderBy(['number'], true)

export class MongoAudit implements AuditStore {
  readonly #entries: Collection<AuditDocument>
  readonly #turns = new Turns()

  constructor(db: Db) {
    this.#entries = new Collection(db, 'audit_log')
  }

  append(tenantId: string, seal: (previousHash: string | undefined) => AuditEntry): Promise<AuditEntry> {
    return this.#turns.take(tenantId, async () => {
      for (;;) {
        const [last] = await this.#entries.find(equal({ tenant_id: tenantId }), NEWEST_FIRST, { offset: 0, limit: 1 })
        const entry = seal(last?.hash)
        const { id, details, ...fields } = entry
        const isAppended = await this.#entries.insertIfAbsent({
          _id: id,
          tenant_id: tenantId,
          number: (last?.number ?? 0) + 1,
          ...fields,
          details: JSON.stringify(details),
        })
        if (isAppended) return entry
      }
    })
  }

  async list(tenantId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>> {
    const { actor_id, action, target_type, target_id } = filter
    const condition = {
      ...equal({ tenant_id: tenantId, actor_id, action, target_type, target_id }),
      ...between('timestamp', filter.start_date, filter.end_date),
    }
    const { items, total } = await this.#entries.list(condition, NEWEST_FIRST, page)
    return { items: items.map(toEntry), total }
  }

  async read(tenantId: string, page: Page): Promise<AuditEntry[]> {
    return (await this.#entries.find(equal({ tenant_id: tenantId }), OLDEST_FIRST, page)).map(toEntry)
  }
}

function toEntry({ _id, tenant_id: _tenant, number: _number, details, ...fields }: AuditDocument): AuditEntry {
  return { id: _id, ...fields, details: JSON.parse(details) as AuditEntry['details'] }
}
