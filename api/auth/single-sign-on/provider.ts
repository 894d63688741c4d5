import type * as OpenIdClient from 'openid-client'
import type { Agent } from 'undici'
import { operatorRoots, trustedRoots } from '../../../certs/trust.ts'
import { type Claims, isComplete, together } from './claims.ts'
import { SignOnRefusedError } from './errors.ts'

export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scope: string
  /** PEM; besides the roots of the system. */
  readonly ca: string | undefined
  /** The claims that are asked for at the provider's own end where the ID token lacks one of them. */
  readonly needed: readonly string[]
  /** Of each request to the provider. */
  readonly timeoutMs?: number
}

/** What ties an answer of the provider to the browser that asked: all three are random (RFC 9700, 2.1). */
export interface Secrets {
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly verifier: string
}

const TIMEOUT_MS = 10_000
/** Of each answer of the provider: its keys are the longest. */
const ANSWER_MAX_BYTES = 1024 * 1024
/** What the provider says of itself is asked for again after this long; its keys are, whenever one is not known. */
const KEPT_MS = 60 * 60 * 1000
/** Whoever comes within this time of a failure gets the same answer: a provider that is down is not asked for each of them. */
const FAILED_MS = 3000

interface Known {
  readonly client: typeof OpenIdClient
  readonly configuration: OpenIdClient.Configuration
  readonly at: number
}

/** An OpenID provider, asked with the authorization code flow (OpenID Connect Core 1.0, 3.1). */
export class Provider {
  readonly #options: ProviderOptions
  readonly #now: () => number
  #known: Known | undefined
  /** Under way, or failed a moment ago. */
  #opening: Promise<Known> | undefined
  #dispatcher: Agent | undefined

  constructor(options: ProviderOptions, now: () => number) {
    this.#options = options
    this.#now = now
  }

  /**
   * Where the browser is sent.
   * @throws SignOnRefusedError `provider` where it does not answer
   */
  async location({ state, nonce, verifier }: Secrets, redirectUri: string): Promise<URL> {
    const { client, configuration } = await this.#open()
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#options.scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
  }

  /**
   * What the provider says of the person who came back.
   * @param callback the redirect URI with what the provider added to it
   * @throws SignOnRefusedError `denied` where it says no; `provider` where its answer is not valid
   */
  async claims(callback: URL, { state, nonce, verifier }: Secrets): Promise<Claims> {
    const { client, configuration } = await this.#open()
    try {
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new SignOnRefusedError('provider')
      if (isComplete(claims, this.#options.needed)) return claims
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
      // The ID token is about the sign-in; what it leaves out is here (OpenID Connect Core 1.0, 5.4).
      const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return together(claims, userInfo, this.#options.needed)
    } catch (error) {
      if (error instanceof SignOnRefusedError) throw error
      const isDenied = error instanceof client.AuthorizationResponseError
      throw new SignOnRefusedError(isDenied ? 'denied' : 'provider', { cause: error })
    }
  }

  /** What is known serves on while it is asked for anew. @throws SignOnRefusedError `provider` */
  #open(): Promise<Known> {
    const known = this.#known
    if (known !== undefined && this.#now() - known.at < KEPT_MS) return Promise.resolve(known)
    this.#opening ??= this.#discoverOnce()
    return known === undefined ? this.#opening : Promise.resolve(known)
  }

  #discoverOnce(): Promise<Known> {
    const opening = this.#discover().then(
      (known) => {
        this.#known = known
        this.#opening = undefined
        return known
      },
      (cause: unknown) => {
        setTimeout(() => {
          this.#opening = undefined
        }, FAILED_MS).unref()
        throw new SignOnRefusedError('provider', { cause })
      },
    )
    // Nobody waits for it where something is known already, which serves on; whoever waits hears of the failure.
    opening.catch(() => undefined)
    return opening
  }

  async #discover(): Promise<Known> {
    // Loaded when somebody signs in so: who does not use it pays nothing for it.
    const [client, undici] = await Promise.all([import('openid-client'), import('undici')])
    const { issuer, clientId, clientSecret, ca, timeoutMs = TIMEOUT_MS } = this.#options
    const isPlain = issuer.startsWith('http:')
    this.#dispatcher ??= new undici.Agent({
      connect: { ca: trustedRoots(operatorRoots(ca, 'WEIR_OIDC_CA')) },
      maxResponseSize: ANSWER_MAX_BYTES,
    })
    const dispatcher = this.#dispatcher
    const configuration = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      ...(isPlain && { execute: [client.allowInsecureRequests] }),
      // The same function, of the version of undici that knows this dispatcher.
      [client.customFetch]: (url, options) =>
        undici.fetch(url, { ...options, dispatcher } as never) as unknown as Promise<Response>,
      timeout: timeoutMs / 1000,
    })
    client.enableNonRepudiationChecks(configuration)
    if (clientSecret === undefined) return { client, configuration, at: this.#now() }
    const metadata = configuration.serverMetadata()
    const named = new client.Configuration(
      metadata,
      clientId,
      undefined,
      authentication(client, metadata, clientSecret),
    )
    client.enableNonRepudiationChecks(named)
    if (isPlain) client.allowInsecureRequests(named)
    const custom = configuration[client.customFetch]
    if (custom !== undefined) named[client.customFetch] = custom
    named.timeout = timeoutMs / 1000
    return { client, configuration: named, at: this.#now() }
  }
}

/** A client authenticates with HTTP Basic unless it was registered otherwise (OpenID Connect Dynamic Client Registration 1.0, 2). */
function authentication(
  client: typeof OpenIdClient,
  { token_endpoint_auth_methods_supported: methods }: OpenIdClient.ServerMetadata,
  secret: string,
): OpenIdClient.ClientAuth {
  const isPost = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic')
  return isPost ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
}
