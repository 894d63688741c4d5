import type { Database } from '../database.ts'
import { facetsOfDocument } from '../facet-column.ts'
import { uuidToBytes } from '../sql.ts'
import { SEGMENT_ROWS } from './bits.ts'
import { encodeNumbers } from './codec.ts'
import { keysIn } from './columns.ts'
import type { IndexedRow, NewRow } from './indexed-row.ts'
import { Lookups } from './lookups.ts'
import { Segment } from './segment.ts'
import { UserNumbers } from './user-numbers.ts'

/** Rows of one tenant stand together: its first number is its own number times this, room for 68 billion of them. */
const TENANT_STRIDE = 2 ** 36

/** How many changes of the tail are kept for those who have not seen them; who has missed more reads it all again. */
export const TAIL_CHANGES_MAX = 1000

/** How far a tenant's index has come. */
export interface Head {
  /** How many row numbers were given out. */
  readonly next: number
  /** How many segments are sealed: the rows of numbers before `sealed x SEGMENT_ROWS`. */
  readonly sealed: number
  /** Grows when a sealed row changes or goes. */
  readonly sealed_revision: number
  /** Grows when a row of the tail changes or goes. */
  readonly tail_revision: number
}

const NEW_HEAD: Head = { next: 0, sealed: 0, sealed_revision: 0, tail_revision: 0 }

export interface SealedSegment {
  readonly segment: number
  /** The sealed_revision of the head when it was built. */
  readonly revision: number
  readonly size: number
  readonly minAt: number
  readonly maxAt: number
}

/** What the index keeps on disk. Writes run within the caller's transaction. */
export class SegmentTables {
  readonly users: UserNumbers
  readonly lookups: Lookups
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
    this.users = new UserNumbers(db)
    this.lookups = new Lookups(db)
  }

  readHead(tenant: number): Head {
    const row = this.#db.get('SELECT * FROM interaction_heads WHERE tenant = ?', tenant)
    if (row === undefined) return NEW_HEAD
    return {
      next: Number(row.next),
      sealed: Number(row.sealed),
      sealed_revision: Number(row.sealed_revision),
      tail_revision: Number(row.tail_revision),
    }
  }

  writeHead(tenant: number, { next, sealed, sealed_revision, tail_revision }: Head): void {
    this.#db.run(
      'INSERT OR REPLACE INTO interaction_heads (tenant, next, sealed, sealed_revision, tail_revision) VALUES (?, ?, ?, ?, ?)',
      tenant,
      next,
      sealed,
      sealed_revision,
      tail_revision,
    )
  }

  /** The table's number of a tenant's row. */
  numberOf(tenant: number, sequence: number): number {
    return tenant * TENANT_STRIDE + sequence
  }

  segmentOf(number: number): number {
    return Math.floor((number % TENANT_STRIDE) / SEGMENT_ROWS)
  }

  /** Sealed segments that have rows, from `from` on, in the order of their numbers. */
  readSegments(tenant: number, from = 0): SealedSegment[] {
    return this.#db
      .all(
        'SELECT segment, revision, size, min_at, max_at FROM segments WHERE tenant = ? AND segment >= ? ORDER BY segment',
        tenant,
        from,
      )
      .map((row) => ({
        segment: Number(row.segment),
        revision: Number(row.revision),
        size: Number(row.size),
        minAt: Number(row.min_at),
        maxAt: Number(row.max_at),
      }))
  }

  readTimes(tenant: number, segment: number): Uint8Array {
    return toBytes(this.#db.get('SELECT times FROM segments WHERE tenant = ? AND segment = ?', tenant, segment)?.times)
  }

  readOffsets(tenant: number, segment: number): Uint8Array {
    return toBytes(
      this.#db.get('SELECT offsets FROM segments WHERE tenant = ? AND segment = ?', tenant, segment)?.offsets,
    )
  }

  readHashes(tenant: number, segment: number): Uint8Array {
    return toBytes(
      this.#db.get('SELECT hashes FROM segments WHERE tenant = ? AND segment = ?', tenant, segment)?.hashes,
    )
  }

  /** The bitmap of this key in every sealed segment that has it, from `from` (inclusive) to `to` (exclusive). */
  readBits(tenant: number, key: string, from: number, to: number): { segment: number; bits: Uint8Array }[] {
    return this.#db
      .all(
        'SELECT segment, bits FROM segment_bits WHERE tenant = ? AND key = ? AND segment >= ? AND segment < ? ORDER BY segment',
        tenant,
        key,
        from,
        to,
      )
      .map((row) => ({ segment: Number(row.segment), bits: toBytes(row.bits) }))
  }

  hasKey(tenant: number, key: string): boolean {
    return this.#db.get('SELECT 1 FROM segment_bits WHERE tenant = ? AND key = ? LIMIT 1', tenant, key) !== undefined
  }

  /** Every key with this prefix: one step of the index each, however many segments have it. */
  readKeys(tenant: number, prefix: string): string[] {
    const keys: string[] = []
    for (let key = prefix; ; ) {
      const row = this.#db.get(
        'SELECT key FROM segment_bits WHERE tenant = ? AND key > ? ORDER BY key LIMIT 1',
        tenant,
        key,
      )
      if (row === undefined || !String(row.key).startsWith(prefix)) return keys
      key = String(row.key)
      keys.push(key)
    }
  }

  /** The rows of the sequence from `from` (inclusive) to `to` (exclusive), in the order of their numbers. */
  readRows(tenant: number, from: number, to: number): IndexedRow[] {
    return this.#readRows(this.numberOf(tenant, from), this.numberOf(tenant, to))
  }

  readRow(number: number): IndexedRow | undefined {
    return this.#readRows(number, number + 1)[0]
  }

  /** Notes that rows of the tail have changed or gone, at this revision of it. */
  addTailChanges(tenant: number, revision: number, numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#db.run('INSERT INTO tail_changes (tenant, revision, number) VALUES (?, ?, ?)', tenant, revision, number)
    }
    this.#db.run('DELETE FROM tail_changes WHERE tenant = ? AND revision <= ?', tenant, revision - TAIL_CHANGES_MAX)
  }

  /** The rows of the tail that have changed after a revision, up to the head's; undefined if that is no longer known. */
  readTailChanges(tenant: number, { tail_revision }: Head, after: number): number[] | undefined {
    if (tail_revision - after > TAIL_CHANGES_MAX) return undefined
    const rows = this.#db.all(
      'SELECT DISTINCT number FROM tail_changes WHERE tenant = ? AND revision > ?',
      tenant,
      after,
    )
    return rows.map(({ number }) => Number(number))
  }

  /** Whether rows of the tail were written before there was a column for facets. */
  lacksFacets(tenant: number, { sealed }: Head): boolean {
    const from = this.numberOf(tenant, sealed * SEGMENT_ROWS)
    const sql = 'SELECT 1 FROM interactions WHERE number >= ? AND number < ? AND facets IS NULL LIMIT 1'
    return this.#db.get(sql, from, this.numberOf(tenant + 1, 0)) !== undefined
  }

  /** Gives their facets to rows that were written before there was a column for them, from one sequence to another. */
  fillFacets(tenant: number, from: number, to: number): void {
    const rows = this.#db.all(
      'SELECT number, document FROM interactions WHERE number >= ? AND number < ? AND facets IS NULL',
      this.numberOf(tenant, from),
      this.numberOf(tenant, to),
    )
    for (const { number, document } of rows) {
      this.#db.run('UPDATE interactions SET facets = ? WHERE number = ?', facetsOfDocument(document), Number(number))
    }
  }

  /**
   * Builds the segment of rows that are sealed for the first time, and what they are looked up by.
   * @param known its rows, in the order of their numbers; undefined reads them
   */
  sealNew(tenant: number, segment: number, revision: number, known?: readonly NewRow[]): void {
    const { rows } = this.seal(tenant, segment, revision, known && this.#indexed(tenant, segment, known))
    this.lookups.write(tenant, segment, this.numberOf(tenant, segment * SEGMENT_ROWS), rows)
  }

  /** Builds the segment of these row numbers, anew where it was there. Without rows left it is gone. */
  seal(tenant: number, segment: number, revision: number, known?: readonly IndexedRow[]): Segment {
    this.#db.run('DELETE FROM segments WHERE tenant = ? AND segment = ?', tenant, segment)
    this.#db.run('DELETE FROM segment_bits WHERE tenant = ? AND segment = ?', tenant, segment)
    const first = this.numberOf(tenant, segment * SEGMENT_ROWS)
    const built = new Segment(known ?? this.#readRows(first, first + SEGMENT_ROWS))
    if (built.size === 0) return built
    this.#db.run(
      'INSERT INTO segments (tenant, segment, revision, size, min_at, max_at, times, offsets, hashes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      tenant,
      segment,
      revision,
      built.size,
      built.times.at(0) ?? 0,
      built.times.at(-1) ?? 0,
      encodeNumbers(built.times),
      encodeNumbers(Uint16Array.from(built.rows, ({ number }) => number - first)),
      encodeNumbers(built.hashes),
    )
    for (const [key, set] of built.sets) {
      this.#db.run(
        'INSERT INTO segment_bits (tenant, key, segment, bits) VALUES (?, ?, ?, ?)',
        tenant,
        key,
        segment,
        set.encode(),
      )
    }
    return built
  }

  /** The rows of a segment that were just inserted, as they would be read. */
  #indexed(tenant: number, segment: number, rows: readonly NewRow[]): IndexedRow[] {
    const first = this.numberOf(tenant, segment * SEGMENT_ROWS)
    const keysOf = once(keysIn)
    const numberOf = once((user) => this.users.find(tenant, uuidToBytes(String(user))) ?? 0)
    return rows.map(({ id, at, hash, risk, user, columns }, index) => ({
      number: first + index,
      id,
      at,
      hash,
      risk,
      user: user === null ? 0 : numberOf(user),
      keys: keysOf(columns),
    }))
  }

  /** Rows of numbers from `from` (inclusive) to `to` (exclusive), in their order. */
  #readRows(from: number, to: number): IndexedRow[] {
    // As lists of values: as objects, reading the thousands of rows of a segment takes twice as long.
    const rows = this.#db.lists(
      `SELECT i.number, lower(hex(id)), at, hash_prefix, risk, u.number,
         platform || char(1) || source || char(1) || direction || char(1) || types || char(1) || coalesce(facets, '')
       FROM interactions i LEFT JOIN interaction_users u ON u.tenant = i.tenant AND u.user = i.user
       WHERE i.number >= ? AND i.number < ? ORDER BY i.number`,
      from,
      to,
    )
    const keysOf = once(keysIn)
    // By index: taken apart by an iterator, each row takes longer than to read it.
    return rows.map((row) => ({
      number: Number(row[0]),
      id: String(row[1]),
      at: Number(row[2]),
      hash: Number(row[3]),
      risk: Number(row[4]),
      user: Number(row[5] ?? 0),
      keys: keysOf(row[6]),
    }))
  }
}

/** The same, of which each argument's result is made once. */
function once<T>(make: (column: unknown) => T): (column: unknown) => T {
  const made = new Map<unknown, T>()
  return (column) => {
    const known = made.get(column)
    if (known !== undefined) return known
    const result = make(column)
    made.set(column, result)
    return result
  }
}

function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array()
}
