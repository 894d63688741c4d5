import { chmodSync } from 'node:fs'
import { RecentLines } from './recent-lines.ts'
import { type ReadLimits, readLines } from './segment-reader.ts'
import { SegmentWriter } from './segment-writer.ts'
import {
  adoptSegments,
  DIRECTORY_MODE,
  listSegments,
  readSegment,
  removeOrphanedCheckpoints,
  removeSegment,
  type Segment,
  tryToWrite,
  writeCheckpoint,
} from './spool-directory.ts'
import { SpoolError, SpoolFullError, spoolError } from './spool-errors.ts'
import { encodeLines, MAX_LINE_BYTES } from './spool-line.ts'

export const SPOOL_MAX_BYTES = 1024 * 1024 * 1024
const SEGMENT_BYTES = 8 * 1024 * 1024
/** Segments stay a small part of the bound, so that acknowledged records do not fill it. */
const SEGMENTS_AT_LEAST = 8
/** The part of a segment after which it is left for a new one as soon as all of it is acknowledged. */
const DRAINED_PART = 1 / 16
/** Between two checkpoints. */
const NOTED_EVERY_MS = 1000
/** As much as a record takes that is not unusually large. */
const TRIAL_BYTES = 16 * 1024

export interface SpoolOptions {
  /** One process at a time uses it; made when missing. */
  readonly directory: string
  /** Directories that no process uses any more: their records become this spool's. */
  readonly adopt?: readonly string[]
  readonly maxBytes?: number
  /** How many bytes of the newest lines stay in memory besides. */
  readonly recentMax?: number
}

/** Some records at the head of the spool, to be acknowledged together. */
export interface SpoolBatch {
  /** One InteractionRecord each, as JSON in UTF-8. They are valid until the batch is acknowledged. */
  readonly items: readonly Buffer[]
  /** Pieces of the file that were damaged and skipped. */
  readonly damaged: number
  /** Lines this batch takes from the backlog, the damaged ones included. */
  readonly lines: number
  readonly segment: Segment
  readonly end: number
}

/**
 * A queue of records on disk. A record whose append() has returned outlives a kill of the process, for the kernel has its
 * bytes; it is not forced to the platter, so a power failure may take the last seconds. What is read stays until it is
 * acknowledged, and a crash in between gives it out again: the API knows a record by its id.
 */
export class Spool {
  readonly #directory: string
  readonly #maxBytes: number
  readonly #segmentBytes: number
  /** Oldest first; the one being written to, if any, is the last. */
  readonly #segments: Segment[]
  readonly #recent: RecentLines
  #writer: SegmentWriter | undefined
  #nextSequence: number
  /** The segment that was acknowledged in part since a checkpoint was written. Earlier ones are whole, and removed. */
  #unnoted: Segment | undefined
  #notedAt = Number.NEGATIVE_INFINITY
  #noting: NodeJS.Timeout | undefined
  #closed = false

  private constructor(options: SpoolOptions, segments: Segment[], nextSequence: number) {
    this.#directory = options.directory
    this.#maxBytes = options.maxBytes ?? SPOOL_MAX_BYTES
    this.#segmentBytes = Math.min(SEGMENT_BYTES, this.#maxBytes / SEGMENTS_AT_LEAST)
    this.#segments = segments
    this.#recent = new RecentLines(options.recentMax)
    this.#nextSequence = nextSequence
  }

  /** Takes in what earlier processes left. Throws SpoolError if the directory cannot be used. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const { directory } = options
    try {
      const own = listSegments(directory)
      chmodSync(directory, DIRECTORY_MODE)
      removeOrphanedCheckpoints(directory)
      let next = (own.at(-1) ?? 0) + 1
      for (const abandoned of options.adopt ?? []) next = adoptSegments(abandoned, directory, next)
      const segments: Segment[] = []
      for (const sequence of listSegments(directory)) segments.push(await readSegment(directory, sequence))
      const spool = new Spool(options, segments, next)
      spool.#removeFinished()
      return spool
    } catch (error) {
      throw spoolError('ERR_SPOOL_OPEN', 'the spool cannot be opened', error)
    }
  }

  /** Records that are not acknowledged. */
  get lines(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.lines, 0)
  }

  /** Bytes on disk, those of acknowledged records that share a segment with others included. */
  get bytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.size, 0)
  }

  /** Whether everything is acknowledged. */
  get drained(): boolean {
    return this.#segments.every((segment) => segment.acknowledged === segment.size)
  }

  /** Whether the bound and the disk leave room for another record; writes as much as one takes and removes it again. */
  hasRoom(): boolean {
    if (this.#closed || this.bytes + TRIAL_BYTES > this.#maxBytes) return false
    return tryToWrite(this.#directory, TRIAL_BYTES)
  }

  /** Keeps records, in one write. Throws SpoolError, and SpoolFullError at the bound; then none of them is kept at all. */
  append(...records: readonly string[]): void {
    if (this.#closed) throw new SpoolError('ERR_SPOOL_CLOSED', 'the spool is closed')
    const { bytes, lengths } = encodeLines(records)
    if (lengths.some((length) => length > MAX_LINE_BYTES)) {
      throw new SpoolError('ERR_SPOOL_RECORD_TOO_LARGE', `a record takes at most ${MAX_LINE_BYTES} bytes`)
    }
    if (this.bytes + bytes.length > this.#maxBytes) throw new SpoolFullError(this.#maxBytes)
    this.#writer ??= this.#begin()
    const { segment } = this.#writer
    try {
      const start = segment.size
      this.#writer.append(bytes, records.length)
      this.#recent.add(segment, start, bytes, lengths)
    } finally {
      if (!this.#writer.sound || this.#writer.segment.size >= this.#segmentBytes) this.#leave()
    }
  }

  /**
   * The oldest records that are not acknowledged, from memory while they are still there; undefined if there are none. May hold no item where all that was
   * read is damaged: it is acknowledged all the same. On SpoolError the segment is set aside until the next start, or, where
   * the process only lacks resources, is there to be read again.
   */
  async read(limits: ReadLimits): Promise<SpoolBatch | undefined> {
    const segment = this.#segments.find((candidate) => candidate.acknowledged < candidate.size)
    if (segment === undefined) return undefined
    const from = segment.acknowledged
    const recent = this.#recent.take(segment, from, limits)
    if (recent !== undefined) return { ...recent, damaged: 0, lines: recent.items.length, segment }
    const to = this.#recent.beginIn(segment, from) ?? segment.size
    if (segment === this.#segments.at(-1) && segment.lines <= limits.items) this.#recent.resume()
    try {
      return { ...(await readLines(segment.path, from, to, limits)), segment }
    } catch (error) {
      if (!lacksResources(error)) this.#setAside(segment)
      throw spoolError('ERR_SPOOL_READ', 'a segment of the spool cannot be read', error)
    }
  }

  /**
   * Forgets a batch. Where the disk refuses the checkpoint or the removal, SpoolError: this process goes on behind the
   * batch, the next one may give it out again.
   */
  async acknowledge({ segment, end, lines }: SpoolBatch): Promise<void> {
    const drained = end === segment.size
    this.#recent.forget(segment, end)
    segment.acknowledged = end
    segment.lines = drained ? 0 : segment.lines - lines
    if (drained && segment === this.#writer?.segment && end >= this.#segmentBytes * DRAINED_PART) this.#leave()
    try {
      if (drained && segment !== this.#writer?.segment) this.#removeFinished()
      else this.#note(segment)
    } catch (error) {
      throw spoolError('ERR_SPOOL_WRITE', 'the spool cannot note what is acknowledged', error)
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#leave()
    clearTimeout(this.#noting)
    try {
      this.#removeFinished()
      this.#noteNow()
    } catch (error) {
      throw spoolError('ERR_SPOOL_WRITE', 'what is acknowledged cannot be noted', error)
    }
  }

  /** At most once a second: what a crash gives out again is known by its id, and to write a file for every batch costs as much as ten records. */
  #note(segment: Segment): void {
    this.#unnoted = segment
    const isWhole = segment.acknowledged === segment.size
    // A segment of which nothing is left is removed instead, unless more of it comes within a second.
    if (!isWhole && performance.now() - this.#notedAt >= NOTED_EVERY_MS) this.#noteNow()
    else {
      this.#noting ??= setTimeout(() => {
        try {
          this.#noteNow()
        } catch {
          // The next acknowledgement tries again, and says why it fails.
        }
      }, NOTED_EVERY_MS).unref()
    }
  }

  #noteNow(): void {
    clearTimeout(this.#noting)
    this.#noting = undefined
    const segment = this.#unnoted
    if (segment === undefined || !this.#segments.includes(segment)) return
    if (segment.acknowledged < segment.size) writeCheckpoint(segment)
    else this.#removeNow(segment)
    this.#notedAt = performance.now()
    this.#unnoted = undefined
  }

  /** A record that is erased or too old at the API must not stay here because nothing comes behind it. */
  #removeNow(segment: Segment): void {
    if (segment === this.#writer?.segment) this.#leave()
    this.#removeFinished()
  }

  #begin(): SegmentWriter {
    const writer = new SegmentWriter(this.#directory, this.#nextSequence++)
    this.#segments.push(writer.segment)
    return writer
  }

  #setAside(segment: Segment): void {
    if (segment === this.#writer?.segment) this.#leave()
    this.#segments.splice(this.#segments.indexOf(segment), 1)
  }

  #leave(): void {
    this.#writer?.close()
    this.#writer = undefined
  }

  #removeFinished(): void {
    const finished = this.#segments.filter((s) => s.acknowledged === s.size && s !== this.#writer?.segment)
    for (const segment of finished) {
      this.#segments.splice(this.#segments.indexOf(segment), 1)
      removeSegment(segment)
    }
  }
}

/** Too many open files, or no memory: that passes. */
function lacksResources(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE', 'ENOMEM'].includes(String(error.code))
}
