import type { ReadLimits } from './segment-reader.ts'
import type { Segment } from './spool-directory.ts'
import { LINE_OVERHEAD_BYTES } from './spool-line.ts'

/** Some three thousand records: what a sender that keeps up with a busy proxy lets lie, several times over. In UTF-16 code units. */
const RECENT_MAX = 2 * 1024 * 1024

interface RecentLine {
  readonly segment: Segment
  /** The bytes of the segment that it takes. */
  readonly start: number
  readonly end: number
  readonly json: string
}

/** Lines of one segment that stand one after the other. */
export interface RecentRun {
  readonly items: readonly string[]
  readonly end: number
}

/**
 * The newest lines of a spool as they were written: to hand them over from memory spares reading them back, checking and decoding
 * them. They are on disk all the same. Where more come than fit here, whoever takes them does not keep up: all are forgotten, and none is kept until what
 * is on disk has nearly been read, so that a backlog takes no memory, nor work of the garbage collector.
 */
export class RecentLines {
  #lines: RecentLine[] = []
  /** Those before it are forgotten. */
  #first = 0
  #length = 0
  #isPaused = false
  readonly #max: number

  constructor(max = RECENT_MAX) {
    this.#max = max
  }

  add(segment: Segment, start: number, end: number, json: string): void {
    if (this.#isPaused) return
    this.#lines.push({ segment, start, end, json })
    this.#length += json.length
    if (this.#length <= this.#max) return
    this.#lines = []
    this.#first = 0
    this.#length = 0
    this.#isPaused = true
  }

  /** All that is not here is being read: what comes from now on may be kept again. */
  resume(): void {
    this.#isPaused = false
  }

  /** Lines of a segment from byte `from` on, at least one; undefined if the line there is not known. */
  take(segment: Segment, from: number, limits: ReadLimits): RecentRun | undefined {
    const items: string[] = []
    let end = from
    let bytes = 0
    for (let at = this.#first; at < this.#lines.length && items.length < limits.items; at++) {
      const line = this.#lines[at]
      if (line === undefined || line.segment !== segment || line.start !== end) break
      bytes += line.end - line.start - LINE_OVERHEAD_BYTES
      if (items.length > 0 && bytes > limits.bytes) break
      items.push(line.json)
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
      this.#forgetFirst()
    }
  }

  #forgetFirst(): void {
    this.#length -= this.#lines[this.#first]?.json.length ?? 0
    this.#first += 1
    // Now and then, so that to forget a line takes no time of its own.
    if (this.#first * 2 < this.#lines.length) return
    this.#lines = this.#lines.slice(this.#first)
    this.#first = 0
  }
}
