import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { AddressMatcher } from '../../core/network/address-list.ts'
import { clientAddress } from '../../core/network/address-list.ts'
import type { ApiState } from './context.ts'
import { UntrustedForwarders } from './untrusted-forwarders.ts'

/** A caller's own id is kept if it can do no harm in a log line; otherwise it gets one of ours. */
const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,64}$/

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE_ID.test(given) ? given : randomUUID()
}

/** Of the client behind the proxies that are trusted. */
export function clientAddressOf({ socket, headers }: IncomingMessage, isTrustedProxy: AddressMatcher): string {
  return clientAddress(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), isTrustedProxy)
}

/** Runs first: finds the client's address and gives the request the id that the log uses. */
export function requestContext(logger: Logger, isTrustedProxy: AddressMatcher): Middleware<ApiState> {
  const untrusted = new UntrustedForwarders(logger, isTrustedProxy)
  return async (ctx, next) => {
    untrusted.look(ctx.req)
    const requestId = requestIdOf(ctx.req)
    ctx.state.requestId = requestId
    ctx.state.logger = logger.child({ request_id: requestId })
    ctx.state.clientAddress = clientAddressOf(ctx.req, isTrustedProxy)
    ctx.set('X-Request-Id', requestId)
    await next()
  }
}
