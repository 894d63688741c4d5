import type { Socket } from 'node:net'
import type { InterceptedConnection } from '../../connection.ts'
import { CLIENT_PATIENCE } from '../../h1/client-side/server.ts'
import type { ClientPatience } from '../../h1/client-side/server-context.ts'
import { Deadlines } from '../../h1/deadlines.ts'
import { H2ClientConnection } from './client-connection.ts'
import type { H2ServerContext, H2ServerOptions } from './server-context.ts'

/** Speaks HTTP/2 on connections that are handed to it, with Node's framer: each stream is an exchange of its own. */
export class H2Server implements H2ServerContext {
  readonly options: H2ServerOptions
  readonly patience: ClientPatience
  readonly deadlines: Deadlines
  readonly #connections = new Set<H2ClientConnection>()

  constructor(options: H2ServerOptions) {
    this.options = options
    this.patience = { ...CLIENT_PATIENCE, ...options.patience }
    this.deadlines = new Deadlines(options.interval)
  }

  accept(socket: Socket, connection: InterceptedConnection): void {
    // The framer takes no connection that is closed already.
    if (socket.destroyed) return
    this.#connections.add(new H2ClientConnection(this, socket, connection))
  }

  forget(connection: H2ClientConnection): void {
    this.#connections.delete(connection)
  }

  /** Tells each client to send no further requests; those under way are answered, then its connection ends. */
  closeIdle(): void {
    for (const connection of this.#connections) connection.close()
  }

  closeAll(): void {
    for (const connection of this.#connections) connection.destroy()
    this.deadlines.close()
  }
}
