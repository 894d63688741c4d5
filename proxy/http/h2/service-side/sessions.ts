import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { UpstreamError } from '../../../errors.ts'
import { formatAuthority } from '../../authority.ts'
import type { Client, InterceptedConnection } from '../../connection.ts'
import { Deadlines } from '../../h1/deadlines.ts'
import type { OpenChannel, ServicePatience } from '../../service-channel.ts'
import { h2Limits } from '../limits.ts'
import { ServiceSession } from './service-session.ts'

interface Options {
  /** Opens a connection, verified where the scheme is https, on which one of these is spoken; ALPN says which. */
  readonly dial: (intercepted: InterceptedConnection, protocols: string[]) => Promise<Socket | TLSSocket>
  readonly patience: Pick<ServicePatience, 'idle' | 'life'>
  /** Whose a connection is, where it is not everyone's. */
  readonly ownerOf?: ((client: Client) => string) | undefined
  /** Whether HTTP/2 is spoken at all. */
  readonly isOffered: boolean
}

const BOTH = ['h2', 'http/1.1']
const H1 = ['http/1.1']

/** What is known of the service at one origin. */
class Origin {
  readonly sessions = new Set<ServiceSession>()
  /** undefined until it has been asked. */
  speaksH2: boolean | undefined
  /** On HTTP/2 it takes no WebSockets, so that they need HTTP/1.1. */
  wantsH1ForWebSockets = false
  /** In milliseconds of performance.now(): until then it wants HTTP/1.1 only. */
  wantsH1Until = 0
  /** A connection that several requests wait for, where it is likely to carry all of them. */
  dialling: Promise<unknown> | undefined
}

/**
 * HTTP/2 towards services: where ALPN gives it, requests of all clients share a connection to an origin until it is full; where
 * it does not, each connection is one of HTTP/1.1, as ever.
 */
export class ServiceSessions {
  readonly #options: Options
  readonly #origins = new Map<string, Origin>()
  readonly #deadlines = new Deadlines()

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether its service may be reached over a connection that others share. */
  mayShare(intercepted: InterceptedConnection): boolean {
    if (!this.#options.isOffered || intercepted.scheme !== 'https') return false
    return this.#origins.get(this.#keyOf(intercepted))?.speaksH2 !== false
  }

  /** Whether a WebSocket may be opened on a connection that others share: there is one, and all of them take it. */
  takesWebSockets(intercepted: InterceptedConnection): boolean {
    if (!this.#options.isOffered || intercepted.scheme !== 'https') return false
    const sessions = [...(this.#origins.get(this.#keyOf(intercepted))?.sessions ?? [])].filter(({ usable }) => usable)
    return sessions.length > 0 && sessions.every(({ takesWebSockets }) => takesWebSockets)
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
    if (performance.now() < origin.wantsH1Until) return this.#options.dial(intercepted, H1)
    const shared = findRoom(origin)
    if (shared !== undefined) return shared
    if (origin.speaksH2 === true && origin.dialling !== undefined) {
      // Whatever becomes of it: the error of another's look-up is not this one's.
      await origin.dialling.catch(() => {})
      const place = findRoom(origin)
      if (place !== undefined) return place
    }
    const dialling = this.#dial(intercepted, origin)
    origin.dialling ??= dialling
    try {
      return await dialling
    } finally {
      if (origin.dialling === dialling) origin.dialling = undefined
    }
  }

  close(): void {
    this.#deadlines.close()
    for (const { sessions } of this.#origins.values()) for (const session of sessions) session.destroy()
  }

  async #dial(intercepted: InterceptedConnection, origin: Origin): Promise<Socket | OpenChannel> {
    const socket = await this.#options.dial(intercepted, BOTH)
    origin.speaksH2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
    if (!origin.speaksH2) return socket
    // Several were asked for at once, before it was known that one would do.
    const place = findRoom(origin)
    if (place !== undefined) {
      socket.destroy()
      return place
    }
    // It may have been closed between its handshake and this turn; the framer takes no such connection.
    if (socket.destroyed) throw new UpstreamError('reset', 'the service broke off the connection (closed)')
    return this.#adopt(socket, origin).reserve()
  }

  /** Some services speak HTTP/2 alone, and a WebSocket may be the first that they are asked for. */
  async #dialForWebSocket(intercepted: InterceptedConnection): Promise<Socket | OpenChannel> {
    const origin = this.#originOf(intercepted)
    const isH1 = origin.speaksH2 === false || origin.wantsH1ForWebSockets || performance.now() < origin.wantsH1Until
    if (isH1) return this.#options.dial(intercepted, H1)
    const socket = await this.#options.dial(intercepted, BOTH)
    origin.speaksH2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
    if (!origin.speaksH2) return socket
    if (socket.destroyed) throw new UpstreamError('reset', 'the service broke off the connection (closed)')
    const session = this.#adopt(socket, origin)
    const isSettled = await session.settled(h2Limits.pingMs)
    if (session.takesWebSockets && session.hasRoom) return session.reserve()
    // It stays for plain requests, which may be on it already.
    origin.wantsH1ForWebSockets = isSettled && session.usable && !session.takesWebSockets
    return this.#options.dial(intercepted, H1)
  }

  #adopt(socket: Socket, origin: Origin): ServiceSession {
    const session = new ServiceSession(socket, {
      patience: this.#options.patience,
      onWantsH1: () => {
        origin.wantsH1Until = performance.now() + h2Limits.h1RequiredMs
      },
      onClosed: () => {
        origin.sessions.delete(session)
        this.#deadlines.forget(session)
      },
    })
    origin.sessions.add(session)
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
    for (const [other, { sessions, dialling }] of this.#origins) {
      if (this.#origins.size < h2Limits.origins) break
      if (sessions.size === 0 && dialling === undefined) this.#origins.delete(other)
    }
    const origin = new Origin()
    this.#origins.set(name, origin)
    return origin
  }
}

function findRoom({ sessions }: Origin): OpenChannel | undefined {
  for (const session of sessions) if (session.hasRoom) return session.reserve()
  return undefined
}
