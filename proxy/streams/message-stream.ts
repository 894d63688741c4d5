import { ENVELOPE_HEAD } from '../body/envelopes.ts'
import type { BodySink, ClientExchange, StreamedBody } from '../http/exchange.ts'
import type { Room } from '../websocket/room.ts'
import { EnvelopeCutter } from './envelope-cutter.ts'
import { streamLimits } from './limits.ts'

/** What is known when the service is to be asked. */
export interface FirstMessage {
  /** `silent`: nothing has come yet. `too_large`: `bytes` is the beginning. `aborted`: the client hung up. */
  readonly kind: 'complete' | 'too_large' | 'aborted' | 'silent'
  readonly bytes: Buffer
  /** Undefined if the request has ended. */
  readonly whole: StreamedBody | undefined
}

interface Options {
  /** A longer message is judged by its beginning. */
  readonly maxBytes: number
  /** How long the rest of a message may take, in milliseconds. */
  readonly messageMs: number
  readonly room: Room
  /** Called once; it must not throw. */
  readonly onFirst: (first: FirstMessage) => void
  /**
   * Whether a further message may pass; false if it has ended the exchange. It must not throw or reject.
   * @param truncation why it is not whole, if it is not
   */
  readonly judge: (bytes: Buffer, truncation: 'too_large' | 'aborted' | undefined) => boolean | Promise<boolean>
  /** There was no room for a message. */
  readonly onFailure: (error: Error) => void
}

/**
 * The body of a request that is messages in envelopes. The first one is told before anything is sent; the rest of the body is one that
 * the service is sent message by message, each when it was judged. What a client sends meanwhile waits with the client.
 */
export class MessageStream implements BodySink {
  readonly #client: ClientExchange
  readonly #options: Options
  readonly #cutter: EnvelopeCutter
  #input: Buffer[] = []
  #stage: 'first' | 'looking' | 'held' | 'flowing' | 'over' = 'first'
  #first: Pick<FirstMessage, 'kind' | 'bytes'> | undefined
  #end: 'end' | 'cut' | undefined
  #sink: BodySink | undefined
  /** What is still to come of a message that was too large, and was let through. */
  #passing = 0
  #isJudging = false
  #isBlocked = false
  #isWaitingForRoom = false
  #isWorking = false
  #isPaused = false
  #silence: NodeJS.Timeout | undefined

  constructor(client: ClientExchange, options: Options) {
    this.#client = client
    this.#options = options
    this.#cutter = new EnvelopeCutter(options.maxBytes + ENVELOPE_HEAD)
  }

  start(): void {
    this.#silence = setTimeout(() => {
      if (this.#stage === 'first' && this.#cutter.held === 0) this.#open({ kind: 'silent', bytes: NOTHING })
    }, streamLimits.silence)
    this.#client.receive(this)
  }

  /** Nothing more can be answered. What has come is still looked at. */
  settled(): void {
    clearTimeout(this.#silence)
    this.#options.room.release()
  }

  /** Nothing more is wanted of it. */
  stop(): void {
    this.settled()
    this.#stage = 'over'
    this.#input = []
  }

  data(chunk: Buffer): void {
    if (this.#stage === 'over') return
    this.#input.push(chunk)
    this.#takeRoom(chunk.length)
    if (this.#stage === 'looking') this.#openWithFirst()
    this.#work()
  }

  end(): void {
    this.#ended('end')
  }

  cut(): void {
    this.#ended('cut')
  }

  #ended(how: 'end' | 'cut'): void {
    if (this.#stage === 'over') return
    this.#end = how
    this.#work()
  }

  #takeRoom(bytes: number): void {
    const { room } = this.#options
    if (this.#isWaitingForRoom) {
      room.note(bytes)
      return
    }
    const waiting = room.add(bytes)
    if (waiting === undefined) return
    this.#isWaitingForRoom = true
    waiting.then(
      () => {
        this.#isWaitingForRoom = false
        this.#work()
      },
      (error: Error) => {
        if (this.#stage !== 'over') this.#options.onFailure(error)
      },
    )
  }

  #work(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    while (this.#step());
    this.#isWorking = false
    this.#readOn()
  }

  /** The client is read from as long as what it sends is wanted. */
  #readOn(): void {
    const isWanted = this.#isReady() && this.#input.length === 0 && !this.#isWaitingForRoom
    if (isWanted === !this.#isPaused) return
    this.#isPaused = !isWanted
    // What nobody wants after the end is dropped elsewhere.
    if (this.#stage === 'over') return
    if (isWanted) this.#client.resume()
    else this.#client.pause()
  }

  #isReady(): boolean {
    if (this.#isJudging || this.#isBlocked) return false
    return this.#stage === 'first' || this.#stage === 'looking' || this.#stage === 'flowing'
  }

  /** @returns whether there may be more to do */
  #step(): boolean {
    if (!this.#isReady()) return false
    const chunk = this.#input[0]
    if (chunk === undefined) {
      if (this.#end !== undefined) this.#finish(this.#end)
      return false
    }
    if (this.#stage === 'looking') return false
    if (this.#passing > 0) {
      this.#pass(chunk.subarray(0, this.#passing))
      return true
    }
    if (this.#cutter.held === 0) this.#client.awaitBody(this.#options.messageMs)
    const most = this.#options.maxBytes + ENVELOPE_HEAD
    this.#consume(chunk, this.#cutter.take(chunk, most))
    if (this.#cutter.isWhole) {
      this.#client.awaitBody(undefined)
      this.#message(this.#cutter.cut(), undefined)
    } else if (this.#cutter.held >= most) {
      this.#passing = this.#cutter.missing
      this.#message(this.#cutter.cut(), 'too_large')
    }
    return true
  }

  #pass(piece: Buffer): void {
    this.#consume(this.#input[0] ?? piece, piece.length)
    this.#passing -= piece.length
    if (this.#passing === 0) this.#client.awaitBody(undefined)
    this.#deliver(piece)
  }

  #consume(chunk: Buffer, bytes: number): void {
    if (bytes === chunk.length) this.#input.shift()
    else this.#input[0] = chunk.subarray(bytes)
  }

  #deliver(bytes: Buffer): void {
    this.#options.room.remove(bytes.length)
    this.#sink?.data(bytes)
  }

  #message(bytes: Buffer, truncation: 'too_large' | undefined): void {
    if (this.#stage === 'flowing') {
      this.#judge(bytes, truncation)
      return
    }
    this.#first = { kind: truncation ?? 'complete', bytes }
    this.#stage = 'looking'
    // Most calls have one message, and end with it: those are requests like any other, and can be sent once more if need be.
    if (truncation !== undefined || this.#input.length > 0) this.#openWithFirst()
    else setImmediate(() => this.#openWithFirst())
  }

  #judge(bytes: Buffer, truncation: 'too_large' | undefined): void {
    const verdict = this.#options.judge(bytes, truncation)
    if (typeof verdict === 'boolean') {
      if (verdict) this.#deliver(bytes)
      else this.stop()
      return
    }
    this.#isJudging = true
    void verdict.then((passes) => {
      this.#isJudging = false
      if (this.#stage === 'over') return
      if (passes) this.#deliver(bytes)
      else this.stop()
      this.#work()
    })
  }

  #openWithFirst(): void {
    if (this.#stage === 'looking' && this.#first !== undefined) this.#open(this.#first)
  }

  #open(first: Pick<FirstMessage, 'kind' | 'bytes'>): void {
    clearTimeout(this.#silence)
    this.#stage = 'held'
    this.#client.awaitBody(undefined)
    this.#readOn()
    this.#options.onFirst({ ...first, whole: this.#asBody(first.bytes) })
  }

  #asBody(first: Buffer): StreamedBody {
    return {
      length: undefined,
      first,
      read: (sink) => {
        this.#sink = sink
        this.#options.room.remove(first.length)
        if (this.#stage === 'held') this.#stage = 'flowing'
        this.#work()
      },
      pause: () => {
        this.#isBlocked = true
      },
      resume: () => {
        this.#isBlocked = false
        this.#work()
      },
    }
  }

  /** All that came was looked at. */
  #finish(how: 'end' | 'cut'): void {
    const held = this.#cutter.cut()
    if (this.#stage !== 'flowing') {
      const first = this.#first ?? { kind: 'complete', bytes: held }
      this.#stage = 'over'
      clearTimeout(this.#silence)
      this.#options.onFirst({ ...first, ...(how === 'cut' && { kind: 'aborted' }), whole: undefined })
      return
    }
    this.#end = undefined
    if (held.length > 0) this.#judgeRest(held, how)
    else this.#close(how)
  }

  /** What is no whole message, and is followed by nothing. */
  #judgeRest(held: Buffer, how: 'end' | 'cut'): void {
    const settle = (passes: boolean) => {
      if (this.#stage === 'over') return
      if (passes && how === 'end') this.#deliver(held)
      if (passes) this.#close(how)
      else this.stop()
    }
    const verdict = this.#options.judge(held, how === 'cut' ? 'aborted' : undefined)
    if (typeof verdict === 'boolean') settle(verdict)
    else void verdict.then(settle)
  }

  #close(how: 'end' | 'cut'): void {
    this.stop()
    this.#sink?.[how]()
  }
}

const NOTHING = Buffer.alloc(0)
