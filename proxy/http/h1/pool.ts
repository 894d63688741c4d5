import type { Socket } from 'node:net'
import { BusyError } from '../../errors.ts'
import { limits } from '../../limits.ts'
import type { InterceptedConnection } from '../connection.ts'
import { ClientConnection, type ServicePatience } from './client-connection.ts'
import type { Deadlines, Mortal } from './deadlines.ts'
import { FairQueue } from './fair-queue.ts'

interface Options {
  /** Opens a connection on behalf of the client that it is for. */
  readonly connect: (client: InterceptedConnection) => Promise<Socket>
  readonly deadlines: Deadlines
  readonly maxConnections: number
  readonly patience: ServicePatience
  readonly onFault: (error: Error) => void
  /** Nothing is open and nobody waits. */
  readonly onEmpty: () => void
}

/** A connection, and whether it served another request before. */
export interface Leased {
  readonly connection: ClientConnection
  readonly isReused: boolean
}

type Result = (result: Leased | Error) => void

/** Somebody who waits for a connection. */
export interface Wait {
  /** Given up: what still comes is for others. */
  cancel(): void
}

/** The connections to one origin: idle ones are used again, latest first; beyond the bound requests wait in turns. */
export class Pool {
  readonly #options: Options
  #idle: ClientConnection[] = []
  readonly #open = new Set<ClientConnection>()
  /** Connections that only one client's connection may use, since the service knows a person by them (NTLM, Negotiate). */
  readonly #pins = new Map<ClientConnection, InterceptedConnection>()
  #connecting = 0
  readonly #waiting = new FairQueue<Waiter>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Gives a connection to `done`, at once where one is idle; each request that finds none makes its own and never waits for
   * another's handshake. Errors are DestinationError, UpstreamError or BusyError.
   * @param isFresh whether it has to be one that was never used
   */
  take(client: InterceptedConnection, isFresh: boolean, done: Result): Wait {
    const idle = isFresh ? undefined : this.#takeIdle(client)
    if (idle !== undefined) {
      done({ connection: idle, isReused: true })
      return { cancel: () => {} }
    }
    const waiter = new Waiter(client, done)
    if (this.#open.size + this.#connecting < this.#options.maxConnections) this.#connect(waiter)
    else if (this.#waiting.size >= limits.upstreamWaiting) {
      done(new BusyError('too many requests wait for this service'))
      this.#options.onEmpty()
    } else this.#wait(waiter)
    return { cancel: () => this.#cancel(waiter) }
  }

  /** The service tells clients apart by their connection from now on. */
  pin(connection: ClientConnection, client: InterceptedConnection): void {
    this.#pins.set(connection, client)
  }

  /** Given back without having been used. */
  giveBack(connection: ClientConnection): void {
    if (connection.usable) this.#becameIdle(connection)
    else connection.destroy()
  }

  close(): void {
    for (const connection of this.#open) connection.destroy()
  }

  #takeIdle(client: InterceptedConnection): ClientConnection | undefined {
    for (let at = this.#idle.length - 1; at >= 0; at--) {
      const connection = this.#idle[at]
      if (connection === undefined) continue
      const owner = this.#pins.get(connection)
      if (owner !== undefined && owner !== client) continue
      this.#idle.splice(at, 1)
      if (connection.usable && connection.deadline > performance.now()) return connection
      connection.destroy()
    }
    return undefined
  }

  #wait(waiter: Waiter): void {
    this.#waiting.add(waiter.client, waiter)
    waiter.deadline = performance.now() + limits.upstreamWaitingTimeout
    waiter.onExpire = () => {
      this.#cancel(waiter)
      waiter.done(new BusyError('no connection to this service became free in time'))
    }
    this.#options.deadlines.watch(waiter)
  }

  #cancel(waiter: Waiter): void {
    waiter.isCancelled = true
    this.#waiting.remove(waiter.client, waiter)
    this.#options.deadlines.forget(waiter)
    this.#lookEmpty()
  }

  #connect(waiter: Waiter): void {
    this.#connecting++
    this.#options
      .connect(waiter.connection)
      .then(
        (socket) => {
          this.#connecting--
          const connection = this.#adopt(socket)
          if (waiter.isCancelled) this.#becameIdle(connection)
          else waiter.done({ connection, isReused: false })
        },
        (error: Error) => {
          this.#connecting--
          if (!waiter.isCancelled) waiter.done(error)
          this.#serveNext()
          this.#lookEmpty()
        },
      )
      .catch(this.#options.onFault)
  }

  #adopt(socket: Socket): ClientConnection {
    const connection = new ClientConnection(socket, {
      patience: this.#options.patience,
      deadlines: this.#options.deadlines,
      onIdle: (idle) => this.#becameIdle(idle),
      onClosed: (closed) => this.#wasClosed(closed),
      onFault: this.#options.onFault,
    })
    this.#open.add(connection)
    return connection
  }

  #becameIdle(connection: ClientConnection): void {
    const next = this.#pins.has(connection) ? undefined : this.#nextWaiter()
    if (next !== undefined) next.done({ connection, isReused: true })
    else {
      connection.rest()
      this.#idle.push(connection)
    }
  }

  #wasClosed(connection: ClientConnection): void {
    this.#open.delete(connection)
    this.#pins.delete(connection)
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    this.#serveNext()
    this.#lookEmpty()
  }

  /** A place has become free. */
  #serveNext(): void {
    if (this.#open.size + this.#connecting >= this.#options.maxConnections) return
    const next = this.#nextWaiter()
    if (next !== undefined) this.#connect(next)
  }

  #nextWaiter(): Waiter | undefined {
    const next = this.#waiting.take()
    if (next !== undefined) this.#options.deadlines.forget(next)
    return next
  }

  #lookEmpty(): void {
    if (this.#open.size + this.#connecting + this.#waiting.size === 0) this.#options.onEmpty()
  }
}

class Waiter implements Mortal {
  deadline = Number.POSITIVE_INFINITY
  readonly connection: InterceptedConnection
  readonly done: Result
  isCancelled = false
  onExpire: () => void = () => {}

  constructor(connection: InterceptedConnection, done: Result) {
    this.connection = connection
    this.done = done
  }

  get client(): string {
    return this.connection.client.address
  }

  expire(): void {
    this.onExpire()
  }
}
