import type { LoginResponse } from '../../core/model/session.ts'
import type { NamedKey } from '../store/named-keys.ts'
import type { UserRecord } from '../store/user-store.ts'
import { setCookie } from './cookie.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { bearerClaims, type Claims, cookieClaims, signClaims } from './sessions.ts'

/** A session that a browser keeps in its cookie, and the first Bearer of it. */
export interface BrowserSession {
  readonly caller: OpenedSession['caller']
  readonly cookie: string
  readonly response: LoginResponse
}

/** @param claims of a session that is open already; a new one if not given */
export function openBrowserSession(user: UserRecord, key: NamedKey, now: Date, claims?: Claims): BrowserSession {
  const opened = openSession(user, key, now, claims)
  const { iat, exp } = opened.claims
  return {
    caller: opened.caller,
    cookie: setCookie(signClaims(cookieClaims(opened.claims), key), exp - iat),
    response: openSession(user, key, now, bearerClaims(opened.claims, user, now)).response,
  }
}
