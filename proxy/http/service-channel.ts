import type { Duplex } from 'node:stream'
import type { AnswerHead, ExchangeHandler, ExchangeRequest } from './exchange.ts'
import type { Deadlines, Mortal } from './h1/deadlines.ts'

/**
 * What a service said it has done nothing with, so that it may be sent again whatever it is (RFC 9113 section 8.7): the one request,
 * or all that it was sent on the connection from some point on, so that the next one may have better luck.
 */
export type Unprocessed = 'request' | 'connection'

export type Receiver = Pick<ExchangeHandler, 'head' | 'data' | 'flush' | 'end'> & {
  /** It asked for another protocol, and can go on with the connection itself. */
  readonly takesUpgrade: boolean
  upgraded(head: AnswerHead, socket: Duplex, first: Buffer): void
  /** `answered`: some of the answer was there. */
  failed(error: Error, answered: boolean, unprocessed?: Unprocessed): void
}

/** How long a service may take, in milliseconds. */
export interface ServicePatience {
  /** Without a request. */
  readonly idle: number
  /** From when it was connected: no further request is sent on it then. */
  readonly life: number
  /** Before the first byte of an answer, and between two. */
  readonly answer: number
  /** For a whole exchange. */
  readonly exchange: number
}

/** Whom a channel tells of itself: the pool it belongs to. */
export interface ChannelOwner {
  readonly patience: ServicePatience
  readonly deadlines: Deadlines
  /** The answer has ended, and another request may be sent. */
  onIdle(channel: ServiceChannel): void
  onClosed(channel: ServiceChannel): void
  onFault(error: Error): void
}

/** What one request at a time is sent on: a connection to a service, or a place on one that is shared. */
export interface ServiceChannel extends Mortal {
  /** Other clients' requests are on the same connection: the service must not know a person by it. */
  readonly isShared: boolean
  /** When it became idle, in milliseconds of performance.now(). */
  readonly idleSince: number
  readonly usable: boolean
  /** Whether a request of this client may be sent on it, as far as it is concerned. */
  mayServe(client: string): boolean
  /** Whose exchange takes place on it; its pool's alone. */
  holder: string | undefined
  /** Sends a request; `usable` was looked at before. */
  send(request: ExchangeRequest, receiver: Receiver): void
  /** Nobody uses it for now; after a while it is ended. */
  rest(): void
  /** The request is given up: so is the channel. */
  abort(): void
  resume(): void
  /** For how long its client has been waited for, in milliseconds: to take some of the answer, or to send more of the body. */
  stalledFor(now: number): number
  /** The exchange is ended for others' sake. */
  giveUp(error: Error): void
  destroy(): void
}

export type OpenChannel = (owner: ChannelOwner) => ServiceChannel
