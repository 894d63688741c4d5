import { constants, performServerHandshake, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { InterceptedConnection } from '../../connection.ts'
import type { Mortal } from '../../h1/deadlines.ts'
import { MessageError } from '../../h1/errors.ts'
import { Calm } from '../calm.ts'
import { h2Limits } from '../limits.ts'
import type { RawHeaders } from '../raw-headers.ts'
import { H2ClientExchange } from './client-exchange.ts'
import { readRequest, unreadableRequest } from './read-request.ts'
import type { H2ServerContext } from './server-context.ts'

const NEVER = Number.POSITIVE_INFINITY
/** RFC 9113 section 6.8: a first GOAWAY names the highest stream there can be, as requests may be on their way. */
const LAST_STREAM = 2 ** 31 - 1

/** A client's connection: many requests at once, each on a stream of its own. */
export class H2ClientConnection implements Mortal {
  deadline: number
  readonly #server: H2ServerContext
  readonly #connection: InterceptedConnection
  readonly #session: ServerHttp2Session
  readonly #calm = new Calm(h2Limits.burst, h2Limits.rate, performance.now())
  readonly #exchanges = new Set<H2ClientExchange>()
  #isClosing = false
  #hasClientEnded = false
  /** It is about to be ended for what its client did. */
  #isFlood = false

  constructor(server: H2ServerContext, socket: Socket, connection: InterceptedConnection) {
    this.#server = server
    this.#connection = connection
    this.deadline = performance.now() + server.patience.head
    const session = performServerHandshake(socket, {
      settings: {
        maxConcurrentStreams: server.options.maxStreams,
        initialWindowSize: h2Limits.streamWindow,
        maxHeaderListSize: h2Limits.headerListBytes,
        // WebSockets (RFC 8441).
        enableConnectProtocol: true,
      },
      maxHeaderListPairs: h2Limits.headerPairs,
      maxSessionMemory: h2Limits.sessionMegabytes,
      maxSendHeaderBlockLength: h2Limits.sentHeaderBytes,
      maxSessionInvalidFrames: h2Limits.invalidFrames,
      // What a service sends twice is not for the framer to judge.
      strictSingleValueFields: false,
    } as Parameters<typeof performServerHandshake>[1])
    this.#session = session
    session.on('stream', (stream: ServerHttp2Stream, _headers, _flags, raw) => this.#onStream(stream, raw))
    session.on('ping', () => this.#mind())
    session.on('remoteSettings', () => this.#mind())
    // What is wrong with a session ends it; its streams tell of that.
    session.on('error', () => {})
    session.once('close', () => this.#onClose())
    // It may wait for answers, or be gone, and can say nothing any more.
    socket.once('end', () => {
      this.#hasClientEnded = true
      for (const exchange of this.#exchanges) exchange.clientEnded()
      this.close()
      this.deadline = performance.now() + (this.#exchanges.size === 0 ? 0 : server.patience.halfClosed)
    })
    session.setLocalWindowSize(h2Limits.sessionWindow)
    server.deadlines.watch(this)
  }

  /** Mortal: no request for too long, a goodbye that was not answered, or a client that is gone and takes no answer. */
  expire(): void {
    if (this.#session.closed || this.#hasClientEnded) this.#session.destroy()
    else this.#end()
  }

  /** Takes no further requests; what is under way is answered. */
  close(): void {
    const session = this.#session
    if (this.#isClosing || session.closed || session.destroyed) return
    this.#isClosing = true
    // Without a request under way the framer reads nothing any more once it has said goodbye.
    if (this.#exchanges.size === 0) {
      this.#end()
      return
    }
    session.goaway(constants.NGHTTP2_NO_ERROR, LAST_STREAM)
    this.deadline = performance.now() + h2Limits.goodbyeMs
    // When its answer is here, so is all that the client sent before it knew.
    session.ping((error) => {
      if (error === null && !session.closed && !this.#hasClientEnded) this.#end()
    })
  }

  /** Answers under way are not cut by the goodbye: how long they may take is for those to say who stop the server. */
  #end(): void {
    this.#session.close()
    this.deadline = this.#exchanges.size === 0 ? performance.now() + this.#server.patience.linger : NEVER
  }

  destroy(): void {
    this.#session.destroy()
  }

  #onStream(stream: ServerHttp2Stream, raw: RawHeaders): void {
    // 'close' comes behind it, and tells.
    stream.on('error', () => {})
    if (stream.destroyed || this.#isFlood) {
      this.#mind()
      stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
      return
    }
    this.deadline = NEVER
    const { options } = this.#server
    const { exchange, refusal } = this.#read(stream, raw)
    this.#exchanges.add(exchange)
    stream.once('close', () => this.#onStreamClosed(exchange))
    try {
      if (refusal === undefined) options.onExchange(exchange)
      else {
        options.onBadRequest(exchange, refusal.status, refusal.message)
        this.#mind()
      }
    } catch (error) {
      options.onFault(error as Error)
      stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    }
  }

  #read(stream: ServerHttp2Stream, raw: RawHeaders): { exchange: H2ClientExchange; refusal?: MessageError } {
    const open = (head: ReturnType<typeof readRequest>) =>
      new H2ClientExchange(this.#server, stream, head, this.#connection)
    try {
      return { exchange: open(readRequest(raw, this.#connection.scheme, stream.endAfterHeaders)) }
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      return { exchange: open(unreadableRequest(raw)), refusal: error }
    }
  }

  #onStreamClosed(exchange: H2ClientExchange): void {
    this.#exchanges.delete(exchange)
    if (this.#exchanges.size === 0) {
      if (this.#isClosing) this.#end()
      else this.deadline = performance.now() + this.#server.patience.idle
    }
    if (exchange.isBrokenOff) this.#mind()
  }

  /** Something happened that is free for the client and is not for us. */
  #mind(): void {
    if (this.#isFlood || this.#session.destroyed || this.#calm.spend(performance.now())) return
    this.#isFlood = true
    this.#server.options.onFlood?.(this.#connection)
    // Not now: the framer is in the middle of what came, and a session that ends under it has crashed Node before.
    setImmediate(() => this.#session.destroy(constants.NGHTTP2_ENHANCE_YOUR_CALM as never))
  }

  #onClose(): void {
    this.#server.deadlines.forget(this)
    this.#server.forget(this)
    this.#server.options.onClosed?.(this.#connection)
  }
}
