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
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { orDuplicate, orderBy, Where } from './sql.ts'

const SORT_COLUMNS: Readonly<Record<DetectorSort['field'], readonly string[]>> = {
  name: ['name'],
  created_at: ['created_at', 'id'],
}

export class SqliteDetectors implements DetectorStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert(detector: NewDetector, effects?: Effects<DetectorRecord>): Promise<DetectorRecord> {
    return this.#outbox.change(detector.tenant_id, (draft) => {
      orDuplicate('name', () =>
        this.#db.run(
          `INSERT INTO detectors (id, tenant_id, name, description, enabled, kind, rule, updated_at, created_at,
           created_by, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          detector.id,
          detector.tenant_id,
          ...toColumns(detector),
          detector.created_at,
          detector.created_by,
          detector.version ?? 1,
        ),
      )
      const inserted = { ...detector, version: detector.version ?? 1 }
      draft.publish(effects, inserted)
      return inserted
    })
  }

  async get(tenantId: string, id: string): Promise<DetectorRecord | undefined> {
    return this.#find(tenantId, id)
  }

  async list(
    tenantId: string,
    filter: DetectorFilter,
    sort: DetectorSort,
    page: Page,
  ): Promise<Listed<DetectorRecord>> {
    const where = matching(tenantId, filter)
    const rows = this.#db.all(
      `SELECT * FROM detectors ${where} ${orderBy(SORT_COLUMNS[sort.field], sort.descending)} LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    const count = this.#db.get(`SELECT count(*) AS total FROM detectors ${where}`, ...where.values)
    return { items: rows.map(toDetector), total: Number(count?.total) }
  }

  async versions(tenantId: string, filter: DetectorFilter = {}) {
    const where = matching(tenantId, filter)
    const rows = this.#db.all(`SELECT id, version FROM detectors ${where} ORDER BY id`, ...where.values)
    return rows.map((row) => ({ id: String(row.id), version: Number(row.version) }))
  }

  async update(
    tenantId: string,
    id: string,
    changes: DetectorChanges,
    version?: number,
    effects?: Effects<Changed<DetectorRecord>>,
  ) {
    return this.#outbox.change(tenantId, (draft) => {
      const before = this.#find(tenantId, id)
      if (before === undefined) return undefined
      if (version !== undefined && before.version !== version) throw new StaleVersionError()
      const after: DetectorRecord = { ...before, ...changes, version: before.version + 1 }
      orDuplicate('name', () =>
        this.#db.run(
          `UPDATE detectors SET name = ?, description = ?, enabled = ?, kind = ?, rule = ?, updated_at = ?, version = ?
           WHERE id = ?`,
          ...toColumns(after),
          after.version,
          id,
        ),
      )
      draft.publish(effects, { before, after })
      return { before, after }
    })
  }

  async delete(tenantId: string, id: string, version?: number, effects?: Effects<DetectorRecord>) {
    return this.#outbox.change(tenantId, (draft) => {
      const detector = this.#find(tenantId, id)
      if (detector === undefined) return undefined
      if (version !== undefined && detector.version !== version) throw new StaleVersionError()
      this.#db.run('DELETE FROM detectors WHERE id = ?', id)
      draft.publish(effects, detector)
      return detector
    })
  }

  #find(tenantId: string, id: string): DetectorRecord | undefined {
    const row = this.#db.get('SELECT * FROM detectors WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row === undefined ? undefined : toDetector(row)
  }
}

function matching(tenantId: string, { enabled, kind }: DetectorFilter): Where {
  return new Where()
    .and('tenant_id = ?', tenantId)
    .and('enabled = ?', enabled === undefined ? undefined : Number(enabled))
    .and('kind = ?', kind)
}

/** What an update may change, in the order of the columns. */
function toColumns({ name, description, enabled, rule, updated_at }: Omit<DetectorRecord, 'version'>) {
  return [name, description, Number(enabled), rule.kind, JSON.stringify(rule), updated_at] as const
}

function toDetector(row: Row): DetectorRecord {
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    name: String(row.name),
    description: String(row.description),
    enabled: row.enabled === 1,
    rule: StoredRule.parse(JSON.parse(String(row.rule))),
    created_at: String(row.created_at),
    updated_at: String(row.updated_at),
    created_by: String(row.created_by),
    version: Number(row.version),
  }
}
