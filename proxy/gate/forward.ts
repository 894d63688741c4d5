import type { Duplex } from 'node:stream'
import { UpstreamError } from '../errors.ts'
import type { Clearance } from '../http/clearance.ts'
import type {
  AnswerHead,
  ClientExchange,
  ClientListener,
  ExchangeHandler,
  ExchangeRequest,
  Exchanger,
  FieldBlock,
  ServiceExchange,
} from '../http/exchange.ts'
import type { Rewriting, RewrittenBody } from '../rewriting/rewritten-body.ts'

export interface ForwardHandler {
  /** Called just before the prompt is sent. If it must not be sent, this throws or withholds its clearance, and onFailure gets the error. */
  readonly beforeSending: () => Clearance | undefined
  /** Fields to be added to the answer's own, as lines on the wire. */
  readonly extraFields: () => string
  /** What is answered in place of an answer's own head and body; undefined: it is passed on as it is. */
  readonly rewrite?: (head: AnswerHead) => Rewriting | undefined
  /** The head of the answer was passed on. */
  readonly onHead?: (head: AnswerHead) => void
  /** Whether a piece of the answer's body is not to be passed on: it was dealt with. */
  readonly takes?: (chunk: Buffer) => boolean
  /** A piece of the answer's body was passed on. */
  readonly onData?: (chunk: Buffer) => void
  /** All of the answer was passed on. */
  readonly onEnd?: () => void
  /** Nothing was answered to the client yet. */
  readonly onFailure: (error: Error) => void
  /** The upstream broke off in the middle of its answer; the client's connection was cut, so that it notices. */
  readonly onBrokenAnswer: (error: Error) => void
  readonly onClientGone: () => void
  /** It was given up from here, for this error: if nothing of it was sent, nothing will be. */
  readonly onWithdrawn?: (error: Error) => void
  /** The service switched to the protocol that was asked for; both connections are the handler's from now on. */
  readonly onUpgraded?: (head: AnswerHead, upstream: Duplex, first: Buffer) => void
}

/**
 * Sends a request upstream and passes the answer on as it comes, piece by piece: nothing is collected, so server-sent events
 * arrive one by one, and a slow client slows the upstream down instead of filling memory.
 */
export function forward(
  exchanger: Exchanger,
  request: ExchangeRequest,
  client: ClientExchange,
  handler: ForwardHandler,
): ServiceExchange {
  return new Forwarding(client, handler).begin(exchanger, request)
}

/** Stands between the two sides: an object of one class instead of a function for every event of every request. */
class Forwarding implements ExchangeHandler, ClientListener {
  readonly #client: ClientExchange
  readonly #handler: ForwardHandler
  #exchange: ServiceExchange | undefined
  #rewritten: RewrittenBody | undefined
  #isOver = false

  constructor(client: ClientExchange, handler: ForwardHandler) {
    this.#client = client
    this.#handler = handler
  }

  begin(exchanger: Exchanger, request: ExchangeRequest): ServiceExchange {
    const exchange = exchanger.start(request, this)
    this.#exchange = exchange
    this.#client.listen(this)
    return exchange
  }

  // What the service's side tells.

  beforeSending(): Clearance | undefined {
    return this.#handler.beforeSending()
  }

  head(head: AnswerHead): void {
    const extra = this.#handler.extraFields()
    const rewriting = this.#handler.rewrite?.(head)
    const own = rewriting?.head ?? head
    this.#client.begin(extra === '' ? own : { ...own, fields: own.fields + extra })
    if (rewriting !== undefined) this.#rewritten = this.#open(rewriting)
    this.#handler.onHead?.(head)
  }

  data(chunk: Buffer): void {
    if (this.#handler.takes?.(chunk) === true) return
    if (this.#rewritten === undefined) this.#client.write(chunk)
    else this.#rewritten.push(chunk)
    this.#handler.onData?.(chunk)
  }

  flush(): boolean {
    const isTaken = this.#client.flush()
    return this.#rewritten === undefined ? isTaken : this.#rewritten.flush()
  }

  end(trailers: FieldBlock): void {
    // What is rewritten ends when all of it has been.
    if (this.#rewritten !== undefined) this.#rewritten.end()
    else this.#end(trailers)
  }

  #end(trailers: FieldBlock = ''): void {
    this.#isOver = true
    this.#client.end(trailers)
    this.#handler.onEnd?.()
  }

  #open(rewriting: Rewriting): RewrittenBody {
    const client = this.#client
    return rewriting.open({
      write: (chunk) => client.write(chunk),
      flush: () => client.flush(),
      end: () => this.#end(),
      broken: () => {
        this.#exchange?.abort()
        this.failed(new UpstreamError('protocol', 'an answer does not decode as its head says'))
      },
      resume: () => this.#exchange?.resume(),
    })
  }

  upgraded(head: AnswerHead, upstream: Duplex, first: Buffer): void {
    this.#isOver = true
    if (this.#handler.onUpgraded === undefined) upstream.destroy()
    else this.#handler.onUpgraded(head, upstream, first)
  }

  failed(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#rewritten?.destroy()
    const client = this.#client
    if (client.closed) {
      // A stream of HTTP/2 is closed a moment before its client is said to be gone.
      if (!client.answered) this.#handler.onClientGone()
      return
    }
    if (!client.answered) {
      this.#handler.onFailure(error)
      return
    }
    client.abort()
    this.#handler.onBrokenAnswer(error)
  }

  // What the client's side tells.

  gone(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#rewritten?.destroy()
    this.#exchange?.abort()
    this.#handler.onClientGone()
  }

  drained(): void {
    if (this.#rewritten === undefined) this.#exchange?.resume()
    else this.#rewritten.drained()
  }
}
