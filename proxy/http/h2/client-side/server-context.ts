import type { InterceptedConnection } from '../../connection.ts'
import type { ClientExchange } from '../../exchange.ts'
import type { ClientPatience, StatedPatience } from '../../h1/client-side/server-context.ts'
import type { Deadlines, Mortal } from '../../h1/deadlines.ts'

export interface H2ServerOptions {
  /** A request whose head was read and broke no rule. */
  readonly onExchange: (exchange: ClientExchange) => void
  /** An exchange has ended, however, and nothing of it is left to be sent. */
  readonly onSettled?: () => void
  /** A client's connection has ended. */
  readonly onClosed?: (connection: InterceptedConnection) => void
  /** A head that is no request: answers it with `status`, on its own stream. Its exchange is settled like any other. */
  readonly onBadRequest: (exchange: ClientExchange, status: number, message: string) => void
  /** A body that did not come in time: answers its request with 408. */
  readonly onLate: (exchange: ClientExchange, message: string) => void
  /** A connection was ended because of what its client did on it (RFC 9113 section 10.5). */
  readonly onFlood?: (connection: InterceptedConnection) => void
  /** Something went wrong here, in nobody's request or in one that is cut off for it. */
  readonly onFault: (error: Error) => void
  readonly patience: StatedPatience
  /** Requests that a client may have open on one connection at once. */
  readonly maxStreams: number
  /** How often deadlines are looked at, in milliseconds. */
  readonly interval?: number
}

/** What a connection and its streams need of the server they belong to. */
export interface H2ServerContext {
  readonly options: H2ServerOptions
  readonly patience: ClientPatience
  readonly deadlines: Deadlines
  forget(connection: Mortal): void
}
