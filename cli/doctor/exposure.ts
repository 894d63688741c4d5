import { isLoopbackHost } from '../../core/network/address-list.ts'
import { type Check, type Finding, failed, ok, warning } from './check.ts'

const EVERYONE = ['0.0.0.0/0', '::/0']

/** Who may come in, and whose word is taken for it. */
export const exposure: Check = {
  name: 'exposure',
  run({ settings, env }) {
    const findings: Finding[] = []
    const { trustedProxies, clientAllowCidrs, metricsAllowCidrs, proxyHost, apiHost, apiTls, publicUrl } = settings
    const everyone = (cidrs: readonly string[]) => cidrs.filter((cidr) => EVERYONE.includes(cidr))
    if (everyone(trustedProxies).length > 0)
      findings.push(
        failed(
          'WEIR_TRUSTED_PROXIES names every address, so any client can claim any address in X-Forwarded-For',
          'Name only the addresses of your load balancers',
        ),
      )
    if (!isLoopbackHost(proxyHost) && everyone(clientAllowCidrs).length > 0)
      findings.push(
        warning(
          `the proxy listens on ${proxyHost}, and WEIR_CLIENT_ALLOW_CIDRS lets everyone use it`,
          'Name the networks of your clients',
        ),
      )
    if (everyone(metricsAllowCidrs).length > 0)
      findings.push(
        warning(
          'WEIR_METRICS_ALLOW_CIDRS lets everyone read /metrics',
          'Name the addresses of your Prometheus servers',
        ),
      )
    if (apiTls === 'off' && !isLoopbackHost(apiHost) && trustedProxies.length === 0)
      findings.push(
        warning(
          `the API listens on ${apiHost} without TLS, so tokens and passwords travel in clear`,
          'Set WEIR_API_TLS=auto, or name the load balancer that ends TLS in WEIR_TRUSTED_PROXIES',
        ),
      )
    if (!isLoopbackHost(apiHost) && publicUrl === undefined)
      findings.push(
        warning(
          'WEIR_PUBLIC_URL is not set, so links in mails and the console lead to an address of this machine',
          'Set WEIR_PUBLIC_URL to the address by which people reach the API',
        ),
      )
    if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
      findings.push(
        warning(
          'NODE_TLS_REJECT_UNAUTHORIZED=0 is set; Weir verifies certificates all the same, other tools of this user do not',
          'Unset it, and name the missing CA in WEIR_UPSTREAM_CA',
        ),
      )
    return findings.length > 0 ? findings : ok('no setting opens more than it needs to')
  },
}

export const settingNames: Check = {
  name: 'settings',
  run({ settings: { unknownVariables } }) {
    if (unknownVariables.length === 0) return ok('all settings are known and valid')
    return warning(`unknown settings: ${unknownVariables.join(', ')}`, '"config" shows the names of all settings')
  },
}
