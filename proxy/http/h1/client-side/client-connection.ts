import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { InterceptedConnection } from '../../connection.ts'
import type { BodySink } from '../../exchange.ts'
import { ChunkReader } from '../chunks.ts'
import type { Mortal } from '../deadlines.ts'
import { DirectReads } from '../direct-reads.ts'
import { MessageError } from '../errors.ts'
import { h1Limits } from '../limits.ts'
import { Outgoing } from '../outgoing.ts'
import { findHeadEnd, readRequestHead } from '../read-request.ts'
import { CR, LF } from '../syntax.ts'
import { type ExchangeHost, H1ClientExchange } from './client-exchange.ts'
import type { ServerContext } from './server-context.ts'

const NEVER = Number.POSITIVE_INFINITY
const NOTHING = Buffer.alloc(0)
/** How much of a body is still read whose request was answered, so that the client gets to see the answer. */
const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * Where a connection is. `head`: between two requests or in the middle of a head. `body`: a request is there, its body not
 * yet. `answer`: all of the request was read, the answer has not ended. `over`: nothing that comes is read any more.
 */
type Stage = 'head' | 'body' | 'answer' | 'over'

/** A client's connection: reads one request at a time; what follows it stays unread until it is answered. */
export class ClientConnection implements Mortal, ExchangeHost {
  deadline: number
  readonly socket: Socket
  readonly intercepted: InterceptedConnection
  readonly outgoing: Outgoing
  readonly #server: ServerContext
  readonly #reads: DirectReads
  #stage: Stage = 'head'
  /** What was read from the socket and is not used yet. */
  #held: Buffer = NOTHING
  /** How much of it was looked through for the end of a head. */
  #scanned = 0
  #skippedLine = false
  #served = 0
  #exchange: H1ClientExchange | undefined
  #sink: BodySink | undefined
  #isPaused = false
  /** Of a body with a length: what is still to come. */
  #left = 0
  /** The bytes of the head, until those behind it are handed over: nobody needs them any more. */
  #room: Buffer | undefined
  #chunks: ChunkReader | undefined
  #discarded = 0
  #isHalfClosed = false
  #isAdvancing = false

  constructor(server: ServerContext, socket: Socket, intercepted: InterceptedConnection) {
    this.#server = server
    this.socket = socket
    this.intercepted = intercepted
    this.outgoing = new Outgoing(socket)
    this.deadline = performance.now() + server.patience.head
    server.deadlines.watch(this)
    this.#reads = new DirectReads(socket, this.#onData)
    socket.on('end', this.#onEnd).on('close', this.#onClose)
    socket.on('error', this.#onError).on('drain', this.#onDrain)
    socket.resume()
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#stage === 'over') return
    const begins = this.#held.length === 0
    this.#held = begins ? bytes : Buffer.concat([this.#held, bytes])
    this.#advance()
    if (begins && this.#stage === 'head' && this.#held.length > 0) this.#expectHead()
  }

  readonly #onEnd = (): void => {
    this.#isHalfClosed = true
    if (this.#stage === 'answer') {
      // The client may have sent everything and wait, or be gone: only a write shows which.
      this.#exchange?.closeAfter()
      this.deadline = performance.now() + this.#patienceWithHalf()
    } else if (this.#stage === 'head' && this.#held.length > 0) this.#refuse(400, 'the request is not whole')
    else if (this.#stage === 'body') this.destroy()
    else if (this.#stage === 'head') this.#finish()
  }

  readonly #onClose = (): void => {
    this.#server.deadlines.forget(this)
    this.#server.forget(this)
    this.#leave()
    this.#server.options.onClosed?.(this.intercepted)
  }

  readonly #onError = (): void => this.destroy()

  readonly #onDrain = (): void => {
    if (this.#exchange === undefined || this.#stage === 'over') return
    this.deadline = this.#stage === 'answer' && !this.#isHalfClosed ? NEVER : this.deadline
    this.#guard(() => this.#exchange?.drained())
  }

  /** Mortal: whatever was waited for did not come. */
  expire(): void {
    switch (this.#stage) {
      case 'head':
        if (this.#held.length > 0 || this.#served === 0) this.#refuse(408, 'the request did not come in time')
        else this.#finish()
        return
      case 'body':
        if (this.#exchange?.answered === true) this.destroy()
        else this.#refuse(408, 'the request did not come in time')
        return
      default:
        this.destroy()
    }
  }

  destroy(): void {
    this.socket.destroy()
    this.#leave()
  }

  closeIfIdle(): void {
    if (this.#stage === 'head') this.#finish()
  }

  /** The exchange has begun to read the body. */
  receive(sink: BodySink): void {
    this.#sink = sink
    this.#advance()
  }

  pause(): void {
    this.#isPaused = true
    this.socket.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#advance()
  }

  awaitBody(patience: number | undefined): void {
    if (this.#stage !== 'body' || this.#isHalfClosed || this.socket.writableNeedDrain) return
    this.deadline = patience === undefined ? NEVER : performance.now() + patience
  }

  /** The client has to take some of the answer now, or to be patient with its half-closed connection. */
  flushed(takesMore: boolean): void {
    if (this.#isHalfClosed) this.deadline = performance.now() + this.#patienceWithHalf()
    else if (!takesMore) this.deadline = performance.now() + this.#server.patience.taking
  }

  /** No further request is taken on it. */
  get isLast(): boolean {
    return this.#server.closing || this.#isHalfClosed
  }

  /** The answer has ended; `keepAlive`: another request may follow. */
  answerEnded(keepAlive: boolean): void {
    if (this.#stage === 'over') return
    if (!keepAlive) {
      this.#settle()
      this.#finish()
      return
    }
    if (this.#stage === 'answer') this.#next()
    else {
      // A client that is still sending would take a closed connection for a network failure.
      this.#sink = this.#discard()
      this.deadline = performance.now() + this.#server.patience.linger
      this.resume()
      this.#advance()
    }
  }

  takeOver(): { socket: Duplex; head: Buffer } {
    const { socket } = this
    this.#reads.end()
    socket.off('end', this.#onEnd).off('close', this.#onClose)
    socket.off('error', this.#onError).off('drain', this.#onDrain)
    socket.on('error', () => socket.destroy())
    socket.pause()
    this.#server.deadlines.forget(this)
    this.#server.forget(this)
    this.#stage = 'over'
    this.#settle()
    return { socket, head: this.#held }
  }

  #patienceWithHalf(): number {
    const { halfClosed, halfClosedPause } = this.#server.patience
    return this.#exchange?.answered === true ? halfClosedPause : halfClosed
  }

  #expectHead(): void {
    this.deadline = performance.now() + this.#server.patience.head
  }

  /** Passes on the bytes that are held, as far as they are wanted. */
  #advance(): void {
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    try {
      while (this.#held.length > 0 && this.#step());
    } catch (error) {
      this.#failed(error as Error)
    }
    this.#isAdvancing = false
    const isFull = this.#held.length > h1Limits.pipelinedBytes && this.#stage !== 'head'
    if (isFull || this.#isPaused) this.socket.pause()
    else if (this.socket.isPaused()) this.socket.resume()
  }

  /** @returns whether there may be more to do */
  #step(): boolean {
    if (this.#stage === 'head') return this.#readHead()
    if (this.#stage !== 'body' || this.#sink === undefined || this.#isPaused) return false
    this.#readBody(this.#sink)
    return true
  }

  #readHead(): boolean {
    // RFC 9112 section 2.2: one empty line before a request is read over.
    if (!this.#skippedLine && this.#held[0] === CR) {
      if (this.#held.length === 1) return false
      if (this.#held[1] !== LF) throw new MessageError('a line does not end with CR LF')
      this.#skippedLine = true
      this.#held = this.#held.subarray(2)
      this.#scanned = 0
      return true
    }
    const end = findHeadEnd(this.#held, 0, this.#scanned)
    if (end === -1) {
      this.#scanned = this.#held.length
      return false
    }
    const head = readRequestHead(this.#held, 0, end)
    this.#room = typeof head.framing === 'number' ? this.#held.subarray(0, end) : undefined
    this.#held = end === this.#held.length ? NOTHING : this.#held.subarray(end)
    this.#scanned = 0
    this.#skippedLine = false
    this.#served++
    this.#sink = undefined
    this.#left = typeof head.framing === 'number' ? head.framing : 0
    this.#chunks = head.framing === 'chunked' ? new ChunkReader(false) : undefined
    const isComplete = this.#left === 0 && this.#chunks === undefined
    this.#stage = isComplete ? 'answer' : 'body'
    this.deadline = isComplete ? NEVER : performance.now() + this.#server.patience.body
    this.#exchange = new H1ClientExchange(this, head)
    this.#server.options.onExchange(this.#exchange)
    return true
  }

  #readBody(sink: BodySink): void {
    const held = this.#held
    if (this.#chunks !== undefined) {
      const end = this.#chunks.read(held, 0, (piece) => sink.data(piece))
      this.#held = end === held.length ? NOTHING : held.subarray(end)
      if (this.#chunks.done) this.#bodyEnded(sink)
      return
    }
    const end = Math.min(this.#left, held.length)
    this.#left -= end
    this.#held = end === held.length ? NOTHING : held.subarray(end)
    const room = this.#room
    this.#room = undefined
    sink.data(end === held.length ? held : held.subarray(0, end), room)
    if (this.#left === 0) this.#bodyEnded(sink)
  }

  #bodyEnded(sink: BodySink): void {
    if (this.#stage !== 'body') return
    this.#stage = 'answer'
    this.#sink = undefined
    this.deadline = this.#isHalfClosed ? performance.now() + this.#patienceWithHalf() : NEVER
    if (this.#exchange?.ended === true) this.#next()
    else sink.end()
  }

  #next(): void {
    this.#settle()
    this.#stage = 'head'
    if (this.isLast) {
      this.#finish()
      return
    }
    this.deadline =
      performance.now() + (this.#held.length > 0 ? this.#server.patience.head : this.#server.patience.idle)
    this.#advance()
  }

  #discard(): BodySink {
    return {
      data: (piece) => {
        this.#discarded += piece.length
        if (this.#discarded > DISCARD_BYTES) this.destroy()
      },
      end: () => {},
      cut: () => {},
    }
  }

  /** Ends the connection behind what was written; what still comes is read and dropped, as a reset could overtake the answer. */
  #finish(): void {
    if (this.#stage === 'over' && this.socket.writableEnded) return
    this.#stage = 'over'
    this.#held = NOTHING
    const { taking, linger } = this.#server.patience
    const isTaking = this.socket.writableLength > 0
    this.deadline = performance.now() + (isTaking ? taking : linger)
    // A client that still takes its answer has not been sent the end yet.
    this.socket.end(() => {
      if (isTaking && this.deadline !== NEVER) this.deadline = performance.now() + linger
    })
    this.socket.resume()
  }

  #refuse(status: number, message: string): void {
    const isAnswering = this.#exchange?.answered === true && !this.#exchange.ended
    this.#leave()
    if (isAnswering) this.socket.destroy()
    else this.#server.options.onBadRequest(this.socket, status, message, this.intercepted)
  }

  /** Tells the exchange that waits for this client that it is gone. */
  #leave(): void {
    if (this.#stage === 'over' && this.#exchange === undefined) return
    const sink = this.#stage === 'body' ? this.#sink : undefined
    const exchange = this.#exchange
    this.#stage = 'over'
    this.#held = NOTHING
    this.#sink = undefined
    this.deadline = NEVER
    if (exchange === undefined) return
    this.#settle()
    this.#guard(() => {
      exchange.lost()
      sink?.cut()
    })
  }

  #settle(): void {
    if (this.#exchange === undefined) return
    this.#exchange = undefined
    this.#server.options.onSettled?.()
  }

  /** The one place where what goes wrong with this connection ends. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#failed(error as Error)
    }
  }

  #failed(error: Error): void {
    if (error instanceof MessageError) this.#refuse(error.status, error.message)
    else {
      this.#server.options.onFault(error)
      this.destroy()
    }
  }
}
