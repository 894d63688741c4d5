import { RecentlyUsed } from '../recently-used.ts'
import { type Bits, newBits, SEGMENT_ROWS, SEGMENT_WORDS, setRange } from './bits.ts'
import { decodeBits, decodeNumbers, decodeOffsets } from './codec.ts'
import type { IndexedRow, PlacedRow } from './indexed-row.ts'
import { Segment } from './segment.ts'
import type { Head, SealedSegment, SegmentTables } from './tables.ts'

/** Segments whose times, offsets or hashes stay in memory: those around the pages that people look at. */
const OPEN_SEGMENTS_MAX = 128
/** Room in a bitmap for segments to come, so that it is not copied for each. */
const SPARE_SEGMENTS = 16

/** A segment as queries see it, whether it is sealed on disk or still in the tail. */
export interface SegmentView {
  readonly size: number
  readonly minAt: number
  readonly maxAt: number
  /** Ascending. */
  readonly times: () => Float64Array
  /** Parts of content hashes, in the order of the rows. */
  readonly hashes: () => Float64Array
  /** The row's number in the table. */
  readonly numberAt: (position: number) => number
}

interface Sealed extends SealedSegment, SegmentView {}

/** A bitmap with room behind it, and how many sealed segments it has read. */
interface KeptBits {
  words: Bits
  sealed: number
}

/**
 * One tenant's interactions as lists need them: sealed segments, whose bitmaps are read once and kept, and the tail of
 * rows that came after, which is extended and patched row by row. Brought up to date at the beginning of each query.
 *
 * A segment's place in a bitmap is its place among the segments that have rows: one that was emptied takes none.
 */
export class TenantIndex {
  readonly #tables: SegmentTables
  readonly #tenant: number
  /** The least recently used first. */
  readonly #kept = new Map<string, KeptBits>()
  readonly #times = new RecentlyUsed<number, Float64Array>(OPEN_SEGMENTS_MAX)
  readonly #offsets = new RecentlyUsed<number, Uint16Array>(OPEN_SEGMENTS_MAX)
  readonly #hashes = new RecentlyUsed<number, Float64Array>(OPEN_SEGMENTS_MAX)
  readonly #bytesMax: number
  #keptBytes = 0
  #head: Head | undefined
  #sealed: Sealed[] = []
  /** By the number of the segment that its rows will be sealed in. */
  readonly #tail = new Map<number, Segment>()
  readonly #tailRows = new Map<number, PlacedRow>()
  #segments: readonly SegmentView[] = []
  #nothing: Bits = newBits(0)

  /** @param bytesMax what its bitmaps may take at any time, also within one query */
  constructor(tables: SegmentTables, tenant: number, bytesMax: number) {
    this.#tables = tables
    this.#tenant = tenant
    this.#bytesMax = bytesMax
  }

  get segments(): readonly SegmentView[] {
    return this.#segments
  }

  /** What it takes in memory, about. */
  get bytes(): number {
    let bytes = this.#keptBytes
    for (const segment of this.#tail.values()) bytes += segment.bytes
    for (const opened of [this.#times, this.#offsets, this.#hashes]) {
      for (const { byteLength } of opened.values()) bytes += byteLength
    }
    return bytes
  }

  /** Gives up the bitmaps that were used longest ago, until it takes no more than this. */
  shrink(bytesMax: number): void {
    const others = this.bytes - this.#keptBytes
    this.#dropKept(bytesMax - others)
    if (this.bytes <= bytesMax) return
    for (const opened of [this.#times, this.#offsets, this.#hashes]) opened.clear()
  }

  #dropKept(bytesMax: number): void {
    for (const [key, { words }] of this.#kept) {
      if (this.#keptBytes <= bytesMax) return
      this.#keptBytes -= words.byteLength
      this.#kept.delete(key)
    }
  }

  /**
   * Takes in what has changed since the last time, and of the rows that came no more than `rowsMax`.
   * @returns false if there are more rows: lists are asked of it when it has them all
   */
  refresh(rowsMax = Infinity): boolean {
    const head = this.#tables.readHead(this.#tenant)
    const before = this.#head
    if (before === undefined || head.sealed_revision !== before.sealed_revision) this.#refreshSealed()
    else if (head.sealed !== before.sealed) {
      for (const segment of this.#tables.readSegments(this.#tenant, before.sealed))
        this.#sealed.push(this.#open(segment))
    }
    const next = this.#refreshTail(head, before, rowsMax)
    this.#segments = [...this.#sealed, ...[...this.#tail.values()].filter(({ size }) => size > 0).map(openTail)]
    this.#head = { ...head, next }
    return next === head.next
  }

  /** The number of a user, and the greatest of all; undefined if the user has no interaction. */
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
    return this.find(key) ?? this.#none()
  }

  /** As `bits`; undefined if no row has the key. Nothing is kept for such a key: people may ask for any. */
  find(key: string): Bits | undefined {
    const kept = this.#take(key)
    if (kept === undefined) return undefined
    this.#readNew(key, kept)
    this.#copyTail(key, kept.words)
    this.#keep(key, kept)
    return kept.words.subarray(0, this.#segments.length * SEGMENT_WORDS)
  }

  /**
   * Reads of a bitmap what the next sealed segments have, no more than `segmentsMax`, so that a query need not.
   * @returns false if there is more of it
   */
  readAhead(key: string, segmentsMax: number): boolean {
    const kept = this.#take(key)
    if (kept === undefined) return true
    this.#readNew(key, kept, segmentsMax)
    this.#keep(key, kept)
    return kept.sealed === this.#sealed.length
  }

  /** The bitmap, as far as it was read, with room for all segments; undefined if no row has the key. */
  #take(key: string): KeptBits | undefined {
    const known = this.#kept.get(key)
    if (known === undefined && !this.#has(key)) return undefined
    if (known !== undefined) {
      this.#kept.delete(key)
      this.#keptBytes -= known.words.byteLength
    }
    const kept = known ?? { words: newBits(this.#segments.length + SPARE_SEGMENTS), sealed: 0 }
    if (kept.words.length < this.#segments.length * SEGMENT_WORDS) {
      const grown = newBits(this.#segments.length + SPARE_SEGMENTS)
      grown.set(kept.words)
      kept.words = grown
    }
    // What was the tail at another query is sealed by now, or is another tail.
    kept.words.fill(0, kept.sealed * SEGMENT_WORDS)
    return kept
  }

  #keep(key: string, kept: KeptBits): void {
    // A query may ask for thousands of values, one after the other, and each bitmap is needed for a moment only.
    this.#dropKept(this.#bytesMax - kept.words.byteLength)
    this.#kept.set(key, kept)
    this.#keptBytes += kept.words.byteLength
  }

  /** The numbers of the rows of the tail that fit. */
  inTail(fits: (row: PlacedRow) => boolean): number[] {
    return [...this.#tailRows.values()].filter(fits).map(({ number }) => number)
  }

  /** What follows the prefix in every key that has it, ascending. */
  values(prefix: string): string[] {
    const keys = new Set(this.#tables.readKeys(this.#tenant, prefix))
    for (const { sets } of this.#tail.values()) for (const key of sets.keys()) if (key.startsWith(prefix)) keys.add(key)
    return [...keys].map((key) => key.slice(prefix.length)).sort((a, b) => (a < b ? -1 : 1))
  }

  /** Sealed segments have gone or were built anew, some may have come. */
  #refreshSealed(): void {
    const now = this.#tables.readSegments(this.#tenant)
    const numbers = new Set(now.map(({ segment }) => segment))
    for (let place = this.#sealed.length - 1; place >= 0; place--) {
      if (!numbers.has(this.#sealed[place]?.segment ?? -1)) this.#drop(place)
    }
    for (const [place, segment] of now.entries()) {
      const known = this.#sealed[place]
      // Segments come in the order of their numbers: what is left of those known is the beginning of those there are.
      if (known === undefined) this.#sealed.push(this.#open(segment))
      else if (known.revision !== segment.revision) this.#retake(place, segment)
    }
  }

  #drop(place: number): void {
    const [{ segment } = { segment: -1 }] = this.#sealed.splice(place, 1)
    this.#forget(segment)
    for (const kept of this.#kept.values()) {
      if (place >= kept.sealed) continue
      kept.words.copyWithin(place * SEGMENT_WORDS, (place + 1) * SEGMENT_WORDS, kept.sealed * SEGMENT_WORDS)
      kept.sealed -= 1
      kept.words.fill(0, kept.sealed * SEGMENT_WORDS)
    }
  }

  #retake(place: number, sealed: SealedSegment): void {
    const { segment } = sealed
    this.#sealed[place] = this.#open(sealed)
    this.#forget(segment)
    for (const [key, kept] of this.#kept) {
      if (place >= kept.sealed) continue
      kept.words.fill(0, place * SEGMENT_WORDS, (place + 1) * SEGMENT_WORDS)
      for (const { bits } of this.#tables.readBits(this.#tenant, key, segment, segment + 1)) {
        decodeBits(bits, kept.words, place)
      }
    }
  }

  #forget(segment: number): void {
    this.#times.delete(segment)
    this.#offsets.delete(segment)
    this.#hashes.delete(segment)
  }

  #has(key: string): boolean {
    return [...this.#tail.values()].some(({ sets }) => sets.has(key)) || this.#tables.hasKey(this.#tenant, key)
  }

  /** Reads the sealed segments that the bitmap has not read, the first of them. */
  #readNew(key: string, kept: KeptBits, segmentsMax = Infinity): void {
    const end = Math.min(this.#sealed.length, kept.sealed + segmentsMax)
    const from = this.#sealed[kept.sealed]?.segment
    const to = this.#sealed[end - 1]?.segment
    if (from === undefined || to === undefined) return
    let place = kept.sealed
    for (const { segment, bits } of this.#tables.readBits(this.#tenant, key, from, to + 1)) {
      while ((this.#sealed[place]?.segment ?? Infinity) < segment) place += 1
      decodeBits(bits, kept.words, place)
    }
    kept.sealed = end
  }

  #copyTail(key: string, words: Bits): void {
    let place = this.#sealed.length
    for (const { sets, size } of this.#tail.values()) {
      if (size === 0) continue
      sets.get(key)?.copyTo(words, place)
      place += 1
    }
  }

  /** @returns how far it has the rows now */
  #refreshTail(head: Head, before: Head | undefined, rowsMax: number): number {
    for (const [segment, { rows }] of this.#tail) {
      if (segment >= head.sealed) continue
      for (const { number } of rows) this.#tailRows.delete(number)
      this.#tail.delete(segment)
    }
    // Sealing may begin again, after a change of what segments hold.
    const isContinued = before !== undefined && before.sealed <= head.sealed
    const changed = isContinued ? this.#tables.readTailChanges(this.#tenant, head, before.tail_revision) : undefined
    let from = head.sealed * SEGMENT_ROWS
    if (before === undefined || changed === undefined) {
      this.#tail.clear()
      this.#tailRows.clear()
    } else {
      for (const number of changed) this.#patch(number, head)
      from = Math.max(before.next, from)
    }
    const to = Math.min(head.next, from + rowsMax)
    if (to > from) this.#addRows(this.#tables.readRows(this.#tenant, from, to))
    return Math.max(from, to)
  }

  /** A row that was revised, or has gone. */
  #patch(number: number, head: Head): void {
    const segment = this.#tables.segmentOf(number)
    const known = this.#tailRows.get(number)
    if (segment < head.sealed || known === undefined) return
    this.#tail.get(segment)?.remove(known)
    this.#tailRows.delete(number)
    const row = this.#tables.readRow(number)
    if (row !== undefined) this.#addRows([row])
  }

  #addRows(rows: readonly IndexedRow[]): void {
    const groups = Map.groupBy(rows, ({ number }) => this.#tables.segmentOf(number))
    for (const [number, group] of groups) {
      const segment = this.#tail.get(number)
      if (segment === undefined) this.#tail.set(number, new Segment(group))
      else for (const row of group) segment.add(row)
      // Without their values, which the segment has.
      for (const { number, id, at, hash } of group) this.#tailRows.set(number, { number, id, at, hash })
    }
  }

  #open(sealed: SealedSegment): Sealed {
    const { segment } = sealed
    const first = this.#tables.numberOf(this.#tenant, segment * SEGMENT_ROWS)
    const offsets = () =>
      this.#offsets.getOrCreate(segment, () => decodeOffsets(this.#tables.readOffsets(this.#tenant, segment)))
    return {
      ...sealed,
      times: () => this.#times.getOrCreate(segment, () => decodeNumbers(this.#tables.readTimes(this.#tenant, segment))),
      hashes: () =>
        this.#hashes.getOrCreate(segment, () => decodeNumbers(this.#tables.readHashes(this.#tenant, segment))),
      numberAt: (position) => first + (offsets()[position] ?? 0),
    }
  }

  #none(): Bits {
    const length = this.#segments.length * SEGMENT_WORDS
    if (this.#nothing.length < length) this.#nothing = newBits(this.#segments.length + SPARE_SEGMENTS)
    return this.#nothing.subarray(0, length)
  }
}

function openTail(segment: Segment): SegmentView {
  const { size, times } = segment
  return {
    size,
    minAt: times.at(0) ?? 0,
    maxAt: times.at(-1) ?? 0,
    times: () => times,
    hashes: () => segment.hashes,
    numberAt: (position) => segment.numberAt(position),
  }
}
