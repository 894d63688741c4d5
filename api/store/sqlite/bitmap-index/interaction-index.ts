import type { InteractionSort } from '../../interaction-store.ts'
import type { Page } from '../../paging.ts'
import type { Database } from '../database.ts'
import { bytesToHex } from '../sql.ts'
import { count, countBySegment, forEachBit, SEGMENT_ROWS } from './bits.ts'
import type { NewRow, PlacedRow } from './indexed-row.ts'
import { keyOfHash, keyOfReference, type LookupKind } from './lookups.ts'
import { order, orderKeys } from './order.ts'
import { RecentRows } from './recent-rows.ts'
import { numberOfRow, type RowKey, type RowReader } from './rows.ts'
import { type IndexedFilter, select } from './select.ts'
import { type Head, SegmentTables, TAIL_CHANGES_MAX } from './tables.ts'
import { TenantIndex } from './tenant-index.ts'

/** What all tenants' indexes take in memory: some twenty million interactions' worth. */
const KEPT_BYTES_MAX = 128 * 1024 * 1024
const TAIL_FORGOTTEN = TAIL_CHANGES_MAX + 1
/** A segment is sealed when another one is full behind it: what is revised soon after it came is still in the tail. */
const TAIL_SEGMENTS = 2
/** Rows that are taken in at one turn of the thread: some milliseconds. */
const PREPARED_ROWS = 256
/** Segments of which a bitmap is read at one turn: some milliseconds too. */
const PREPARED_SEGMENTS = 128

/**
 * Answers lists of interactions, whatever the filters, sort and page, from bitmaps of segments of rows: totals are
 * counted bits, and a deep page is found by counting, not by walking to it.
 */
export class InteractionIndex implements RowReader {
  readonly #db: Database
  readonly #tables: SegmentTables
  readonly #recent: RecentRows
  /** The least recently used first. */
  readonly #tenants = new Map<number, TenantIndex>()

  readonly #bytesMax: number

  /** @param bytesMax what all tenants' indexes take in memory */
  constructor(db: Database, bytesMax = KEPT_BYTES_MAX) {
    this.#db = db
    this.#bytesMax = bytesMax
    this.#tables = new SegmentTables(db)
    this.#recent = new RecentRows(db)
  }

  /** Gives each item a row number and keeps the numbers of those that `insert` takes. Runs within a transaction. */
  append<T>(
    tenant: number,
    items: readonly T[],
    insert: (item: T, number: number, index: number) => NewRow | undefined,
  ): T[] {
    const head = this.#tables.readHead(tenant)
    let { next, sealed } = head
    const rows: NewRow[] = []
    const inserted = items.filter((item, index) => {
      const row = insert(item, this.#tables.numberOf(tenant, next), index)
      if (row === undefined) return false
      rows.push(row)
      next += 1
      return true
    })
    this.#recent.add(tenant, head.next, rows)
    for (; isFull({ next, sealed }); sealed++) {
      this.#tables.sealNew(tenant, sealed, head.sealed_revision, this.#recent.take(tenant, sealed))
    }
    this.#tables.writeHead(tenant, { ...head, next, sealed })
    return inserted
  }

  /** Called before interactions of these users, by their ids, are inserted, within the same transaction. */
  addUsers(tenant: number, users: Iterable<string>): void {
    this.#tables.users.add(tenant, users)
  }

  /** Called when interactions of these users have gone and the inventory no longer counts them. */
  removeUsers(tenant: number, users: Iterable<string>): void {
    this.#tables.users.removeUnused(tenant, users)
  }

  /** Called when the rows of these numbers have changed or gone, within the same transaction. */
  changed(tenant: number, numbers: readonly number[]): void {
    const head = this.#tables.readHead(tenant)
    const isSealed = (number: number) => this.#tables.segmentOf(number) < head.sealed
    const sealed = new Set(numbers.filter(isSealed).map((number) => this.#tables.segmentOf(number)))
    const inTail = numbers.filter((number) => !isSealed(number))
    if (inTail.length > 0) this.#recent.forget(tenant)
    const sealed_revision = head.sealed_revision + (sealed.size > 0 ? 1 : 0)
    for (const segment of sealed) this.#tables.seal(tenant, segment, sealed_revision)
    const tail_revision = head.tail_revision + (inTail.length > 0 ? 1 : 0)
    if (inTail.length > 0) this.#tables.addTailChanges(tenant, tail_revision, inTail)
    this.#tables.writeHead(tenant, { ...head, sealed_revision, tail_revision })
  }

  /** Called with rows that are gone, within the same transaction. */
  removed(tenant: number, rows: readonly PlacedRow[]): void {
    const { sealed } = this.#tables.readHead(tenant)
    for (const row of rows) {
      const segment = this.#tables.segmentOf(row.number)
      if (segment >= sealed) continue
      this.#tables.lookups.remove(tenant, segment, this.#tables.numberOf(tenant, segment * SEGMENT_ROWS), row)
    }
  }

  /** Called when rows have other hashes: all segments are to be built anew (`isBehind`). */
  unseal(tenant: number): void {
    this.#recent.forget(tenant)
    const head = this.#tables.readHead(tenant)
    const { sealed_revision, tail_revision } = head
    // Further from what others have seen than they can catch up with: they read the tail again.
    this.#tables.writeHead(tenant, {
      ...head,
      sealed: 0,
      sealed_revision: sealed_revision + 1,
      tail_revision: tail_revision + TAIL_FORGOTTEN,
    })
  }

  /** The numbers of the rows of some texts or of a reference; undefined if there are very many. */
  find(tenant: number, kind: LookupKind, keys: readonly number[]): number[] | undefined {
    const index = this.#open(tenant)
    this.#makeRoom()
    const keyOf = (row: PlacedRow) => (kind === 'hash' ? keyOfHash(row.hash) : keyOfReference(row.id))
    const numbers = index.inTail((row) => keys.includes(keyOf(row)))
    for (const key of new Set(keys)) {
      const places = this.#tables.lookups.find(tenant, kind, key)
      if (places === undefined) return undefined
      for (const { segment, position } of places) {
        numbers.push(this.#tables.numberOf(tenant, segment * SEGMENT_ROWS) + position)
      }
    }
    return numbers
  }

  /** Whether an upgrade has left something to do: it may change what segments hold, and then none is sealed. */
  isBehind(tenant: number): boolean {
    const head = this.#tables.readHead(tenant)
    return isFull(head) || this.#tables.lacksFacets(tenant, head)
  }

  /** Takes one step of that, within a transaction. */
  catchUp(tenant: number): void {
    this.#recent.forget(tenant)
    const head = this.#tables.readHead(tenant)
    const first = head.sealed * SEGMENT_ROWS
    this.#tables.fillFacets(tenant, first, isFull(head) ? first + SEGMENT_ROWS : head.next)
    if (!isFull(head)) return
    this.#tables.sealNew(tenant, head.sealed, head.sealed_revision)
    this.#tables.writeHead(tenant, { ...head, sealed: head.sealed + 1 })
  }

  /**
   * Reads some of the rows that came since the last list, so that the next one need not read them all at once.
   * @returns false if there are more
   */
  prepare(tenant: number): boolean {
    const isPrepared = this.#find(tenant).refresh(PREPARED_ROWS)
    this.#makeRoom()
    return isPrepared
  }

  /** The bitmaps that the orders of lists ask, whatever the filters: those by risk and by platform. */
  keysOfOrders(tenant: number): string[] {
    return orderKeys(this.#open(tenant))
  }

  /**
   * Reads some of one of these bitmaps, so that the first list in such an order need not read them all at once.
   * @returns false if there is more of it
   */
  readAhead(tenant: number, key: string): boolean {
    const isRead = this.#open(tenant).readAhead(key, PREPARED_SEGMENTS)
    this.#makeRoom()
    return isRead
  }

  /** The numbers of a page's rows, in order, and how many rows there are on all pages. */
  list(tenant: number, filter: IndexedFilter, sort: InteractionSort, page: Page): { numbers: number[]; total: number } {
    const index = this.#open(tenant)
    const selected = select(index, filter)
    const total = count(selected)
    const numbers = order(index, selected, total, sort, page, this)
    this.#makeRoom()
    return { numbers, total }
  }

  /** Whether the rows of these numbers are of one segment, so that a change of both builds it anew once. */
  isTogether(number: number, other: number): boolean {
    return this.#tables.segmentOf(number) === this.#tables.segmentOf(other)
  }

  /** The numbers of some rows that stand together, in one segment, at most `limit`; none if no row is let through. */
  some(tenant: number, filter: IndexedFilter, limit: number): number[] {
    const index = this.#open(tenant)
    const selected = select(index, filter)
    this.#makeRoom()
    for (const [segment, found] of countBySegment(selected).entries()) {
      if (found === 0) continue
      const numbers: number[] = []
      const start = segment * SEGMENT_ROWS
      forEachBit(selected, start, start + SEGMENT_ROWS, (row) => {
        if (numbers.length < limit) numbers.push(numberOfRow(index, row))
      })
      return numbers
    }
    return []
  }

  read(number: number): RowKey {
    const found = this.#db.get('SELECT at, id FROM interactions WHERE number = ?', number)
    return { number, at: Number(found?.at), id: bytesToHex(found?.id) }
  }

  /** What the tenants' indexes take in memory, about. */
  get bytes(): number {
    let bytes = 0
    for (const index of this.#tenants.values()) bytes += index.bytes
    return bytes
  }

  #open(tenant: number): TenantIndex {
    const index = this.#find(tenant)
    index.refresh()
    return index
  }

  #find(tenant: number): TenantIndex {
    const index = this.#tenants.get(tenant) ?? new TenantIndex(this.#tables, tenant, this.#bytesMax)
    this.#tenants.delete(tenant)
    this.#tenants.set(tenant, index)
    return index
  }

  /** What was used last stays longest, as it is most likely used next. */
  #makeRoom(): void {
    let { bytes } = this
    for (const [tenant, index] of this.#tenants) {
      if (bytes <= this.#bytesMax) return
      if (this.#tenants.size > 1) {
        bytes -= index.bytes
        this.#tenants.delete(tenant)
      } else index.shrink(this.#bytesMax)
    }
  }
}

/** Whether a segment can be sealed. */
function isFull({ next, sealed }: Pick<Head, 'next' | 'sealed'>): boolean {
  return next - sealed * SEGMENT_ROWS >= TAIL_SEGMENTS * SEGMENT_ROWS
}
