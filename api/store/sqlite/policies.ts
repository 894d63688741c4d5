import { type Policy, Rules } from '../../../core/model/policy.ts'
import { StaleVersionError } from '../errors.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import type { NewPolicy, PolicyChanges, PolicyRecord, PolicySort, PolicyStore } from '../policy-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { orDuplicate, orderBy, Where } from './sql.ts'

const SORT_COLUMNS: Readonly<Record<PolicySort['field'], readonly string[]>> = {
  name: ['name'],
  priority: ['priority', 'created_at', 'id'],
  created_at: ['created_at', 'id'],
}

export class SqlitePolicies implements PolicyStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert(policy: NewPolicy, effects?: Effects<PolicyRecord>): Promise<PolicyRecord> {
    return this.#outbox.change(policy.tenant_id, (draft) => {
      orDuplicate('name', () =>
        this.#db.run(
          `INSERT INTO policies (id, tenant_id, name, description, rules, enabled, priority, created_at, updated_at,
             created_by, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          policy.id,
          policy.tenant_id,
          policy.name,
          policy.description,
          JSON.stringify(policy.rules),
          Number(policy.enabled),
          policy.priority,
          policy.created_at,
          policy.updated_at,
          policy.created_by,
          policy.version ?? 1,
        ),
      )
      const inserted = { ...policy, version: policy.version ?? 1 }
      draft.publish(effects, inserted)
      return inserted
    })
  }

  async get(tenantId: string, id: string): Promise<PolicyRecord | undefined> {
    return this.#find(tenantId, id)
  }

  async list(
    tenantId: string,
    filter: { readonly enabled?: boolean | undefined },
    sort: PolicySort,
    page: Page,
  ): Promise<Listed<PolicyRecord>> {
    const where = new Where()
      .and('tenant_id = ?', tenantId)
      .and('enabled = ?', filter.enabled === undefined ? undefined : Number(filter.enabled))
    const rows = this.#db.all(
      `SELECT * FROM policies ${where} ${orderBy(SORT_COLUMNS[sort.field], sort.descending)} LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    const count = this.#db.get(`SELECT count(*) AS total FROM policies ${where}`, ...where.values)
    return { items: rows.map(toPolicy), total: Number(count?.total) }
  }

  async update(
    tenantId: string,
    id: string,
    changes: PolicyChanges,
    version?: number,
    effects?: Effects<Changed<PolicyRecord>>,
  ) {
    return this.#outbox.change(tenantId, (draft) => {
      const before = this.#find(tenantId, id)
      if (before === undefined) return undefined
      if (version !== undefined && before.version !== version) throw new StaleVersionError()
      const after: PolicyRecord = { ...before, ...changes, version: before.version + 1 }
      orDuplicate('name', () =>
        this.#db.run(
          `UPDATE policies SET name = ?, description = ?, rules = ?, enabled = ?, priority = ?, updated_at = ?,
             version = ? WHERE id = ?`,
          after.name,
          after.description,
          JSON.stringify(after.rules),
          Number(after.enabled),
          after.priority,
          after.updated_at,
          after.version,
          id,
        ),
      )
      draft.publish(effects, { before, after })
      return { before, after }
    })
  }

  async setPriorities(
    tenantId: string,
    places: readonly Pick<Policy, 'id' | 'priority'>[],
    at: string,
    effects?: Effects<Changed<PolicyRecord>>,
  ): Promise<void> {
    if (places.length === 0) return
    await this.#outbox.change(tenantId, (draft) => {
      for (const { id, priority } of places) {
        const before = this.#find(tenantId, id)
        if (before === undefined) continue
        const after = { ...before, priority, updated_at: at, version: before.version + 1 }
        this.#db.run(
          'UPDATE policies SET priority = ?, updated_at = ?, version = ? WHERE id = ?',
          ...[priority, at, after.version, id],
        )
        draft.publish(effects, { before, after })
      }
    })
  }

  async delete(tenantId: string, id: string, version?: number, effects?: Effects<PolicyRecord>) {
    return this.#outbox.change(tenantId, (draft) => {
      const policy = this.#find(tenantId, id)
      if (policy === undefined) return undefined
      if (version !== undefined && policy.version !== version) throw new StaleVersionError()
      this.#db.run('DELETE FROM policies WHERE id = ?', id)
      draft.publish(effects, policy)
      return policy
    })
  }

  #find(tenantId: string, id: string): PolicyRecord | undefined {
    const row = this.#db.get('SELECT * FROM policies WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row === undefined ? undefined : toPolicy(row)
  }
}

function toPolicy(row: Row): PolicyRecord {
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    name: String(row.name),
    description: String(row.description),
    rules: Rules.parse(JSON.parse(String(row.rules))),
    enabled: row.enabled === 1,
    priority: Number(row.priority),
    created_at: String(row.created_at),
    updated_at: String(row.updated_at),
    created_by: String(row.created_by),
    version: Number(row.version),
  }
}
