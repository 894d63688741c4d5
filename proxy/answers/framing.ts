import { parseOrUndefined } from '../platforms/json-value.ts'
import { answerLimits } from './limits.ts'

/** Takes the bytes of an answer as they come, and tells the JSON values in it. */
export interface Framing {
  push(bytes: Buffer): void
  /** Nothing more comes. */
  end(): void
  /** Some of it was too long to be read. */
  readonly hasDropped: boolean
}

type OnValue = (value: unknown) => void

const LF = 0x0a

/** Lines, whose bytes may come in pieces. */
abstract class Lines implements Framing {
  hasDropped = false
  #held: Buffer[] = []
  #bytes = 0
  #isSkipping = false

  push(bytes: Buffer): void {
    let from = 0
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
      this.#hold(bytes.subarray(from, at))
      this.#lineEnded()
      from = at + 1
    }
    this.#hold(bytes.subarray(from))
  }

  end(): void {
    this.#lineEnded()
    this.finish()
  }

  protected abstract line(text: string): void
  protected abstract finish(): void

  #hold(piece: Buffer): void {
    if (piece.length === 0 || this.#isSkipping) return
    this.#bytes += piece.length
    if (this.#bytes > answerLimits.eventBytes) {
      this.#isSkipping = true
      this.hasDropped = true
      this.#held = []
      return
    }
    this.#held.push(piece)
  }

  #lineEnded(): void {
    const [first] = this.#held
    const isSkipped = this.#isSkipping
    const line = this.#held.length === 1 && first !== undefined ? first : Buffer.concat(this.#held)
    this.#held = []
    this.#bytes = 0
    this.#isSkipping = false
    if (!isSkipped) this.line(line.toString())
  }
}

/** Server-sent events (HTML standard, section 9.2): the JSON in `data`, which may stand in several lines. */
export class EventStream extends Lines {
  readonly #onValue: OnValue
  #data: string[] = []
  #length = 0

  constructor(onValue: OnValue) {
    super()
    this.#onValue = onValue
  }

  protected line(text: string): void {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    if (line === '') this.finish()
    else if (line.startsWith('data:')) {
      this.#length += line.length
      if (this.#length > answerLimits.eventBytes) this.hasDropped = true
      else this.#data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
  }

  protected finish(): void {
    const data = this.#data
    this.#data = []
    this.#length = 0
    if (data.length > 0) tell(data.join('\n'), this.#onValue)
  }
}

/** JSON in each line, also behind the digits of the AI SDK's data stream (`0:"text"`), or with NUL padding. */
export class JsonLines extends Lines {
  readonly #onValue: OnValue

  constructor(onValue: OnValue) {
    super()
    this.#onValue = onValue
  }

  protected line(text: string): void {
    const line = text.replaceAll('\0', '').trim()
    const said = /^[a-z]?0:(".*")$/.exec(line)?.[1]
    if (said !== undefined) tell(said, (value) => this.#onValue({ token: value }))
    else tell(line, this.#onValue)
  }

  protected finish(): void {}
}

const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4

/**
 * Amazon's event streams (smithy.io, "Amazon Event Stream Specification"): total length, length of the headers, checksum of both;
 * headers; payload; checksum. Checksums are for the client to verify.
 */
export class AwsEvents implements Framing {
  hasDropped = false
  readonly #onValue: OnValue
  #held: Buffer = Buffer.alloc(0)
  #skip = 0

  constructor(onValue: OnValue) {
    this.#onValue = onValue
  }

  push(bytes: Buffer): void {
    const skipped = Math.min(this.#skip, bytes.length)
    this.#skip -= skipped
    const rest = skipped === 0 ? bytes : bytes.subarray(skipped)
    this.#held = this.#held.length === 0 ? rest : Buffer.concat([this.#held, rest])
    while (this.#held.length >= PRELUDE_BYTES && this.#message());
  }

  end(): void {
    this.#held = Buffer.alloc(0)
  }

  /** @returns whether another one may be there */
  #message(): boolean {
    const total = this.#held.readUInt32BE(0)
    const headers = this.#held.readUInt32BE(4)
    if (total < PRELUDE_BYTES + headers + CHECKSUM_BYTES) {
      // It is none of these streams: nothing of it can be found any more.
      this.hasDropped = true
      this.#skip = Number.POSITIVE_INFINITY
      this.#held = Buffer.alloc(0)
      return false
    }
    if (total > answerLimits.eventBytes) {
      this.hasDropped = true
      this.#skip = Math.max(0, total - this.#held.length)
      this.#held = this.#held.subarray(Math.min(total, this.#held.length))
      return this.#skip === 0
    }
    if (this.#held.length < total) return false
    const payload = this.#held.subarray(PRELUDE_BYTES + headers, total - CHECKSUM_BYTES)
    tell(payload.toString(), this.#onValue)
    this.#held = this.#held.subarray(total)
    return true
  }
}

/** What is no JSON (`[DONE]`, comments, pings) says nothing. */
function tell(text: string, onValue: OnValue): void {
  const start = text[0]
  if (start !== '{' && start !== '[' && start !== '"') return
  const value = parseOrUndefined(text)
  if (value !== undefined) onValue(value)
}
