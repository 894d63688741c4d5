import { RecentlyUsed } from '../recently-used.ts'
import { type Bits, newBits, SEGMENT_ROWS, SEGMENT_WORDS, setRange } from './bits.ts'
import { type BuiltSegment, buildSegments, type IndexedRow } from './build.ts'
import { decodeBits, decodeOffsets, decodeTimes } from './codec.ts'
import type { Head, SealedSegment, SegmentTables } from './tables.ts'

/** Segments whose times stay in memory: those around the pages that people look at. 75 KiB each. */
const OPEN_SEGMENTS_MAX = 128
/** Room in a bitmap for segments to come, so that it is not copied for each. */
const SPARE_SEGMENTS = 16

/** A row of the tail with its strings, as measured on Node 26. */
const TAIL_ROW_BYTES = 300

/** A segment as queries see it, whether it is sealed on disk or still in the tail. */
export interface Segment {
  readonly size: number
  readonly minAt: number
  readonly maxAt: number
  /** Ascending. */
  readonly times: () => Float64Array
  /** The row's number in the table. */
  readonly numberAt: (position: number) => number
}

/** A bitmap with room behind it, and how many sealed segments it has read. */
interface KeptBits {
  words: Bits
  sealed: number
}

/**
 * One tenant's interactions as lists need them: sealed segments, whose bitmaps are read once and kept, and the tail of
 * rows that came after. Brought up to date at the beginning of each query.
 */
export class TenantIndex {
  readonly #tables: SegmentTables
  readonly #tenant: number
  readonly #kept = new Map<string, KeptBits>()
  readonly #times = new RecentlyUsed<number, Float64Array>(OPEN_SEGMENTS_MAX)
  readonly #offsets = new RecentlyUsed<number, Uint16Array>(OPEN_SEGMENTS_MAX)
  #head: Head | undefined
  #sealed: Segment[] = []
  #tailRows: IndexedRow[] = []
  #tail: readonly BuiltSegment[] = []
  #segments: readonly Segment[] = []

  constructor(tables: SegmentTables, tenant: number) {
    this.#tables = tables
    this.#tenant = tenant
  }

  get segments(): readonly Segment[] {
    return this.#segments
  }

  /** What it takes in memory, about. */
  get bytes(): number {
    let bytes = this.#tailRows.length * TAIL_ROW_BYTES
    for (const { words } of this.#kept.values()) bytes += words.byteLength
    return bytes
  }

  refresh(): void {
    const head = this.#tables.readHead(this.#tenant)
    const before = this.#head
    if (head.sealed !== before?.sealed || head.sealed_revision !== before.sealed_revision) {
      const revision = before?.sealed_revision ?? head.sealed_revision
      for (const segment of this.#tables.readSegments(this.#tenant, this.#sealed.length, revision)) this.#take(segment)
    }
    if (head.sealed !== before?.sealed || head.tail_revision !== before.tail_revision) this.#tailRows = []
    const added = this.#tables.readTail(this.#tenant, head, this.#tailRows.at(-1)?.number)
    if (added.length > 0 || this.#tailRows.length === 0) {
      this.#tailRows.push(...added)
      this.#tail = buildSegments(this.#tailRows)
    }
    this.#segments = [...this.#sealed, ...this.#tail.map(openTail)]
    this.#head = head
  }

  /** The number of a user, and the greatest of all; undefined where the user has no interaction. */
  userNumber(user: Uint8Array): { readonly number: number; readonly greatest: number } | undefined {
    const number = this.#tables.users.find(this.#tenant, user)
    return number === undefined ? undefined : { number, greatest: this.#tables.users.greatest(this.#tenant) }
  }

  /** Every row there is, in an array of its own. */
  all(): Bits {
    const bits = newBits(this.#segments.length)
    for (const [segment, { size }] of this.#segments.entries()) setRange(bits, segment, 0, size)
    return bits
  }

  /** The rows with this key. Shared with other queries: to be read, not written. */
  bits(key: string): Bits {
    const kept = this.#kept.get(key) ?? { words: newBits(this.#segments.length + SPARE_SEGMENTS), sealed: 0 }
    this.#kept.set(key, kept)
    const length = this.#segments.length * SEGMENT_WORDS
    if (kept.words.length < length) {
      const grown = newBits(this.#segments.length + SPARE_SEGMENTS)
      grown.set(kept.words)
      kept.words = grown
    }
    // What was the tail at another query is sealed by now, or is another tail.
    kept.words.fill(0, kept.sealed * SEGMENT_WORDS)
    this.#readBits(key, kept.words, kept.sealed, this.#sealed.length)
    kept.sealed = this.#sealed.length
    for (const [index, built] of this.#tail.entries()) {
      const bits = built.bits.get(key)
      if (bits !== undefined) kept.words.set(bits, (this.#sealed.length + index) * SEGMENT_WORDS)
    }
    return kept.words.subarray(0, length)
  }

  /** What follows the prefix in every key that has it, ascending. */
  values(prefix: string): string[] {
    const keys = new Set(this.#tables.readKeys(this.#tenant, prefix))
    for (const { bits } of this.#tail) for (const key of bits.keys()) if (key.startsWith(prefix)) keys.add(key)
    return [...keys].map((key) => key.slice(prefix.length)).sort((a, b) => (a < b ? -1 : 1))
  }

  /** Takes a segment that is new, or that was built anew. */
  #take(sealed: SealedSegment): void {
    const { segment } = sealed
    const isKnown = segment < this.#sealed.length
    this.#sealed[segment] = this.#openSealed(sealed)
    if (!isKnown) return
    this.#times.delete(segment)
    this.#offsets.delete(segment)
    for (const [key, { words, sealed: read }] of this.#kept) {
      if (segment >= read) continue
      words.fill(0, segment * SEGMENT_WORDS, (segment + 1) * SEGMENT_WORDS)
      this.#readBits(key, words, segment, segment + 1)
    }
  }

  #readBits(key: string, words: Bits, from: number, to: number): void {
    for (const { segment, bits } of this.#tables.readBits(this.#tenant, key, from, to)) decodeBits(bits, words, segment)
  }

  #openSealed({ segment, size, minAt, maxAt }: SealedSegment): Segment {
    const first = this.#tables.numberOf(this.#tenant, segment * SEGMENT_ROWS)
    const offsets = () =>
      this.#offsets.getOrCreate(segment, () => decodeOffsets(this.#tables.readOffsets(this.#tenant, segment)))
    return {
      size,
      minAt,
      maxAt,
      times: () => this.#times.getOrCreate(segment, () => decodeTimes(this.#tables.readTimes(this.#tenant, segment))),
      numberAt: (position) => first + (offsets()[position] ?? 0),
    }
  }
}

function openTail({ rows, times, numbers }: BuiltSegment): Segment {
  return {
    size: rows.length,
    minAt: times.at(0) ?? 0,
    maxAt: times.at(-1) ?? 0,
    times: () => times,
    numberAt: (position) => numbers[position] ?? 0,
  }
}
