import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { isObject } from '../platforms/json-value.ts'
import type { Answers } from './answers.ts'
import { Collected } from './collected.ts'
import { answerLimits } from './limits.ts'
import { END } from './read-value.ts'

interface Options {
  readonly answers: Answers
  readonly inspect: ReturnType<Answers['inspectFor']>
}

/** One of the conversations on a WebSocket: what was asked last, and what is being answered. */
interface Lane {
  prompt: JudgedPrompt
  answer: Collected
  isWhole: boolean
}

const RECORD_SEPARATOR = '\u001e'
/** Socket.IO's digits and namespace before JSON. */
const PREFIX = /^\d{1,2}(?:\/[^,[{"]{0,128},)?\d{0,10}(?=[[{])/
const LAST_EVENT = 'response.'
const OPEN_OBJECT = 0x7b

/**
 * What a service answers on a WebSocket. An answer of OpenAI's ends with an event of its own, and is told from others by its
 * `stream_id`; any other ends with the next prompt or with the WebSocket.
 */
export class SocketAnswers {
  readonly #options: Options
  readonly #lanes = new Map<string, Lane>()
  #latest = ''

  constructor(options: Options) {
    this.#options = options
  }

  /** A prompt has passed, and was recorded. */
  prompted(prompt: JudgedPrompt): void {
    const name = prompt.inspection.prompt?.lane ?? ''
    const known = this.#lanes.get(name)
    // More input for an answer under way: what comes from here on replies to it.
    if (known !== undefined) this.#end(known)
    else if (this.#lanes.size >= answerLimits.lanes) return
    this.#latest = name
    this.#lanes.set(name, this.#open(prompt))
  }

  /** A message of the service, which was passed on already. */
  answered(data: Buffer, isBinary: boolean): void {
    // Google sends JSON in binary messages.
    if (this.#lanes.size === 0 || (isBinary && data[0] !== OPEN_OBJECT)) return
    setImmediate(() => this.#read(data, isBinary))
  }

  /** The WebSocket has ended. */
  close(): void {
    // Behind what is still to be read.
    setImmediate(() => {
      for (const lane of this.#lanes.values()) this.#end(lane)
      this.#lanes.clear()
    })
  }

  #open(prompt: JudgedPrompt): Lane {
    return { prompt, answer: new Collected(this.#options.inspect), isWhole: true }
  }

  #read(data: Buffer, isBinary: boolean): void {
    if (data.length > answerLimits.eventBytes) {
      this.#missed()
      return
    }
    const text = data.toString()
    for (const record of text.includes(RECORD_SEPARATOR) ? text.split(RECORD_SEPARATOR) : [text]) {
      try {
        this.#readRecord(record, isBinary)
      } catch {
        // Names of a known form with other types, or nested too deeply: whatever a service sends must not end more than the reading of it.
        this.#missed()
      }
    }
  }

  #missed(): void {
    const lane = this.#lanes.get(this.#latest)
    if (lane !== undefined) lane.isWhole = false
  }

  #readRecord(record: string, isBinary: boolean): void {
    if (record === '') return
    let value: unknown
    try {
      value = JSON.parse(record.replace(PREFIX, ''))
    } catch {
      if (!isBinary) this.#lanes.get(this.#latest)?.answer.text(`${record}\n`)
      return
    }
    if (typeof value === 'number') return
    const event = isObject(value) ? value : {}
    const name = typeof event.stream_id === 'string' ? event.stream_id : this.#latest
    const lane = this.#lanes.get(name)
    if (lane === undefined) return
    lane.answer.value(value)
    const { type } = event
    if (typeof type !== 'string' || !type.startsWith(LAST_EVENT) || !END.has(type.slice(LAST_EVENT.length))) return
    this.#end(lane)
    this.#lanes.set(name, this.#open(lane.prompt))
  }

  #end({ prompt, answer, isWhole }: Lane): void {
    const done = this.#options.answers.expect(prompt)
    void Promise.resolve(answer.end(isWhole)).then(done)
  }
}
