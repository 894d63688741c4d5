import type { Db } from 'mongodb'
import { StoredRule } from '../../../core/model/detector.ts'
import type {
  DetectorChanges,
  DetectorFilter,
  DetectorRecord,
  DetectorSort,
  DetectorStore,
  NewDetector,
} from '../detector-store.ts'
import { StaleVersionError } from '../errors.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

type DetectorDocument = Carrier & Omit<DetectorRecord, 'id'>

const SORT_FIELDS: Readonly<Record<DetectorSort['field'], readonly string[]>> = {
  name: ['name'],
  created_at: ['created_at', '_id'],
}

export class MongoDetectors implements DetectorStore {
  readonly #detectors: Collection<DetectorDocument>
  readonly #carriers: Carriers<DetectorDocument>
  readonly #changes: MongoChanges
  readonly #outbox: MongoOutbox

  constructor(db: Db, changes: MongoChanges, outbox: MongoOutbox) {
    this.#detectors = new Collection(db, 'detectors', 'name')
    this.#carriers = new Carriers(this.#detectors, outbox)
    this.#changes = changes
    this.#outbox = outbox
  }

  async insert(
    { id, version = 1, ...fields }: NewDetector,
    effects?: Effects<DetectorRecord>,
  ): Promise<DetectorRecord> {
    const detector = { id, ...fields, version }
    const draft = this.#outbox.silentDraft(fields.tenant_id)
    draft.publish(effects, detector)
    await this.#carriers.insert({ _id: id, ...fields, version }, draft)
    await this.#changes.notify(fields.tenant_id, 'detectors')
    return detector
  }

  async get(tenantId: string, id: string): Promise<DetectorRecord | undefined> {
    const found = await this.#detectors.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toDetector(found)
  }

  async list(
    tenantId: string,
    filter: DetectorFilter,
    sort: DetectorSort,
    page: Page,
  ): Promise<Listed<DetectorRecord>> {
    const order = orderBy(SORT_FIELDS[sort.field], sort.descending)
    const { items, total } = await this.#detectors.list(matching(tenantId, filter), order, page)
    return { items: items.map(toDetector), total }
  }

  async versions(tenantId: string, filter: DetectorFilter = {}) {
    const found = await this.#detectors.findFields(matching(tenantId, filter), ['version'])
    return found.map(({ _id, version }) => ({ id: _id, version })).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  async update(
    tenantId: string,
    id: string,
    changes: DetectorChanges,
    version?: number,
    effects?: Effects<Changed<DetectorRecord>>,
  ) {
    for (;;) {
      const before = await this.get(tenantId, id)
      if (before === undefined) return undefined
      if (version !== undefined && before.version !== version) throw new StaleVersionError()
      const update = { $set: changes, $inc: { version: 1 } }
      const after = { ...before, ...changes, version: before.version + 1 }
      const draft = this.#outbox.silentDraft(tenantId)
      draft.publish(effects, { before, after })
      // Where another change came between, it is read again.
      if ((await this.#carriers.update(thisVersion(before), update, draft)) === undefined) continue
      await this.#changes.notify(tenantId, 'detectors')
      return { before, after }
    }
  }

  async delete(tenantId: string, id: string, version?: number, effects?: Effects<DetectorRecord>) {
    for (;;) {
      const found = await this.#detectors.findOne(equal({ _id: id, tenant_id: tenantId }))
      if (found === undefined) return undefined
      const detector = toDetector(found)
      if (version !== undefined && detector.version !== version) throw new StaleVersionError()
      const draft = this.#outbox.silentDraft(tenantId)
      draft.publish(effects, detector)
      if ((await this.#carriers.delete(found, thisVersion(detector), draft)) === undefined) continue
      await this.#changes.notify(tenantId, 'detectors')
      return detector
    }
  }
}

function matching(tenantId: string, { enabled, kind }: DetectorFilter) {
  return equal({ tenant_id: tenantId, enabled, 'rule.kind': kind })
}

function thisVersion({ id, tenant_id, version }: DetectorRecord) {
  return equal({ _id: id, tenant_id, version })
}

function toDetector(document: DetectorDocument): DetectorRecord {
  const { _id, ...fields } = withoutOutbox(document)
  return { id: _id, ...fields, rule: StoredRule.parse(fields.rule) }
}
