import { ClientQueues } from '../../../client-queues.ts'
import { AdmissionError, BusyError } from '../../../errors.ts'
import type { Client, InterceptedConnection } from '../../connection.ts'
import type { OpenChannel, ServiceChannel, ServicePatience } from '../../service-channel.ts'
import type { Deadlines, Mortal } from '../deadlines.ts'
import { PoolShares } from './pool-shares.ts'
import { type Taker, type Wait, Waiter } from './waiter.ts'

interface Options {
  /** Opens a connection on behalf of the client that it is for. */
  readonly connect: (intercepted: InterceptedConnection) => Promise<OpenChannel>
  readonly deadlines: Deadlines
  readonly maxConnections: number
  /** Requests that may wait for one, and for how long, in milliseconds. */
  readonly maxWaiting: number
  readonly waitMs: number
  readonly patience: ServicePatience
  /** Whose portion a client's connections count to. */
  readonly shareOf: (client: Client) => string
  /** While others wait, an exchange whose client does not get on for this long may be ended, in milliseconds. */
  readonly stallMs: number
  readonly onFault: (error: Error) => void
  /** Nothing is open and nobody waits. */
  readonly onEmpty: () => void
}

/** One client may take this part of the places in the queue. */
const QUEUE_SHARE = 1 / 2

/**
 * The connections to one origin. Idle ones are used again, latest first. Beyond the bound requests wait, and the client that
 * holds least is next. No client gets all connections, and one that holds more than its share while others wait loses its
 * exchanges that make no progress.
 */
export class Pool {
  /** It was empty: further requests are for another one. */
  isGivenUp = false
  readonly #options: Options
  #idle: ServiceChannel[] = []
  readonly #open = new Set<ServiceChannel>()
  /** Connections that only one client's connection may use, since the service knows a person by them (NTLM, Negotiate). */
  readonly #pins = new Map<ServiceChannel, InterceptedConnection>()
  readonly #shares: PoolShares
  #isMakingRoom = false
  readonly #check: Mortal = { deadline: Number.POSITIVE_INFINITY, expire: () => this.#endStalled() }
  #connecting = 0
  readonly #waiting = new ClientQueues<Waiter>()

  constructor(options: Options) {
    this.#options = options
    this.#shares = new PoolShares(options.maxConnections)
  }

  /**
   * Gives a connection to `taker`, at once where one is idle; each request that finds none makes its own and never waits for
   * another's handshake. Errors are DestinationError, UpstreamError or BusyError.
   * @param isFresh whether it has to be one that was never used
   * @returns undefined if it was settled at once
   */
  take(intercepted: InterceptedConnection, isFresh: boolean, taker: Taker): Wait | undefined {
    const client = this.#options.shareOf(intercepted.client)
    const mayHave = this.#shares.mayHoldMore(client)
    const idle = isFresh || !mayHave ? undefined : this.#takeIdle(intercepted, client)
    if (idle !== undefined) {
      this.#lend(idle, client)
      taker.leased(idle, true)
      return undefined
    }
    const waiter = new Waiter(intercepted, client, isFresh, taker)
    if (mayHave && this.#hasRoom()) this.#connect(waiter)
    else if (
      this.#waiting.size >= this.#options.maxWaiting ||
      this.#waiting.sizeFor(client) >= Math.max(1, this.#options.maxWaiting * QUEUE_SHARE)
    ) {
      taker.refused(new BusyError('too many requests wait for this service'))
      this.#lookEmpty()
      return undefined
    } else this.#wait(waiter)
    return { cancel: () => this.#cancel(waiter) }
  }

  /** The service tells clients apart by their connection from now on. */
  pin(connection: ServiceChannel, owner: InterceptedConnection): void {
    this.#pins.set(connection, owner)
  }

  /** The client's connection is closed: what only it could use is of no use any more. */
  unpin(intercepted: InterceptedConnection): void {
    for (const [connection, owner] of this.#pins) {
      // A connection in use is given up by its user, or ends here when its exchange does.
      if (owner !== intercepted) continue
      if (this.#idle.includes(connection)) connection.destroy()
      else this.#pins.set(connection, GONE)
    }
  }

  /**
   * Given back without having been used.
   * @param isKept whether it stays open if no request waits for it
   */
  giveBack(connection: ServiceChannel, isKept: boolean): void {
    if (connection.usable) this.#becameIdle(connection, isKept)
    else connection.destroy()
  }

  close(): void {
    for (const connection of this.#open) connection.destroy()
  }

  #takeIdle(intercepted: InterceptedConnection, client: string): ServiceChannel | undefined {
    for (let at = this.#idle.length - 1; at >= 0; at--) {
      const connection = this.#idle[at]
      if (connection === undefined) continue
      const owner = this.#ownerOf(connection)
      if ((owner !== undefined && owner !== intercepted) || !connection.mayServe(client)) continue
      if (at === this.#idle.length - 1) this.#idle.pop()
      else this.#idle.splice(at, 1)
      if (connection.usable && connection.deadline > performance.now()) return connection
      connection.destroy()
    }
    return undefined
  }

  /** The client's connection that it is pinned to; mostly none is. */
  #ownerOf(connection: ServiceChannel): InterceptedConnection | undefined {
    return this.#pins.size === 0 ? undefined : this.#pins.get(connection)
  }

  /** Whether another connection may be opened; an idle one that was of no use to the client makes way for it. */
  #hasRoom(): boolean {
    const isFull = () => this.#open.size + this.#connecting >= this.#options.maxConnections
    if (!isFull()) return true
    this.#isMakingRoom = true
    this.#idle[0]?.destroy()
    this.#isMakingRoom = false
    return !isFull()
  }

  #lend(connection: ServiceChannel, client: string): void {
    connection.holder = client
    this.#shares.add(client, 1)
  }

  #returned(connection: ServiceChannel): void {
    const client = connection.holder
    if (client === undefined) return
    connection.holder = undefined
    this.#shares.add(client, -1)
  }

  #wait(waiter: Waiter): void {
    this.#waiting.add(waiter.client, waiter)
    waiter.deadline = performance.now() + this.#options.waitMs
    const expire = () => {
      this.#cancel(waiter)
      waiter.taker.refused(new BusyError('no connection to this service became free in time'))
    }
    waiter.onExpire = expire
    this.#options.deadlines.watch(waiter)
    this.#check.deadline = 0
    this.#options.deadlines.watch(this.#check)
  }

  #cancel(waiter: Waiter): void {
    waiter.isCancelled = true
    this.#waiting.delete(waiter.client, waiter)
    this.#options.deadlines.forget(waiter)
    this.#lookEmpty()
  }

  #connect(waiter: Waiter): void {
    this.#connecting++
    this.#shares.add(waiter.client, 1)
    this.#options
      .connect(waiter.intercepted)
      .then(
        (open) => {
          this.#connecting--
          this.#shares.add(waiter.client, -1)
          const connection = this.#adopt(open)
          // Clients that leave at once would have the service hold as many connections as they can ask for.
          if (waiter.isCancelled) this.giveBack(connection, false)
          else {
            this.#lend(connection, waiter.client)
            waiter.taker.leased(connection, false)
          }
        },
        (error: Error) => {
          this.#connecting--
          this.#shares.add(waiter.client, -1)
          if (!waiter.isCancelled) waiter.taker.refused(error)
          this.#serveNext()
          this.#lookEmpty()
        },
      )
      .catch(this.#options.onFault)
  }

  #adopt(open: OpenChannel): ServiceChannel {
    const connection = open({
      patience: this.#options.patience,
      deadlines: this.#options.deadlines,
      onIdle: (idle) => this.#becameIdle(idle, true),
      onClosed: (closed) => this.#wasClosed(closed),
      onFault: this.#options.onFault,
    })
    this.#open.add(connection)
    return connection
  }

  #becameIdle(connection: ServiceChannel, isKept: boolean): void {
    this.#returned(connection)
    const owner = this.#ownerOf(connection)
    if (owner === GONE) {
      connection.destroy()
      return
    }
    const client = owner === undefined && this.#waiting.size > 0 ? this.#nextClient() : undefined
    if (client !== undefined && (this.#waiting.first(client)?.isFresh === true || !connection.mayServe(client))) {
      // It needs one that was never used, or one of its own, for which this one makes room.
      connection.destroy()
      return
    }
    const next = this.#takeWaiter(client)
    if (next !== undefined) {
      this.#lend(connection, next.client)
      next.taker.leased(connection, true)
      return
    }
    if (!isKept) {
      connection.destroy()
      return
    }
    connection.rest()
    this.#idle.push(connection)
    // Its client's share has shrunk, and if it is bound to a client it makes way for one that waits.
    this.#serveNext()
  }

  #wasClosed(connection: ServiceChannel): void {
    this.#open.delete(connection)
    this.#pins.delete(connection)
    this.#returned(connection)
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    this.#serveNext()
    this.#lookEmpty()
  }

  /** A place may have become free. */
  #serveNext(): void {
    if (this.#waiting.size === 0) return
    const client = this.#nextClient()
    if (client === undefined || !this.#hasRoom()) return
    const next = this.#takeWaiter(client)
    if (next !== undefined) this.#connect(next)
  }

  /** Of the clients that may have one more, the one that holds least. */
  #nextClient(): string | undefined {
    const shares = this.#shares
    let least: string | undefined
    for (const client of this.#waiting.clients) {
      if (!shares.mayHoldMore(client)) continue
      if (least === undefined || shares.heldBy(client) < shares.heldBy(least)) least = client
    }
    return least
  }

  #takeWaiter(client: string | undefined): Waiter | undefined {
    const next = client === undefined ? undefined : this.#waiting.take(client)
    if (next !== undefined) this.#options.deadlines.forget(next)
    return next
  }

  /** While clients wait that hold less than their share: ends what others hold beyond theirs and do not get on with. */
  #endStalled(): void {
    if (this.#waiting.size === 0) {
      this.#options.deadlines.forget(this.#check)
      return
    }
    const now = performance.now()
    this.#check.deadline = now
    const shares = this.#shares
    const share = shares.fairShare(this.#waiting.clients)
    let wanted = 0
    for (const client of this.#waiting.clients) {
      wanted += Math.max(0, Math.min(this.#waiting.sizeFor(client), share - shares.heldBy(client)))
    }
    for (const connection of this.#open) {
      if (wanted <= 0) return
      const { holder } = connection
      if (holder === undefined) continue
      if (shares.heldBy(holder) <= share || connection.stalledFor(now) < this.#options.stallMs) continue
      wanted--
      connection.giveUp(new AdmissionError('requests', 'stalled'))
    }
  }

  #lookEmpty(): void {
    if (this.#isMakingRoom) return
    if (this.#open.size + this.#connecting + this.#waiting.size === 0) this.#options.onEmpty()
  }
}

/** Stands for the client of a pinned connection that is in use no longer than its exchange lasts. */
const GONE: InterceptedConnection = {
  client: { address: '' },
  target: { host: '', port: 0 },
  scheme: 'http',
  otherName: undefined,
}
