import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { FILE_MODE, type Segment, segmentPath } from './spool-directory.ts'
import { spoolError } from './spool-errors.ts'

/** Writes a segment from its first line on: none is ever taken up again, for its last line may be torn. */
export class SegmentWriter {
  readonly segment: Segment
  readonly #fd: number
  #sound = true

  /** Throws SpoolError if the file cannot be made. */
  constructor(directory: string, sequence: number) {
    const path = segmentPath(directory, sequence)
    try {
      this.#fd = openSync(path, 'ax', FILE_MODE)
    } catch (error) {
      throw spoolError('ERR_SPOOL_WRITE', 'a segment of the spool cannot be made', error)
    }
    this.segment = { sequence, path, size: 0, acknowledged: 0, lines: 0 }
  }

  /** False after a partial line at the end could not be removed: nothing may be written after it. */
  get sound(): boolean {
    return this.#sound
  }

  /** Returns when the kernel has all of the lines. Throws SpoolError, and the segment is as it was. */
  append(lines: Uint8Array, count: number): void {
    try {
      for (let written = 0; written < lines.length; ) written += writeSync(this.#fd, lines, written)
    } catch (error) {
      this.#undo()
      throw spoolError('ERR_SPOOL_WRITE', 'a record cannot be written to the spool', error)
    }
    this.segment.size += lines.length
    this.segment.lines += count
  }

  close(): void {
    closeSync(this.#fd)
  }

  #undo(): void {
    try {
      ftruncateSync(this.#fd, this.segment.size)
    } catch {
      this.#sound = false
    }
  }
}
