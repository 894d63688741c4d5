import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import type { ScimGroupFilter, ScimGroupRecord, ScimGroupStore } from '../scim-group-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { Where } from './sql.ts'

const COLUMNS = 'id, tenant_id, display_name, external_id, members, created_at, changed_at, revision'

export class SqliteScimGroups implements ScimGroupStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert(group: ScimGroupRecord, effects?: Effects<ScimGroupRecord>): Promise<void> {
    await this.#outbox.change(group.tenant_id, (draft) => {
      this.#db.run(
        `INSERT INTO scim_groups (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        group.id,
        group.tenant_id,
        group.display_name,
        group.external_id,
        JSON.stringify(group.members),
        group.created_at,
        group.changed_at,
        group.revision,
      )
      draft.publish(effects, group)
    })
  }

  async get(tenantId: string, id: string): Promise<ScimGroupRecord | undefined> {
    return this.#find(tenantId, id)
  }

  async list(tenantId: string, filter: ScimGroupFilter, page: Page): Promise<Listed<ScimGroupRecord>> {
    const where = new Where()
      .and('tenant_id = ?', tenantId)
      .and('display_name = ?', filter.display_name)
      .and('external_id = ?', filter.external_id)
      .and('EXISTS (SELECT 1 FROM json_each(members) WHERE value = ?)', filter.member)
    const rows = this.#db.all(
      `SELECT * FROM scim_groups ${where} ORDER BY created_at, id LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    const counted = this.#db.get(`SELECT count(*) AS total FROM scim_groups ${where}`, ...where.values)
    return { items: rows.map(toGroup), total: Number(counted?.total) }
  }

  async named(tenantId: string, names: readonly string[]): Promise<ScimGroupRecord[]> {
    if (names.length === 0) return []
    const marks = names.map(() => '?').join(', ')
    return this.#db
      .all(
        `SELECT * FROM scim_groups WHERE tenant_id = ? AND (display_name IN (${marks}) OR external_id IN (${marks}))
         ORDER BY created_at, id`,
        tenantId,
        ...names,
        ...names,
      )
      .map(toGroup)
  }

  async replace(group: ScimGroupRecord, effects?: Effects<Changed<ScimGroupRecord>>) {
    return this.#outbox.change(group.tenant_id, (draft) => {
      const before = this.#find(group.tenant_id, group.id)
      if (before?.revision !== group.revision - 1) return undefined
      this.#db.run(
        'UPDATE scim_groups SET display_name = ?, external_id = ?, members = ?, changed_at = ?, revision = ? WHERE id = ?',
        group.display_name,
        group.external_id,
        JSON.stringify(group.members),
        group.changed_at,
        group.revision,
        group.id,
      )
      draft.publish(effects, { before, after: group })
      return { before, after: group }
    })
  }

  async delete(tenantId: string, id: string, effects?: Effects<ScimGroupRecord>): Promise<ScimGroupRecord | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get('DELETE FROM scim_groups WHERE id = ? AND tenant_id = ? RETURNING *', id, tenantId)
      if (row === undefined) return undefined
      const gone = toGroup(row)
      draft.publish(effects, gone)
      return gone
    })
  }

  #find(tenantId: string, id: string): ScimGroupRecord | undefined {
    const row = this.#db.get('SELECT * FROM scim_groups WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row && toGroup(row)
  }
}

function toGroup(row: Row): ScimGroupRecord {
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    display_name: String(row.display_name),
    external_id: row.external_id === null ? null : String(row.external_id),
    members: JSON.parse(String(row.members)) as string[],
    created_at: String(row.created_at),
    changed_at: String(row.changed_at),
    revision: Number(row.revision),
  }
}
