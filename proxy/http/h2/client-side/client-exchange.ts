import { constants, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { leaveBehind } from '../../../../config/collector.ts'
import { RequestError } from '../../../errors.ts'
import type { InterceptedConnection } from '../../connection.ts'
import type { AnswerHead, BodySink, ClientExchange, ClientListener, FieldBlock, Settled } from '../../exchange.ts'
import type { Mortal } from '../../h1/deadlines.ts'
import { hasBody, type RequestHead } from '../../heads.ts'
import { h2Limits } from '../limits.ts'
import { appendFields } from '../raw-headers.ts'
import { UnreadBytes } from '../unread-bytes.ts'
import type { H2ServerContext } from './server-context.ts'

const NEVER = Number.POSITIVE_INFINITY
/** Up to this many bytes are copied together for one write. */
const JOIN_BYTES = 65_536
const NOTHING = Buffer.alloc(0)
/** The framer knows no others; HTTP/1.1 lets statuses up to 999 pass. */
const MAX_STATUS = 599

/** One request on a stream of a client's HTTP/2 connection, and its answer. */
export class H2ClientExchange implements ClientExchange, Mortal {
  deadline = NEVER
  readonly request: RequestHead
  readonly connection: InterceptedConnection
  answered = false
  onSettled: ((settled: Settled) => void) | undefined
  onUnread: ((bytes: number) => void) | undefined
  /** Of its body; undefined where it has none. */
  readonly #unread: UnreadBytes | undefined
  readonly #server: H2ServerContext
  readonly #stream: ServerHttp2Stream
  #listener: ClientListener | undefined
  #sink: BodySink | undefined
  #head: AnswerHead | undefined
  #status: number | undefined
  #pieces: Buffer[] = []
  #bytes = 0
  #trailers: FieldBlock = ''
  #isEnded = false
  #isLost = false
  /** It is given up here, and not by its client. */
  #isAborted = false
  #isBodyRead: boolean
  #bodyPatience: number
  #discarded = 0

  constructor(
    server: H2ServerContext,
    stream: ServerHttp2Stream,
    request: RequestHead,
    connection: InterceptedConnection,
  ) {
    this.#server = server
    this.#stream = stream
    this.request = request
    this.connection = connection
    this.#isBodyRead = !hasBody(request)
    this.#bodyPatience = server.patience.body
    if (!this.#isBodyRead) {
      this.deadline = performance.now() + server.patience.body
      this.#unread = new UnreadBytes(stream, (bytes) => this.#guard(() => this.onUnread?.(bytes)))
    }
    server.deadlines.watch(this)
    stream.on('drain', () => this.#onDrain())
    stream.on('wantTrailers', () => this.#sendTrailers())
    stream.once('close', () => this.#onClose())
  }

  get closed(): boolean {
    return this.#isEnded || this.#isLost || this.#stream.closed || this.#stream.destroyed
  }

  get unread(): number | undefined {
    return this.#unread?.bytes
  }

  /** Its client has broken it off, before all of the answer was handed over. */
  get isBrokenOff(): boolean {
    return this.#isLost && !this.#isAborted
  }

  listen(listener: ClientListener): void {
    this.#listener = listener
  }

  receive(sink: BodySink): void {
    const stream = this.#stream
    this.#sink = sink
    if (this.closed) {
      sink.cut()
      return
    }
    if (this.request.expectsContinue) stream.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE })
    stream.once('end', () => this.#guard(() => this.#bodyEnded()))
    stream.on('data', (chunk: Buffer) => this.#guard(() => this.#received(chunk)))
  }

  pause(): void {
    this.#stream.pause()
  }

  resume(): void {
    this.#stream.resume()
  }

  awaitBody(patience: number | undefined): void {
    this.#bodyPatience = patience ?? NEVER
    // A client that has to take some of the answer first has a deadline for that.
    if (this.#isBodyRead || this.#isEnded || this.#stream.writableNeedDrain) return
    this.deadline = performance.now() + this.#bodyPatience
  }

  // Its connection serves many requests: none of them ends it.
  closeAfter(): void {}

  begin(head: AnswerHead): void {
    if (this.closed || this.answered) return
    this.answered = true
    this.#head = head
    this.#status = head.status
  }

  write(chunk: Buffer): void {
    if (this.closed || chunk.length === 0 || this.#isBodiless()) return
    this.#pieces.push(chunk)
    this.#bytes += chunk.length
  }

  flush(): boolean {
    if (this.closed || this.#head === undefined) return true
    this.#respond(false, true)
    this.#writePieces()
    const takesMore = !this.#stream.writableNeedDrain
    if (!takesMore) this.deadline = performance.now() + this.#server.patience.taking
    return takesMore
  }

  end(trailers: FieldBlock = ''): void {
    if (this.closed) return
    this.#trailers = trailers
    this.#respond(this.#bytes === 0 && trailers === '', trailers !== '')
    this.#writePieces()
    this.#isEnded = true
    this.#stream.end()
    const { taking, linger } = this.#server.patience
    this.deadline = performance.now() + (this.#isBodyRead ? taking : linger)
    this.onSettled?.({ status: this.#status, complete: true })
    if (!this.#isBodyRead) this.#discardRest()
  }

  abort(): void {
    if (this.#isEnded) return
    this.#isAborted = true
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  }

  takeOver({ fields }: Pick<AnswerHead, 'reason' | 'fields'>): { readonly socket: Duplex; readonly head: Buffer } {
    // RFC 9113 section 8.6: nothing else is upgraded on a stream.
    if (this.request.isExtendedConnect !== true) throw new RequestError(426, 'this connection cannot be upgraded here')
    this.answered = true
    this.#isEnded = true
    this.#server.deadlines.forget(this)
    const list: string[] = [':status', String(constants.HTTP_STATUS_OK)]
    appendFields(list, fields)
    this.#stream.respond(list as never, { sendDate: false } as never)
    this.onSettled?.({ status: constants.HTTP_STATUS_OK, complete: true })
    return { socket: this.#stream, head: NOTHING }
  }

  /** Its client sends nothing more: a body that is not whole never will be. */
  clientEnded(): void {
    // A reset would wait for a turn of the framer, which reads nothing any more.
    if (!this.#isBodyRead) this.#stream.destroy()
  }

  /** Mortal: a body that did not come, an answer that was not taken. */
  expire(): void {
    if (!this.#isBodyRead && !this.answered && !this.closed) this.#refuseLate()
    // Answered, and the client still sends what nobody wants (RFC 9113 section 8.1).
    else if (this.#isEnded && this.#stream.writableFinished) this.#stream.close(constants.NGHTTP2_NO_ERROR)
    else this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  /** The body did not come in time: its client is told so, and whoever waits for it that it is cut. */
  #refuseLate(): void {
    this.#guard(() => {
      this.#server.options.onLate(this, 'the request did not come in time')
      this.#listener?.gone()
      this.#sink?.cut()
    })
  }

  #isBodiless(): boolean {
    const status = this.#status
    return this.request.method === 'HEAD' || status === 204 || status === 205 || status === 304
  }

  /**
   * Sends the head, once.
   * @param isWhole there is nothing behind it
   * @param hasTrailers there may be trailers, or the answer may still break off: without them, Node ends the body of a stream that
   * is reset, and the client would take what came for all of it
   */
  #respond(isWhole: boolean, hasTrailers: boolean): void {
    const head = this.#head
    if (head === undefined || this.#stream.headersSent) return
    const status = head.status > MAX_STATUS ? 502 : head.status
    const list: string[] = [':status', String(status)]
    appendFields(list, head.fields)
    const endStream = isWhole || head.body === 'none' || this.#isBodiless()
    this.#stream.respond(
      list as never,
      { endStream, waitForTrailers: !endStream && hasTrailers, sendDate: false } as never,
    )
  }

  #writePieces(): void {
    const pieces = this.#pieces
    if (pieces.length === 0) return
    const bytes = this.#bytes
    this.#pieces = []
    this.#bytes = 0
    if (this.#stream.writableEnded) return
    if (pieces.length > 1 && bytes <= JOIN_BYTES) this.#stream.write(Buffer.concat(pieces, bytes))
    else for (const piece of pieces) this.#stream.write(piece)
  }

  #sendTrailers(): void {
    if (this.#stream.closed || this.#stream.destroyed) return
    const list: string[] = []
    appendFields(list, this.#trailers)
    const trailers: Record<string, string | string[]> = Object.create(null)
    for (let at = 0; at + 1 < list.length; at += 2) {
      const name = list[at] ?? ''
      const value = list[at + 1] ?? ''
      const before = trailers[name]
      trailers[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
    }
    this.#stream.sendTrailers(trailers)
  }

  #received(chunk: Buffer): void {
    this.#unread?.read(chunk)
    if (this.#isEnded) this.#discard(chunk)
    else this.#sink?.data(chunk)
  }

  #bodyEnded(): void {
    // A stream that was reset ends too: its body is cut, which is told when it closes.
    if (this.#stream.closed || this.#stream.destroyed) return
    this.#isBodyRead = true
    if (this.#isEnded) return
    this.deadline = NEVER
    this.#sink?.end()
  }

  #discardRest(): void {
    if (this.#sink === undefined) this.#stream.on('data', (chunk: Buffer) => this.#discard(chunk))
    this.#stream.resume()
  }

  #discard(chunk: Buffer): void {
    this.#discarded += chunk.length
    leaveBehind(chunk.length)
    // It is told to stop once it has its answer (RFC 9113 section 8.1).
    if (this.#discarded > h2Limits.discardedBytes) this.#stream.close(constants.NGHTTP2_NO_ERROR)
  }

  #onDrain(): void {
    if (this.#isEnded) return
    this.deadline = this.#isBodyRead ? NEVER : performance.now() + this.#bodyPatience
    this.#guard(() => this.#listener?.drained())
  }

  #onClose(): void {
    this.#server.deadlines.forget(this)
    this.#pieces = []
    if (!this.#isEnded && !this.#isLost) {
      this.#isLost = true
      this.#guard(() => {
        this.onSettled?.({ status: this.#status, complete: false })
        this.#listener?.gone()
        if (!this.#isBodyRead) this.#sink?.cut()
      })
    }
    this.#server.options.onSettled?.()
  }

  /** The one place where what goes wrong with this stream ends. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#server.options.onFault(error as Error)
      this.#isAborted = true
      this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    }
  }
}
