import type { Effects } from '../outbox.ts'
import type { Changed, Page } from '../paging.ts'
import type { ScimGroupFilter, ScimGroupRecord, ScimGroupStore } from '../scim-group-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { Where } from './sql.ts'

const COLUMNS = 'id, tenant_id, display_name, external_id, members, created_at, changed_at, revision'
const SHORT = COLUMNS.replace('members', "'[]' AS members")

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
      this.#addMembers(group.id, group.members)
      draft.publish(effects, group)
    })
  }

  async get(tenantId: string, id: string): Promise<ScimGroupRecord | undefined> {
    return this.#find(tenantId, id)
  }

  async list(tenantId: string, filter: ScimGroupFilter, page: Page, form: 'whole' | 'short' = 'whole') {
    const where = new Where()
      .and('tenant_id = ?', tenantId)
      .and('display_name = ?', filter.display_name)
      .and('external_id = ?', filter.external_id)
      .and('id IN (SELECT group_id FROM scim_members WHERE user_id = ?)', filter.member)
    const rows = this.#db.all(
      `SELECT ${form === 'short' ? SHORT : COLUMNS} FROM scim_groups ${where} ORDER BY created_at, id LIMIT ? OFFSET ?`,
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
      this.#removeMembers(group.id, without(before.members, group.members))
      this.#addMembers(group.id, without(group.members, before.members))
      draft.publish(effects, { before, after: group })
      return { before, after: group }
    })
  }

  async delete(tenantId: string, id: string, effects?: Effects<ScimGroupRecord>): Promise<ScimGroupRecord | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get('DELETE FROM scim_groups WHERE id = ? AND tenant_id = ? RETURNING *', id, tenantId)
      if (row === undefined) return undefined
      const gone = toGroup(row)
      this.#removeMembers(id, gone.members)
      draft.publish(effects, gone)
      return gone
    })
  }

  /** So that the groups of one user are found without a look into all lists of members. */
  #addMembers(id: string, members: readonly string[]): void {
    const add = 'INSERT OR IGNORE INTO scim_members (user_id, group_id) SELECT value, ? FROM json_each(?)'
    if (members.length > 0) this.#db.run(add, id, JSON.stringify(members))
  }

  #removeMembers(id: string, members: readonly string[]): void {
    const remove = 'DELETE FROM scim_members WHERE group_id = ? AND user_id IN (SELECT value FROM json_each(?))'
    if (members.length > 0) this.#db.run(remove, id, JSON.stringify(members))
  }

  #find(tenantId: string, id: string): ScimGroupRecord | undefined {
    const row = this.#db.get('SELECT * FROM scim_groups WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row && toGroup(row)
  }
}

function without(members: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return members.filter((member) => !known.has(member))
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
