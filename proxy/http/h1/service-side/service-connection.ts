import type { Socket } from 'node:net'
import { errorCode, UpstreamError } from '../../../errors.ts'
import type { ExchangeRequest, StreamedBody } from '../../exchange.ts'
import type { ChannelOwner, Receiver, ServiceChannel } from '../../service-channel.ts'
import { ChunkReader } from '../chunks.ts'
import { DirectReads } from '../direct-reads.ts'
import { MessageError } from '../errors.ts'
import { h1Limits } from '../limits.ts'
import { Outgoing } from '../outgoing.ts'
import { type Answer, type HeadEnd, readAnswer } from '../read-answer.ts'

const NEVER = Number.POSITIVE_INFINITY
const NOTHING = Buffer.alloc(0)
/** A service's own limit is undercut by this much, so that it never ends a connection that is about to be used. */
const KEEP_ALIVE_MARGIN_MS = 1000

/** A connection to a service: one request at a time. */
export class ServiceConnection implements ServiceChannel {
  readonly isShared = false
  deadline = NEVER
  idleSince = 0
  holder: string | undefined
  readonly #socket: Socket
  readonly #owner: ChannelOwner
  readonly #outgoing: Outgoing
  readonly #reads: DirectReads
  #receiver: Receiver | undefined
  #request: ExchangeRequest | undefined
  #held: Buffer = NOTHING
  /** How much of it was looked through for the end of a head. */
  #scanned = 0
  readonly #headEnd: HeadEnd = { at: 0 }
  #answer: Answer | undefined
  #interim = 0
  #left = 0
  #chunks: ChunkReader | undefined
  #isSent = false
  #isPaused = false
  /** When the client last took or sent something, as far as it is waited for. */
  #clientMovedAt = 0
  #isClosed = false
  #endsAt = NEVER
  #idleMs: number
  readonly #livesUntil: number

  constructor(socket: Socket, owner: ChannelOwner) {
    this.#socket = socket
    this.#owner = owner
    this.#idleMs = owner.patience.idle
    this.#livesUntil = performance.now() + owner.patience.life
    this.#outgoing = new Outgoing(socket)
    this.#reads = new DirectReads(socket, this.#onData)
    socket.on('end', this.#onEnd).on('close', this.#onClose)
    socket.on('error', this.#onError).on('drain', this.#onDrain)
    owner.deadlines.watch(this)
  }

  get usable(): boolean {
    return !this.#isClosed && !this.#socket.destroyed && this.#socket.writable && this.#socket.readable
  }

  mayServe(): boolean {
    return true
  }

  send(request: ExchangeRequest, receiver: Receiver): void {
    this.#receiver = receiver
    this.#request = request
    this.#answer = undefined
    this.#interim = 0
    this.#isSent = false
    const now = performance.now()
    this.#endsAt = now + this.#owner.patience.exchange
    this.deadline = now + this.#owner.patience.answer
    const { method, path, fields, body, room = NOTHING, upgrade } = request
    let framing = ''
    if (upgrade !== undefined) framing = `Connection: Upgrade\r\nUpgrade: ${upgrade}\r\n`
    else if (isStream(body) && body.length === undefined) framing = 'Transfer-Encoding: chunked\r\n'
    this.#outgoing.text(`${method} ${path} HTTP/1.1\r\n${fields}${framing}\r\n`)
    if (isStream(body)) this.#stream(body)
    else {
      if (body !== null && body.length > 0) this.#outgoing.pieceInRoom(body, room)
      this.#isSent = true
      this.#outgoing.flush()
    }
  }

  rest(): void {
    this.idleSince = performance.now()
    this.deadline = Math.min(this.idleSince + this.#idleMs, this.#livesUntil)
  }

  abort(): void {
    this.#receiver = undefined
    this.destroy()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#waitForMore()
    this.#readGuarded()
    if (!this.#isPaused && !this.#isClosed) this.#socket.resume()
  }

  stalledFor(now: number): number {
    const isAwaited =
      this.#isPaused || (isStream(this.#request?.body) && !this.#isSent && !this.#socket.writableNeedDrain)
    return isAwaited ? now - this.#clientMovedAt : 0
  }

  giveUp(error: Error): void {
    this.#fail(error)
  }

  destroy(): void {
    this.#socket.destroy()
    this.#closed()
  }

  expire(): void {
    if (this.#receiver === undefined) this.destroy()
    else this.#fail(new UpstreamError('timeout', 'the service did not answer in time'))
  }

  #stream(body: StreamedBody): void {
    const isChunked = body.length === undefined
    const put = (piece: Buffer) => {
      this.#clientMovedAt = performance.now()
      if (isChunked) this.#outgoing.chunk(piece)
      else if (piece.length > 0) this.#outgoing.piece(piece)
      this.#waitForMore()
      if (!this.#outgoing.flush()) body.pause()
    }
    put(body.first)
    body.read({
      data: (piece) => {
        if (!this.#isClosed) put(piece)
      },
      end: () => {
        if (this.#isClosed) return
        this.#isSent = true
        if (isChunked) this.#outgoing.lastChunk('')
        this.#outgoing.flush()
      },
      // The listener of the failure aborts the exchange.
      cut: () => {},
    })
  }

  readonly #onDrain = (): void => {
    const body = this.#request?.body
    if (!isStream(body)) return
    this.#clientMovedAt = performance.now()
    body.resume()
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#receiver === undefined) {
      // No request is open: these bytes must not become the answer to the next one.
      this.destroy()
      return
    }
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#waitForMore()
    this.#readGuarded()
  }

  readonly #onEnd = (): void => {
    if (this.#receiver !== undefined && this.#answer?.framing === 'until_close') {
      try {
        this.#finish('')
      } catch (error) {
        this.#failed(error as Error)
      }
      this.destroy()
    } else this.#fail(brokenOff('closed'))
  }

  readonly #onClose = (): void => {
    this.#fail(brokenOff('closed'))
  }

  readonly #onError = (error: Error): void => {
    this.#fail(brokenOff(errorCode(error) ?? 'unknown', error))
  }

  #waitForMore(): void {
    this.deadline = this.#isPaused
      ? this.#endsAt
      : Math.min(this.#endsAt, performance.now() + this.#owner.patience.answer)
  }

  #read(): void {
    while (this.#answer === undefined && this.#held.length > 0 && this.#readHead());
    if (this.#answer === undefined || this.#receiver === undefined) return
    this.#readBody(this.#answer)
    if (this.#receiver === undefined || this.#receiver.flush()) return
    this.#isPaused = true
    this.#clientMovedAt = performance.now()
    this.#socket.pause()
    this.#waitForMore()
  }

  /** @returns whether another head may follow at once */
  #readHead(): boolean {
    const answer = readAnswer(this.#held, this.#scanned, this.#request?.method ?? 'GET', this.#headEnd)
    this.#scanned = answer === undefined ? this.#held.length : 0
    if (answer === undefined) return false
    const end = this.#headEnd.at
    this.#held = end === this.#held.length ? NOTHING : this.#held.subarray(end)
    if (answer.head.status === 101) {
      this.#upgrade(answer)
      return false
    }
    if (answer.head.status < 200) {
      // 1xx answers are for this hop only; the final answer comes after them.
      this.#interim++
      if (this.#interim > h1Limits.interimAnswers) throw new MessageError('it sends too many interim answers')
      return true
    }
    this.#answer = answer
    this.#left = typeof answer.framing === 'number' ? answer.framing : 0
    this.#chunks = answer.framing === 'chunked' ? new ChunkReader(true) : undefined
    // Bytes that arrive together are sent together: the body's first pieces may show that the answer is invalid.
    if (this.#held.length > 0 && this.#chunks !== undefined) this.#readChunksBehindHead(answer, this.#chunks)
    else this.#receiver?.head(answer.head)
    return false
  }

  #readChunksBehindHead(answer: Answer, chunks: ChunkReader): void {
    const pieces: Buffer[] = []
    const held = this.#held
    let failure: unknown
    try {
      const end = chunks.read(held, 0, (piece) => pieces.push(piece))
      this.#held = end === held.length ? NOTHING : held.subarray(end)
    } catch (error) {
      if (pieces.length === 0) throw error
      failure = error
    }
    this.#receiver?.head(answer.head)
    for (const piece of pieces) this.#receiver?.data(piece)
    if (failure !== undefined) throw failure
    if (chunks.done) this.#finish(chunks.trailers?.forwardable() ?? '')
  }

  #readBody(answer: Answer): void {
    const held = this.#held
    const { framing } = answer
    if (framing === 'chunked') {
      if (held.length === 0 || this.#chunks === undefined) return
      this.#held = NOTHING
      const end = this.#chunks.read(held, 0, (piece) => this.#receiver?.data(piece))
      this.#held = end === held.length ? NOTHING : held.subarray(end)
      if (this.#chunks.done) this.#finish(this.#chunks.trailers?.forwardable() ?? '')
    } else if (framing === 'until_close') {
      this.#held = NOTHING
      if (held.length > 0) this.#receiver?.data(held)
    } else if (framing === 'none') this.#finish('')
    else {
      const end = Math.min(this.#left, held.length)
      this.#left -= end
      this.#held = end === held.length ? NOTHING : held.subarray(end)
      if (end > 0) this.#receiver?.data(end === held.length ? held : held.subarray(0, end))
      if (this.#left === 0) this.#finish('')
    }
  }

  /** The answer has ended. The connection is free before its client is told: the next request may be on its way already. */
  #finish(trailers: string): void {
    const receiver = this.#receiver
    const isReusable =
      this.#answer?.keepAlive === true && this.#isSent && this.#held.length === 0 && this.#hasTimeLeft(this.#answer)
    this.#receiver = undefined
    this.#request = undefined
    if (isReusable && this.usable) {
      if (this.#isPaused) this.#socket.resume()
      this.#isPaused = false
      this.#owner.onIdle(this)
    } else this.destroy()
    receiver?.end(trailers)
  }

  #hasTimeLeft({ keepAliveSeconds }: Answer): boolean {
    const theirs = keepAliveSeconds === undefined ? NEVER : keepAliveSeconds * 1000 - KEEP_ALIVE_MARGIN_MS
    this.#idleMs = Math.min(this.#owner.patience.idle, theirs)
    return this.#idleMs > 0 && performance.now() < this.#livesUntil
  }

  #upgrade(answer: Answer): void {
    const receiver = this.#receiver
    if (receiver?.takesUpgrade !== true) throw new MessageError('it switches protocols unasked')
    this.#receiver = undefined
    this.#isClosed = true
    const socket = this.#socket
    this.#reads.end()
    socket.off('end', this.#onEnd).off('close', this.#onClose)
    socket.off('error', this.#onError).off('drain', this.#onDrain)
    socket.on('error', () => socket.destroy())
    socket.pause()
    const head = { ...answer.head, fields: `${answer.head.fields}${upgradeFields(answer.upgrade)}` }
    this.#owner.deadlines.forget(this)
    this.#owner.onClosed(this)
    receiver.upgraded(head, socket, this.#held)
  }

  /** The one place where what goes wrong with this connection ends. */
  #fail(error: Error): void {
    const receiver = this.#receiver
    const answered = this.#answer !== undefined || this.#held.length > 0
    this.#receiver = undefined
    this.destroy()
    if (receiver === undefined) return
    try {
      receiver.failed(error, answered)
    } catch (fault) {
      this.#owner.onFault(fault as Error)
    }
  }

  #readGuarded(): void {
    try {
      this.#read()
    } catch (error) {
      this.#failed(error as Error)
    }
  }

  #failed(error: Error): void {
    if (error instanceof MessageError) {
      this.#fail(new UpstreamError('protocol', `the service's answer could not be read: ${error.message}`))
    } else {
      this.#owner.onFault(error)
      this.#fail(error)
    }
  }

  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#owner.deadlines.forget(this)
    this.#owner.onClosed(this)
  }
}

function isStream(body: ExchangeRequest['body'] | undefined): body is StreamedBody {
  return body !== null && body !== undefined && !Buffer.isBuffer(body)
}

function upgradeFields(protocol: string | undefined): string {
  return `Connection: Upgrade\r\n${protocol === undefined ? '' : `Upgrade: ${protocol}\r\n`}`
}

function brokenOff(code: string, cause?: Error): UpstreamError {
  return new UpstreamError('reset', `the service broke off the connection (${code})`, { cause })
}
