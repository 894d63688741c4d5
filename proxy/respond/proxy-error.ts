/** An answer of the proxy itself that is not a refusal of a prompt: it says what went wrong and what can be done. */
export interface ProxyError {
  readonly status: number
  /** Stable, for scripts: upstream_certificate, destination_refused, ... */
  readonly code: string
  /** One sentence a person can act on. Never holds bytes from the upstream or the client beyond a host name. */
  readonly message: string
  /** Whether a client should try again by itself; SDKs of AI vendors honour x-should-retry. */
  readonly retry: boolean
  /** Seconds after which to try again (Retry-After, RFC 9110 section 10.2.3). */
  readonly retryAfterS?: number
  /** Of 407: what a client may identify itself by (Proxy-Authenticate). */
  readonly challenge?: string
}
