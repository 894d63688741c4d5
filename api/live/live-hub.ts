import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { renewCaller } from '../auth/authenticate.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ApiError, forbidden, tooManyRequests } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { callerId } from '../http/request.ts'
import type { Change } from '../store/change-feed.ts'
import { LiveConnection } from './connection.ts'
import { PolicyRelay } from './policy-relay.ts'
import { moveTokenToHeader, refuseUpgrade, SUBPROTOCOL } from './upgrade.ts'

const HEARTBEAT_MS = 30_000
const MESSAGE_MAX_BYTES = 8192
const CONNECTIONS_PER_TENANT_MAX = 1000
const RETRY_AFTER_SECONDS = 30
/** How long a client may take to confirm that the connection is over. */
const CLOSE_GRACE_MS = 500

type Dependencies = Pick<ApiDependencies, 'store' | 'events' | 'metrics' | 'logger' | 'now'>

/** Throws ApiError where the request is not from somebody who may be here. */
export type IdentifyUpgrade = (request: IncomingMessage) => Promise<Caller>

/** Everybody who listens on /ws (api-decisions, Live updates). */
export class LiveHub {
  readonly #dependencies: Dependencies
  readonly #identify: IdentifyUpgrade
  readonly #connections = new Set<LiveConnection>()
  readonly #server: WebSocketServer
  readonly #policies: PolicyRelay
  readonly #heartbeatTimer: NodeJS.Timeout
  readonly #stopListening: (() => void)[]

  constructor(dependencies: Dependencies, identify: IdentifyUpgrade) {
    this.#dependencies = dependencies
    this.#identify = identify
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    })
    this.#policies = new PolicyRelay(dependencies)
    this.#heartbeatTimer = setInterval(() => this.#heartbeat(), HEARTBEAT_MS).unref()
    this.#stopListening = [
      dependencies.events.onIdentityChange((id) => void this.#recheck((caller) => callerId(caller) === id)),
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
      this.#requireRoom(caller)
      // Before the client is told that it is connected: no change may fall between what it reads and what it is told.
      await this.#policies.follow(caller.tenantId)
      socket.off('error', onError)
      this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#add(webSocket, caller))
    } catch (error) {
      const known = error instanceof ApiError
      if (!known) this.#dependencies.logger.error({ err: error, code: 'ERR_INTERNAL' }, 'an upgrade failed')
      refuseUpgrade(
        socket,
        known ? error : new ApiError(500, 'ERR_INTERNAL', 'Something went wrong on our side'),
        requestId,
      )
    }
  }

  /** Says goodbye to everybody and resolves when all are gone. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeatTimer)
    for (const stop of this.#stopListening) stop()
    this.#policies.close()
    const gone = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.close()
    const grace = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate()
    }, CLOSE_GRACE_MS)
    await gone
    clearTimeout(grace)
  }

  #requireRoom(caller: Caller): void {
    if (caller.kind === 'service' && !caller.token.scopes.includes('policies')) {
      throw forbidden('Live updates need a service token with the scope policies')
    }
    let open = 0
    for (const connection of this.#connections) if (connection.caller.tenantId === caller.tenantId) open += 1
    if (open >= CONNECTIONS_PER_TENANT_MAX) throw tooManyRequests(RETRY_AFTER_SECONDS)
  }

  #add(webSocket: WebSocket, caller: Caller): void {
    const { events, metrics } = this.#dependencies
    const connection = new LiveConnection(webSocket, caller, (reason) => metrics.liveCut.inc({ reason }))
    const unsubscribe = events.subscribe(caller.tenantId, (event) => connection.deliver(event))
    this.#connections.add(connection)
    metrics.liveConnections.inc()
    webSocket.on('close', () => {
      unsubscribe()
      this.#connections.delete(connection)
      if (![...this.#connections].some((other) => other.caller.tenantId === caller.tenantId)) {
        this.#policies.forget(caller.tenantId)
      }
      metrics.liveConnections.dec()
    })
  }

  #heartbeat(): void {
    const now = this.#dependencies.now().getTime()
    for (const connection of this.#connections) {
      if (isExpired(connection.caller, now)) connection.revoke()
      else connection.ping()
    }
  }

  #onChangeElsewhere({ tenant_id, topic }: Change): void {
    if (topic === 'policies') void this.#policies.catchUp(tenant_id)
    else void this.#recheck((caller) => caller.tenantId === tenant_id)
  }

  /** Closes the connections of callers whose token was revoked or has expired; a changed role counts from now on. */
  async #recheck(concerns: (caller: Caller) => boolean): Promise<void> {
    const { store, now, logger } = this.#dependencies
    for (const connection of [...this.#connections].filter(({ caller }) => concerns(caller))) {
      try {
        const caller = await renewCaller(connection.caller, store, now())
        if (caller === undefined) connection.revoke()
        else connection.caller = caller
      } catch (error) {
        logger.error({ err: error, code: 'ERR_STORE' }, 'a live connection cannot be checked')
      }
    }
  }
}

function isExpired(caller: Caller, now: number): boolean {
  return caller.kind === 'user' && caller.session.expiresAt <= now
}
