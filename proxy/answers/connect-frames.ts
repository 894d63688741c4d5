import { ENVELOPE_HEAD, readEnvelopes } from '../body/envelopes.ts'
import { readProtobuf } from '../body/protobuf.ts'
import { valuesAt } from '../platforms/formats/proto-fields.ts'
import { parseOrUndefined } from '../platforms/json-value.ts'
import type { Framing } from './framing.ts'
import { answerLimits } from './limits.ts'

/**
 * Where a piece of an answer's text is, in messages whose schema is not public: those of Cursor's agent, of its older chat, and of Windsurf
 * (numbers of fields as in open-source clients, 2026).
 */
const TEXT_AT = ['1.1.1', '2.1', '3'] as const

/** Envelopes of Connect (connectrpc.com, "Protocol reference"): JSON, or messages of protobuf. */
export class ConnectFrames implements Framing {
  hasDropped = false
  readonly #onValue: (value: unknown) => void
  readonly #isJson: boolean
  #held: Buffer = Buffer.alloc(0)
  #skip = 0

  constructor(onValue: (value: unknown) => void, isJson: boolean) {
    this.#onValue = onValue
    this.#isJson = isJson
  }

  push(bytes: Buffer): void {
    const skipped = Math.min(this.#skip, bytes.length)
    this.#skip -= skipped
    const rest = skipped === 0 ? bytes : bytes.subarray(skipped)
    this.#held = this.#held.length === 0 ? rest : Buffer.concat([this.#held, rest])
    this.#dropLongOne()
    const { messages, rest: left, isDamaged } = readEnvelopes(this.#held)
    this.#held = left
    this.hasDropped ||= isDamaged
    for (const message of messages) this.#tell(message)
    this.#dropLongOne()
  }

  end(): void {
    this.#held = Buffer.alloc(0)
  }

  /** A message that is too long to be kept is passed over. */
  #dropLongOne(): void {
    if (this.#held.length < ENVELOPE_HEAD) return
    const length = ENVELOPE_HEAD + this.#held.readUInt32BE(1)
    if (length <= answerLimits.eventBytes || length <= this.#held.length) return
    this.hasDropped = true
    this.#skip = length - this.#held.length
    this.#held = Buffer.alloc(0)
  }

  #tell(message: Buffer): void {
    if (this.#isJson) {
      const value = parseOrUndefined(message.toString())
      if (value !== undefined) this.#onValue(value)
      return
    }
    const fields = readProtobuf(message)
    const text = TEXT_AT.map((place) => valuesAt(fields, place).find((value) => typeof value === 'string')).find(
      (found) => found !== undefined,
    )
    if (text !== undefined) this.#onValue({ text })
  }
}
