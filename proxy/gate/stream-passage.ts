import type { AnswerHead, ServiceExchange } from '../http/exchange.ts'
import { goneSignal, whenSettled } from '../http/when-settled.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import { streamError } from '../platforms/formats/connect.ts'
import type { RefusalResponse } from '../platforms/platform.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { refusalOf } from '../respond/send.ts'
import { streamLimits } from '../streams/limits.ts'
import { MessageEnds } from '../streams/message-ends.ts'
import { type FirstMessage, MessageStream } from '../streams/message-stream.ts'
import { endOfAnswer, type StreamEnd } from '../streams/stream-end.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { Room } from '../websocket/room.ts'
import { answer } from './answer.ts'
import type { ForwardHandler } from './forward.ts'
import { JudgeMessages, type MessageVerdict } from './judge-messages.ts'
import type { MessagesOfRequest, Passage, PassingContext } from './passing.ts'
import { countWaiting } from './waiting-room.ts'

interface Options {
  readonly context: PassingContext
  readonly promptLog: PromptLog
  readonly log: ProxyLog
  readonly held: FairShare
  readonly maxBytes: number
  readonly messageMs: number
}

const OK = 200

/**
 * A request that is messages in envelopes, of gRPC or Connect. The first message goes the way of any request's body; each further one is
 * decided on before the service is sent it, while the answer passes on beside it. A refused one ends both with the protocol's own error.
 */
export class StreamPassage implements MessagesOfRequest {
  readonly #passage: Passage
  readonly #options: Options
  readonly #judge: JudgeMessages
  readonly #ends = new MessageEnds()
  #exchange: ServiceExchange | undefined
  #passing: ForwardHandler | undefined
  #head: AnswerHead | undefined
  /** The answer is to end with this as soon as the message under way has ended. */
  #end: StreamEnd | undefined
  #lastWait: NodeJS.Timeout | undefined
  /** The exchange was ended from here. */
  #isOver = false

  constructor(passage: Passage, options: Options) {
    this.#passage = passage
    this.#options = options
    const { client, platform } = passage
    const { context, promptLog, log } = options
    this.#judge = new JudgeMessages({
      ...{ connection: client.connection, platform, promptLog, log },
      ...{ inspector: context.inspector, decider: context.decider, metrics: context.metrics },
      ...{ status: OK, isEmptyNoted: true, gone: () => goneSignal(client) },
    })
  }

  /** @param onFirst gets the first message, or the error for which there is none; once */
  receive(onFirst: (first: FirstMessage | Error) => void): void {
    const { client } = this.#passage
    const { held, maxBytes, messageMs } = this.#options
    let isOpen = false
    const open = (first: FirstMessage | Error) => {
      if (isOpen) return
      isOpen = true
      onFirst(first)
    }
    const failed = (error: Error) => {
      if (isOpen) this.#fail(error)
      else open(error)
      messages.stop()
    }
    const room = new Room(held, shareOf(client.connection.client), goneSignal(client), failed)
    const messages = new MessageStream(client, {
      ...{ maxBytes, messageMs, room, onFirst: open, onFailure: failed },
      judge: (bytes, truncation) => this.#decide(bytes, truncation),
    })
    whenSettled(client, () => {
      clearTimeout(this.#lastWait)
      messages.settled()
    })
    countWaiting(client, held, failed)
    messages.start()
  }

  around(passing: ForwardHandler): ForwardHandler {
    this.#passing = passing
    return {
      beforeSending: () => passing.beforeSending(),
      extraFields: () => passing.extraFields(),
      onHead: (head) => {
        this.#head = head
        passing.onHead?.(head)
        // A client may wait for it before it sends its next message. One without a body is the whole answer, and leaves as such.
        if (head.body === 'streamed') this.#passage.client.flush()
      },
      takes: (chunk) => this.#takes(chunk),
      onData: (chunk) => {
        this.#ends.pass(chunk)
        passing.onData?.(chunk)
      },
      onEnd: () => passing.onEnd?.(),
      onFailure: (error) => passing.onFailure(error),
      onBrokenAnswer: (error) => passing.onBrokenAnswer(error),
      onClientGone: () => passing.onClientGone(),
    }
  }

  began(exchange: ServiceExchange): void {
    this.#exchange = exchange
    // What had come already was sent and judged at once.
    if (this.#isOver) exchange.abort()
  }

  /** Never throws or rejects: what goes wrong ends the stream. */
  #decide(bytes: Buffer, truncation: 'too_large' | 'aborted' | undefined): boolean | Promise<boolean> {
    try {
      const judging = this.#judge.judge({ data: bytes, bytes, target: this.#passage.target, truncation })
      if (!(judging instanceof Promise)) return this.#settle(judging)
      return judging.then((verdict) => this.#settle(verdict)).catch((error: Error) => this.#fail(error))
    } catch (error) {
      return this.#fail(error as Error)
    }
  }

  #settle(verdict: MessageVerdict): boolean {
    if (verdict.kind === 'pass') return true
    const { judged, isRecorded } = verdict
    this.#endWith(refusalOf(judged, this.#options.context.contact, isRecorded))
    return false
  }

  #fail(error: Error): false {
    const { trace, target, client } = this.#passage
    const described = describeError(error, client.connection.target.host)
    trace.failed(described.code)
    // Its first message may still wait for a connection.
    if (!client.closed && !client.answered) this.#passing?.onWithdrawn?.(error)
    const { message } = described
    this.#endWith(streamError(target.headers['content-type'] ?? '', { code: 'unavailable', message }))
    return false
  }

  /** Ends the exchange on both sides: with this as the answer, or behind what was answered already. */
  #endWith(error: RefusalResponse): void {
    const { client } = this.#passage
    if (client.closed || this.#isOver || this.#end !== undefined) return
    if (!client.answered) {
      this.#abort()
      answer(client, error)
      return
    }
    const end = this.#head && endOfAnswer(this.#head, error)
    if (end === undefined) this.#breakOff()
    else if (this.#ends.isAtEnd) this.#finish(end)
    else {
      this.#end = end
      this.#lastWait = setTimeout(() => this.#breakOff(), streamLimits.lastMessage)
    }
  }

  /** Of an answer that is to end, only the rest of its last message passes. */
  #takes(chunk: Buffer): boolean {
    const end = this.#end
    if (end === undefined) return false
    const { client } = this.#passage
    const passed = this.#ends.passToEnd(chunk)
    const piece = passed === undefined ? chunk : chunk.subarray(0, passed)
    client.write(piece)
    this.#passing?.onData?.(piece)
    if (passed !== undefined) this.#finish(end)
    return true
  }

  #abort(): void {
    this.#isOver = true
    this.#exchange?.abort()
  }

  #finish({ message, trailers }: StreamEnd): void {
    this.#abort()
    const { client } = this.#passage
    client.write(message)
    client.end(trailers)
    this.#passing?.onEnd?.()
  }

  #breakOff(): void {
    this.#abort()
    this.#passage.client.abort()
    this.#passing?.onEnd?.()
  }
}
