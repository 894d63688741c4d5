import type { InteractionSort, Page } from '../../store.ts'
import type { Database } from '../database.ts'
import { bytesToHex } from '../sql.ts'
import { count, SEGMENT_ROWS } from './bits.ts'
import { order } from './order.ts'
import { numberOfRow, type RowKey, type RowReader } from './rows.ts'
import { type IndexedFilter, select } from './select.ts'
import { SegmentTables } from './tables.ts'
import { TenantIndex } from './tenant-index.ts'

/** What all tenants' indexes take in memory: some twenty million interactions' worth. */
const KEPT_BYTES_MAX = 128 * 1024 * 1024
/** A segment is sealed when another one is full behind it: what is revised soon after it came is still in the tail. */
const TAIL_SEGMENTS = 2

/**
 * Answers lists of interactions, whatever the filters, sort and page, from bitmaps of segments of rows: totals are
 * counted bits, and a deep page is found by counting, not by walking to it.
 */
export class SegmentIndex implements RowReader {
  readonly #db: Database
  readonly #tables: SegmentTables
  /** The least recently used first. */
  readonly #tenants = new Map<number, TenantIndex>()

  constructor(db: Database) {
    this.#db = db
    this.#tables = new SegmentTables(db)
  }

  /** Gives each item a row number and keeps the numbers of those that `insert` takes. Runs within a transaction. */
  append<T>(tenant: number, items: readonly T[], insert: (item: T, number: number) => boolean): T[] {
    const head = this.#tables.readHead(tenant)
    let { next, sealed } = head
    const inserted = items.filter((item) => {
      const isNew = insert(item, this.#tables.numberOf(tenant, next))
      if (isNew) next += 1
      return isNew
    })
    for (; next - sealed * SEGMENT_ROWS >= TAIL_SEGMENTS * SEGMENT_ROWS; sealed++) {
      this.#tables.seal(tenant, sealed, head.sealed_revision)
    }
    this.#tables.writeHead(tenant, { ...head, next, sealed })
    return inserted
  }

  /** Called before an interaction of this user is inserted, within the same transaction. */
  addUser(tenant: number, user: Uint8Array): void {
    this.#tables.users.add(tenant, user)
  }

  /** Called when interactions of these users have gone and the inventory no longer counts them. */
  removeUsers(tenant: number, users: readonly Uint8Array[]): void {
    this.#tables.users.removeUnused(tenant, users)
  }

  /** Called when the rows of these numbers have changed or gone, within the same transaction. */
  changed(tenant: number, numbers: readonly number[]): void {
    const head = this.#tables.readHead(tenant)
    const segments = new Set(numbers.map((number) => this.#tables.segmentOf(number)))
    const sealed = [...segments].filter((segment) => segment < head.sealed)
    const sealed_revision = head.sealed_revision + (sealed.length > 0 ? 1 : 0)
    for (const segment of sealed) this.#tables.seal(tenant, segment, sealed_revision)
    const tail_revision = head.tail_revision + (sealed.length < segments.size ? 1 : 0)
    this.#tables.writeHead(tenant, { ...head, sealed_revision, tail_revision })
  }

  /** The numbers of a page's rows, in order, and how many rows there are on all pages. */
  list(tenant: number, filter: IndexedFilter, sort: InteractionSort, page: Page): { numbers: number[]; total: number } {
    const index = this.#open(tenant)
    const selected = select(index, filter, this)
    const total = count(selected)
    const numbers = order(index, selected, total, sort, page, this)
    this.#makeRoom()
    return { numbers, total }
  }

  read(index: TenantIndex, rows: readonly number[]): RowKey[] {
    return rows.map((row) => {
      const number = numberOfRow(index, row)
      const found = this.#db.get('SELECT at, risk, id FROM interactions WHERE number = ?', number)
      return { index: row, number, at: Number(found?.at), risk: Number(found?.risk), id: bytesToHex(found?.id) }
    })
  }

  #open(tenant: number): TenantIndex {
    const index = this.#tenants.get(tenant) ?? new TenantIndex(this.#tables, tenant)
    this.#tenants.delete(tenant)
    this.#tenants.set(tenant, index)
    index.refresh()
    return index
  }

  /** What was used last stays, however large: it is most likely used next. */
  #makeRoom(): void {
    let bytes = 0
    for (const index of this.#tenants.values()) bytes += index.bytes
    for (const [tenant, index] of this.#tenants) {
      if (bytes <= KEPT_BYTES_MAX || this.#tenants.size === 1) return
      bytes -= index.bytes
      this.#tenants.delete(tenant)
    }
  }
}
