import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressBlock } from '../../../../core/network/address-list.ts'
import { UpstreamError } from '../../../errors.ts'
import { formatAuthority } from '../../authority.ts'
import type { Awaiting, Clearance } from '../../clearance.ts'
import type { Client, InterceptedConnection } from '../../connection.ts'
import type {
  AnswerHead,
  ExchangeHandler,
  ExchangeRequest,
  Exchanger,
  FieldBlock,
  ServiceExchange,
} from '../../exchange.ts'
import type { OpenChannel, Receiver, ServiceChannel, ServicePatience, Unprocessed } from '../../service-channel.ts'
import { Deadlines } from '../deadlines.ts'
import { Pool } from './pool.ts'
import { ServiceConnection } from './service-connection.ts'
import type { Taker, Wait } from './waiter.ts'

interface Options {
  /**
   * Opens a connection on which HTTP/1.1 can be spoken at once, verified where the scheme is https, or finds a channel on one that
   * speaks something else. Its client is the one that asks for it.
   * @param isAlone it has to be a connection of HTTP/1.1, or for a WebSocket one that nobody else uses
   */
  readonly connect: (
    intercepted: InterceptedConnection,
    isAlone: boolean,
    isForWebSocket: boolean,
  ) => Promise<Socket | OpenChannel>
  /** Whether requests of several clients may share a connection to its service; none do if not given. */
  readonly mayShare?: (intercepted: InterceptedConnection) => boolean
  /** Whether one that is shared takes WebSockets; none does if not given. */
  readonly takesWebSockets?: (intercepted: InterceptedConnection) => boolean
  /** Called for each request before a connection is looked for. */
  readonly weigh?: (request: ExchangeRequest) => void
  /** To one origin. */
  readonly maxConnections: number
  readonly patience: ServicePatience
  /** Requests that may wait for a connection to one origin, and for how long, in milliseconds. */
  readonly maxWaiting: number
  readonly waitMs: number
  /** Whose share of them a client's connections count to; that of its address or /64 if not given. */
  readonly shareOf?: (client: Client) => string
  /** Whose a connection is; everyone's if not given. */
  readonly ownerOf?: ((client: Client) => string) | undefined
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
/** Connections that a request is given one after the other, as long as none of them took it. */
const MAX_ATTEMPTS = 5
/** Of them, those that may have served others before: services end many of these at once. */
const MAX_USED = 2

/** HTTP/1.1 towards services: a pool of kept-alive connections for each origin. */
export function createH1Exchanger(options: Options): Exchanger {
  const deadlines = new Deadlines()
  const pools = new Map<string, Pool>()
  /** Where each client's connection found its pool last, unless it is alone: making the key costs more than finding the pool. */
  const latest = new WeakMap<InterceptedConnection, Pool>()
  /** Clients that a service knows by their connection: they share none from then on. */
  const alone = new WeakSet<InterceptedConnection>()
  const {
    shareOf = ({ address }) => addressBlock(address),
    stallMs = STALL_MS,
    mayShare = () => false,
    takesWebSockets = () => false,
    ...rest
  } = options
  const poolOf = (intercepted: InterceptedConnection, isAlone: boolean): Pool => {
    const found = isAlone ? undefined : latest.get(intercepted)
    if (found?.isGivenUp === false) return found
    const pool = findPool(intercepted, isAlone)
    if (!isAlone) latest.set(intercepted, pool)
    return pool
  }
  const findPool = (intercepted: InterceptedConnection, isAlone: boolean): Pool => {
    const key = keyOf(intercepted, isAlone, options)
    const known = pools.get(key)
    if (known !== undefined) return known
    const pool: Pool = new Pool({
      ...rest,
      connect: async (asking) => {
        // Who is known by the connection needs HTTP/1.1; otherwise only WebSockets are alone.
        const opened = await options.connect(asking, isAlone, isAlone && !alone.has(asking))
        return typeof opened === 'function' ? opened : (owner) => new ServiceConnection(opened, owner)
      },
      deadlines,
      shareOf,
      stallMs,
      onEmpty: () => {
        pool.isGivenUp = true
        if (pools.get(key) === pool) pools.delete(key)
      },
    })
    pools.set(key, pool)
    return pool
  }
  const isAlone = ({ connection, upgrade, isConnectionBound = false }: ExchangeRequest): boolean => {
    if (alone.has(connection)) return true
    if ((upgrade === undefined && !isConnectionBound) || !mayShare(connection)) return false
    if (upgrade === 'websocket' && !isConnectionBound && takesWebSockets(connection)) return false
    if (isConnectionBound) alone.add(connection)
    return true
  }
  const context: Context = { onFault: options.onFault, bind: (intercepted) => void alone.add(intercepted) }
  return {
    start(request, handler) {
      options.weigh?.(request)
      return new H1ServiceExchange(poolOf(request.connection, isAlone(request)), request, handler, context)
    },
    clientClosed(intercepted) {
      for (const isAlone of [false, true]) pools.get(keyOf(intercepted, isAlone, options))?.unpin(intercepted)
    },
    async close() {
      for (const pool of pools.values()) pool.close()
      deadlines.close()
    },
  }
}

function keyOf(
  { scheme, target, client }: InterceptedConnection,
  isAlone: boolean,
  { ownerOf }: Pick<Options, 'ownerOf'>,
): string {
  return `${isAlone ? 'alone ' : ''}${scheme}://${formatAuthority(target, 0)} ${ownerOf?.(client) ?? ''}`
}

/** What an exchange needs of the exchanger. */
interface Context {
  readonly onFault: (error: Error) => void
  /** A service that is shared asks for a log-in that holds for a whole connection. */
  readonly bind: (intercepted: InterceptedConnection) => void
}

/** One request on its way to a service, which may take several connections. It gets its answer without anything in between. */
class H1ServiceExchange implements ServiceExchange, Taker, Awaiting, Receiver {
  readonly #pool: Pool
  readonly #request: ExchangeRequest
  readonly #handler: ExchangeHandler
  readonly #context: Context
  #wait: Wait | undefined
  /** Where it is to be sent once it may. */
  #held: ServiceChannel | undefined
  /** Where it was sent. */
  #connection: ServiceChannel | undefined
  /** That connection served another request before. */
  #isReused = false
  /** It is sent again, on a connection that was never used. */
  #isRepeated = false
  #attempts = 0
  #isOver = false

  constructor(pool: Pool, request: ExchangeRequest, handler: ExchangeHandler, context: Context) {
    this.#pool = pool
    this.#request = request
    this.#handler = handler
    this.#context = context
    this.#begin()
  }

  abort(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#wait?.cancel()
    this.#connection?.abort()
  }

  resume(): void {
    // When it is over, its connection may serve another request, which has its own pauses.
    if (!this.#isOver) this.#connection?.resume()
  }

  #begin(): void {
    this.#connection = undefined
    this.#attempts++
    if (this.#attempts > MAX_ATTEMPTS) {
      this.#fail(new UpstreamError('reset', 'the service ended each connection before it took the request'))
      return
    }
    const isFresh = this.#isRepeated || this.#attempts > MAX_USED
    const wait = this.#pool.take(this.#request.connection, isFresh, this)
    // Settled at once, it may have begun again by now, and wait.
    if (wait !== undefined) this.#wait = wait
  }

  /** Taker: what a service sent while nobody looked, its goodbye above all, is read before the connection is used again. */
  leased(connection: ServiceChannel, isReused: boolean): void {
    this.#isReused = isReused
    if (!isReused || performance.now() - connection.idleSince < CHECKED_AFTER_MS) this.#prepare(connection)
    // One turn of the event loop may have begun before it came; two have not.
    else setImmediate(() => setImmediate(() => this.#prepare(connection)))
  }

  /** Taker: there is no connection for it. */
  refused(error: Error): void {
    this.#fail(error)
  }

  #prepare(connection: ServiceChannel): void {
    if (this.#isOver) this.#pool.giveBack(connection, this.#isReused)
    else if (connection.usable) this.#judge(connection)
    else this.#begin()
  }

  #judge(connection: ServiceChannel): void {
    let clearance: Clearance | undefined
    try {
      clearance = this.#handler.beforeSending()
    } catch (error) {
      this.#withdraw(connection, error as Error)
      return
    }
    if (clearance === undefined) this.#send(connection)
    else {
      this.#held = connection
      clearance.tell(this)
    }
  }

  /** Part of Awaiting. */
  cleared(): void {
    this.#settle((connection) => {
      if (this.#isOver) this.#pool.giveBack(connection, this.#isReused)
      else if (connection.usable) this.#send(connection)
      else this.#begin()
    })
  }

  /** Part of Awaiting. */
  withheld(error: Error): void {
    this.#settle((connection) => this.#withdraw(connection, error))
  }

  #settle(work: (connection: ServiceChannel) => void): void {
    const connection = this.#held
    this.#held = undefined
    try {
      if (connection !== undefined) work(connection)
    } catch (fault) {
      this.#context.onFault(fault as Error)
    }
  }

  #withdraw(connection: ServiceChannel, error: Error): void {
    this.#pool.giveBack(connection, true)
    this.#fail(error)
  }

  #send(connection: ServiceChannel): void {
    const request = this.#request
    this.#connection = connection
    if (request.isConnectionBound === true) this.#pool.pin(connection, request.connection)
    connection.send(request, this)
  }

  // Receiver: its answer.

  head(head: AnswerHead): void {
    if (head.namesConnection === true) this.#pinOrBind()
    this.#handler.head(head)
  }

  data(chunk: Buffer): void {
    this.#handler.data(chunk)
  }

  flush(): boolean {
    return this.#handler.flush()
  }

  end(trailers: FieldBlock): void {
    this.#isOver = true
    this.#handler.end(trailers)
  }

  get takesUpgrade(): boolean {
    return this.#request.upgrade !== undefined && this.#handler.upgraded !== undefined
  }

  upgraded(head: AnswerHead, socket: Duplex, first: Buffer): void {
    this.#isOver = true
    this.#handler.upgraded?.(head, socket, first)
  }

  failed(error: Error, answered: boolean, unprocessed?: Unprocessed): void {
    if (this.#isOver) return
    const request = this.#request
    // The service may have closed it just as it was used again: the request itself was not at fault.
    const isLost = this.#isReused && !answered && IDEMPOTENT.has(request.method)
    const isRepeatable = unprocessed === 'connection' || (!this.#isRepeated && (isLost || unprocessed === 'request'))
    if (isRepeatable && this.#attempts < MAX_ATTEMPTS && isWhole(request)) {
      this.#isRepeated = true
      this.#begin()
    } else this.#fail(error)
  }

  #pinOrBind(): void {
    const { connection: intercepted } = this.#request
    if (this.#connection === undefined) return
    if (this.#connection.isShared) this.#context.bind(intercepted)
    else this.#pool.pin(this.#connection, intercepted)
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    try {
      this.#handler.failed(error)
    } catch (fault) {
      this.#context.onFault(fault as Error)
    }
  }
}

/** A body that streams is gone. */
function isWhole({ body }: ExchangeRequest): boolean {
  return body === null || Buffer.isBuffer(body)
}
