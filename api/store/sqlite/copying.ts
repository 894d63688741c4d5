import { renameSync, rmSync, statSync } from 'node:fs'
import { nextTurn } from '../../turns/next-turn.ts'
import type { CopiedKind, CopiedRecords, CopyStore } from '../copying.ts'
import { InteractionIndex } from './bitmap-index/interaction-index.ts'
import { SegmentTables } from './bitmap-index/tables.ts'
import { insertRow, kindOf, numberOf, type SqliteKind, toInteractionRecord } from './copying-kinds.ts'
import { Counters } from './counters.ts'
import { Database, type Row } from './database.ts'
import { InteractionTable } from './interaction-table.ts'
import { UserCounts } from './user-counts.ts'

/** An interaction can have a megabyte. */
const ROWS_AT_ONCE = { interactions: 100, others: 1000 }

/** Files that SQLite puts beside a database. */
const SUFFIXES = ['', '-wal', '-shm', '-journal']

/** A connection of its own to the file, beside that of a store. */
export function openSqliteCopying(file: string): CopyStore {
  return new SqliteCopying(file)
}

/** What is written gets its name when it is whole. */
export function unfinishedFile(file: string): string {
  return `${file}.unfinished-copy`
}

export function removeUnfinished(file: string): void {
  for (const suffix of SUFFIXES) rmSync(unfinishedFile(file) + suffix, { force: true })
}

export function finishFile(file: string): void {
  renameSync(unfinishedFile(file), file)
}

export function isThere(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}

class SqliteCopying implements CopyStore {
  readonly #db: Database
  readonly #index: InteractionIndex
  readonly #table: InteractionTable
  readonly #tables: SegmentTables

  constructor(file: string) {
    this.#db = new Database(file)
    this.#index = new InteractionIndex(this.#db)
    this.#table = new InteractionTable(this.#db)
    this.#tables = new SegmentTables(this.#db)
  }

  async isEmpty(): Promise<boolean> {
    return this.#db.get('SELECT 1 FROM tenants LIMIT 1') === undefined
  }

  // The name of the file is the mark, which whoever opened it has in hand.
  async begin(): Promise<void> {}
  async end(): Promise<void> {}
  async abandon(): Promise<void> {}

  async settle(): Promise<void> {
    await this.#db.write(() => {
      new UserCounts(this.#db).settle()
      new Counters(this.#db).settle()
    })
  }

  async count(kind: CopiedKind, tenantId: string): Promise<number> {
    if (kind === 'interactions') {
      const [from, to] = this.#numbers(tenantId)
      return this.#count('interactions WHERE number >= ? AND number < ?', from, to)
    }
    const { table, where, by } = kindOf(kind)
    return this.#count(`${table} WHERE ${where}`, by === 'id' ? tenantId : numberOf(this.#db, tenantId))
  }

  async *read<K extends CopiedKind>(kind: K, tenantId: string): AsyncGenerator<readonly CopiedRecords[K][]> {
    const others: Exclude<CopiedKind, 'interactions'> | undefined = kind === 'interactions' ? undefined : kind
    const records = others === undefined ? this.#interactions(tenantId) : this.#others(kindOf(others), tenantId)
    // Each kind's reader gives its own kind of record.
    yield* records as AsyncGenerator<readonly CopiedRecords[K][]>
  }

  async write<K extends CopiedKind>(kind: K, tenantId: string, records: readonly CopiedRecords[K][]): Promise<void> {
    await this.#db.write(() => {
      if (kind === 'interactions') this.#addInteractions(tenantId, records as readonly CopiedRecords['interactions'][])
      else for (const record of records) this.#insert(kindOf(kind), tenantId, record)
    }, 'group')
    await nextTurn()
  }

  async close(): Promise<void> {
    this.#db.close()
  }

  async *#interactions(tenantId: string): AsyncGenerator<readonly CopiedRecords['interactions'][]> {
    let [from, to] = this.#numbers(tenantId)
    for (;;) {
      const sql = 'SELECT * FROM interactions WHERE number >= ? AND number < ? ORDER BY number LIMIT ?'
      const rows = this.#db.all(sql, from, to, ROWS_AT_ONCE.interactions)
      if (rows.length === 0) return
      yield rows.map((row) => toInteractionRecord(this.#table, row, tenantId))
      from = Number(rows.at(-1)?.number) + 1
      await nextTurn()
    }
  }

  async *#others<T>(kind: SqliteKind<T>, tenantId: string): AsyncGenerator<readonly T[]> {
    const { table, where, by, key } = kind
    const tenant = by === 'id' ? tenantId : numberOf(this.#db, tenantId)
    const columns = key.join(', ')
    const after = `AND (${columns}) > (${key.map(() => '?').join(', ')})`
    let last: Row | undefined
    let number = 0
    for (;;) {
      const from = last === undefined ? [] : key.map((column) => last?.[column] as string | number | Uint8Array)
      const rows = this.#db.all(
        `SELECT * FROM ${table} WHERE ${where} ${last === undefined ? '' : after} ORDER BY ${columns} LIMIT ?`,
        tenant,
        ...from,
        ROWS_AT_ONCE.others,
      )
      if (rows.length === 0) return
      yield rows.map((row) => {
        number += 1
        return kind.toRecord(row, number)
      })
      last = rows.at(-1)
      await nextTurn()
    }
  }

  #insert<T>(kind: SqliteKind<T>, tenantId: string, record: T): void {
    if (kind.insert !== undefined) kind.insert(this.#db, record, tenantId)
    else if (kind.toRow !== undefined)
      insertRow(this.#db, kind.table, kind.toRow(record, tenantId, numberOf(this.#db, tenantId)))
  }

  #addInteractions(tenantId: string, records: readonly CopiedRecords['interactions'][]): void {
    const tenant = numberOf(this.#db, tenantId)
    const users = new Set(records.flatMap(({ interaction: { user_id } }) => user_id ?? []))
    this.#index.addUsers(tenant, users)
    this.#index.append(tenant, records, ({ interaction, listed_as, types, policies }, number) =>
      this.#table.insert(tenant, number, interaction, listed_as, { types, policies }),
    )
  }

  /** From the first row of the tenant up to that of the next one. */
  #numbers(tenantId: string): [from: number, to: number] {
    const tenant = numberOf(this.#db, tenantId)
    return [this.#tables.numberOf(tenant, 0), this.#tables.numberOf(tenant + 1, 0)]
  }

  #count(from: string, ...values: (string | number)[]): number {
    return Number(this.#db.get(`SELECT count(*) AS count FROM ${from}`, ...values)?.count)
  }
}
