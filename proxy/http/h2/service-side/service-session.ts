import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ClientSessionRequestOptions,
  connect,
  constants,
} from 'node:http2'
import type { Socket } from 'node:net'
import type { Mortal } from '../../h1/deadlines.ts'
import type { OpenChannel, ServicePatience } from '../../service-channel.ts'
import { h2Limits } from '../limits.ts'
import { ServiceStream, type StreamHost } from './service-stream.ts'
import type { Sharing } from './sharing.ts'

const NEVER = Number.POSITIVE_INFINITY

interface Options {
  readonly patience: Pick<ServicePatience, 'idle' | 'life'>
  /** The one client that it serves; undefined where clients share it. */
  readonly client: string | undefined
  readonly sharing: Sharing
  readonly onWantsH1: () => void
  /** It has answered something. */
  readonly onServed: () => void
  /** The service has ended it before it answered anything. */
  readonly onFruitless: () => void
  readonly onClosed: (session: ServiceSession) => void
}

/** A connection to a service that carries many requests at once, of one client or of several. */
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
  #hasServed = false
  #heardAt = performance.now()
  #isAsking = false
  /** Settled when the service has said what it takes, or the connection has ended. */
  readonly #settings = Promise.withResolvers<void>()
  #isSettled = false
  /** Whether more than one request may be on it: the service has said how many, or says nothing. */
  #isOpenToMore = false
  #opened: Promise<unknown> | undefined
  #requests = 0
  /** Of them, those that ended with a reset. */
  #resets = 0

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
      this.#isOpenToMore = true
      this.#settings.resolve()
    })
    session.on('goaway', (code, lastStream) => {
      this.#isGoing = true
      this.#lastStream = Math.min(this.#lastStream, lastStream)
      if (code === constants.NGHTTP2_HTTP_1_1_REQUIRED) options.onWantsH1()
      else if (!this.#hasServed && this.#hasRequests()) this.#wasFruitless()
      if (code !== constants.NGHTTP2_NO_ERROR) this.#partClients()
      this.#letGo()
    })
    // What is wrong with a session ends it; its streams tell of that.
    session.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code?.startsWith('ERR_HTTP2_') === true) this.#partClients()
    })
    session.on('close', () => {
      this.#isGoing = true
      this.#settings.resolve()
      options.onClosed(this)
      if (!this.#hasServed && this.#hasRequests()) this.#wasFruitless()
      for (const stream of this.#streams) stream.sessionClosed()
    })
  }

  get usable(): boolean {
    const isOpen = !this.#isGoing && !this.#session.closed && !this.#session.destroyed
    return isOpen && performance.now() < this.#livesUntil
  }

  hasRoomFor(client: string): boolean {
    const taken = this.#streams.size + this.#reserved
    if (!this.usable || !this.mayServe(client)) return false
    // Until it has said how many it takes, more could wait in the framer for one that does not end.
    if (!this.#isOpenToMore) return taken === 0
    const theirs = this.#session.remoteSettings.maxConcurrentStreams ?? h2Limits.serviceStreams
    return taken < Math.min(theirs, h2Limits.serviceStreams)
  }

  mayServe(client: string): boolean {
    const { client: own, sharing } = this.#options
    if (own !== undefined) return own === client
    // A body that the service does not read holds up those of others, once it has filled the connection's window.
    return sharing.mayShare(client) && (this.#session.state.remoteWindowSize ?? 0) >= h2Limits.sharedWindow
  }

  /** Whether its service takes WebSockets on it (RFC 8441 section 3). */
  get takesWebSockets(): boolean {
    return this.usable && this.#session.remoteSettings.enableConnectProtocol === true
  }

  /** @returns whether the service has said what it takes before the connection has ended or the time is over */
  async settled(timeoutMs: number): Promise<boolean> {
    if (this.#isSettled) return true
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, timeoutMs)
    await Promise.race([this.#settings.promise, late.promise])
    clearTimeout(timer)
    return this.#isSettled
  }

  /** Resolves when it may carry more than one request, as far as is known. */
  async opened(): Promise<void> {
    if (this.#isOpenToMore) return
    this.#opened ??= this.settled(h2Limits.settingsMs)
    await this.#opened
    this.#isOpenToMore = true
  }

  /** A place on it for the client's next request, which has to be taken. */
  reserve(client: string): OpenChannel {
    this.#reserved++
    this.hold(client, 1)
    this.deadline = NEVER
    return (owner) => {
      this.#reserved--
      this.hold(client, -1)
      const stream = new ServiceStream(this, owner)
      this.#streams.add(stream)
      return stream
    }
  }

  request(headers: readonly string[], options: ClientSessionRequestOptions): ClientHttp2Stream {
    this.#lookAlive()
    this.#requests++
    return this.#session.request(headers, options)
  }

  heard(): void {
    this.#heardAt = performance.now()
    if (this.#hasServed) return
    this.#hasServed = true
    this.#options.onServed()
  }

  wantsH1(): void {
    this.#options.onWantsH1()
  }

  isUnprocessed({ id }: ClientHttp2Stream): boolean {
    // One without a number was never sent.
    return id === undefined || id > this.#lastStream
  }

  hold(client: string, amount: 1 | -1): void {
    if (this.#options.client === undefined) this.#options.sharing.add(client, amount)
  }

  wasReset(client: string | undefined): void {
    // One that ends takes its streams with it, whoever's they are.
    if (this.#session.destroyed) return
    this.#resets++
    if (client !== undefined) this.#options.sharing.wasReset(client)
    if (this.#hasManyResets()) this.#retire()
  }

  release(stream: ServiceStream): void {
    this.#streams.delete(stream)
    if (this.#isGoing && this.#streams.size + this.#reserved === 0) this.#session.close()
    else if (!this.#isAsking) this.#waitForUse()
  }

  /** Mortal: nobody used it for a while, or it does not answer any more. */
  expire(): void {
    if (this.#streams.size + this.#reserved === 0) this.#session.close()
    else this.#session.destroy()
  }

  destroy(): void {
    this.#session.destroy()
  }

  #hasRequests(): boolean {
    if (this.#reserved > 0) return true
    for (const { holder } of this.#streams) if (holder !== undefined) return true
    return false
  }

  #wasFruitless(): void {
    // Once.
    this.#hasServed = true
    this.#options.onFruitless()
  }

  #hasManyResets(): boolean {
    const { ownResets, sharedResets, fewResets, resetShare } = h2Limits
    if (this.#options.client !== undefined) return this.#resets >= ownResets
    return this.#resets >= sharedResets || (this.#resets >= fewResets && this.#resets > this.#requests * resetShare)
  }

  /** It takes no further request, and ends with those that are under way. */
  #retire(): void {
    if (this.#isGoing) return
    this.#isGoing = true
    this.#letGo()
  }

  /** Of the places that wait for a request. */
  #letGo(): void {
    for (const stream of this.#streams) stream.sessionClosed()
    if (this.#streams.size + this.#reserved === 0) this.#session.close()
  }

  /** It ends for what one of the clients on it did, and nobody knows which: next time it is alone. */
  #partClients(): void {
    const { client: own, sharing } = this.#options
    if (own !== undefined) return
    for (const { client } of this.#streams) if (client !== undefined) sharing.setApart(client)
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
      this.#heardAt = performance.now()
      this.#waitForUse()
    })
  }
}
