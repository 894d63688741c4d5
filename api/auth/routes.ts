import { LoginRequest, LoginResponse } from '../../core/model/session.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { badRequest, unauthorized } from '../http/api-error.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'
import type { UserRecord } from '../store/store.ts'
import { presentUser } from '../users/presenter.ts'
import { issueSession, SESSION_SECONDS } from './sessions.ts'

/** An address in more tenants than this logs in with `tenant_id`: each one tried costs a slow hash. */
const TENANTS_TRIED_MAX = 10

type Dependencies = Pick<ApiDependencies, 'store' | 'passwords' | 'jwtSecret' | 'now' | 'metrics'>

export function authRoutes({ store, passwords, jwtSecret, now, metrics }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/auth/login',
        operation: 'login',
        summary: 'Obtain a token with e-mail address and password',
        access: { ...PUBLIC, limitLogins: true },
        body: LoginRequest,
        responses: { 200: { description: 'A bearer token', schema: LoginResponse } },
      },
      async ({ body }) => {
        const [user, ...others] = await findByPassword(body)
        if (user === undefined) {
          metrics.logins.inc({ result: 'refused' })
          throw unauthorized('Wrong e-mail address or password')
        }
        if (others.length > 0) {
          const message = 'must say which: this e-mail address and password fit several tenants'
          throw badRequest('The tenant is not clear', [{ path: 'tenant_id', message }])
        }
        const updated = await store.users.update(user.tenant_id, user.id, { last_login: now().toISOString() })
        if (updated === undefined) throw unauthorized('Wrong e-mail address or password')
        metrics.logins.inc({ result: 'accepted' })
        const token = issueSession(updated.after, jwtSecret, now())
        const response: LoginResponse = {
          token,
          token_type: 'Bearer',
          expires_in: SESSION_SECONDS,
          user: presentUser(updated.after),
        }
        return { status: 200, body: response }
      },
    ),
  ]

  /** Takes one hash's time where nobody of this address may log in, as where one user may. */
  async function findByPassword({ email, password, tenant_id }: LoginRequest): Promise<UserRecord[]> {
    const users = await store.users.findByEmail(email.toLowerCase())
    const candidates = users
      .filter((user) => user.status === 'active' && (tenant_id === undefined || user.tenant_id === tenant_id))
      .slice(0, TENANTS_TRIED_MAX)
    if (candidates.length === 0) await passwords.verify(undefined, password)
    const found: UserRecord[] = []
    for (const user of candidates) if (await passwords.verify(user.password_hash, password)) found.push(user)
    return found
  }
}
