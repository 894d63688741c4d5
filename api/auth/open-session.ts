import type { Settings } from '../../config/settings.ts'
import type { LoginResponse } from '../../core/model/session.ts'
import type { Caller } from '../http/context.ts'
import { mustEnrol } from '../passwords/second-factor/required.ts'
import type { NamedKey } from '../store/named-keys.ts'
import type { UserRecord } from '../store/user-store.ts'
import { presentUser } from '../users/presenter.ts'
import { type Claims, createClaims, signClaims, toSession } from './sessions.ts'

export interface OpenedSession {
  readonly caller: Extract<Caller, { kind: 'user' }>
  readonly claims: Claims
  readonly response: LoginResponse
}

/** The answer to a login, and the caller that the user now is. */
export function openSession(
  user: UserRecord,
  key: NamedKey,
  now: Date,
  claims = createClaims(user, now),
): OpenedSession {
  return {
    caller: { kind: 'user', tenantId: user.tenant_id, user, session: toSession({ ...claims, keyId: key.id }) },
    claims,
    response: {
      token: signClaims(claims, key),
      token_type: 'Bearer',
      expires_in: claims.exp - claims.iat,
      user: presentUser(user),
    },
  }
}

/** The answer, which says where the session is good for nothing but setting up a second factor. */
export function withEnrolment(
  response: LoginResponse,
  settings: Pick<Settings, 'secondFactor' | 'passwordLogin'>,
  user: UserRecord,
  sessionId: string,
): LoginResponse {
  return mustEnrol(settings, user, sessionId) ? { ...response, second_factor_required: true } : response
}
