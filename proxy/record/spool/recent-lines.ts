import type { ReadLimits } from './segment-reader.ts'
import type { Segment } from './spool-directory.ts'
import { jsonOfLine, LINE_OVERHEAD_BYTES } from './spool-line.ts'

/** Some three thousand records: what a sender that keeps up with a busy proxy lets lie, several times over. */
const RECENT_MAX_BYTES = 2 * 1024 * 1024
/** A block of memory for lines: some hundred of them. */
const BLOCK_BYTES = 128 * 1024
/** Blocks without lines that stay for the next ones, at most. */
const FREE_BLOCKS = 8

interface Block {
  readonly bytes: Buffer
  used: number
  /** Lines in it that are not forgotten. */
  lines: number
}

interface RecentLine {
  readonly segment: Segment
  /** The bytes of the segment that it takes. */
  readonly start: number
  readonly end: number
  readonly block: Block
  /** Where it is in the block. */
  readonly at: number
}

/** Lines of one segment that stand one after the other. */
export interface RecentRun {
  /** Valid until they are forgotten. */
  readonly items: readonly Buffer[]
  readonly end: number
}

/**
 * The newest lines of a spool as they were written: to hand them over from memory spares reading them back and checking them. They are on
 * disk all the same. Where more come than fit here, whoever takes them does not keep up: all are forgotten, and none is kept until what
 * is on disk has nearly been read, so that a backlog takes no memory.
 *
 * They are bytes outside of the heap, in blocks that are used again. As texts they lived just long enough to be copied twice and then promoted by
 * the garbage collector: nearly all that it promoted were they, 2 kB a request.
 */
export class RecentLines {
  #lines: RecentLine[] = []
  /** Those before it are forgotten. */
  #first = 0
  #bytes = 0
  #isPaused = false
  #block: Block | undefined
  #free: Block[] = []
  readonly #max: number

  /** @param max in bytes */
  constructor(max = RECENT_MAX_BYTES) {
    this.#max = max
  }

  /**
   * @param start where the first of the lines begins in the segment
   * @param bytes all of them; they are copied
   * @param lengths of each
   */
  add(segment: Segment, start: number, bytes: Buffer, lengths: readonly number[]): void {
    if (this.#isPaused) return
    this.#bytes += bytes.length
    if (this.#bytes > this.#max) {
      this.#forgetAll()
      return
    }
    const block = this.#blockFor(bytes.length)
    block.bytes.set(bytes, block.used)
    let at = 0
    for (const length of lengths) {
      this.#lines.push({ segment, start: start + at, end: start + at + length, block, at: block.used + at })
      at += length
    }
    block.used += bytes.length
    block.lines += lengths.length
  }

  /** All that is not here is being read: what comes from now on may be kept again. */
  resume(): void {
    this.#isPaused = false
  }

  /** Lines of a segment from byte `from` on, at least one; undefined if the line there is not known. */
  take(segment: Segment, from: number, limits: ReadLimits): RecentRun | undefined {
    const items: Buffer[] = []
    let end = from
    let bytes = 0
    for (let at = this.#first; at < this.#lines.length && items.length < limits.items; at++) {
      const line = this.#lines[at]
      if (line === undefined || line.segment !== segment || line.start !== end) break
      const length = line.end - line.start
      bytes += length - LINE_OVERHEAD_BYTES
      if (items.length > 0 && bytes > limits.bytes) break
      items.push(jsonOfLine(line.block.bytes, line.at, length))
      end = line.end
    }
    return items.length === 0 ? undefined : { items, end }
  }

  /** Where in the segment known lines begin, behind byte `from`; undefined if there are none. */
  beginIn(segment: Segment, from: number): number | undefined {
    const first = this.#lines[this.#first]
    return first?.segment === segment && first.start > from ? first.start : undefined
  }

  /** Those of the segment up to byte `end`, and all before them, are needed no more. */
  forget(segment: Segment, end: number): void {
    for (;;) {
      const line = this.#lines[this.#first]
      if (line === undefined || line.segment.sequence > segment.sequence) return
      if (line.segment === segment && line.end > end) return
      this.#forgetFirst(line)
    }
  }

  #forgetFirst({ start, end, block }: RecentLine): void {
    this.#bytes -= end - start
    block.lines -= 1
    if (block.lines === 0) this.#reuse(block)
    this.#first += 1
    // Now and then, so that to forget a line takes no time of its own.
    if (this.#first * 2 < this.#lines.length) return
    this.#lines = this.#lines.slice(this.#first)
    this.#first = 0
  }

  /** Their blocks are not used again: what was taken from them may still be on its way. */
  #forgetAll(): void {
    this.#lines = []
    this.#first = 0
    this.#bytes = 0
    this.#block = undefined
    this.#isPaused = true
  }

  #blockFor(size: number): Block {
    const block = this.#block
    if (block !== undefined && block.used + size <= block.bytes.length) return block
    const fresh = size > BLOCK_BYTES ? newBlock(size) : (this.#free.pop() ?? newBlock(BLOCK_BYTES))
    this.#block = fresh
    return fresh
  }

  #reuse(block: Block): void {
    block.used = 0
    if (block === this.#block || block.bytes.length !== BLOCK_BYTES) return
    if (this.#free.length < FREE_BLOCKS) this.#free.push(block)
  }
}

function newBlock(size: number): Block {
  return { bytes: Buffer.allocUnsafeSlow(size), used: 0, lines: 0 }
}
