import type { LoginResponse } from '../../core/model/session.ts'
import type { Caller } from '../http/context.ts'
import type { NamedKey } from '../store/named-keys.ts'
import type { UserRecord } from '../store/user-store.ts'
import { presentUser } from '../users/presenter.ts'
import { createClaims, SESSION_SECONDS, signClaims, toSession } from './sessions.ts'

/** The answer to a login, and the caller that the user now is. */
export function openSession(user: UserRecord, key: NamedKey, now: Date): { caller: Caller; response: LoginResponse } {
  const claims = createClaims(user, now)
  return {
    caller: { kind: 'user', tenantId: user.tenant_id, user, session: toSession({ ...claims, keyId: key.id }) },
    response: {
      token: signClaims(claims, key),
      token_type: 'Bearer',
      expires_in: SESSION_SECONDS,
      user: presentUser(user),
    },
  }
}
