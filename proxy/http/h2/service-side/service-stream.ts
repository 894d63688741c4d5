import { type ClientHttp2Stream, type ClientSessionRequestOptions, constants } from 'node:http2'
import { UpstreamError } from '../../../errors.ts'
import type { AnswerHead, ExchangeRequest, FieldBlock, StreamedBody } from '../../exchange.ts'
import { MessageError } from '../../h1/errors.ts'
import type { ChannelOwner, Receiver, ServiceChannel, Unprocessed } from '../../service-channel.ts'
import { h2Limits } from '../limits.ts'
import type { RawHeaders } from '../raw-headers.ts'
import { readAnswer, readTrailers } from '../read-answer.ts'
import { requestHeaders } from './write-request.ts'

const NEVER = Number.POSITIVE_INFINITY
const NOTHING = Buffer.alloc(0)

/** Errors by which a service says that a request was wrong. */
const BLAMING: ReadonlySet<number> = new Set([
  constants.NGHTTP2_PROTOCOL_ERROR,
  constants.NGHTTP2_FLOW_CONTROL_ERROR,
  constants.NGHTTP2_STREAM_CLOSED,
  constants.NGHTTP2_FRAME_SIZE_ERROR,
  constants.NGHTTP2_COMPRESSION_ERROR,
  constants.NGHTTP2_ENHANCE_YOUR_CALM,
])

/** The connection that a stream is on. */
export interface StreamHost {
  readonly usable: boolean
  mayServe(client: string): boolean
  /** How many places a client holds on it changes. */
  hold(client: string, amount: 1 | -1): void
  request(headers: readonly string[], options: ClientSessionRequestOptions): ClientHttp2Stream
  /** Some of an answer came from the service. */
  heard(): void
  /** Its service wants HTTP/1.1 for this (RFC 9113 section 7). */
  wantsH1(): void
  /** Whether the service said with GOAWAY that it does nothing with this stream. */
  isUnprocessed(stream: ClientHttp2Stream): boolean
  /** A request ended with a reset, by us or by the service: it counts those. */
  wasReset(client: string | undefined): void
  release(stream: ServiceStream): void
}

/** A place on a service's HTTP/2 connection: one request at a time, each on a stream of its own. */
export class ServiceStream implements ServiceChannel {
  deadline = NEVER
  idleSince = 0
  readonly isShared = true
  readonly #host: StreamHost
  readonly #owner: ChannelOwner
  #stream: ClientHttp2Stream | undefined
  #request: ExchangeRequest | undefined
  #receiver: Receiver | undefined
  #isAnswered = false
  #interim = 0
  #trailers = ''
  #isSent = false
  #isPaused = false
  /** When the client last took or sent something, as far as it is waited for. */
  #clientMovedAt = 0
  #endsAt = NEVER
  #isClosed = false
  #holder: string | undefined
  /** Whose WebSocket it is. */
  #socketOf: string | undefined

  constructor(host: StreamHost, owner: ChannelOwner) {
    this.#host = host
    this.#owner = owner
    owner.deadlines.watch(this)
  }

  get holder(): string | undefined {
    return this.#holder
  }

  /** Whose request or WebSocket is on it. */
  get client(): string | undefined {
    return this.#holder ?? this.#socketOf
  }

  set holder(client: string | undefined) {
    if (this.#holder !== undefined) this.#host.hold(this.#holder, -1)
    this.#holder = client
    if (client !== undefined) this.#host.hold(client, 1)
  }

  get usable(): boolean {
    return !this.#isClosed && this.#host.usable
  }

  mayServe(client: string): boolean {
    return this.#host.mayServe(client)
  }

  send(request: ExchangeRequest, receiver: Receiver): void {
    this.#request = request
    this.#receiver = receiver
    this.#isAnswered = false
    this.#interim = 0
    this.#trailers = ''
    this.#isPaused = false
    const now = performance.now()
    this.#endsAt = now + this.#owner.patience.exchange
    this.deadline = now + this.#owner.patience.answer
    this.#guard(() => {
      const { body } = request
      const isUpgrade = request.upgrade !== undefined
      const isEmpty = !isUpgrade && (body === null || (Buffer.isBuffer(body) && body.length === 0))
      const stream = this.#host.request(requestHeaders(request), {
        endStream: isEmpty,
        // Without it, Node ends the body of a stream that is reset: the service would take what came for all of it.
        waitForTrailers: isStream(body),
      })
      this.#stream = stream
      this.#listen(stream)
      this.#isSent = !isStream(body)
      if (isStream(body)) this.#sendPieces(stream, body)
      else if (body !== null && !isEmpty) stream.end(body)
    })
  }

  rest(): void {
    this.idleSince = performance.now()
    this.deadline = this.idleSince + this.#owner.patience.idle
  }

  abort(): void {
    this.#receiver = undefined
    this.destroy()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#waitForMore()
    this.#stream?.resume()
  }

  stalledFor(now: number): number {
    const isAwaited = this.#isPaused || (!this.#isSent && this.#stream?.writableNeedDrain === false)
    return isAwaited ? now - this.#clientMovedAt : 0
  }

  giveUp(error: Error): void {
    this.#fail(error)
  }

  destroy(): void {
    const stream = this.#stream
    this.#stream = undefined
    if (stream !== undefined) this.#cancel(stream)
    if (this.#isClosed) return
    this.#isClosed = true
    this.#owner.deadlines.forget(this)
    this.#host.release(this)
    this.#owner.onClosed(this)
  }

  expire(): void {
    if (this.#receiver === undefined) this.destroy()
    else this.#fail(new UpstreamError('timeout', 'the service did not answer in time'))
  }

  /** Nothing can be asked on it any more; a request that is under way hears it from its stream. */
  sessionClosed(): void {
    if (this.#receiver === undefined) this.destroy()
  }

  #listen(stream: ClientHttp2Stream): void {
    // What came of a stream that was given up is nobody's business.
    const on = (work: () => void) => {
      if (this.#stream !== stream || this.#receiver === undefined) return
      this.#host.heard()
      this.#waitForMore()
      this.#guard(work)
    }
    stream.on('headers', () => on(() => this.#countInterim()))
    stream.on('response', (_headers, flags, raw) =>
      on(() => this.#begin(raw, (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0)),
    )
    stream.on('trailers', (_headers, _flags, raw: RawHeaders) => on(() => this.#keepTrailers(raw)))
    stream.on('data', (chunk: Buffer) => on(() => this.#received(chunk)))
    stream.on('end', () => on(() => this.#ended(stream)))
    stream.on('wantTrailers', () => stream.sendTrailers({}))
    stream.on('drain', () => on(() => this.#drained()))
    // 'close' comes behind it.
    stream.on('error', () => {})
    stream.on('close', () => {
      if (this.#stream === stream && this.#receiver !== undefined) this.#broken(stream)
    })
  }

  #sendPieces(stream: ClientHttp2Stream, body: StreamedBody): void {
    const put = (piece: Buffer) => {
      this.#clientMovedAt = performance.now()
      this.#waitForMore()
      if (piece.length > 0 && !stream.write(piece)) body.pause()
    }
    const isWanted = () => this.#stream === stream && !stream.writableEnded && !stream.destroyed
    put(body.first)
    body.read({
      data: (piece) => {
        if (isWanted()) put(piece)
      },
      end: () => {
        if (!isWanted()) return
        this.#isSent = true
        stream.end()
      },
      // The exchange is aborted by whoever hears of it.
      cut: () => {},
    })
  }

  #drained(): void {
    const body = this.#request?.body
    if (!isStream(body)) return
    this.#clientMovedAt = performance.now()
    body.resume()
  }

  #countInterim(): void {
    this.#interim++
    if (this.#interim > h2Limits.interimAnswers) throw new MessageError('it sends too many interim answers')
  }

  #begin(raw: RawHeaders, isComplete: boolean): void {
    const head = readAnswer(raw, this.#request?.method ?? 'GET', isComplete)
    if (this.#request?.upgrade !== undefined && head.status < 300 && !isComplete) {
      this.#upgrade(head)
      return
    }
    this.#isAnswered = true
    this.#receiver?.head(head)
    if (!isComplete && this.#stream !== undefined && this.#isBodiless(head)) this.#endAtHead(this.#stream)
  }

  #isBodiless({ status }: AnswerHead): boolean {
    return this.#request?.method === 'HEAD' || status === 204 || status === 304
  }

  /** It has no body, so its head is all of it, whatever the service still sends: for the framer that is an error of the stream. */
  #endAtHead(stream: ClientHttp2Stream): void {
    this.#finish('')
    // Mostly it ends by itself, with the next frame.
    setTimeout(() => {
      if (stream.closed || stream.destroyed) return
      this.#host.wasReset(undefined)
      cancel(stream)
    }, h2Limits.endMs).unref()
  }

  /** The stream is a WebSocket from now on (RFC 8441). Its place on the connection is taken until it ends. */
  #upgrade(head: AnswerHead): void {
    const stream = this.#stream
    const receiver = this.#receiver
    if (stream === undefined || receiver?.upgraded === undefined)
      throw new MessageError('it switches protocols unasked')
    this.#receiver = undefined
    this.#request = undefined
    this.#stream = undefined
    this.#isClosed = true
    // Our own listeners find no receiver any more.
    stream.pause()
    const client = this.#holder
    this.#socketOf = client
    if (client !== undefined) this.#host.hold(client, 1)
    stream.once('close', () => {
      if (client !== undefined) this.#host.hold(client, -1)
      if (!stream.readableEnded || !stream.writableFinished) this.#host.wasReset(client)
      this.#host.release(this)
    })
    this.#owner.deadlines.forget(this)
    this.#owner.onClosed(this)
    receiver.upgraded(head, stream, NOTHING)
  }

  #keepTrailers(raw: RawHeaders): void {
    this.#trailers = readTrailers(raw)
  }

  #received(chunk: Buffer): void {
    this.#receiver?.data(chunk)
    if (this.#receiver === undefined || this.#receiver.flush()) return
    this.#isPaused = true
    this.#clientMovedAt = performance.now()
    this.#stream?.pause()
    this.#waitForMore()
  }

  /** The answer has ended. The place is free before its client is told: the next request may be on its way already. */
  #ended(stream: ClientHttp2Stream): void {
    // A stream that was reset ends too: its answer does not.
    if (!this.#isAnswered || stream.rstCode !== constants.NGHTTP2_NO_ERROR) return
    // Answered before all of the request was there: the rest is not wanted (RFC 9113 section 8.1).
    if (!stream.writableEnded) this.#cancel(stream)
    this.#finish(this.#trailers)
  }

  #finish(trailers: FieldBlock): void {
    const receiver = this.#receiver
    this.#receiver = undefined
    this.#request = undefined
    this.#stream = undefined
    if (this.usable) this.#owner.onIdle(this)
    else this.destroy()
    receiver?.end(trailers)
  }

  #broken(stream: ClientHttp2Stream): void {
    const code = stream.rstCode ?? constants.NGHTTP2_NO_ERROR
    const wantsH1 = code === constants.NGHTTP2_HTTP_1_1_REQUIRED
    if (wantsH1) this.#host.wantsH1()
    const unprocessed = wantsH1 || code === constants.NGHTTP2_REFUSED_STREAM ? 'request' : undefined
    if (BLAMING.has(code)) this.#host.wasReset(this.#holder)
    const failure = code === constants.NGHTTP2_PROTOCOL_ERROR ? 'protocol' : 'reset'
    this.#fail(
      new UpstreamError(failure, `the service broke off the answer (HTTP/2 error ${code})`),
      this.#host.isUnprocessed(stream) ? 'connection' : unprocessed,
    )
  }

  #cancel(stream: ClientHttp2Stream): void {
    if (stream.closed || stream.destroyed) return
    this.#host.wasReset(this.#holder)
    cancel(stream)
  }

  #waitForMore(): void {
    this.deadline = this.#isPaused
      ? this.#endsAt
      : Math.min(this.#endsAt, performance.now() + this.#owner.patience.answer)
  }

  /** The one place where what goes wrong with a request ends. */
  #fail(error: Error, unprocessed?: Unprocessed): void {
    const receiver = this.#receiver
    this.#receiver = undefined
    this.destroy()
    if (receiver === undefined) return
    try {
      receiver.failed(error, this.#isAnswered, this.#isAnswered ? undefined : unprocessed)
    } catch (fault) {
      this.#owner.onFault(fault as Error)
    }
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof MessageError) {
        this.#fail(new UpstreamError('protocol', `the service's answer could not be read: ${error.message}`))
      } else {
        this.#owner.onFault(error as Error)
        this.#fail(error as Error)
      }
    }
  }
}

/**
 * Not now: within what the framer tells, Node puts the reset behind the end of the body; by then the stream may be gone, whose trailers
 * it asks for, and the process ends with `Assertion failed: !this->is_destroyed()` (Http2Stream::OnTrailers, Node 26.10).
 */
function cancel(stream: ClientHttp2Stream): void {
  setImmediate(() => {
    if (!stream.closed && !stream.destroyed) stream.close(constants.NGHTTP2_CANCEL)
  })
}

function isStream(body: ExchangeRequest['body'] | undefined): body is StreamedBody {
  return body !== null && body !== undefined && !Buffer.isBuffer(body)
}
