import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { RESOURCES } from '../../core/resources/all.ts'
import { renewCaller } from '../auth/authenticate.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { forbidden } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { toApiError } from '../http/error-handler.ts'
import { callerId } from '../http/request.ts'
import type { RedisConnections } from '../redis/connections.ts'
import type { Change, Topic } from '../store/change-feed.ts'
import { isForPolicies, LiveConnection, type ProxyNotice } from './connection.ts'
import type { FeedListener, LiveFeed } from './feed.ts'
import type { ResumeLimits } from './journal.ts'
import { LocalFeed } from './local-feed.ts'
import { PolicyRelay } from './policy-relay.ts'
import { type SeatLimits, Seats } from './seats.ts'
import { SharedFeed } from './shared-feed.ts'
import { moveTokenToHeader, refuseUpgrade, SUBPROTOCOL } from './upgrade.ts'

const HEARTBEAT_MS = 30_000
const MESSAGE_MAX_BYTES = 8192
/** How long a client may take to confirm that the connection is over. */
const CLOSE_GRACE_MS = 500

/** The notice that proxies get when something of a topic changes. */
const NOTICES = new Map<Topic, Exclude<ProxyNotice['type'], 'users_changed'>>([
  ['detectors', 'detectors_changed'],
  ...RESOURCES.flatMap(({ plural, notice }) => (notice === undefined ? [] : [[plural, notice] as const])),
])

type Dependencies = Pick<ApiDependencies, 'store' | 'events' | 'metrics' | 'logger' | 'now' | 'sessionKeys'> & {
  readonly settings: Pick<ApiDependencies['settings'], 'secondFactor' | 'passwordLogin'>
}

/** Throws ApiError if the caller is not allowed to connect. */
export type IdentifyUpgrade = (request: IncomingMessage) => Promise<Caller>

export interface LiveHubOptions {
  readonly identify: IdentifyUpgrade
  readonly limits: ResumeLimits
  readonly seats: SeatLimits
  /** The source of other processes' events; without it, their changes of policies and users are read from the store. */
  readonly redis: RedisConnections | undefined
  readonly heartbeatMs?: number
}

/** Everyone who listens on /ws (docs/live-updates.md). */
export class LiveHub {
  readonly #dependencies: Dependencies
  readonly #identify: IdentifyUpgrade
  readonly #connections = new Set<LiveConnection>()
  readonly #server: WebSocketServer
  readonly #feed: LiveFeed
  readonly #seats: Seats
  readonly #heartbeatTimer: NodeJS.Timeout
  readonly #stopListening: (() => void)[]
  /** Whether everyone is being asked for again. */
  #isRechecking = false

  constructor(dependencies: Dependencies, options: LiveHubOptions) {
    const { identify, limits, seats, redis, heartbeatMs = HEARTBEAT_MS } = options
    this.#dependencies = dependencies
    this.#identify = identify
    this.#seats = new Seats(seats)
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    })
    const { events, now } = dependencies
    const policies = new PolicyRelay(dependencies)
    const onIdentityChange = (id: string) => void this.#recheck(({ caller }) => callerId(caller) === id)
    this.#feed =
      redis === undefined
        ? new LocalFeed(events, policies, limits, now)
        : new SharedFeed({ redis, events, policies, limits, now, onIdentityChange })
    this.#heartbeatTimer = setInterval(() => this.#heartbeat(), heartbeatMs).unref()
    this.#stopListening = [
      events.onIdentityChange((id, tenantId) => {
        onIdentityChange(id)
        this.#send(tenantId, { type: 'users_changed', user_id: id })
      }),
      events.onChanged((change) => this.#notify(change)),
      dependencies.sessionKeys.onChange(() => void this.#recheck(({ caller }) => caller.kind === 'user')),
      dependencies.store.watch((change) => this.#onChangeElsewhere(change)),
    ]
  }

  /** Takes over a request to upgrade to a WebSocket, whose answer it writes itself. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): Promise<void> {
    const onError = () => socket.destroy()
    socket.on('error', onError)
    try {
      moveTokenToHeader(request)
      const caller = await this.#identify(request)
      let leave = this.#takeSeat(caller)
      try {
        // Before the client is told that it is connected: no change may get lost between the client's first read and its first event.
        const stop = await this.#feed.listen(caller.tenantId, placeholder(isForPolicies(caller)))
        socket.off('error', onError)
        this.#server.handleUpgrade(request, socket, head, (webSocket) => {
          socket.on('data', this.#add(webSocket, caller, leave))
          // The connection has it now.
          leave = () => {}
        })
        stop()
      } finally {
        leave()
      }
    } catch (error) {
      const answer = toApiError(error)
      if (answer !== error) this.#dependencies.logger.error({ err: error, code: answer.code }, 'an upgrade failed')
      refuseUpgrade(socket, answer, requestId)
    }
  }

  /** Says goodbye to everyone and resolves when all are gone. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeatTimer)
    for (const stop of this.#stopListening) stop()
    const gone = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.close()
    const grace = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate()
    }, CLOSE_GRACE_MS)
    await gone
    clearTimeout(grace)
  }

  /** Called when no more events are made: sends the last ones to other processes. */
  async closeFeed(): Promise<void> {
    await this.#feed.close()
  }

  #takeSeat(caller: Caller): () => void {
    if (caller.kind === 'service' && !caller.token.scopes.includes('policies')) {
      throw forbidden('Live updates need a service token with the scope policies')
    }
    return this.#seats.take(caller)
  }

  /** @returns what is told of each piece that the client sends */
  #add(webSocket: WebSocket, caller: Caller, leave: () => void): (piece: Buffer) => void {
    const { metrics, logger } = this.#dependencies
    const { tenantId } = caller
    const connection = new LiveConnection({
      socket: webSocket,
      caller,
      onCut: (reason) => metrics.liveCut.inc({ reason }),
      since: (eventId, listener, onCut) => this.#feed.since(tenantId, eventId, listener, onCut),
    })
    this.#connections.add(connection)
    metrics.liveConnections.inc()
    // From this moment on, since the tenant is listened to already.
    const listening = this.#feed.listen(tenantId, connection)
    listening.catch((error: unknown) => {
      logger.error({ err: error, code: 'ERR_STORE' }, 'a live connection has no events')
      connection.terminate()
    })
    webSocket.on('close', () => {
      this.#connections.delete(connection)
      leave()
      metrics.liveConnections.dec()
      listening.then(
        (stop) => stop(),
        () => {},
      )
    })
    // A revocation between the first look at the token and now was told to those who were connected then.
    void this.#recheck((one) => one === connection)
    return (piece) => connection.onBytes(piece.length)
  }

  #heartbeat(): void {
    const now = this.#dependencies.now().getTime()
    for (const connection of this.#connections) {
      if (isExpired(connection.caller, now)) connection.revoke()
      else connection.ping()
    }
    // Whatever message of a revocation was lost: nobody outlives it for long.
    if (this.#isRechecking) return
    this.#isRechecking = true
    void this.#recheck(() => true).finally(() => {
      this.#isRechecking = false
    })
  }

  #onChangeElsewhere({ tenant_id, topic }: Change): void {
    if (topic === 'policies') void this.#feed.policiesChanged(tenant_id)
    else if (NOTICES.has(topic)) this.#notify({ tenant_id, topic })
    else {
      if (topic === 'users') this.#send(tenant_id, { type: 'users_changed' })
      void this.#recheck(({ caller }) => caller.tenantId === tenant_id)
    }
  }

  #notify({ tenant_id, topic }: Change): void {
    const type = NOTICES.get(topic)
    if (type !== undefined) this.#send(tenant_id, { type })
  }

  /** To the proxies of a tenant. */
  #send(tenantId: string, notice: ProxyNotice): void {
    for (const connection of this.#connections) {
      if (connection.caller.tenantId === tenantId) connection.onNotice(notice)
    }
  }

  /** Closes the connections of callers whose token was revoked or has expired; a changed role counts from now on. */
  async #recheck(concerns: (connection: LiveConnection) => boolean): Promise<void> {
    const { logger } = this.#dependencies
    for (const connection of [...this.#connections].filter(concerns)) {
      if (!this.#connections.has(connection)) continue
      try {
        const caller = await renewCaller(connection.caller, this.#dependencies)
        if (caller === undefined || (caller.kind === 'user' && caller.mustEnrol === true)) connection.revoke()
        else connection.caller = caller
      } catch (error) {
        logger.error({ err: error, code: 'ERR_STORE' }, 'a live connection cannot be checked')
      }
    }
  }
}

/** Keeps a tenant listened to until its client is there. */
function placeholder(isForPolicies: boolean): FeedListener {
  return { isForPolicies, onEvent: () => {}, onGap: () => {} }
}

function isExpired(caller: Caller, now: number): boolean {
  return caller.kind === 'user' && caller.session.expiresAt <= now
}
