import type { AuditEntry } from '../../../core/model/audit.ts'
import type { AuditFilter, AuditStore } from '../audit-store.ts'
import type { Listed, Page } from '../store.ts'
import type { Database, Row } from './database.ts'
import { Where } from './sql.ts'

export class SqliteAudit implements AuditStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async append(tenantId: string, seal: (previousHash: string | undefined) => AuditEntry): Promise<AuditEntry> {
    return this.#db.write(() => {
      const last = this.#db.get('SELECT hash FROM audit_log WHERE tenant_id = ? ORDER BY number DESC LIMIT 1', tenantId)
      const entry = seal(last === undefined ? undefined : String(last.hash))
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
      return entry
    })
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
      `SELECT * FROM audit_log ${where} ORDER BY number DESC LIMIT ? OFFSET ?`,
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
        'SELECT * FROM audit_log WHERE tenant_id = ? ORDER BY number LIMIT ? OFFSET ?',
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
  }
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value)
}
