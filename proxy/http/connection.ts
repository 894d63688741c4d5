import type { Target } from './target.ts'

/** Who is at the other end of a client connection. */
export interface Client {
  readonly address: string
  /** The user of the tenant that it is, where that is known (WEIR_PROXY_AUTH). */
  readonly userId?: string | undefined
  /** The name that a trusted proxy gives it, where that is no user of the tenant. */
  readonly user?: string | undefined
  /** What it or a trusted proxy calls it, an e-mail address mostly: for a parent proxy (upstream/introduction.ts), and nothing else. */
  readonly name?: string | undefined
}

/** What a parent proxy is told about a client: the names and values of headers (upstream/introduction.ts). */
export type Introduction = Readonly<Record<string, string>>

/** What is known of a connection that requests to AI services arrive on. */
export interface InterceptedConnection {
  readonly client: Client
  /** What the client asked to be connected to. */
  readonly target: Target
  readonly scheme: 'http' | 'https'
  /** The server name of the TLS hello, where it is another one than the CONNECT target. */
  readonly otherName: string | undefined
}
