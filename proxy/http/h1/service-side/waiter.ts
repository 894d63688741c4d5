import type { InterceptedConnection } from '../../connection.ts'
import type { ServiceChannel } from '../../service-channel.ts'
import type { Mortal } from '../deadlines.ts'

/** A request that asks for a connection; one of both is called, once. */
export interface Taker {
  /** @param isReused whether the connection served another request before */
  leased(connection: ServiceChannel, isReused: boolean): void
  refused(error: Error): void
}

/** A request that waits for a connection. */
export interface Wait {
  /** The request gives up: a connection that still comes is for others. */
  cancel(): void
}

/** A request that has no connection yet: one is being opened for it, or it waits for one in the queue, until its deadline. */
export class Waiter implements Mortal {
  deadline = Number.POSITIVE_INFINITY
  readonly intercepted: InterceptedConnection
  /** Whose share it counts to. */
  readonly client: string
  /** It has to be a connection that was never used. */
  readonly isFresh: boolean
  readonly taker: Taker
  isCancelled = false
  onExpire: () => void = () => {}

  constructor(intercepted: InterceptedConnection, client: string, isFresh: boolean, taker: Taker) {
    this.intercepted = intercepted
    this.client = client
    this.isFresh = isFresh
    this.taker = taker
  }

  expire(): void {
    this.onExpire()
  }
}
