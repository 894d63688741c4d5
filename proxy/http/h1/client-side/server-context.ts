import type { Socket } from 'node:net'
import type { InterceptedConnection } from '../../connection.ts'
import type { ClientExchange } from '../../exchange.ts'
import type { Deadlines, Mortal } from '../deadlines.ts'

/** How long a client may take, in milliseconds. */
export interface ClientPatience {
  /** From the first byte of a head, or from the connection's beginning, to the head's end. */
  readonly head: number
  /** For the body behind it. */
  readonly body: number
  /** Between two requests. */
  readonly idle: number
  /** To take some of an answer. */
  readonly taking: number
  /** To close its side after the last answer, or to end a body whose request was answered already. */
  readonly linger: number
  /** For the answer to a client that has ended its side to begin: it may wait for it, or be gone. */
  readonly halfClosed: number
  /** For the next piece of it to come. */
  readonly halfClosedPause: number
}

/** The settings, and what a test has otherwise than CLIENT_PATIENCE. */
export type StatedPatience = Pick<ClientPatience, 'head' | 'body' | 'idle'> & Partial<ClientPatience>

export interface ServerOptions {
  /** A request whose head was read and broke no rule. */
  readonly onExchange: (exchange: ClientExchange) => void
  /** An exchange has ended, however. */
  readonly onSettled?: () => void
  /** A client's connection has ended, or was handed over. */
  readonly onClosed?: (intercepted: InterceptedConnection) => void
  /** Bytes that are no request, or a client that is too slow: answers with `status` and ends the connection. */
  readonly onBadRequest: (socket: Socket, status: number, message: string, intercepted: InterceptedConnection) => void
  /** Something went wrong here, in nobody's request or in one that is cut off for it. */
  readonly onFault: (error: Error) => void
  readonly patience: StatedPatience
  /** How often deadlines are looked at, in milliseconds. */
  readonly interval?: number
}

/** What a connection needs of the server it belongs to. */
export interface ServerContext {
  readonly options: ServerOptions
  readonly patience: ClientPatience
  readonly deadlines: Deadlines
  /** It takes no further requests on connections that are busy. */
  readonly closing: boolean
  forget(connection: Mortal): void
}
