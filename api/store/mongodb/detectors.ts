import type { Db } from 'mongodb'
import { StoredRule } from '../../../core/model/detector.ts'
import type { DetectorChanges, DetectorFilter, DetectorRecord, DetectorSort, DetectorStore } from '../detector-store.ts'
import { StaleVersionError } from '../errors.ts'
import type { Listed, Page } from '../store.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, orderBy } from './conditions.ts'

type DetectorDocument = Stored & Omit<DetectorRecord, 'id'>

const SORT_FIELDS: Readonly<Record<DetectorSort['field'], readonly string[]>> = {
  name: ['name'],
  created_at: ['created_at', '_id'],
}

export class MongoDetectors implements DetectorStore {
  readonly #detectors: Collection<DetectorDocument>
  readonly #changes: MongoChanges

  constructor(db: Db, changes: MongoChanges) {
    this.#detectors = new Collection(db, 'detectors', 'name')
    this.#changes = changes
  }

  async insert({ id, ...fields }: Omit<DetectorRecord, 'version'>): Promise<DetectorRecord> {
    await this.#detectors.insert({ _id: id, ...fields, version: 1 })
    await this.#changes.announce(fields.tenant_id, 'detectors')
    return { id, ...fields, version: 1 }
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

  async update(tenantId: string, id: string, changes: DetectorChanges, version?: number) {
    for (;;) {
      const before = await this.get(tenantId, id)
      if (before === undefined) return undefined
      if (version !== undefined && before.version !== version) throw new StaleVersionError()
      const update = { $set: changes, $inc: { version: 1 } }
      // Where another change came between, it is read again.
      if ((await this.#detectors.update(thisVersion(before), update)) === undefined) continue
      await this.#changes.announce(tenantId, 'detectors')
      return { before, after: { ...before, ...changes, version: before.version + 1 } }
    }
  }

  async delete(tenantId: string, id: string, version?: number) {
    const deleted = await this.#detectors.delete(equal({ _id: id, tenant_id: tenantId, version }))
    if (deleted === undefined) {
      if (version !== undefined && (await this.get(tenantId, id)) !== undefined) throw new StaleVersionError()
      return undefined
    }
    await this.#changes.announce(tenantId, 'detectors')
    return toDetector(deleted)
  }
}

function matching(tenantId: string, { enabled, kind }: DetectorFilter) {
  return equal({ tenant_id: tenantId, enabled, 'rule.kind': kind })
}

function thisVersion({ id, tenant_id, version }: DetectorRecord) {
  return equal({ _id: id, tenant_id, version })
}

function toDetector({ _id, ...fields }: DetectorDocument): DetectorRecord {
  return { id: _id, ...fields, rule: StoredRule.parse(fields.rule) }
}
