import { LoginRequest, LoginResponse } from '../../core/model/session.ts'
import { addressBlock } from '../../core/network/address-list.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { badRequest, unauthorized } from '../http/api-error.ts'
import type { ApiRequest } from '../http/context.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'
import type { PasswordLine } from '../passwords/passwords.ts'
import { requirePasswords } from '../passwords/require-passwords.ts'
import { codeRequired, type SecondFactorCheck } from '../passwords/second-factor/check.ts'
import type { SecondFactorRecord, SessionRecord, UserRecord } from '../store/user-store.ts'
import { AccountBrake } from './account-brake.ts'
import { openBrowserSession } from './browser-session.ts'
import { requireConsole } from './cookie.ts'
import { KnownAddresses } from './known-addresses.ts'
import { type OpenedSession, openSession, withEnrolment } from './open-session.ts'
import { createClaims, newSession } from './sessions.ts'

/** An address in more tenants than this logs in with `tenant_id`: each one tried costs a slow hash. */
const TENANTS_TRIED_MAX = 10
const REFUSAL = 'Wrong e-mail address or password'

type LoginAttempt = Pick<ApiRequest<LoginRequest, unknown, undefined>, 'body' | 'clientAddress' | 'headers'>
/** Who has signed in, and with which session. */
interface LoggedIn {
  readonly user: UserRecord
  readonly session: SessionRecord
}
type Dependencies = Pick<
  ApiDependencies,
  'settings' | 'store' | 'passwords' | 'sessionKeys' | 'now' | 'metrics' | 'audit'
>

export function loginRoutes(dependencies: Dependencies, check: SecondFactorCheck): Route[] {
  const { settings, store, passwords, sessionKeys, now, metrics, audit } = dependencies
  const brake = new AccountBrake()
  const known = new KnownAddresses()
  return [
    route(
      {
        method: 'POST',
        path: '/auth/login',
        operation: 'login',
        summary: 'Obtain a token with e-mail address and password',
        access: { ...PUBLIC, limitByAddress: true },
        body: LoginRequest,
        responses: { 200: { description: 'A bearer token', schema: LoginResponse } },
        errors: [401, 403],
      },
      async (request) => {
        const { response, caller } = await open(await logIn(request), request)
        return { status: 200, body: withEnrolment(response, settings, caller.user, caller.session.id) }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/auth/session',
        operation: 'createSession',
        summary: 'Log in from a browser, with a cookie that obtains further tokens',
        access: { ...PUBLIC, limitByAddress: true },
        // Another way in must be no second number of attempts.
        limitedAs: 'login',
        body: LoginRequest,
        responses: { 200: { description: 'A bearer token', schema: LoginResponse } },
        errors: [401, 403],
      },
      async (request) => {
        requireConsole(request.headers)
        const { claims, caller } = await open(await logIn(request), request)
        const { cookie, response } = openBrowserSession(caller.user, sessionKeys.session, now(), claims)
        const body = withEnrolment(response, settings, caller.user, caller.session.id)
        return { status: 200, body, headers: { 'Set-Cookie': cookie } }
      },
    ),
  ]

  /** @throws ApiError 403 where no passwords are taken; 401, the same for every cause; 400 where several tenants fit, or a code is needed */
  async function logIn({ body, headers, clientAddress }: LoginAttempt): Promise<LoggedIn> {
    requirePasswords(settings)
    const isKnown = known.has(body.email, clientAddress)
    // Those at a known address are not slowed down by what others do elsewhere.
    const account = [body.email, ...(isKnown ? [addressBlock(clientAddress)] : [])]
    const found = await brake.attempt(account, clientAddress, async () => {
      const candidates = await findCandidates(body)
      const matching = await withPassword(candidates, body.password, isKnown ? 'known' : 'unknown')
      if (matching.length > 0) return matching
      // Not waited for: it would take the time that tells a known address from an unknown one.
      for (const candidate of candidates) {
        audit.recordLater(candidate.tenant_id, { caller: undefined, clientAddress }, login('failed', candidate))
      }
      return undefined
    })
    const [user, ...others] = found ?? []
    if (user === undefined) {
      metrics.logins.inc({ result: 'refused' })
      throw unauthorized(REFUSAL)
    }
    if (others.length > 0) {
      const message = 'must say which: this e-mail address and password fit several tenants'
      throw badRequest('The tenant is ambiguous', [{ path: 'tenant_id', message }])
    }
    const { second_factor: factor } = user
    const used = factor?.confirmed === true ? await useCode(user, factor, body.code, clientAddress) : undefined
    // Verifying took time, in which the password may have been reset, or the user deactivated.
    const session = newSession('password', sessionKeys.session, now(), { headers, clientAddress })
    const changes = {
      addSession: session,
      last_login: now().toISOString(),
      ifSessionVersion: user.session_version,
      ...(used !== undefined && { second_factor: used, ifSecondFactorVersion: used.version - 1 }),
    }
    const updated = await store.users.update(user.tenant_id, user.id, changes)
    if (updated?.after.status !== 'active') throw unauthorized(REFUSAL)
    metrics.logins.inc({ result: 'accepted' })
    known.add(user.email, clientAddress)
    return { user: updated.after, session }
  }

  /** @throws ApiError 400 where no code was sent, 401 for a wrong one, 429 after too many wrong ones */
  async function useCode(
    user: UserRecord,
    factor: SecondFactorRecord,
    code: string | undefined,
    clientAddress: string,
  ): Promise<SecondFactorRecord> {
    if (code === undefined) {
      // Whoever has the password alone comes no further, and is to be seen.
      audit.recordLater(user.tenant_id, { caller: undefined, clientAddress }, login('asked', user))
      throw codeRequired()
    }
    try {
      return await check.use(user, factor, code)
    } catch (error) {
      metrics.logins.inc({ result: 'refused' })
      audit.recordLater(user.tenant_id, { caller: undefined, clientAddress }, login('failed', user))
      throw error
    }
  }

  async function open({ user, session }: LoggedIn, { clientAddress }: LoginAttempt): Promise<OpenedSession> {
    const opened = openSession(user, sessionKeys.session, now(), createClaims(user, now(), session.id))
    await audit.record(user.tenant_id, { caller: opened.caller, clientAddress }, login('accepted', user))
    return opened
  }

  /**
   * Pending and inactive users cannot log in, and nobody is told that they are. Nor can those without a password: any tenant's
   * provisioning may make one with the address of somebody else, whose attempts are none of its business.
   */
  async function findCandidates({ email, tenant_id }: LoginRequest): Promise<UserRecord[]> {
    const users = await store.users.findByEmail(email.toLowerCase())
    return users
      .filter(({ status, password_hash }) => status === 'active' && password_hash !== null)
      .filter((user) => tenant_id === undefined || user.tenant_id === tenant_id)
      .slice(0, TENANTS_TRIED_MAX)
  }

  /**
   * Takes one hash's time where nobody of this address may log in, as where one user may. Those of several tenants are
   * verified side by side, so that the time tells as little as it can of how many there are.
   */
  async function withPassword(
    candidates: readonly UserRecord[],
    password: string,
    line: PasswordLine,
  ): Promise<UserRecord[]> {
    if (candidates.length === 0) await passwords.verify(undefined, password, line)
    const verdicts = await Promise.all(candidates.map((user) => passwords.verify(user.password_hash, password, line)))
    return candidates.filter((_, index) => verdicts[index])
  }
}

const ACTIONS = { accepted: 'auth.login', failed: 'auth.login_failed', asked: 'auth.code_asked' } as const

function login(result: keyof typeof ACTIONS, { id, email }: UserRecord): AuditedAction {
  return { action: ACTIONS[result], target_type: 'user', target_id: id, details: { email } }
}
