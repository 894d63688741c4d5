import { hash } from 'node:crypto'
import type { FileProblem, FileReading } from './file-reading.ts'

/** Of the texts of all readings together, in UTF-16 units. */
const LENGTH_MAX = 8_388_608
const FILES_MAX = 128
/** What depends on what was left for a file says nothing of the file. */
const PASSING: ReadonlySet<FileProblem> = new Set(['too_large', 'over_budget', 'crashed'])

/** What a file unpacks to, and what could be read of it. */
export interface KeptReading {
  readonly reading: FileReading
  readonly unpackedBytes: number
}

/**
 * Readings of files that come again: clients send a conversation with all its attachments with every turn. Bounded; what was used least
 * recently goes first. Texts are held as long as their thread lives, which ends within five minutes after its last request (inspection/worker-pool.ts).
 */
export class Readings {
  readonly #kept = new Map<string, KeptReading>()
  #length = 0

  static keyOf(file: Buffer): string {
    return hash('sha256', file, 'base64')
  }

  /** The reading of a file that was here, if it fits into what is left for it; undefined if the file is to be read. */
  of(key: string, unpackedBytes: number, textLength: number): KeptReading | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined || kept.unpackedBytes > unpackedBytes || lengthOf(kept.reading) > textLength)
      return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  add(key: string, kept: KeptReading): void {
    const length = lengthOf(kept.reading)
    if (length > LENGTH_MAX / 4 || kept.reading.problems.some((problem) => PASSING.has(problem))) return
    this.#remove(key)
    this.#kept.set(key, kept)
    this.#length += length
    for (const oldest of this.#kept.keys()) {
      if (this.#length <= LENGTH_MAX && this.#kept.size <= FILES_MAX) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    this.#length -= lengthOf(kept.reading)
  }
}

function lengthOf({ text, context }: FileReading): number {
  return text.length + context.length
}
