import type { Db } from 'mongodb'
import type { ExceptionRecord, ExceptionStore } from '../exception-store.ts'
import type { Effects } from '../outbox.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

type ExceptionDocument = Carrier & Omit<ExceptionRecord, 'id'>

export class MongoExceptions implements ExceptionStore {
  readonly #exceptions: Collection<ExceptionDocument>
  readonly #carriers: Carriers<ExceptionDocument>
  readonly #changes: MongoChanges
  readonly #outbox: MongoOutbox

  constructor(db: Db, changes: MongoChanges, outbox: MongoOutbox) {
    this.#exceptions = new Collection(db, 'exceptions')
    this.#carriers = new Carriers(this.#exceptions, outbox)
    this.#changes = changes
    this.#outbox = outbox
  }

  async insert(one: ExceptionRecord, effects?: Effects<ExceptionRecord>): Promise<void> {
    const { id, ...fields } = one
    const draft = this.#outbox.silentDraft(fields.tenant_id)
    draft.publish(effects, one)
    await this.#carriers.insert({ _id: id, ...fields }, draft)
    await this.#changes.notify(fields.tenant_id, 'exceptions')
  }

  async list(tenantId: string): Promise<ExceptionRecord[]> {
    const order = orderBy(['created_at', '_id'], false)
    return (await this.#exceptions.find(equal({ tenant_id: tenantId }), order)).map(toException)
  }

  async get(tenantId: string, id: string): Promise<ExceptionRecord | undefined> {
    const found = await this.#exceptions.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toException(found)
  }

  async delete(tenantId: string, id: string, effects?: Effects<ExceptionRecord>): Promise<ExceptionRecord | undefined> {
    const condition = equal({ _id: id, tenant_id: tenantId })
    const found = await this.#exceptions.findOne(condition)
    if (found === undefined) return undefined
    const gone = toException(found)
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, gone)
    // Of several who delete it at once, one does.
    if ((await this.#carriers.delete(found, condition, draft)) === undefined) return undefined
    await this.#changes.notify(tenantId, 'exceptions')
    return gone
  }

  async ended(now: string): Promise<ExceptionRecord[]> {
    return (await this.#exceptions.find({ expires_at: { $lte: now } }, [])).map(toException)
  }
}

function toException(document: ExceptionDocument): ExceptionRecord {
  const { _id, ...fields } = withoutOutbox(document)
  return { id: _id, ...fields }
}
