import { RecentlyUsed } from '../recently-used.ts'
import { type Bits, BLOCK_ROWS, BLOCK_WORDS, newBits, setRange } from './bits.ts'
import { type BuiltBlock, buildBlocks, type IndexedRow } from './build.ts'
import { decodeBits, decodeOffsets, decodeTimes } from './codec.ts'
import type { BlockTables, Head, SealedBlock } from './tables.ts'

/** Blocks whose times stay in memory: those around the pages that people look at. 75 KiB each. */
const OPEN_BLOCKS_MAX = 128
/** Room in a bitmap for blocks to come, so that it is not copied for each. */
const SPARE_BLOCKS = 16

/** A block as queries see it, whether it is sealed on disk or still in the tail. */
export interface Block {
  readonly size: number
  readonly minAt: number
  readonly maxAt: number
  /** Ascending. */
  readonly times: () => Float64Array
  /** The row's number in the table. */
  readonly numberAt: (position: number) => number
}

/** A bitmap with room behind it, and how many sealed blocks it has read. */
interface KeptBits {
  words: Bits
  sealed: number
}

/**
 * One tenant's interactions as lists need them: sealed blocks, whose bitmaps are read once and kept, and the tail of
 * rows that came after. Brought up to date at the beginning of each query.
 */
export class TenantIndex {
  readonly #tables: BlockTables
  readonly #tenant: number
  readonly #kept = new Map<string, KeptBits>()
  readonly #times = new RecentlyUsed<number, Float64Array>(OPEN_BLOCKS_MAX)
  readonly #offsets = new RecentlyUsed<number, Uint16Array>(OPEN_BLOCKS_MAX)
  #head: Head | undefined
  #sealed: Block[] = []
  #tailRows: IndexedRow[] = []
  #tail: readonly BuiltBlock[] = []
  #blocks: readonly Block[] = []

  constructor(tables: BlockTables, tenant: number) {
    this.#tables = tables
    this.#tenant = tenant
  }

  get blocks(): readonly Block[] {
    return this.#blocks
  }

  /** What the kept bitmaps take in memory. */
  get bytes(): number {
    let bytes = 0
    for (const { words } of this.#kept.values()) bytes += words.byteLength
    return bytes
  }

  forgetBits(): void {
    this.#kept.clear()
  }

  refresh(): void {
    const head = this.#tables.readHead(this.#tenant)
    const before = this.#head
    if (head.sealed !== before?.sealed || head.sealed_revision !== before.sealed_revision) {
      const revision = before?.sealed_revision ?? head.sealed_revision
      for (const block of this.#tables.readBlocks(this.#tenant, this.#sealed.length, revision)) this.#take(block)
    }
    if (head.sealed !== before?.sealed || head.tail_revision !== before.tail_revision) this.#tailRows = []
    const added = this.#tables.readTail(this.#tenant, head, this.#tailRows.at(-1)?.number)
    if (added.length > 0 || this.#tailRows.length === 0) {
      this.#tailRows.push(...added)
      this.#tail = buildBlocks(this.#tailRows)
    }
    this.#blocks = [...this.#sealed, ...this.#tail.map(openTail)]
    this.#head = head
  }

  /** Every row there is, in an array of its own. */
  all(): Bits {
    const bits = newBits(this.#blocks.length)
    for (const [block, { size }] of this.#blocks.entries()) setRange(bits, block, 0, size)
    return bits
  }

  /** The rows with this key. Shared with other queries: to be read, not written. */
  bits(key: string): Bits {
    const kept = this.#kept.get(key) ?? { words: newBits(this.#blocks.length + SPARE_BLOCKS), sealed: 0 }
    this.#kept.set(key, kept)
    const length = this.#blocks.length * BLOCK_WORDS
    if (kept.words.length < length) {
      const grown = newBits(this.#blocks.length + SPARE_BLOCKS)
      grown.set(kept.words)
      kept.words = grown
    }
    // What was the tail at another query is sealed by now, or is another tail.
    kept.words.fill(0, kept.sealed * BLOCK_WORDS)
    this.#readBits(key, kept.words, kept.sealed, this.#sealed.length)
    kept.sealed = this.#sealed.length
    for (const [index, built] of this.#tail.entries()) {
      const bits = built.bits.get(key)
      if (bits !== undefined) kept.words.set(bits, (this.#sealed.length + index) * BLOCK_WORDS)
    }
    return kept.words.subarray(0, length)
  }

  /** What follows the prefix in every key that has it, ascending. */
  values(prefix: string): string[] {
    const keys = new Set(this.#tables.readKeys(this.#tenant, prefix))
    for (const { bits } of this.#tail) for (const key of bits.keys()) if (key.startsWith(prefix)) keys.add(key)
    return [...keys].map((key) => key.slice(prefix.length)).sort((a, b) => (a < b ? -1 : 1))
  }

  /** Takes a block that is new, or that was built anew. */
  #take(sealed: SealedBlock): void {
    const { block } = sealed
    const isKnown = block < this.#sealed.length
    this.#sealed[block] = this.#openSealed(sealed)
    if (!isKnown) return
    this.#times.delete(block)
    this.#offsets.delete(block)
    for (const [key, { words, sealed: read }] of this.#kept) {
      if (block >= read) continue
      words.fill(0, block * BLOCK_WORDS, (block + 1) * BLOCK_WORDS)
      this.#readBits(key, words, block, block + 1)
    }
  }

  #readBits(key: string, words: Bits, from: number, to: number): void {
    for (const { block, bits } of this.#tables.readBits(this.#tenant, key, from, to)) decodeBits(bits, words, block)
  }

  #openSealed({ block, size, minAt, maxAt }: SealedBlock): Block {
    const first = this.#tables.numberOf(this.#tenant, block * BLOCK_ROWS)
    const offsets = () =>
      this.#offsets.getOrCreate(block, () => decodeOffsets(this.#tables.readOffsets(this.#tenant, block)))
    return {
      size,
      minAt,
      maxAt,
      times: () => this.#times.getOrCreate(block, () => decodeTimes(this.#tables.readTimes(this.#tenant, block))),
      numberAt: (position) => first + (offsets()[position] ?? 0),
    }
  }
}

function openTail({ rows, times, numbers }: BuiltBlock): Block {
  return {
    size: rows.length,
    minAt: times.at(0) ?? 0,
    maxAt: times.at(-1) ?? 0,
    times: () => times,
    numberAt: (position) => numbers[position] ?? 0,
  }
}
