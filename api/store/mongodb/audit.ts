import type { Db } from 'mongodb'
import { InvariantError } from '../../../core/errors.ts'
import type { AuditDraft, AuditEntry } from '../../../core/model/audit.ts'
import { Turns } from '../../turns/turns.ts'
import { type AuditKeys, sealEntry } from '../audit-chain.ts'
import type { AuditFilter, AuditHead, AuditPosition, AuditStore } from '../audit-store.ts'
import type { Listed, Page } from '../paging.ts'
import { Collection, type Stored } from './collection.ts'
import { between, equal, oneOf, orderBy } from './conditions.ts'

export interface AuditDocument extends Stored, Omit<AuditEntry, 'id' | 'details' | 'key_id' | 'mac'> {
  /** Documents of earlier releases have neither. */
  readonly key_id?: string | null
  readonly mac?: string | null
  readonly tenant_id: string
  /** From 1, without a gap: unique within the tenant, so that of two processes that append at once one tries again. */
  readonly number: number
  /** As JSON: its field names are free, and what comes back must have the hash of what went in. */
  readonly details: string
}

/** The one document of the collection `audit_checkpoint`. */
interface CheckpointDocument extends Stored {
  readonly checkpoint: string
}

const CHECKPOINT = 'checkpoint'
const OLDEST_FIRST = orderBy(['number'], false)
const NEWEST_FIRST = orderBy(['number'], true)

export class MongoAudit implements AuditStore {
  readonly #entries: Collection<AuditDocument>
  readonly #turns = new Turns({ weight: 1 })
  readonly #keys: AuditKeys | undefined
  readonly #onAppended: (tenantId: string) => void
  readonly #checkpoints: Collection<CheckpointDocument>

  /** @param onAppended called with the tenant of an entry that is stored */
  constructor(db: Db, keys: AuditKeys | undefined, onAppended: (tenantId: string) => void = () => {}) {
    this.#entries = new Collection(db, 'audit_log')
    this.#checkpoints = new Collection(db, 'audit_checkpoint')
    this.#keys = keys
    this.#onAppended = onAppended
  }

  async append(tenantId: string, draft: AuditDraft): Promise<AuditEntry> {
    const [entry] = await this.appendAll(tenantId, [draft])
    if (entry === undefined) throw new InvariantError('an entry that was appended is stored')
    return entry
  }

  /**
   * Appends entries in their order, in a few commands for all. One that is already stored stays as it is: a process may
   * deliver an outbox again.
   */
  appendAll(tenantId: string, drafts: readonly AuditDraft[]): Promise<AuditEntry[]> {
    return this.#turns.take(tenantId, async () => {
      for (;;) {
        const found = await this.#entries.findFew(
          {
            ...equal({ tenant_id: tenantId }),
            ...oneOf(
              '_id',
              drafts.map(({ id }) => id),
            ),
          },
          OLDEST_FIRST,
        )
        const stored = new Set(found.map(({ _id }) => _id))
        const missing = drafts.filter(({ id }) => !stored.has(id))
        if (missing.length === 0) return found.map(toEntry)
        const appended = await this.#entries.insertUntilTaken(await this.#sealed(tenantId, missing))
        if (appended > 0) this.#onAppended(tenantId)
      }
    })
  }

  /** Each after the one before, from where the log ends now. */
  async #sealed(tenantId: string, drafts: readonly AuditDraft[]): Promise<AuditDocument[]> {
    let last = await this.last(tenantId)
    return drafts.map((draft) => {
      const { id, details, ...fields } = sealEntry(draft, tenantId, last, this.#keys)
      const number = (last?.entries ?? 0) + 1
      last = { id, entries: number, hash: fields.hash }
      return { _id: id, tenant_id: tenantId, number, ...fields, details: JSON.stringify(details) }
    })
  }

  async head(tenantId: string): Promise<AuditHead | undefined> {
    const last = await this.last(tenantId)
    return last && { entries: last.entries, hash: last.hash }
  }

  async last(tenantId: string): Promise<AuditPosition | undefined> {
    const [last] = await this.#entries.find(equal({ tenant_id: tenantId }), NEWEST_FIRST, { offset: 0, limit: 1 })
    return last && toPosition(last)
  }

  async find(tenantId: string, id: string): Promise<AuditPosition | undefined> {
    const found = await this.#entries.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toPosition(found)
  }

  async list(tenantId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>> {
    const { actor_id, action, target_type, target_id } = filter
    const condition = {
      ...equal({ tenant_id: tenantId, actor_id, action, target_type, target_id }),
      ...between('timestamp', filter.start_date, filter.end_date),
    }
    const { items, ...total } = await this.#entries.list(condition, NEWEST_FIRST, page)
    return { items: items.map(toEntry), ...total }
  }

  async read(tenantId: string, page: Page): Promise<AuditEntry[]> {
    return (await this.#entries.find(equal({ tenant_id: tenantId }), OLDEST_FIRST, page)).map(toEntry)
  }

  async readAfter(tenantId: string, id: string | undefined, limit: number): Promise<AuditEntry[]> {
    if (id === undefined) return this.read(tenantId, { offset: 0, limit })
    const last = await this.find(tenantId, id)
    if (last === undefined) return []
    const condition = { ...equal({ tenant_id: tenantId }), number: { $gt: last.entries } }
    return (await this.#entries.find(condition, OLDEST_FIRST, { offset: 0, limit })).map(toEntry)
  }

  async countTo(tenantId: string, id: string): Promise<number> {
    const last = await this.find(tenantId, id)
    if (last === undefined) return 0
    return this.#entries.count({ ...equal({ tenant_id: tenantId }), number: { $lte: last.entries } })
  }

  async checkpoint(): Promise<string | undefined> {
    return (await this.#checkpoints.findOne(equal({ _id: CHECKPOINT })))?.checkpoint
  }

  async keepCheckpoint(text: string): Promise<string> {
    await this.#checkpoints.insertIfAbsent({ _id: CHECKPOINT, checkpoint: text })
    return (await this.checkpoint()) ?? text
  }
}

function toPosition({ _id, number, hash }: AuditDocument): AuditPosition {
  return { id: _id, entries: number, hash }
}

export function toEntry(document: AuditDocument): AuditEntry {
  const { _id, tenant_id: _tenant, number: _number, details, key_id = null, mac = null, ...fields } = document
  return { id: _id, ...fields, details: JSON.parse(details) as AuditEntry['details'], key_id, mac }
}
