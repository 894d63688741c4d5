import type { Db } from 'mongodb'
import type { AuditDraft, AuditEntry } from '../../../core/model/audit.ts'
import { type AuditKeys, sealEntry } from '../audit-chain.ts'
import type { AuditFilter, AuditHead, AuditStore } from '../audit-store.ts'
import type { Listed, Page } from '../paging.ts'
import { Collection, type Stored } from './collection.ts'
import { between, equal, orderBy } from './conditions.ts'
import { Turns } from './turns.ts'

interface AuditDocument extends Stored, Omit<AuditEntry, 'id' | 'details' | 'key_id' | 'mac'> {
  /** Documents of earlier releases have neither. */
  readonly key_id?: string | null
  readonly mac?: string | null
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
  readonly #keys: AuditKeys | undefined

  constructor(db: Db, keys: AuditKeys | undefined) {
    this.#entries = new Collection(db, 'audit_log')
    this.#keys = keys
  }

  /** An entry that is already stored stays as it is: a process may deliver an outbox again. */
  append(tenantId: string, draft: AuditDraft): Promise<AuditEntry> {
    return this.#turns.take(tenantId, async () => {
      for (;;) {
        const known = await this.#entries.findOne(equal({ _id: draft.id, tenant_id: tenantId }))
        if (known !== undefined) return toEntry(known)
        const [last] = await this.#entries.find(equal({ tenant_id: tenantId }), NEWEST_FIRST, { offset: 0, limit: 1 })
        const entry = sealEntry(draft, last?.hash, this.#keys)
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

  async head(tenantId: string): Promise<AuditHead | undefined> {
    const [last] = await this.#entries.find(equal({ tenant_id: tenantId }), NEWEST_FIRST, { offset: 0, limit: 1 })
    return last && { entries: await this.#entries.count(equal({ tenant_id: tenantId })), hash: last.hash }
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

function toEntry(document: AuditDocument): AuditEntry {
  const { _id, tenant_id: _tenant, number: _number, details, key_id = null, mac = null, ...fields } = document
  return { id: _id, ...fields, details: JSON.parse(details) as AuditEntry['details'], key_id, mac }
}
