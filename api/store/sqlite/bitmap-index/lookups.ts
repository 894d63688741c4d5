import type { Database } from '../database.ts'
import type { PlacedRow } from './indexed-row.ts'

/** What a row is looked up by: its content hash, or the end of its id, which refusals name. */
export type LookupKind = keyof typeof KINDS

const KINDS = { hash: 0, reference: 1 } as const
/** A key has 40 bits, a position within a segment 13: together an entry that a number holds exactly. */
const KEY_DIVISOR_OF_HASH = 256
const POSITIONS = 2 ** 13
/** 960 bytes: with its key such a part still fits in a leaf of SQLite's b-trees (bits.ts). */
const PART_ENTRIES = 120
/** Parts that hold nothing but one key: with this many beyond two a segment, it has more rows than anybody reads. */
const FULL_PARTS_MAX = 20

/** The key of a row; two hashes that begin alike have the same. */
const KEYS: Readonly<Record<LookupKind, (row: PlacedRow) => number>> = {
  hash: ({ hash }) => keyOfHash(hash),
  reference: ({ id }) => keyOfReference(id),
}

/** @param hash the part of a content hash that rows have (interaction-filter.ts) */
export function keyOfHash(hash: number): number {
  return Math.floor(hash / KEY_DIVISOR_OF_HASH)
}

/** @param id or its last ten digits, hexadecimal */
export function keyOfReference(id: string): number {
  return Number.parseInt(id.slice(-10), 16)
}

/**
 * Finds the rows of a text or a reference among sealed segments: each has a sorted list of keys, in parts, so that one
 * step in an index a segment leads to the few rows of a key. An index of all rows by such a random key would touch, and
 * write, another page for every row that is recorded, which costs more than all else that is done for it.
 * Runs within the caller's transaction.
 */
export class Lookups {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Writes the lists of a segment, anew where they are there. @param first the number of its first row */
  write(tenant: number, segment: number, first: number, rows: readonly PlacedRow[]): void {
    this.#db.run('DELETE FROM lookups WHERE tenant = ? AND segment = ?', tenant, segment)
    for (const kind of ['hash', 'reference'] as const) {
      const keyOf = KEYS[kind]
      const entries = new Float64Array(rows.length)
      for (let index = 0; index < entries.length; index++) {
        const row = rows[index] as PlacedRow
        entries[index] = keyOf(row) * POSITIONS + (row.number - first)
      }
      entries.sort()
      for (let from = 0; from < entries.length; from += PART_ENTRIES) {
        this.#insert(tenant, segment, kind, entries.subarray(from, from + PART_ENTRIES))
      }
    }
  }

  /** Where the rows of a key are; undefined if there are very many. */
  find(tenant: number, kind: LookupKind, key: number): { segment: number; position: number }[] | undefined {
    const [start, end] = [key * POSITIONS, key * POSITIONS + POSITIONS - 1]
    const segments = this.#db.get('SELECT count(*) AS count FROM segments WHERE tenant = ?', tenant)
    const partsMax = 2 * Number(segments?.count) + FULL_PARTS_MAX
    const parts = this.#db.all(
      `SELECT l.segment, l.entries FROM segments s CROSS JOIN lookups l
         ON l.tenant = s.tenant AND l.segment = s.segment AND l.kind = ?1 AND l.first <= ?2 AND l.first >= coalesce(
           (SELECT max(m.first) FROM lookups m
            WHERE m.tenant = s.tenant AND m.segment = s.segment AND m.kind = ?1 AND m.first <= ?3), ?3)
       WHERE s.tenant = ?4 LIMIT ?5`,
      KINDS[kind],
      end,
      start,
      tenant,
      partsMax + 1,
    )
    if (parts.length > partsMax) return undefined
    return parts.flatMap(({ segment, entries }) =>
      [...decode(entries)]
        .filter((entry) => entry >= start && entry <= end)
        .map((entry) => ({ segment: Number(segment), position: entry - start })),
    )
  }

  /** Takes out a row of a sealed segment. @param first the number of the segment's first row */
  remove(tenant: number, segment: number, first: number, row: PlacedRow): void {
    for (const kind of ['hash', 'reference'] as const) {
      const entry = KEYS[kind](row) * POSITIONS + (row.number - first)
      const key = [tenant, segment, KINDS[kind]] as const
      const part = this.#db.get(
        `SELECT first, entries FROM lookups WHERE tenant = ? AND segment = ? AND kind = ? AND first <= ?
         ORDER BY first DESC LIMIT 1`,
        ...key,
        entry,
      )
      if (part === undefined) continue
      const others = decode(part.entries).filter((other) => other !== entry)
      this.#db.run(
        'DELETE FROM lookups WHERE tenant = ? AND segment = ? AND kind = ? AND first = ?',
        ...key,
        Number(part.first),
      )
      if (others.length > 0) this.#insert(tenant, segment, kind, others)
    }
  }

  #insert(tenant: number, segment: number, kind: LookupKind, entries: Float64Array): void {
    this.#db.run(
      'INSERT INTO lookups (tenant, segment, kind, first, entries) VALUES (?, ?, ?, ?, ?)',
      tenant,
      segment,
      KINDS[kind],
      entries[0] ?? 0,
      new Uint8Array(entries.buffer, entries.byteOffset, entries.byteLength),
    )
  }
}

function decode(entries: unknown): Float64Array {
  // Bytes as SQLite hands them out may begin anywhere in their buffer; wider numbers may not.
  return new Float64Array(new Uint8Array(entries as Uint8Array).buffer)
}
