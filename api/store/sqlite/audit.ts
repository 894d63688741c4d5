import type { AuditDraft, AuditEntry } from '../../../core/model/audit.ts'
import { nextTurn } from '../../turns/next-turn.ts'
import { type AuditKeys, sealEntry } from '../audit-chain.ts'
import type { AuditFilter, AuditHead, AuditPosition, AuditStore } from '../audit-store.ts'
import type { Listed, Page } from '../paging.ts'
import { countWithin, numbersWithin, slices } from './audit-queries.ts'
import type { Database, Row } from './database.ts'

/** Gives an entry its seal. */
const SEALED = 'LEFT JOIN audit_seals USING (id)'
const RANGE = 'SELECT min(number) AS first, max(number) AS last FROM audit_log WHERE tenant_id = ?'
const POSITION = `SELECT audit_log.number, audit_log.id, audit_log.hash, audit_seals.place FROM audit_log ${SEALED}`

/** Characters of entries' details that are parsed at a turn: some milliseconds. */
const PARSED_AT_ONCE = 1_048_576

export class SqliteAudit implements AuditStore {
  readonly #db: Database
  readonly #keys: AuditKeys | undefined
  readonly #onAppended: (tenantId: string) => void

  /** @param onAppended called with the tenant before the entry is committed */
  constructor(db: Database, keys: AuditKeys | undefined, onAppended: (tenantId: string) => void = () => {}) {
    this.#db = db
    this.#keys = keys
    this.#onAppended = onAppended
  }

  async append(tenantId: string, draft: AuditDraft): Promise<AuditEntry> {
    return this.#db.write(() => this.add(tenantId, draft))
  }

  /** As `append`, as a part of a change of something else. */
  add(tenantId: string, draft: AuditDraft): AuditEntry {
    const last = this.#last(tenantId)
    const entry = sealEntry(draft, tenantId, last, this.#keys)
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
      const place = (last?.entries ?? 0) + 1
      this.#db.run('INSERT INTO audit_seals (id, key_id, mac, place) VALUES (?, ?, ?, ?)', id, key_id, mac, place)
    }
    this.#onAppended(tenantId)
    return entry
  }

  async head(tenantId: string): Promise<AuditHead | undefined> {
    const last = this.#last(tenantId)
    return last && { entries: last.entries, hash: last.hash }
  }

  async last(tenantId: string): Promise<AuditPosition | undefined> {
    return this.#last(tenantId)
  }

  async find(tenantId: string, id: string): Promise<AuditPosition | undefined> {
    return this.#position(tenantId, this.#db.get(`${POSITION} WHERE tenant_id = ? AND id = ?`, tenantId, id))
  }

  async list(tenantId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>> {
    const { first, last } = this.#db.get(RANGE, tenantId) ?? {}
    const numbers: number[] = []
    let total = 0
    for (const [from, to] of slices(Number(first ?? 0), Number(last ?? -1))) {
      if (to !== last) await nextTurn()
      const counted = countWithin(tenantId, filter, from, to)
      const count = Number(this.#db.get(counted.sql, ...counted.values)?.count)
      const wanted = page.limit - numbers.length
      if (wanted > 0 && total + count > page.offset) {
        const listed = numbersWithin(tenantId, filter, from, to)
        const rows = this.#db.all(listed.sql, ...listed.values, wanted, Math.max(0, page.offset - total))
        numbers.push(...rows.map(({ number }) => Number(number)))
      }
      total += count
    }
    return { items: await this.#entriesOf(numbers), total }
  }

  /** They may be large, since they keep what changed of policies, and never change: others come between. */
  async #entriesOf(numbers: readonly number[]): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = []
    let characters = 0
    for (const number of numbers) {
      if (characters > PARSED_AT_ONCE) {
        await nextTurn()
        characters = 0
      }
      const row = this.#db.get(`SELECT * FROM audit_log ${SEALED} WHERE number = ?`, number)
      if (row === undefined) continue
      characters += String(row.details).length
      entries.push(toEntry(row))
    }
    return entries
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

  async readAfter(tenantId: string, id: string | undefined, limit: number): Promise<AuditEntry[]> {
    if (id === undefined) return this.read(tenantId, { offset: 0, limit })
    // None follow on an entry that is not there.
    return this.#db
      .all(
        `SELECT * FROM audit_log ${SEALED} WHERE tenant_id = ?1
         AND number > (SELECT number FROM audit_log WHERE tenant_id = ?1 AND id = ?2) ORDER BY number LIMIT ?3`,
        tenantId,
        id,
        limit,
      )
      .map(toEntry)
  }

  async countTo(tenantId: string, id: string): Promise<number> {
    const row = this.#db.get('SELECT number FROM audit_log WHERE tenant_id = ? AND id = ?', tenantId, id)
    return row === undefined ? 0 : this.#countTo(tenantId, Number(row.number))
  }

  async checkpoint(): Promise<string | undefined> {
    const row = this.#db.get('SELECT checkpoint FROM audit_checkpoint')
    return row && String(row.checkpoint)
  }

  async keepCheckpoint(text: string): Promise<string> {
    await this.#db.write(() =>
      this.#db.run('INSERT OR IGNORE INTO audit_checkpoint (id, checkpoint) VALUES (1, ?)', text),
    )
    return (await this.checkpoint()) ?? text
  }

  #last(tenantId: string): AuditPosition | undefined {
    const row = this.#db.get(`${POSITION} WHERE tenant_id = ? ORDER BY number DESC LIMIT 1`, tenantId)
    return this.#position(tenantId, row)
  }

  /** Entries of earlier releases are counted: nothing says where they stand. */
  #position(tenantId: string, row: Row | undefined): AuditPosition | undefined {
    if (row === undefined) return undefined
    const entries = row.place === null ? this.#countTo(tenantId, Number(row.number)) : Number(row.place)
    return { id: String(row.id), entries, hash: String(row.hash) }
  }

  #countTo(tenantId: string, number: number): number {
    const sql = 'SELECT count(*) AS entries FROM audit_log WHERE tenant_id = ? AND number <= ?'
    return Number(this.#db.get(sql, tenantId, number)?.entries)
  }
}

export function toEntry(row: Row): AuditEntry {
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
