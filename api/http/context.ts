import type { IncomingHttpHeaders } from 'node:http'
import type { DefaultContext, ParameterizedContext } from 'koa'
import type { Logger } from 'pino'
import type { ServiceTokenRecord } from '../store/service-token-store.ts'
import type { UserRecord } from '../store/user-store.ts'

export interface ServiceCaller {
  readonly kind: 'service'
  readonly tenantId: string
  readonly token: ServiceTokenRecord
}

/** Who is calling, once the token has been checked against the store. */
export type Caller = UserCaller | ServiceCaller

export interface UserCaller {
  readonly kind: 'user'
  readonly tenantId: string
  readonly user: UserRecord
  readonly session: Session
  /** The session is good for setting up a second factor only (api/passwords/second-factor/required.ts). */
  readonly mustEnrol?: boolean
}

export interface Session {
  /** The token's jti. */
  readonly id: string
  /** The user's session version when it began. */
  readonly version: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Of the key that signed the token: a session ends with it. */
  readonly keyId: string
}

/** What middleware leaves for those after it. */
export interface ApiState {
  requestId: string
  clientAddress: string
  logger: Logger
  caller?: Caller | undefined
  /** The operation of the route that answers: a closed set of names. */
  operation?: string
  /** It is a page, or a part of one. */
  isPage?: boolean
}

export type ApiContext = ParameterizedContext<ApiState, DefaultContext>

/** One request as a handler sees it: everything in it has been validated. */
export interface ApiRequest<Body, Query, C extends Caller | undefined> {
  readonly caller: C
  readonly body: Body
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly clientAddress: string
  /**
   * Asks again who calls: before a change that follows a wait, such as for the hash of a password or a name server.
   * @throws ApiError 401 if the token holds no longer, 403 if the role allows it no longer
   */
  readonly renew: () => Promise<C>
}

export interface Reply {
  readonly status: number
  /** Sent as JSON; undefined sends no body. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** The content type of the body, if it is not plain JSON. */
  readonly type?: string
}
