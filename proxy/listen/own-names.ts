import { normalizeHost, readHostName } from '../../core/network/host-name.ts'
import { ONBOARDING_HOST } from '../onboarding/onboarding.ts'

/**
 * Tells whether a request to the proxy itself names it as somebody may who means it: an address, localhost, the machine's
 * name, WEIR_PROXY_HOST, weir.proxy or the host of WEIR_PUBLIC_URL. A page of another site could have its name lead here
 * (DNS rebinding), and would be allowed by the browser to read what is answered.
 */
export function createIsOwnName(
  settings: { readonly proxyHost: string; readonly publicUrl?: URL | undefined },
  machine: string,
): (host: string) => boolean {
  const names = [ONBOARDING_HOST, 'localhost', machine, settings.proxyHost, settings.publicUrl?.hostname ?? '']
  const own = new Set(names.map((name) => normalizeHost(name)))
  return (host) => readHostName(host)?.kind === 'ip' || own.has(normalizeHost(host) ?? '-')
}
