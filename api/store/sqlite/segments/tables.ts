import type { Database, Row } from '../database.ts'
import { SEGMENT_ROWS } from './bits.ts'
import { type BuiltSegment, buildSegments, type IndexedRow } from './build.ts'
import { encodeBits, encodeNumbers } from './codec.ts'
import { UserNumbers } from './user-numbers.ts'

/** Rows of one tenant stand together: its first number is its own number times this, room for 68 billion of them. */
const TENANT_STRIDE = 2 ** 36

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
  readonly size: number
  readonly minAt: number
  readonly maxAt: number
}

/** What the index keeps on disk. Writes run within the caller's transaction. */
export class SegmentTables {
  readonly users: UserNumbers
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
    this.users = new UserNumbers(db)
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

  /** Sealed segments from `from` on, and those before it that were built anew since this revision. */
  readSegments(tenant: number, from: number, revision: number): SealedSegment[] {
    return this.#db
      .all(
        `SELECT segment, size, min_at, max_at FROM segments WHERE tenant = ? AND (segment >= ? OR revision > ?)
         ORDER BY segment`,
        tenant,
        from,
        revision,
      )
      .map((row) => ({
        segment: Number(row.segment),
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

  /** The bitmap of this key in every sealed segment that has it, from `from` (inclusive) to `to` (exclusive). */
  readBits(tenant: number, key: string, from: number, to: number): { segment: number; bits: Uint8Array }[] {
    return this.#db
      .all(
        'SELECT segment, bits FROM segment_bits WHERE tenant = ? AND key = ? AND segment >= ? AND segment < ?',
        tenant,
        key,
        from,
        to,
      )
      .map((row) => ({ segment: Number(row.segment), bits: toBytes(row.bits) }))
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

  /** The rows that are not sealed, after number `after` where it is given, in the order of their numbers. */
  readTail(tenant: number, { next, sealed }: Head, after: number | undefined): IndexedRow[] {
    return this.#readRows(after ?? this.numberOf(tenant, sealed * SEGMENT_ROWS) - 1, this.numberOf(tenant, next))
  }

  /** Builds the segment of these row numbers, anew where it was there. One without rows left is empty, not gone. */
  seal(tenant: number, segment: number, revision: number): void {
    this.#db.run('DELETE FROM segments WHERE tenant = ? AND segment = ?', tenant, segment)
    this.#db.run('DELETE FROM segment_bits WHERE tenant = ? AND segment = ?', tenant, segment)
    const first = this.numberOf(tenant, segment * SEGMENT_ROWS)
    const [built] = buildSegments(this.#readRows(first - 1, first + SEGMENT_ROWS))
    this.#db.run(
      'INSERT INTO segments (tenant, segment, revision, size, min_at, max_at, times, offsets) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      tenant,
      segment,
      revision,
      built?.rows.length ?? 0,
      built?.times.at(0) ?? 0,
      built?.times.at(-1) ?? 0,
      encodeNumbers(built?.times ?? new Float64Array()),
      encodeNumbers(offsetsOf(built, first)),
    )
    for (const [key, bits] of built?.bits ?? []) {
      this.#db.run(
        'INSERT INTO segment_bits (tenant, key, segment, bits) VALUES (?, ?, ?, ?)',
        tenant,
        key,
        segment,
        encodeBits(bits),
      )
    }
  }

  /** Rows of numbers after `after` and before `before`, in their order. */
  #readRows(after: number, before: number): IndexedRow[] {
    return this.#db
      .all(
        `SELECT i.number, at, platform, source, direction, risk, types, u.number AS user_number
         FROM interactions i LEFT JOIN interaction_users u ON u.tenant = i.tenant AND u.user = i.user
         WHERE i.number > ? AND i.number < ? ORDER BY i.number`,
        after,
        before,
      )
      .map(toIndexedRow)
  }
}

function offsetsOf(built: BuiltSegment | undefined, first: number): Uint16Array {
  return Uint16Array.from(built?.numbers ?? [], (number) => number - first)
}

function toIndexedRow(row: Row): IndexedRow {
  const types = String(row.types)
  return {
    number: Number(row.number),
    at: Number(row.at),
    platform: String(row.platform),
    source: String(row.source),
    direction: String(row.direction),
    risk: Number(row.risk),
    user: Number(row.user_number ?? 0),
    types: types === '' ? [] : types.split(' '),
  }
}

function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array()
}
