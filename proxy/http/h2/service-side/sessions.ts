import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { addressBlock } from '../../../../core/network/address-list.ts'
import { UpstreamError, UpstreamTlsError } from '../../../errors.ts'
import { formatAuthority } from '../../authority.ts'
import type { Client, InterceptedConnection } from '../../connection.ts'
import type { ExchangeRequest } from '../../exchange.ts'
import { Deadlines } from '../../h1/deadlines.ts'
import type { OpenChannel, ServicePatience } from '../../service-channel.ts'
import { h2Limits } from '../limits.ts'
import { type Lane, Origin } from './origin.ts'
import { ServiceSession } from './service-session.ts'
import { isUnusual } from './unusual.ts'

interface Options {
  /** Opens a connection, verified where the scheme is https, on which one of these is spoken; ALPN says which. */
  readonly dial: (intercepted: InterceptedConnection, protocols: string[]) => Promise<Socket | TLSSocket>
  readonly patience: Pick<ServicePatience, 'idle' | 'life'>
  /** To whom what a client does on connections counts; to its address or /64 if not given. */
  readonly shareOf?: (client: Client) => string
  /** Whose a connection is, where it is not everyone's. */
  readonly ownerOf?: ((client: Client) => string) | undefined
  /** Whether HTTP/2 is spoken at all. */
  readonly isOffered: boolean
}

const BOTH = ['h2', 'http/1.1']
const H1 = ['http/1.1']

/**
 * HTTP/2 towards services: where ALPN gives it, requests of several clients share a connection to an origin until it is full; where
 * it does not, each connection is one of HTTP/1.1, as ever.
 */
export class ServiceSessions {
  readonly #options: Options
  readonly #shareOf: (client: Client) => string
  readonly #origins = new Map<string, Origin>()
  readonly #deadlines = new Deadlines()

  constructor(options: Options) {
    this.#options = options
    this.#shareOf = options.shareOf ?? (({ address }) => addressBlock(address))
  }

  /** Whether its service may be reached over a connection that others share. */
  mayShare(intercepted: InterceptedConnection): boolean {
    if (!this.#options.isOffered || intercepted.scheme !== 'https') return false
    return this.#origins.get(this.#keyOf(intercepted))?.speaksH2 !== false
  }

  /** Whether a WebSocket may be opened on a connection that others share: there is one, and all of them take it. */
  takesWebSockets(intercepted: InterceptedConnection): boolean {
    if (!this.#options.isOffered || intercepted.scheme !== 'https') return false
    const sessions = [...(this.#origins.get(this.#keyOf(intercepted))?.sessions() ?? [])].filter(({ usable }) => usable)
    return sessions.length > 0 && sessions.every(({ takesWebSockets }) => takesWebSockets)
  }

  /** Looks at a request before it is given a connection: what services end connections for is on none that others use. */
  weigh(request: ExchangeRequest): void {
    const { connection } = request
    if (this.mayShare(connection) && isUnusual(request)) {
      this.#originOf(connection).sharing.setApart(this.#shareOf(connection.client))
    }
  }

  /**
   * Rejects as `dial` does.
   * @param isAlone nobody else may use it
   * @param isForWebSocket otherwise one that is alone has to be of HTTP/1.1
   */
  async connect(
    intercepted: InterceptedConnection,
    isAlone: boolean,
    isForWebSocket = false,
  ): Promise<Socket | OpenChannel> {
    if (!this.#options.isOffered || intercepted.scheme !== 'https') return this.#options.dial(intercepted, H1)
    if (isAlone) return isForWebSocket ? this.#dialForWebSocket(intercepted) : this.#options.dial(intercepted, H1)
    const origin = this.#originOf(intercepted)
    const client = this.#shareOf(intercepted.client)
    const lane = origin.laneOf(client)
    const h1 = wantsH1(origin, lane) ? await this.#dialH1(intercepted, origin, lane) : undefined
    if (h1 !== undefined) return h1
    let place = lane.findRoom(client)
    // Until it is there, and until its service has said how many requests it takes.
    for (let waits = 0; place === undefined && origin.speaksH2 === true && waits < 2; waits++) {
      if (lane.opening === undefined) break
      // Whatever becomes of it: the error of another's look-up is not this one's.
      await lane.opening.catch(() => {})
      place = lane.findRoom(client)
    }
    if (place !== undefined) return place
    // While it waited, its lane may have been given up.
    const own = origin.laneOf(client)
    const dialling = this.#dial(intercepted, origin, own)
    if (own.opening === undefined) own.waitFor(dialling)
    return dialling
  }

  close(): void {
    this.#deadlines.close()
    for (const origin of this.#origins.values()) for (const session of origin.sessions()) session.destroy()
  }

  async #dial(intercepted: InterceptedConnection, origin: Origin, lane: Lane): Promise<Socket | OpenChannel> {
    lane.dials++
    try {
      const socket = await this.#options.dial(intercepted, BOTH)
      origin.speaksH2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
      if (!origin.speaksH2) return socket
      return await this.#open(socket, origin, lane, this.#shareOf(intercepted.client))
    } finally {
      lane.dials--
      origin.tidy(lane)
    }
  }

  async #open(socket: Socket, origin: Origin, lane: Lane, client: string): Promise<OpenChannel> {
    // Several were asked for at once, before it was known that one would do.
    for (const session of lane.sessions) await session.opened()
    const place = lane.findRoom(client)
    if (place !== undefined) {
      socket.destroy()
      return place
    }
    // It may have been closed between its handshake and this turn; the framer takes no such connection.
    if (socket.destroyed) throw new UpstreamError('reset', 'the service broke off the connection (closed)')
    const session = this.#adopt(socket, origin, lane)
    lane.waitFor(session.opened())
    return session.reserve(client)
  }

  /** @returns undefined where the service does not speak it: HTTP/2 is tried again */
  async #dialH1(intercepted: InterceptedConnection, origin: Origin, lane: Lane): Promise<Socket | undefined> {
    try {
      return await this.#options.dial(intercepted, H1)
    } catch (error) {
      origin.wantsH1Until = 0
      origin.fallback.end(lane.client)
      if (error instanceof UpstreamTlsError && error.failure === 'tls') return undefined
      throw error
    } finally {
      origin.tidy(lane)
    }
  }

  /** Some services speak HTTP/2 alone, and a WebSocket may be the first that they are asked for. */
  async #dialForWebSocket(intercepted: InterceptedConnection): Promise<Socket | OpenChannel> {
    const origin = this.#originOf(intercepted)
    const client = this.#shareOf(intercepted.client)
    const lane = origin.laneOf(client)
    if (origin.speaksH2 === false || origin.wantsH1ForWebSockets) return this.#options.dial(intercepted, H1)
    const h1 = wantsH1(origin, lane) ? await this.#dialH1(intercepted, origin, lane) : undefined
    if (h1 !== undefined) return h1
    const socket = await this.#options.dial(intercepted, BOTH)
    origin.speaksH2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
    if (!origin.speaksH2) return socket
    if (socket.destroyed) throw new UpstreamError('reset', 'the service broke off the connection (closed)')
    const session = this.#adopt(socket, origin, origin.laneOf(client))
    const isSettled = await session.settled(h2Limits.pingMs)
    if (session.takesWebSockets && session.hasRoomFor(client)) return session.reserve(client)
    // It stays for plain requests, which may be on it already.
    origin.wantsH1ForWebSockets = isSettled && session.usable && !session.takesWebSockets
    return this.#options.dial(intercepted, H1)
  }

  #adopt(socket: Socket, origin: Origin, lane: Lane): ServiceSession {
    const session = new ServiceSession(socket, {
      patience: this.#options.patience,
      client: lane.client,
      sharing: origin.sharing,
      onWantsH1: () => {
        origin.wantsH1Until = performance.now() + h2Limits.h1RequiredMs
      },
      onServed: () => origin.fallback.end(lane.client),
      onFruitless: () => origin.fallback.fruitless(lane.client),
      onClosed: () => {
        lane.sessions.delete(session)
        origin.tidy(lane)
        this.#deadlines.forget(session)
      },
    })
    lane.sessions.add(session)
    this.#deadlines.watch(session)
    return session
  }

  #keyOf({ target, client }: InterceptedConnection): string {
    return `${formatAuthority(target, 0)} ${this.#options.ownerOf?.(client) ?? ''}`
  }

  #originOf(intercepted: InterceptedConnection): Origin {
    const name = this.#keyOf(intercepted)
    const known = this.#origins.get(name)
    if (known !== undefined) return known
    for (const [other, { isUnused }] of this.#origins) {
      if (this.#origins.size < h2Limits.origins) break
      if (isUnused) this.#origins.delete(other)
    }
    const origin = new Origin()
    this.#origins.set(name, origin)
    return origin
  }
}

function wantsH1(origin: Origin, lane: Lane): boolean {
  return performance.now() < origin.wantsH1Until || origin.fallback.isOn(lane.client)
}
