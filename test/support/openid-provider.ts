import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { fetch } from 'undici'
import type { Scope } from './scope.ts'

export const CLIENT_ID = 'weir'
export const CLIENT_SECRET = 'a-secret-of-the-client-of-32-bytes'

/** What the provider says of a person; `sub` is the account's id. */
export type Account = Readonly<Record<string, unknown>> & { readonly sub: string }

export interface OpenIdProvider {
  readonly issuer: string
  /** Makes the account or changes it. A browser that nobody says anything of signs in as the one of the last call. */
  put(account: Account): void
  /**
   * Does what a browser and a person at the provider do: follows the address of an authorization request, signs in as the
   * account, or calls it off, and returns the address that the provider sends the browser back to.
   */
  signIn(location: string, sub: string | 'nobody'): Promise<string>
}

/**
 * A real OpenID provider (oidc-provider), certified by the OpenID Foundation, on a port of its own.
 * @param redirectUris asked for when the first browser comes
 */
export async function startOpenIdProvider(
  scope: Scope,
  redirectUris: () => readonly string[],
): Promise<OpenIdProvider> {
  const accounts = new Map<string, Account>()
  let last = ''
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let made: Provider | undefined
  const provider = () =>
    (made ??= new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [...redirectUris()],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      pkce: { required: () => true },
      // Roles stand in the ID token; name and address are asked for at the provider's own end.
      conformIdTokenClaims: true,
      claims: { openid: ['sub', 'roles', 'org'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_ctx, id) => {
        const account = accounts.get(id)
        return account === undefined
          ? undefined
          : { accountId: id, claims: async () => ({ ...account, sub: id }) as never }
      },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a key of the test'] },
    }))
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void provider().callback()(request, response)
    const wanted = new URL(request.url, issuer).searchParams.get('as') ?? last
    void answerInteraction(provider(), wanted, request, response)
  })
  scope.teardown(() => close(server))
  return {
    issuer,
    put: (account) => {
      accounts.set(account.sub, account)
      last = account.sub
    },
    signIn: (location, sub) => follow(location, issuer, sub),
  }
}

type Handler = Parameters<Parameters<typeof createServer>[1] & object>

/** The provider's own page, where a person would type a password and agree. */
async function answerInteraction(provider: Provider, sub: string, ...[request, response]: Handler): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (sub === 'nobody') {
    const refused = { error: 'access_denied', error_description: 'The person called it off' }
    return provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false })
  }
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: sub } })
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? sub, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

async function follow(location: string, issuer: string, sub: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = location
  for (let step = 0; step < 10; step += 1) {
    const url = new URL(next, issuer)
    if (url.origin !== issuer) return url.href
    if (url.pathname.startsWith('/interaction/')) url.searchParams.set('as', sub)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    const to = answer.headers.get('location')
    if (to === null) throw new Error(`the provider answered ${answer.status} to ${url.pathname}: ${text.slice(0, 300)}`)
    next = to
  }
  throw new Error('the provider redirects for ever')
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
