import type { Target } from './target.ts'

/** Who is at the other end of a client connection. */
export interface Client {
  readonly address: string
  /** The user of the tenant that it is, where that is known (WEIR_PROXY_AUTH). */
  readonly userId?: string | undefined
  /** The name that a trusted proxy gives it, where that is no user of the tenant. */
  readonly user?: string | undefined
}

/** What is known of a connection that requests to AI services arrive on. */
export interface InterceptedConnection {
  readonly client: Client
  /** What the client asked to be connected to. */
  readonly target: Target
  readonly scheme: 'http' | 'https'
  /** The server name of the TLS hello, where it is another one than the CONNECT target. */
  readonly otherName: string | undefined
}
