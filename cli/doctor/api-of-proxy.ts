import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { FirstStart } from '../../config/first-start.ts'
import { otherTenant } from '../../config/proxy-first-start.ts'
import type { Settings } from '../../config/settings.ts'
import { type Check, type Finding, failed, ok, reasonOf, skipped } from './check.ts'

const WAIT_MS = 5000

/** Where the proxy runs alone: the way to its API, the certificate there, and whether the token is taken. */
export const apiOfProxy: Check = {
  name: 'api',
  async run({ settings: { apiUrl, serviceToken, apiCa, dataDir } }) {
    if (apiUrl === undefined) return skipped('WEIR_API_URL is not set: the API runs here')
    if (serviceToken === undefined) return failed('WEIR_SERVICE_TOKEN is not set', MAKE_TOKEN)
    try {
      const { status, tenant } = await ask(apiUrl, serviceToken, apiCa)
      const facts = new FirstStart(dataDir, 'proxy').read()
      const other = tenant !== undefined && facts && otherTenant(dataDir, facts, apiUrl.origin, tenant)
      return other ? failed(other.found, other.mend) : judged(apiUrl, status)
    } catch (error) {
      const reason = reasonOf(error)
      return failed(`the API at ${apiUrl.origin} cannot be reached: ${reason}`, mendOf(reason))
    }
  },
}

const MAKE_TOKEN =
  'Have an administrator make one: "token create" with the scopes record and policies, where the API runs'

interface TokenResponse {
  readonly status: number
  /** Whose token it is. */
  readonly tenant: string | undefined
}

/** What each proxy asks for, which needs the scope `policies` and changes nothing. */
function ask(apiUrl: URL, token: string, ca: Settings['apiCa']): Promise<TokenResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TokenResponse>()
  const address = `${apiUrl.href.replace(/\/$/, '')}/policies`
  const options = { headers: { authorization: `Bearer ${token}` }, agent: false, signal: AbortSignal.timeout(WAIT_MS) }
  const sent =
    apiUrl.protocol === 'https:'
      ? requestHttps(address, { ...options, rejectUnauthorized: true, ...(ca !== undefined && { ca }) })
      : requestHttp(address, options)
  sent.once('response', (response) => {
    // The head is all that is asked for: nothing waits for the rest.
    response.destroy()
    const tenant = response.headers['x-tenant-id']
    resolve({ status: response.statusCode ?? 0, tenant: typeof tenant === 'string' ? tenant : undefined })
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

function judged({ origin, protocol }: URL, status: number): Finding {
  const message = `the API at ${origin} answered ${status}`
  if (status === 200) return ok(`the API at ${origin} answers, and takes the service token`)
  if (status === 401) return failed(`${message}: it does not know the token in WEIR_SERVICE_TOKEN`, MAKE_TOKEN)
  if (status === 403) return failed(`${message}: the token in WEIR_SERVICE_TOKEN lacks the scope policies`, MAKE_TOKEN)
  if (status === 400 && protocol === 'http:')
    return failed(message, 'If it takes https:// only, have WEIR_API_URL begin with that')
  if (status >= 500) return failed(message, 'Run this command where the API runs, and see its log')
  return failed(message, 'See that WEIR_API_URL is the address of an API of Weir')
}

function mendOf(reason: string): string {
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'Set WEIR_PUBLIC_URL at the API to the name that this proxy uses'
  if (/CERT|ISSUER|SIGNATURE|_CA$/.test(reason))
    return 'Set WEIR_API_CA to a copy of the DATA_DIR/ca.pem of the API, or to the CA of its WEIR_API_TLS_CERT'
  return 'See that the API runs, that WEIR_API_URL is its address, and that this machine may connect there'
}
