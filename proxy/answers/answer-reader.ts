import type { AnswerHead } from '../http/exchange.ts'
import { lastValueIn } from '../http/fields.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Holder, Lease } from '../listen/lease.ts'
import { isArray } from '../platforms/json-value.ts'
import type { InspectText } from './answer-text.ts'
import { Collected, type ReadAnswer } from './collected.ts'
import { ConnectFrames } from './connect-frames.ts'
import { openDecoder, type StreamDecoder } from './decode-stream.ts'
import { AwsEvents, EventStream, type Framing, JsonLines } from './framing.ts'
import { withPartArrays } from './google-arrays.ts'
import { answerLimits } from './limits.ts'
import { WholeJson } from './whole-json.ts'

interface Options {
  readonly inspect: InspectText
  readonly held: FairShare
  /** Whose part of `held` is used. */
  readonly share: string
  /** Called once; nothing was said where the list is empty. */
  readonly onRead: (answer: ReadAnswer) => void
  /** Has work done that nobody waits for, in a turn of the event loop that is for nothing else. */
  readonly later: (work: () => void) => void
  /** The same for one of many pieces: it begins in the next turn, and all of them together take no more of a turn than other work. */
  readonly soon: (work: () => void) => void
}

/** How the texts of an answer are framed, by its media type; undefined where no completion comes in such a form. */
export function framingOf(contentType: string): ((onValue: (value: unknown) => void) => Framing) | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  switch (type) {
    case 'text/event-stream':
      return (onValue) => new EventStream(onValue)
    case 'application/x-ndjson':
    case 'application/ndjson':
    case 'application/jsonl':
    case 'application/stream+json':
    case 'text/plain':
      return (onValue) => new JsonLines(onValue)
    case 'application/json+protobuf':
      return (onValue) => new WholeJson((value) => onValue(isArray(value) ? withPartArrays(value) : value))
    case 'application/connect+json':
    case 'application/connect+proto':
      return (onValue) => new ConnectFrames(onValue, type.endsWith('json'))
    case 'application/vnd.amazon.eventstream':
      return (onValue) => new AwsEvents(onValue)
    default:
      return type === 'application/json' || type.endsWith('+json') ? (onValue) => new WholeJson(onValue) : undefined
  }
}

/** The parts of an answer's head that reading it depends on. */
export function readableHead({
  status,
  fields,
}: AnswerHead): { readonly type: string; readonly coding: string } | undefined {
  if (status < 200 || status > 299) return undefined
  const type = lastValueIn(fields, 'content-type')
  return type === '' ? undefined : { type, coding: lastValueIn(fields, 'content-encoding').toLowerCase() }
}

/**
 * Reads what an answer says from the bytes that are passed on. It works behind them, never in their way: what comes is
 * read a moment later, and where there is no room or the bytes make no sense, it stops.
 */
export class AnswerReader implements Holder {
  readonly #options: Options
  readonly #framing: Framing
  readonly #decoder: StreamDecoder | undefined
  readonly #collected: Collected
  #chunks: Buffer[] = []
  /** Of the whole answer. */
  #bytes = 0
  /** Of `#chunks`. */
  #waitingBytes = 0
  #lease: Lease | undefined
  #isScheduled = false
  #isUrgent = false
  #hasEnded = false
  #isOver = false
  #hasDropped = false
  /** This turn of the event loop is for nothing else. */
  #isAlone = false

  constructor(openFraming: (onValue: (value: unknown) => void) => Framing, coding: string, options: Options) {
    this.#options = options
    this.#collected = new Collected(options.inspect)
    this.#framing = openFraming((value) => this.#collected.value(value))
    if (coding !== '') this.#decoder = this.#openDecoder(coding)
  }

  #openDecoder(coding: string): StreamDecoder | undefined {
    const listener = {
      data: (bytes: Buffer) => this.#read(() => this.#framing.push(bytes)),
      end: (isWhole: boolean) => {
        this.#hasDropped ||= !isWhole
        this.#finish()
      },
    }
    return openDecoder(coding, listener, this.#options.soon)
  }

  push(chunk: Buffer): void {
    if (this.#isOver || this.#hasEnded) return
    this.#bytes += chunk.length
    if (!this.#hasRoom() || this.#waitingBytes + chunk.length > answerLimits.waitingBytes) {
      this.#giveUp()
      return
    }
    this.#chunks.push(chunk)
    this.#waitingBytes += chunk.length
    this.#schedule()
  }

  /** Nothing more comes: the answer has ended, or was cut. */
  end(): void {
    this.#hasEnded = true
    this.#schedule()
  }

  // Whoever waits for room is more important than what is only looked at.
  progress(): number {
    return 0
  }

  revoke(): void {
    this.#giveUp()
  }

  #schedule(): void {
    if (this.#isOver) return
    if (this.#waitingBytes > answerLimits.stepBytes) this.#hurry()
    else if (!this.#isScheduled) {
      this.#isScheduled = true
      this.#options.later(() => {
        this.#isScheduled = false
        this.#turn()
      })
    }
  }

  #hurry(): void {
    if (this.#isUrgent) return
    this.#isUrgent = true
    this.#options.soon(() => {
      this.#isUrgent = false
      this.#turn()
    })
  }

  /** A second turn for the same pieces finds nothing to do. */
  #turn(): void {
    this.#isAlone = true
    this.#work()
    this.#isAlone = false
  }

  #work(): void {
    let bytes = 0
    for (const chunk of this.#chunks.splice(0, this.#countFor(answerLimits.turnBytes))) {
      if (this.#isOver) return
      bytes += chunk.length
      if (this.#decoder === undefined) this.#read(() => this.#framing.push(chunk))
      else this.#decoder.push(chunk)
    }
    if (this.#isOver) return
    this.#waitingBytes -= bytes
    if (this.#chunks.length > 0) {
      this.#hurry()
      return
    }
    if (!this.#hasEnded) return
    if (this.#decoder === undefined) this.#finish()
    else this.#decoder.end()
  }

  /** How many chunks have to be taken to have this many bytes, all of them if that is fewer. */
  #countFor(bytes: number): number {
    let left = bytes
    let count = 0
    for (const { length } of this.#chunks) {
      left -= length
      count++
      if (left <= 0) break
    }
    return count
  }

  /** Whatever a service sends must not end more than the reading of it. */
  #read(work: () => void): void {
    if (this.#isOver) return
    try {
      work()
    } catch {
      this.#giveUp()
    }
  }

  #hasRoom(): boolean {
    const wanted = Math.min(this.#bytes, answerLimits.heldBytes)
    if (wanted <= answerLimits.freeBytes || wanted <= (this.#lease?.amount ?? 0)) return true
    const more = Math.max(answerLimits.stepBytes, wanted - (this.#lease?.amount ?? 0))
    if (this.#lease !== undefined) return this.#lease.tryGrow(more)
    this.#lease = this.#options.held.tryTake(this.#options.share, more, this)
    return this.#lease !== undefined
  }

  /** What was read so far is told; the rest is not read. */
  #giveUp(): void {
    this.#hasDropped = true
    this.#decoder?.destroy()
    this.#finish()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#read(() => this.#framing.end())
    if (this.#isOver) return
    this.#isOver = true
    this.#chunks = []
    const answer = this.#collected.end(!this.#hasDropped && !this.#framing.hasDropped)
    if (this.#isAlone && !(answer instanceof Promise)) this.#tell(answer)
    else void Promise.resolve(answer).then((inspected) => this.#tell(inspected))
  }

  #tell(answer: ReadAnswer): void {
    this.#lease?.release()
    this.#options.onRead(answer)
  }
}
