import type { Duplex } from 'node:stream'
import type { InterceptedConnection } from '../../connection.ts'
import type { AnswerHead, BodySink, ClientExchange, ClientListener, Settled } from '../../exchange.ts'
import type { RequestHead } from '../../heads.ts'
import type { Outgoing } from '../outgoing.ts'

const SWITCHING_PROTOCOLS = 101

/** The connection that an exchange takes place on. */
export interface ExchangeHost {
  readonly intercepted: InterceptedConnection
  readonly outgoing: Outgoing
  /** No further request is taken on it. */
  readonly isLast: boolean
  receive(sink: BodySink): void
  pause(): void
  resume(): void
  awaitBody(patience: number | undefined): void
  flushed(takesMore: boolean): void
  answerEnded(keepAlive: boolean): void
  destroy(): void
  takeOver(): { readonly socket: Duplex; readonly head: Buffer }
}

/** One request on a client's HTTP/1.1 connection, and its answer. */
export class H1ClientExchange implements ClientExchange {
  readonly request: RequestHead
  answered = false
  /** The answer was written to its end. */
  ended = false
  onSettled: ((settled: Settled) => void) | undefined
  readonly #on: ExchangeHost
  #listener: ClientListener | undefined
  #isLost = false
  #status: number | undefined
  #isLast = false
  #continued: boolean
  #framing: 'length' | 'chunks' | 'until_close' | 'none' = 'none'

  constructor(on: ExchangeHost, request: RequestHead) {
    this.#on = on
    this.request = request
    this.#continued = !request.expectsContinue
  }

  get connection(): InterceptedConnection {
    return this.#on.intercepted
  }

  get closed(): boolean {
    return this.ended || this.#isLost
  }

  listen(listener: ClientListener): void {
    this.#listener = listener
  }

  receive(sink: BodySink): void {
    if (!this.#continued) {
      this.#continued = true
      this.#on.outgoing.text('HTTP/1.1 100 Continue\r\n\r\n')
      this.#on.outgoing.flush()
    }
    this.#on.receive(sink)
  }

  pause(): void {
    this.#on.pause()
  }

  resume(): void {
    this.#on.resume()
  }

  awaitBody(patience: number | undefined): void {
    this.#on.awaitBody(patience)
  }

  closeAfter(): void {
    this.#isLast = true
  }

  begin({ status, reason, fields, body }: AnswerHead): void {
    if (this.closed || this.answered) return
    this.answered = true
    this.#status = status
    const { minorVersion, keepAlive, method } = this.request
    if (body === 'framed') this.#framing = 'length'
    else if (body === 'streamed') this.#framing = minorVersion === 1 ? 'chunks' : 'until_close'
    // A client that was not told to go on may send the body or not: what follows cannot be told apart.
    const isLast = this.#isLast || !keepAlive || !this.#continued || this.#on.isLast || this.#framing === 'until_close'
    this.#isLast = isLast
    let own = this.#framing === 'chunks' && method !== 'HEAD' ? 'Transfer-Encoding: chunked\r\n' : ''
    if (isLast) own += 'Connection: close\r\n'
    else if (minorVersion === 0) own += 'Connection: keep-alive\r\n'
    this.#on.outgoing.text(`HTTP/1.1 ${status} ${reason}\r\n${fields}${own}\r\n`)
    if (method === 'HEAD') this.#framing = 'none'
  }

  write(chunk: Buffer): void {
    if (this.closed || this.#framing === 'none') return
    if (this.#framing === 'chunks') this.#on.outgoing.chunk(chunk)
    else this.#on.outgoing.piece(chunk)
  }

  flush(): boolean {
    if (this.closed) return true
    const takesMore = this.#on.outgoing.flush()
    this.#on.flushed(takesMore)
    return takesMore
  }

  end(trailers = ''): void {
    if (this.closed) return
    if (this.#framing === 'chunks') this.#on.outgoing.lastChunk(trailers)
    this.flush()
    this.ended = true
    this.onSettled?.({ status: this.#status, complete: true })
    this.#on.answerEnded(!this.#isLast && !this.#on.isLast)
  }

  abort(): void {
    if (!this.closed) this.#on.destroy()
  }

  takeOver({ reason, fields }: Pick<AnswerHead, 'reason' | 'fields'>): {
    readonly socket: Duplex
    readonly head: Buffer
  } {
    this.ended = true
    this.onSettled?.({ status: SWITCHING_PROTOCOLS, complete: true })
    const taken = this.#on.takeOver()
    taken.socket.write(`HTTP/1.1 ${SWITCHING_PROTOCOLS} ${reason}\r\n${fields}\r\n`, 'latin1')
    return taken
  }

  /** The client took what was written. */
  drained(): void {
    this.#listener?.drained()
  }

  /** The client is gone. */
  lost(): void {
    if (this.closed) return
    this.#isLost = true
    this.onSettled?.({ status: this.#status, complete: false })
    this.#listener?.gone()
  }
}
