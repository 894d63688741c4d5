import { type IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import Koa from 'koa'
import type { Settings } from '../config/settings.ts'
import type { AddressMatcher } from '../core/network/address-list.ts'
import { authenticate, renewCaller } from './auth/authenticate.ts'
import { ConsoleFiles } from './console/files.ts'
import { serveConsole } from './console/serve.ts'
import type { ApiDependencies } from './dependencies.ts'
import { pageRoutes } from './docs/page-routes.ts'
import { accessLog } from './http/access-log.ts'
import { enrolFirst, unauthorized } from './http/api-error.ts'
import { BASE } from './http/base.ts'
import { boundAnswers } from './http/bounded-answers.ts'
import type { ApiState, Caller } from './http/context.ts'
import { errorHandler } from './http/error-handler.ts'
import { limitInFlight } from './http/in-flight.ts'
import { type Limits, mount } from './http/mount.ts'
import { RateLimit } from './http/rate-limit.ts'
import { requireHost } from './http/refused-requests.ts'
import { clientAddressOf, requestContext } from './http/request-context.ts'
import { securityHeaders } from './http/security-headers.ts'
import { TenantLimit } from './http/tenant-limit.ts'
import type { Recorder } from './interactions/recorder.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import type { RedisConnections } from './redis/connections.ts'
import { apiRoutes, openRecording } from './routes.ts'
import { scimErrors } from './scim/errors-in-form.ts'
import { scimRoutes } from './scim/routes.ts'
import { acceptPageRoutes } from './users/accept-page-routes.ts'

/** Where `npm start` builds the console (bin/launch/console.mjs). */
const CONSOLE_FOLDER = join(import.meta.dirname, '../console/dist')
/** Of one caller. More than a program needs, and little enough to be held in memory for each. */
const IN_FLIGHT = { weight: 64, waiting: 512, waitMs: 30_000 } as const

/** A whole office behind one address signs in in the morning, each with two visits of the browser. */
const VISITS_PER_LOGIN = 60

export interface AppOptions {
  readonly settings: Pick<Settings, 'loginRate' | 'tenantRate' | 'apiUnreadSeconds'>
  /** Whether a peer's X-Forwarded-* fields are believed. */
  readonly isTrustedProxy: AddressMatcher
  /** Whether clients reach it over TLS that ends here. */
  readonly tls: boolean
  readonly redis: RedisConnections | undefined
}

export interface App {
  readonly koa: Koa<ApiState>
  /** Authenticates a request that wants to become a WebSocket as if it were any other. */
  readonly identifyUpgrade: (request: IncomingMessage) => Promise<Caller>
  readonly recorder: Recorder
}

export function createApp(dependencies: ApiDependencies, { settings, isTrustedProxy, tls, redis }: AppOptions): App {
  const counts = redis?.open('rate-limits', 'prompt')
  const limits: Limits = {
    logins: new RateLimit('login', settings.loginRate, counts),
    visits: new RateLimit('visit', settings.loginRate * VISITS_PER_LOGIN, counts),
    requests: new TenantLimit(settings.tenantRate, counts),
  }
  const authenticated = authenticate(dependencies)
  const renew = (caller: Caller) => renewCaller(caller, dependencies)
  const options = { authenticate: authenticated, renew, limits, inFlight: limitInFlight(IN_FLIGHT) }

  const koa = new Koa<ApiState>()
  koa.use(boundAnswers(settings.apiUnreadSeconds * 1000))
  koa.use(requestContext(dependencies.logger, isTrustedProxy))
  koa.use(accessLog(dependencies.metrics))
  koa.use(securityHeaders(tls))
  koa.use(errorHandler())
  koa.use(requireHost())
  koa.use(scimErrors())
  const recording = openRecording(dependencies)
  const routes = [
    ...apiRoutes(dependencies, recording, counts),
    ...pageRoutes(),
    ...acceptPageRoutes(),
    ...onboardingRoutes(),
    ...scimRoutes(dependencies),
  ]
  koa.use(mount(routes, BASE, options))
  koa.use(
    mount(
      routes.filter(({ alsoAtRoot }) => alsoAtRoot === true),
      '',
      options,
    ),
  )
  koa.use(serveConsole(new ConsoleFiles(CONSOLE_FOLDER)))
  // An error after the answer has begun: the client went away while it was sent.
  koa.on('error', (error) => dependencies.logger.debug({ err: error, code: 'ERR_RESPONSE' }, 'an answer was not sent'))

  return { koa, identifyUpgrade, recorder: recording.recorder }

  async function identifyUpgrade(request: IncomingMessage): Promise<Caller> {
    const ctx = koa.createContext(request, new ServerResponse(request))
    ctx.state.clientAddress = clientAddressOf(request, isTrustedProxy)
    let caller: Caller | undefined
    await authenticated(ctx as never, async () => {
      caller = (ctx.state as ApiState).caller
    })
    if (caller === undefined) throw unauthorized()
    if (caller.kind === 'user' && caller.mustEnrol === true) throw enrolFirst()
    await limits.requests.count(caller)
    return caller
  }
}
