import type { Db } from 'mongodb'
import type { LegalHoldRecord, LegalHoldStore } from '../legal-hold-store.ts'
import type { Effects } from '../outbox.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

type HoldDocument = Carrier & Omit<LegalHoldRecord, 'id'>

export class MongoLegalHolds implements LegalHoldStore {
  readonly #holds: Collection<HoldDocument>
  readonly #carriers: Carriers<HoldDocument>
  readonly #outbox: MongoOutbox

  constructor(db: Db, outbox: MongoOutbox) {
    this.#holds = new Collection(db, 'legal_holds')
    this.#carriers = new Carriers(this.#holds, outbox)
    this.#outbox = outbox
  }

  async insert(hold: LegalHoldRecord, effects?: Effects<LegalHoldRecord>): Promise<void> {
    const { id, ...fields } = hold
    const draft = this.#outbox.silentDraft(fields.tenant_id)
    draft.publish(effects, hold)
    await this.#carriers.insert({ _id: id, ...fields }, draft)
  }

  async list(tenantId: string): Promise<LegalHoldRecord[]> {
    const order = orderBy(['created_at', '_id'], false)
    return (await this.#holds.find(equal({ tenant_id: tenantId }), order)).map(toHold)
  }

  async delete(tenantId: string, id: string, effects?: Effects<LegalHoldRecord>): Promise<LegalHoldRecord | undefined> {
    const condition = equal({ _id: id, tenant_id: tenantId })
    const found = await this.#holds.findOne(condition)
    if (found === undefined) return undefined
    const gone = toHold(found)
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, gone)
    // Of several who delete it at once, one does.
    return (await this.#carriers.delete(found, condition, draft)) && gone
  }
}

function toHold(document: HoldDocument): LegalHoldRecord {
  const { _id, ...fields } = withoutOutbox(document)
  return { id: _id, ...fields }
}
