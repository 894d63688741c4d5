import type { Database } from '../database.ts'
import { SEGMENT_ROWS } from './bits.ts'
import type { NewRow } from './indexed-row.ts'

/** Of all tenants together: some six megabytes, twenty where senders give each row long columns. One tenant has no more than two segments of them. */
const ROWS_MAX = 4 * SEGMENT_ROWS
/** Longer columns count as more rows: senders choose models and hosts, and name many policies. */
const COLUMNS_LENGTH = 256

interface Run {
  /** The sequence of the first of the rows. */
  first: number
  rows: NewRow[]
}

/** How many rows of usual length they count as. */
function sizeOf(rows: readonly NewRow[]): number {
  return rows.reduce((size, { columns }) => size + 1 + Math.floor(columns.length / COLUMNS_LENGTH), 0)
}

/**
 * The rows of each tenant that this process has added since its last segment was sealed: to seal the next one, they need not be read again, which takes
 * longer than all else about it. They are known as long as nobody else writes, of which SQLite tells (sqlite.org/pragma.html#pragma_data_version), and none
 * of them is changed; a transaction that is rolled back leaves a tenant's head elsewhere than they end.
 */
export class RecentRows {
  readonly #db: Database
  readonly #runs = new Map<number, Run>()
  #version = -1
  #size = 0

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Rows that were added one after the other. Called within the transaction that adds them.
   * @param from the sequence of the first of them
   */
  add(tenant: number, from: number, rows: readonly NewRow[]): void {
    const version = this.#db.dataVersion()
    const size = sizeOf(rows)
    if (version !== this.#version || this.#size + size > ROWS_MAX) this.#clear()
    this.#version = version
    let run = this.#runs.get(tenant)
    if (run === undefined || run.first + run.rows.length !== from) {
      this.forget(tenant)
      run = { first: from, rows: [] }
      this.#runs.set(tenant, run)
    }
    for (const row of rows) run.rows.push(row)
    this.#size += size
  }

  /** The rows of a segment, which then are not kept any more, nor those before; undefined if not all are known. */
  take(tenant: number, segment: number): readonly NewRow[] | undefined {
    const run = this.#runs.get(tenant)
    const from = segment * SEGMENT_ROWS
    if (run === undefined || run.first + run.rows.length < from + SEGMENT_ROWS) return undefined
    const end = from + SEGMENT_ROWS - run.first
    const rows = run.first > from ? undefined : run.rows.slice(from - run.first, end)
    if (end > 0) {
      this.#size -= sizeOf(run.rows.slice(0, end))
      run.rows = run.rows.slice(end)
      run.first += end
    }
    return rows
  }

  /** Called where some of them are changed. */
  forget(tenant: number): void {
    this.#size -= sizeOf(this.#runs.get(tenant)?.rows ?? [])
    this.#runs.delete(tenant)
  }

  #clear(): void {
    this.#runs.clear()
    this.#size = 0
  }
}
