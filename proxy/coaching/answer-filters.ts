import { isUtf8 } from 'node:buffer'
import type { BodyFilter } from '../rewriting/rewritten-body.ts'
import type { FirstLine } from './first-line.ts'
import type { Held } from './held.ts'
import { coachingLimits } from './limits.ts'

const NOTHING = Buffer.alloc(0)
const [LF, CR, QUOTE, BACKSLASH] = [0x0a, 0x0d, 0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Finds the JSON values of an answer as it passes, and has the line put into them; everything between them passes unchanged. */
abstract class ValueFilter implements BodyFilter {
  readonly #line: FirstLine
  readonly #held: Held
  /** The beginning of a stretch that has not ended. A copy, because each piece of it would keep the whole buffer of the socket alive. */
  #kept = NOTHING
  #bytes = 0
  #stretches = 0
  #lookedAt = 0
  #hasGivenUp = false

  constructor(line: FirstLine, held: Held) {
    this.#line = line
    this.#held = held
  }

  push(bytes: Buffer): Buffer {
    const passed: Buffer[] = []
    // A small answer may unpack to any length.
    this.#lookedAt += bytes.length
    if (this.#lookedAt > coachingLimits.lookedAtBytes) this.#giveUp()
    let start = 0
    for (let end = this.#next(bytes, 0); end !== undefined; end = this.#next(bytes, end)) {
      passed.push(this.changed(this.#joined(bytes.subarray(start, end))))
      start = end
      if (++this.#stretches >= coachingLimits.stretches) this.#giveUp()
    }
    const rest = bytes.subarray(start)
    if (this.#mayHold(this.#bytes + rest.length)) this.#hold(rest)
    else passed.push(this.#joined(rest))
    return Buffer.concat(passed)
  }

  end(): Buffer {
    const rest = this.#joined(NOTHING)
    return rest.length === 0 || this.#isOver ? rest : this.changed(rest)
  }

  close(): void {
    this.#line.end()
    this.#held.release()
  }

  get #isOver(): boolean {
    return this.#hasGivenUp || this.#line.isOver
  }

  #next(bytes: Buffer, from: number): number | undefined {
    return this.#isOver ? undefined : this.next(bytes, from)
  }

  #mayHold(bytes: number): boolean {
    if (this.#isOver || !this.isBegun) return false
    if (this.#held.hasRoom(bytes)) return true
    this.#giveUp()
    return false
  }

  #giveUp(): void {
    this.#hasGivenUp = true
    this.#line.end()
  }

  /** Copies a piece behind what is kept; Held.hasRoom() has bounded it. */
  #hold(piece: Buffer): void {
    const bytes = this.#bytes + piece.length
    if (bytes > this.#kept.length) {
      const grown = Buffer.alloc(Math.max(bytes, Math.min(2 * this.#kept.length, coachingLimits.valueBytes)))
      this.#kept.copy(grown, 0, 0, this.#bytes)
      this.#kept = grown
    }
    piece.copy(this.#kept, this.#bytes)
    this.#bytes = bytes
  }

  /** All that was kept, and what comes behind it. */
  #joined(piece: Buffer): Buffer {
    if (this.#bytes === 0) return piece
    const all = Buffer.concat([this.#kept.subarray(0, this.#bytes), piece])
    this.#kept = NOTHING
    this.#bytes = 0
    this.#held.release()
    return all
  }

  /** Looks at the bytes from `from` on, each once. @returns where the next stretch ends that may hold a value */
  protected abstract next(bytes: Buffer, from: number): number | undefined
  /** Whether the bytes behind the last stretch may be the beginning of a value. */
  protected abstract get isBegun(): boolean
  /** @param stretch which ends where next() said */
  protected abstract changed(stretch: Buffer): Buffer

  /** One value in place of another, or as it came. */
  protected value(bytes: Buffer): Buffer {
    if (!isUtf8(bytes)) return bytes
    const changed = this.#line.changed(bytes.toString())
    return changed === undefined ? bytes : Buffer.from(changed)
  }
}

const DATA = Buffer.from('data:')

/** Server-sent events (HTML standard, section 9.2) with JSON in one line of data each. Lines end with LF, CR or both. */
export class EventFilter extends ValueFilter {
  protected next(bytes: Buffer, from: number): number | undefined {
    for (let at = from; at < bytes.length; at++) if (bytes[at] === LF || bytes[at] === CR) return at + 1
    return undefined
  }

  protected get isBegun(): boolean {
    return true
  }

  protected changed(line: Buffer): Buffer {
    if (!line.subarray(0, DATA.length).equals(DATA)) return line
    const json = line.subarray(DATA.length)
    const value = this.value(json)
    return value === json ? line : Buffer.concat([DATA, value])
  }
}

/** JSON values one behind the other: one alone, lines of them, or the elements of an array, which Gemini streams. */
export class JsonFilter extends ValueFilter {
  #depth = 0
  /** The depth at which a value begins: in an array those are its elements. */
  #base = 0
  #isString = false
  #isEscaped = false

  protected next(bytes: Buffer, from: number): number | undefined {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isString = false
      } else if (byte === QUOTE) this.#isString = true
      else if (byte === OPEN_ARRAY && this.#depth === 0) {
        this.#depth = 1
        this.#base = 1
        return at + 1
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        this.#depth++
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#depth = Math.max(0, this.#depth - 1)
        if (this.#depth < this.#base) this.#base = 0
        if (this.#depth === this.#base) return at + 1
      }
    }
    return undefined
  }

  protected get isBegun(): boolean {
    return this.#depth > this.#base
  }

  protected changed(stretch: Buffer): Buffer {
    const start = stretch.indexOf(OPEN_OBJECT)
    if (start === -1) return stretch
    const json = stretch.subarray(start)
    const value = this.value(json)
    return value === json ? stretch : Buffer.concat([stretch.subarray(0, start), value])
  }
}
