import { type ClientHttp2Session, type ClientHttp2Stream, type ClientSessionRequestOptions, connect } from 'node:http2'
import type { Socket } from 'node:net'
import type { Mortal } from '../../h1/deadlines.ts'
import type { OpenChannel, ServicePatience } from '../../service-channel.ts'
import { h2Limits } from '../limits.ts'
import { ServiceStream, type StreamHost } from './service-stream.ts'

const NEVER = Number.POSITIVE_INFINITY

interface Options {
  readonly patience: Pick<ServicePatience, 'idle' | 'life'>
  readonly onWantsH1: () => void
  readonly onClosed: (session: ServiceSession) => void
}

/** A connection to a service that carries many requests at once, of whichever client. */
export class ServiceSession implements Mortal, StreamHost {
  deadline: number
  readonly #session: ClientHttp2Session
  readonly #options: Options
  readonly #livesUntil: number
  readonly #streams = new Set<ServiceStream>()
  /** Places that were promised and are not taken yet. */
  #reserved = 0
  #lastStream = NEVER
  #isGoing = false
  #heardAt = performance.now()
  #isAsking = false
  #isSettled = false

  constructor(socket: Socket, options: Options) {
    this.#options = options
    const now = performance.now()
    this.deadline = now + options.patience.idle
    this.#livesUntil = now + options.patience.life
    this.#session = connect('https://service.invalid', {
      createConnection: () => socket,
      settings: {
        enablePush: false,
        initialWindowSize: h2Limits.streamWindow,
        maxHeaderListSize: h2Limits.headerListBytes,
      },
      maxHeaderListPairs: h2Limits.headerPairs,
      maxSessionMemory: h2Limits.serviceSessionMegabytes,
      maxSendHeaderBlockLength: h2Limits.sentHeaderBytes,
      peerMaxConcurrentStreams: h2Limits.serviceStreams,
      strictSingleValueFields: false,
    } as Parameters<typeof connect>[1])
    const session = this.#session
    session.setLocalWindowSize(h2Limits.serviceWindow)
    session.once('remoteSettings', () => {
      this.#isSettled = true
    })
    session.on('goaway', (_code, lastStream) => {
      this.#isGoing = true
      this.#lastStream = Math.min(this.#lastStream, lastStream)
    })
    // What is wrong with a session ends it; its streams tell of that.
    session.on('error', () => {})
    session.on('close', () => {
      this.#isGoing = true
      options.onClosed(this)
      for (const stream of this.#streams) stream.sessionClosed()
    })
  }

  get usable(): boolean {
    const isOpen = !this.#isGoing && !this.#session.closed && !this.#session.destroyed
    return isOpen && performance.now() < this.#livesUntil
  }

  get hasRoom(): boolean {
    const theirs = this.#session.remoteSettings.maxConcurrentStreams ?? h2Limits.serviceStreams
    return this.usable && this.#streams.size + this.#reserved < Math.min(theirs, h2Limits.serviceStreams)
  }

  /** Whether its service takes WebSockets on it (RFC 8441 section 3). */
  get takesWebSockets(): boolean {
    return this.usable && this.#session.remoteSettings.enableConnectProtocol === true
  }

  /** @returns whether the service has said what it takes before the connection has ended or the time is over */
  async settled(timeoutMs: number): Promise<boolean> {
    if (this.#isSettled) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    this.#session.once('remoteSettings', () => resolve()).once('close', resolve)
    await promise
    clearTimeout(timer)
    return this.#isSettled
  }

  /** A place on it, which has to be taken. */
  reserve(): OpenChannel {
    this.#reserved++
    this.deadline = NEVER
    return (owner) => {
      this.#reserved--
      const stream = new ServiceStream(this, owner)
      this.#streams.add(stream)
      return stream
    }
  }

  request(headers: readonly string[], options: ClientSessionRequestOptions): ClientHttp2Stream {
    this.#lookAlive()
    return this.#session.request(headers, options)
  }

  heard(): void {
    this.#heardAt = performance.now()
  }

  wantsH1(): void {
    this.#options.onWantsH1()
  }

  isUnprocessed({ id }: ClientHttp2Stream): boolean {
    // One without a number was never sent.
    return id === undefined || id > this.#lastStream
  }

  release(stream: ServiceStream): void {
    this.#streams.delete(stream)
    if (!this.#isAsking) this.#waitForUse()
  }

  /** Mortal: nobody used it for a while, or it does not answer any more. */
  expire(): void {
    if (this.#streams.size + this.#reserved === 0) this.#session.close()
    else this.#session.destroy()
  }

  destroy(): void {
    this.#session.destroy()
  }

  /** Where no request is under way. */
  #waitForUse(): void {
    const isUsed = this.#streams.size + this.#reserved > 0
    this.deadline = isUsed ? NEVER : this.#heardAt + this.#options.patience.idle
  }

  /**
   * A connection that was silent for a while may be dead without our having heard of it, and every request would wait for it in
   * vain. One that answers nothing, not even a ping, is given up.
   */
  #lookAlive(): void {
    if (this.#isAsking || performance.now() - this.#heardAt < h2Limits.silenceMs) return
    this.#isAsking = true
    this.deadline = performance.now() + h2Limits.pingMs
    this.#session.ping((error) => {
      this.#isAsking = false
      if (error !== null) return
      this.heard()
      this.#waitForUse()
    })
  }
}
