import { z } from 'zod'
import { text } from '../../../core/model/common.ts'
import { PASSWORD_MAX } from '../../../core/model/user.ts'
import type { ApiDependencies } from '../../dependencies.ts'
import { notFound, unavailable } from '../../http/api-error.ts'
import { BASE } from '../../http/base.ts'
import { EVERY_USER, PUBLIC, type Route, route } from '../../http/route.ts'
import type { SecondFactorCheck } from '../../passwords/second-factor/check.ts'
import { requireProof } from '../../passwords/second-factor/proof.ts'
import { requireUser } from '../../users/own-account.ts'
import { openBrowserSession } from '../browser-session.ts'
import { requireConsole } from '../cookie.ts'
import { createClaims, newSession } from '../sessions.ts'
import { Accounts } from './accounts.ts'
import { attemptCookie, clearAttempt, newAttempt, readAttempt, secretsOf } from './attempt.ts'
import { readPerson } from './claims.ts'
import { type Refusal, SignOnRefusedError } from './errors.ts'
import { Provider } from './provider.ts'

const CALLBACK = '/auth/oidc/callback'
/** Asked of the provider at once; whoever comes then tries again. */
const EXCHANGES_MAX = 32
const RETRY_SECONDS = 2

const SignInMethods = z.strictObject({
  password: z.boolean().meta({ description: 'Whether e-mail address and password are taken' }),
  single_sign_on: z.boolean().meta({ description: 'Whether GET /auth/oidc/start leads to an OpenID provider' }),
})
const Location = z.strictObject({ location: z.string().meta({ description: 'Where the browser goes next' }) })
const PageQuery = z.object({ return_to: text(1024).optional().meta({ description: 'The page to return to' }) })
const LinkBody = z.strictObject({
  return_to: text(1024).optional(),
  password: z.string().max(PASSWORD_MAX).optional().meta({ description: 'Needed by users who have one' }),
  code: text(64).optional().meta({ description: 'Needed besides by users with a second factor' }),
})
/** What a provider adds to the redirect URI (RFC 6749, 4.1.2; RFC 9207); whatever else it adds is not read. */
const CallbackQuery = z.object({
  code: text(8192).optional(),
  state: text(1024).optional(),
  iss: text(2048).optional(),
  error: text(256).optional(),
  error_description: text(2048).optional(),
})

type Dependencies = Pick<
  ApiDependencies,
  'settings' | 'store' | 'passwords' | 'sessionKeys' | 'now' | 'audit' | 'events' | 'metrics' | 'logger' | 'publicUrl'
>

/** Signing in with an OpenID provider, and linking an account with it (docs/reference/api-rules.md, Single sign-on). */
export function singleSignOnRoutes(dependencies: Dependencies, check: SecondFactorCheck): Route[] {
  const { settings, store, passwords, sessionKeys, now, metrics, logger, publicUrl } = dependencies
  const { oidcIssuer, oidcClientId, oidcTenantClaim } = settings
  const provider =
    oidcIssuer === undefined || oidcClientId === undefined
      ? undefined
      : new Provider(
          {
            issuer: oidcIssuer,
            clientId: oidcClientId,
            clientSecret: settings.oidcClientSecret,
            scope: settings.oidcScope,
            ca: settings.oidcCa,
            needed: [
              settings.oidcRoleClaim,
              ...(oidcTenantClaim === undefined ? [] : [oidcTenantClaim]),
              'email',
              ...(settings.oidcEmail === 'trusted' ? [] : ['email_verified']),
            ],
          },
          () => now().getTime(),
        )
  const rules = {
    roleClaim: settings.oidcRoleClaim,
    adminValues: settings.oidcAdminValues,
    viewerValues: settings.oidcViewerValues,
    tenantClaim: oidcTenantClaim,
    isEmailTrusted: settings.oidcEmail === 'trusted',
  }
  const accounts = new Accounts(dependencies, settings.oidcTenant)
  const redirectUri = () => `${publicUrl()}${BASE}${CALLBACK}`
  let exchanges = 0

  return [
    route(
      {
        method: 'GET',
        path: '/auth/methods',
        operation: 'getSignInMethods',
        summary: 'See how people sign in here',
        access: PUBLIC,
        responses: { 200: { description: 'The ways that there are', schema: SignInMethods } },
      },
      async () => ({
        status: 200,
        body: { password: settings.passwordLogin === 'on', single_sign_on: provider !== undefined },
      }),
    ),
    route(
      {
        method: 'GET',
        path: '/auth/oidc/start',
        operation: 'startSingleSignOn',
        summary: 'Send a browser to the OpenID provider',
        access: { ...PUBLIC, limitByAddress: 'visits' },
        query: PageQuery,
        responses: {
          303: { description: 'To the provider; or to the console, with the reason, where it does not answer' },
        },
        errors: [404],
      },
      async ({ query }) => {
        const attempt = newAttempt(query.return_to, now())
        try {
          const location = await required().location(secretsOf(attempt, sessionKeys.session), redirectUri())
          return redirect(location.href, attemptCookie(attempt, sessionKeys.session))
        } catch (error) {
          return redirect(told('/', refusalOf(error)), clearAttempt())
        }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/auth/oidc/link',
        operation: 'linkSingleSignOn',
        summary: 'Begin to link your own account with the OpenID provider',
        access: EVERY_USER,
        body: LinkBody,
        responses: { 200: { description: 'Where the browser goes next', schema: Location } },
        errors: [404, 503],
      },
      async ({ caller, body, headers, renew }) => {
        requireConsole(headers)
        const asked = required()
        await requireProof(store, passwords, check, requireUser(caller).user, body)
        const { user, session } = requireUser(await renew())
        const link = { tenant: user.tenant_id, user: user.id, version: session.version, session: session.id }
        const attempt = newAttempt(body.return_to, now(), link)
        try {
          const location = await asked.location(secretsOf(attempt, sessionKeys.session), redirectUri())
          const cookie = attemptCookie(attempt, sessionKeys.session)
          return { status: 200, body: { location: location.href }, headers: { 'Set-Cookie': cookie } }
        } catch (error) {
          refusalOf(error)
          throw unavailable('The OpenID provider does not answer', RETRY_SECONDS)
        }
      },
    ),
    route(
      {
        method: 'GET',
        path: CALLBACK,
        operation: 'finishSingleSignOn',
        summary: 'Take back a browser from the OpenID provider',
        access: { ...PUBLIC, limitByAddress: 'visits' },
        query: CallbackQuery,
        responses: { 303: { description: 'To the console, signed in; or with the reason why not' } },
        errors: [404, 503],
      },
      async ({ query, headers, clientAddress }) => {
        const asked = required()
        if (exchanges >= EXCHANGES_MAX) throw unavailable('Too many people sign in at once', RETRY_SECONDS)
        exchanges += 1
        const attempt = readAttempt(headers, query.state, sessionKeys.session, now())
        try {
          if (attempt === undefined) throw new SignOnRefusedError('expired')
          const callback = new URL(redirectUri())
          for (const [name, value] of Object.entries(query)) callback.searchParams.set(name, value ?? '')
          const person = readPerson(await asked.claims(callback, secretsOf(attempt, sessionKeys.session)), rules)
          if (attempt.link !== undefined) {
            await accounts.link(person, attempt.link, clientAddress, oidcTenantClaim !== undefined)
            return redirect(told(attempt.page, 'linked'), clearAttempt())
          }
          const session = newSession('single_sign_on', sessionKeys.session, now(), { headers, clientAddress })
          const user = await accounts.signIn(person, session, oidcTenantClaim !== undefined)
          metrics.logins.inc({ result: 'accepted' })
          const claims = createClaims(user, now(), session.id)
          const { cookie } = openBrowserSession(user, sessionKeys.session, now(), claims)
          return redirect(attempt.page, clearAttempt(), cookie)
        } catch (error) {
          // Who links is signed in, and is told on the page of the account.
          const page = attempt?.link === undefined ? '/' : attempt.page
          return redirect(told(page, refusalOf(error)), clearAttempt())
        } finally {
          exchanges -= 1
        }
      },
    ),
  ]

  function required(): Provider {
    if (provider === undefined) throw notFound('Single sign-on')
    return provider
  }

  /** Counts and logs it; what the provider wrote may hold anything and is not logged, but for the codes of its errors. */
  function refusalOf(error: unknown): Refusal {
    if (!(error instanceof SignOnRefusedError)) throw error
    const { refusal, cause } = error
    const codes = [cause, (cause as Error | undefined)?.cause].map(
      (one) => (one as { code?: unknown } | undefined)?.code,
    )
    const code = codes.filter((one) => typeof one === 'string')
    logger.warn({ code: error.code, refusal, causes: code }, 'single sign-on was refused')
    metrics.logins.inc({ result: 'refused' })
    return refusal
  }
}

/** The page, with what came of it in its query. */
function told(page: string, outcome: Refusal | 'linked'): string {
  return `${page}${page.includes('?') ? '&' : '?'}sign-in=${outcome}`
}

function redirect(location: string, ...cookies: readonly string[]) {
  return { status: 303, body: '', headers: { Location: location, 'Set-Cookie': cookies, 'Cache-Control': 'no-store' } }
}
