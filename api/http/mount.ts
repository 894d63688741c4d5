import Router from '@koa/router'
import type { Middleware } from 'koa'
import { z } from 'zod'
import { addressBlock } from '../../core/network/address-list.ts'
import { badRequest, enrolFirst, forbidden, methodNotAllowed, unauthorized } from './api-error.ts'
import type { ApiContext, ApiState, Caller } from './context.ts'
import { toDetails } from './details.ts'
import type { InFlight } from './in-flight.ts'
import { sendJson } from './json-answer.ts'
import { jsonBody } from './json-body.ts'
import type { RateLimit } from './rate-limit.ts'
import { callerId } from './request.ts'
import { type Access, BODY_LIMIT, type Route } from './route.ts'
import type { TenantLimit } from './tenant-limit.ts'

export interface MountOptions {
  readonly authenticate: Middleware<ApiState>
  /** The caller as the store knows it now; undefined where the token holds no longer. */
  readonly renew: (caller: Caller) => Promise<Caller | undefined>
  readonly limits: Limits
  readonly inFlight: InFlight
}

export interface Limits {
  /** By operation and client address, IPv6 by /64. */
  readonly logins: RateLimit
  /** The same of what lets nobody guess anything. */
  readonly visits: RateLimit
  readonly requests: TenantLimit
}

/** Of a body of ten megabytes, in requests that count towards what one caller has under way. */
const LARGE_BODY_WEIGHT = 4

/** What a route without query parameters takes. Probes and login forgive: monitors add parameters against caches. */
const NO_QUERY = z.strictObject({})

/** Puts every route behind the same ordered list of middleware. */
export function mount(routes: readonly Route[], prefix: string, options: MountOptions): Middleware<ApiState> {
  const router = new Router<ApiState>({ prefix, sensitive: true })
  for (const route of routes) {
    router.register(
      route.path,
      [route.method],
      [
        named(route),
        ...(route.access.public ? [] : [options.authenticate]),
        rateLimited(route, options.limits),
        ...(route.access.public ? [] : [authorized(route.access)]),
        ...(route.access.public ? [] : [inTurn(route, options)]),
        ...(route.body === undefined
          ? []
          : [jsonBody(route.bodyLimit ?? BODY_LIMIT, route.bodyTypes), renewed(route.access, options)]),
        handled(route, options),
      ],
    )
  }
  const dispatch = router.routes()
  return async (ctx, next) => {
    rejectOtherMethods(router, ctx.path, ctx.method)
    await dispatch(ctx as never, next)
  }
}

/** A known path with a method it does not take is 405 for every caller (RFC 9110, 15.5.6). */
function rejectOtherMethods(router: Router<ApiState>, path: string, method: string): void {
  const matched = router.match(path, method).path
  // /interactions/batch is a path of its own, though it looks like /interactions/:id.
  const literal = matched.filter((layer) => layer.paramNames.length === 0)
  const methods = (literal.length > 0 ? literal : matched).flatMap((layer) => layer.methods)
  if (methods.length > 0 && !methods.includes(method)) throw methodNotAllowed([...new Set(methods)].sort())
}

function named({ operation, isPage }: Route): Middleware<ApiState> {
  return async (ctx, next) => {
    ctx.state.operation = operation
    ctx.state.isPage = isPage === true
    await next()
  }
}

function rateLimited(
  { access, operation, limitedAs = operation, isCountedApart }: Route,
  limits: Limits,
): Middleware<ApiState> {
  return async (ctx, next) => {
    if (!access.public)
      ctx.set(await limits.requests.count(requireCaller(ctx.state.caller), isCountedApart && operation))
    else if (access.limitByAddress !== undefined && access.limitByAddress !== false) {
      const limit = access.limitByAddress === 'visits' ? limits.visits : limits.logins
      ctx.set(await limit.count(`${limitedAs} ${addressBlock(ctx.state.clientAddress)}`))
    }
    await next()
  }
}

/** Only routes without authentication have none. */
function requireCaller(caller: Caller | undefined): Caller {
  if (caller === undefined) throw unauthorized()
  return caller
}

/** Limits a caller's concurrent requests; a large body counts as several. What had to wait is asked again who it is. */
function inTurn({ bodyLimit = BODY_LIMIT, access }: Route, options: MountOptions): Middleware<ApiState> {
  const weight = bodyLimit > BODY_LIMIT ? LARGE_BODY_WEIGHT : 1
  return async (ctx, next) => {
    const { turn, leave } = options.inFlight.enter(callerId(requireCaller(ctx.state.caller)), weight)
    ctx.res.once('close', leave)
    if (ctx.res.closed || ctx.res.destroyed) return leave()
    if (turn !== undefined) {
      await turn
      if (ctx.res.closed || ctx.res.destroyed) return
      ctx.state.caller = await renew(access, ctx.state.caller, options)
    }
    await next()
  }
}

function authorized(access: Exclude<Access, { public: true }>): Middleware<ApiState> {
  return async (ctx, next) => {
    requireAllowed(access, ctx.state.caller)
    await next()
  }
}

/** A body may take its sender a minute, in which the token can be revoked: what was true of its head need not be of it. */
function renewed(access: Access, options: MountOptions): Middleware<ApiState> {
  return async (ctx, next) => {
    ctx.state.caller = await renew(access, ctx.state.caller, options)
    await next()
  }
}

async function renew(access: Access, caller: Caller | undefined, options: MountOptions): Promise<Caller | undefined> {
  if (access.public || caller === undefined) return undefined
  const current = await options.renew(caller)
  if (current === undefined) throw unauthorized()
  requireAllowed(access, current)
  return current
}

/** @throws ApiError 403 */
function requireAllowed(access: Exclude<Access, { public: true }>, caller: Caller | undefined): void {
  if (!isAllowed(access, caller)) throw forbidden()
  if (caller?.kind === 'user' && caller.mustEnrol === true && access.beforeEnrolling !== true) throw enrolFirst()
}

function isAllowed(access: Exclude<Access, { public: true }>, caller: Caller | undefined): boolean {
  if (caller === undefined) return false
  if (caller.kind === 'user') return access.roles.includes(caller.user.role)
  return caller.token.scopes.some((scope) => access.scopes.includes(scope))
}

function handled(route: Route, options: MountOptions): Middleware<ApiState> {
  return async (ctx) => {
    const reply = await route.handle({
      caller: ctx.state.caller,
      query: validate(route.query ?? (route.access.public ? undefined : NO_QUERY), ctx.query, 'The query is not valid'),
      body: validate(bodySchema(route, ctx.state.caller), bodyOf(ctx), 'The request body is not valid'),
      params: ctx.params as Record<string, string>,
      headers: ctx.headers,
      clientAddress: ctx.state.clientAddress,
      renew: () => renew(route.access, ctx.state.caller, options),
    })
    if (ctx.state.caller !== undefined) ctx.set('X-Tenant-Id', ctx.state.caller.tenantId)
    for (const [name, value] of Object.entries(reply.headers ?? {})) ctx.set(name, [value].flat())
    ctx.status = reply.status
    if (typeof reply.body === 'object') sendJson(ctx, reply.body)
    else if (reply.body !== undefined) ctx.body = reply.body
    if (reply.type !== undefined) ctx.type = reply.type
  }
}

function bodySchema(route: Route, caller: Caller | undefined): z.ZodType | undefined {
  return caller?.kind === 'service' ? (route.serviceBody ?? route.body) : route.body
}

function bodyOf(ctx: ApiContext): unknown {
  const { body } = ctx.request as { body?: unknown }
  // An empty body parses as an empty string: to the caller it is a missing one.
  return body === '' ? undefined : body
}

function validate(schema: z.ZodType | undefined, value: unknown, message: string): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (!result.success) throw badRequest(message, toDetails(issuesOf(schema, value, result.error.issues)))
  return result.data
}

/** "Is required" does not say which fields are: a missing body is answered like an empty object, with the list of missing fields. */
function issuesOf(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]) {
  if (value !== undefined) return issues
  const empty = schema.safeParse({}).error?.issues ?? []
  return empty.length > 0 && empty.every(({ path }) => path.length > 0) ? empty : issues
}
