import type { AuditDraft, AuditEntry } from '../../../core/model/audit.ts'
import { type AuditKeys, sealEntry } from '../audit-chain.ts'
import type { AuditFilter, AuditHead, AuditStore } from '../audit-store.ts'
import type { Listed, Page } from '../paging.ts'
import type { Database, Row } from './database.ts'
import { Where } from './sql.ts'

/** Gives an entry its seal. */
const SEALED = 'LEFT JOIN audit_seals USING (id)'

export class SqliteAudit implements AuditStore {
  readonly #db: Database
  readonly #keys: AuditKeys | undefined

  constructor(db: Database, keys: AuditKeys | undefined) {
    this.#db = db
    this.#keys = keys
  }

  async append(tenantId: string, draft: AuditDraft): Promise<AuditEntry> {
    return this.#db.write(() => this.add(tenantId, draft))
  }

  /** As `append`, as a part of a change of something else. */
  add(tenantId: string, draft: AuditDraft): AuditEntry {
    const last = this.#db.get('SELECT hash FROM audit_log WHERE tenant_id = ? ORDER BY number DESC LIMIT 1', tenantId)
    const entry = sealEntry(draft, last === undefined ? undefined : String(last.hash), this.#keys)
    this.#db.run(
      `INSERT INTO audit_log (tenant_id, id, timestamp, actor_id, actor_email, action, target_type, target_id, ip,
           details, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      tenantId,
      entry.id,
      entry.timestamp,
      entry.actor_id,
      entry.actor_email,
      entry.action,
      entry.target_type,
      entry.target_id,
      entry.ip,
      JSON.stringify(entry.details),
      entry.prev_hash,
      entry.hash,
    )
    if (entry.key_id !== null && entry.mac !== null) {
      const { id, key_id, mac } = entry
      this.#db.run('INSERT INTO audit_seals (id, key_id, mac) VALUES (?, ?, ?)', id, key_id, mac)
    }
    return entry
  }

  async head(tenantId: string): Promise<AuditHead | undefined> {
    const row = this.#db.get(
      `SELECT hash, (SELECT count(*) FROM audit_log WHERE tenant_id = ?1) AS entries FROM audit_log
       WHERE tenant_id = ?1 ORDER BY number DESC LIMIT 1`,
      tenantId,
    )
    return row === undefined ? undefined : { entries: Number(row.entries), hash: String(row.hash) }
  }

  async list(tenantId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>> {
    const where = new Where()
      .and('tenant_id = ?', tenantId)
      .and('actor_id = ?', filter.actor_id)
      .and('action = ?', filter.action)
      .and('target_type = ?', filter.target_type)
      .and('target_id = ?', filter.target_id)
      .and('timestamp >= ?', filter.start_date)
      .and('timestamp <= ?', filter.end_date)
    const rows = this.#db.all(
      `SELECT * FROM audit_log ${SEALED} ${where} ORDER BY number DESC LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    const count = this.#db.get(`SELECT count(*) AS total FROM audit_log ${where}`, ...where.values)
    return { items: rows.map(toEntry), total: Number(count?.total) }
  }

  async read(tenantId: string, page: Page): Promise<AuditEntry[]> {
    return this.#db
      .all(
        `SELECT * FROM audit_log ${SEALED} WHERE tenant_id = ? ORDER BY number LIMIT ? OFFSET ?`,
        tenantId,
        page.limit,
        page.offset,
      )
      .map(toEntry)
  }
}

function toEntry(row: Row): AuditEntry {
  return {
    id: String(row.id),
    timestamp: String(row.timestamp),
    actor_id: textOrNull(row.actor_id),
    actor_email: textOrNull(row.actor_email),
    action: String(row.action),
    target_type: String(row.target_type),
    target_id: textOrNull(row.target_id),
    ip: textOrNull(row.ip),
    details: JSON.parse(String(row.details)) as AuditEntry['details'],
    prev_hash: String(row.prev_hash),
    hash: String(row.hash),
    key_id: textOrNull(row.key_id),
    mac: textOrNull(row.mac),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value)
}
