import type { Socket } from 'node:net'
import { limits } from '../../../limits.ts'
import type { InterceptedConnection } from '../../connection.ts'
import { Deadlines } from '../deadlines.ts'
import { ClientConnection } from './client-connection.ts'
import type { ClientPatience, ServerContext, ServerOptions } from './server-context.ts'

/** What no setting says. */
export const CLIENT_PATIENCE = {
  taking: limits.clientTakingTimeout,
  linger: 5000,
  halfClosed: limits.halfClosedTimeout,
  halfClosedPause: limits.halfClosedPauseTimeout,
} as const

/** Speaks HTTP/1.1 on connections that are handed to it: reads requests strictly, one at a time on each connection. */
export class H1Server implements ServerContext {
  readonly options: ServerOptions
  readonly patience: ClientPatience
  readonly deadlines: Deadlines
  /** It takes no further requests on connections that are busy. */
  closing = false
  readonly #connections = new Set<ClientConnection>()

  constructor(options: ServerOptions) {
    this.options = options
    this.patience = { ...CLIENT_PATIENCE, ...options.patience }
    this.deadlines = new Deadlines(options.interval)
  }

  accept(socket: Socket, intercepted: InterceptedConnection): void {
    this.#connections.add(new ClientConnection(this, socket, intercepted))
  }

  forget(connection: ClientConnection): void {
    this.#connections.delete(connection)
  }

  /** Ends what waits for a request; what answers one ends behind the answer. */
  closeIdle(): void {
    this.closing = true
    for (const connection of this.#connections) connection.closeIfIdle()
  }

  closeAll(): void {
    for (const connection of this.#connections) connection.destroy()
    this.deadlines.close()
  }
}
