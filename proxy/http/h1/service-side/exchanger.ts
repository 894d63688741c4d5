import type { Socket } from 'node:net'
import { addressBlock } from '../../../../core/network/address-list.ts'
import { formatAuthority } from '../../authority.ts'
import type { Client, InterceptedConnection } from '../../connection.ts'
import type { ExchangeHandler, ExchangeRequest, Exchanger, ServiceExchange } from '../../exchange.ts'
import type { OpenChannel, ServiceChannel, ServicePatience } from '../../service-channel.ts'
import { Deadlines } from '../deadlines.ts'
import { type Leased, Pool, type Wait } from './pool.ts'
import { ServiceConnection } from './service-connection.ts'

interface Options {
  /**
   * Opens a connection on which HTTP/1.1 can be spoken at once, verified where the scheme is https, or finds a channel on one that
   * speaks something else. Its client is the one that asks for it.
   * @param isAlone it has to be a connection of HTTP/1.1
   */
  readonly connect: (intercepted: InterceptedConnection, isAlone: boolean) => Promise<Socket | OpenChannel>
  /** Whether requests of several clients may share a connection to its service; none do if not given. */
  readonly mayShare?: (intercepted: InterceptedConnection) => boolean
  /** To one origin. */
  readonly maxConnections: number
  readonly patience: ServicePatience
  /** Requests that may wait for a connection to one origin, and for how long, in milliseconds. */
  readonly maxWaiting: number
  readonly waitMs: number
  /** Whose share of them a client's connections count to; that of its address or /64 if not given. */
  readonly shareOf?: (client: Client) => string
  /** WEIR_ADMISSION_STALL_MS: while others wait, an exchange whose client does not get on for this long may be ended. */
  readonly stallMs?: number
  /** Something went wrong here that is no error of a peer. */
  readonly onFault: (error: Error) => void
}

/** Sent twice, these do what they do sent once (RFC 9110 section 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])
/** A connection that was idle for longer may have been ended without our having read of it yet. */
const CHECKED_AFTER_MS = 500
const STALL_MS = 5000

/** HTTP/1.1 towards services: a pool of kept-alive connections for each origin. */
export function createH1Exchanger(options: Options): Exchanger {
  const deadlines = new Deadlines()
  const pools = new Map<string, Pool>()
  /** Clients that a service knows by their connection: they share none from then on. */
  const alone = new WeakSet<InterceptedConnection>()
  const {
    shareOf = ({ address }) => addressBlock(address),
    stallMs = STALL_MS,
    mayShare = () => false,
    ...rest
  } = options
  const poolOf = (intercepted: InterceptedConnection, isAlone: boolean): Pool => {
    const key = keyOf(intercepted, isAlone)
    const known = pools.get(key)
    if (known !== undefined) return known
    const pool: Pool = new Pool({
      ...rest,
      connect: async (asking) => {
        const opened = await options.connect(asking, isAlone)
        return typeof opened === 'function' ? opened : (owner) => new ServiceConnection(opened, owner)
      },
      deadlines,
      shareOf,
      stallMs,
      onEmpty: () => {
        if (pools.get(key) === pool) pools.delete(key)
      },
    })
    pools.set(key, pool)
    return pool
  }
  const isAlone = ({ connection, upgrade, isConnectionBound = false }: ExchangeRequest): boolean => {
    if (alone.has(connection)) return true
    if ((upgrade === undefined && !isConnectionBound) || !mayShare(connection)) return false
    if (isConnectionBound) alone.add(connection)
    return true
  }
  return {
    start: (request, handler) =>
      new H1ServiceExchange(poolOf(request.connection, isAlone(request)), request, handler, {
        onFault: options.onFault,
        bind: (intercepted) => void alone.add(intercepted),
      }),
    clientClosed(intercepted) {
      for (const isAlone of [false, true]) pools.get(keyOf(intercepted, isAlone))?.unpin(intercepted)
    },
    async close() {
      for (const pool of pools.values()) pool.close()
      deadlines.close()
    },
  }
}

function keyOf({ scheme, target }: InterceptedConnection, isAlone: boolean): string {
  return `${isAlone ? 'alone ' : ''}${scheme}://${formatAuthority(target, 0)}`
}

/** What an exchange needs of the exchanger. */
interface Context {
  readonly onFault: (error: Error) => void
  /** A service that is shared asks for a log-in that holds for a whole connection. */
  readonly bind: (intercepted: InterceptedConnection) => void
}

/** One request on its way to a service, which may take two connections. */
class H1ServiceExchange implements ServiceExchange {
  readonly #pool: Pool
  readonly #request: ExchangeRequest
  readonly #handler: ExchangeHandler
  readonly #onFault: (error: Error) => void
  readonly #bind: (intercepted: InterceptedConnection) => void
  #wait: Wait | undefined
  #connection: ServiceChannel | undefined
  /** It is sent for the second time, which is the last, on a connection that was never used. */
  #isRepeated = false
  #isOver = false

  constructor(pool: Pool, request: ExchangeRequest, handler: ExchangeHandler, { onFault, bind }: Context) {
    this.#pool = pool
    this.#request = request
    this.#handler = handler
    this.#onFault = onFault
    this.#bind = bind
    this.#begin()
  }

  abort(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#wait?.cancel()
    this.#connection?.abort()
  }

  resume(): void {
    this.#connection?.resume()
  }

  #begin(): void {
    this.#connection = undefined
    this.#wait = this.#pool.take(this.#request.connection, this.#isRepeated, (result) => {
      if (result instanceof Error) this.#fail(result)
      else if (this.#isOver) this.#pool.giveBack(result.connection)
      else this.#check(result)
    })
  }

  /** What a service sent while nobody looked, its goodbye above all, is read before the connection is used again. */
  #check(leased: Leased): void {
    const { connection, isReused } = leased
    if (!isReused || performance.now() - connection.idleSince < CHECKED_AFTER_MS) this.#prepare(leased)
    // One turn of the event loop may have begun before it came; two have not.
    else setImmediate(() => setImmediate(() => this.#prepare(leased)))
  }

  #prepare(leased: Leased): void {
    if (this.#isOver) this.#pool.giveBack(leased.connection)
    else if (leased.connection.usable) this.#judge(leased)
    else this.#begin()
  }

  #judge(leased: Leased): void {
    let judging: void | Promise<void>
    try {
      judging = this.#handler.beforeSending()
    } catch (error) {
      this.#withdraw(leased, error as Error)
      return
    }
    if (judging === undefined) this.#send(leased)
    else {
      judging
        .then(
          () => this.#sendIfUsable(leased),
          (error: Error) => this.#withdraw(leased, error),
        )
        .catch(this.#onFault)
    }
  }

  #sendIfUsable(leased: Leased): void {
    if (this.#isOver) this.#pool.giveBack(leased.connection)
    else if (leased.connection.usable) this.#send(leased)
    else this.#begin()
  }

  #withdraw({ connection }: Leased, error: Error): void {
    this.#pool.giveBack(connection)
    this.#fail(error)
  }

  #send({ connection, isReused }: Leased): void {
    const request = this.#request
    const handler = this.#handler
    this.#connection = connection
    if (request.isConnectionBound === true) this.#pool.pin(connection, request.connection)
    connection.send(request, {
      head: (head) => {
        if (head.namesConnection === true) this.#pinOrBind(connection)
        handler.head(head)
      },
      data: (chunk) => handler.data(chunk),
      flush: () => handler.flush(),
      end: (trailers) => {
        this.#isOver = true
        handler.end(trailers)
      },
      ...(handler.upgraded !== undefined && {
        upgraded: (head, socket, first) => {
          this.#isOver = true
          handler.upgraded?.(head, socket, first)
        },
      }),
      failed: (error, answered, isUnprocessed = false) => {
        if (this.#isOver) return
        // The service may have closed it just as it was used again: the request itself was not at fault.
        const isLost = isReused && !answered && IDEMPOTENT.has(request.method)
        if ((isLost || isUnprocessed) && !this.#isRepeated && isWhole(request)) {
          this.#isRepeated = true
          this.#begin()
        } else this.#fail(error)
      },
    })
  }

  #pinOrBind(connection: ServiceChannel): void {
    const { connection: intercepted } = this.#request
    if (connection.isShared) this.#bind(intercepted)
    else this.#pool.pin(connection, intercepted)
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    try {
      this.#handler.failed(error)
    } catch (fault) {
      this.#onFault(fault as Error)
    }
  }
}

/** A body that streams is gone. */
function isWhole({ body }: ExchangeRequest): boolean {
  return body === null || Buffer.isBuffer(body)
}
