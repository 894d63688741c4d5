import { normalizeHost, readHostName } from '../../core/network/host-name.ts'
import { OWN_HOST } from '../../core/network/own-host.ts'

/**
 * Tells whether a request to the proxy itself uses one of the proxy's own names: an address, localhost, the machine's
 * name, WEIR_PROXY_HOST, weir.proxy or the host of WEIR_PUBLIC_URL. Another site's name could resolve to this machine
 * (DNS rebinding), and the browser would let that site's pages read the answers.
 */
export function createIsOwnName(
  settings: { readonly proxyHost: string; readonly publicUrl?: URL | undefined },
  machine: string,
): (host: string) => boolean {
  const names = [OWN_HOST, 'localhost', machine, settings.proxyHost, settings.publicUrl?.hostname ?? '']
  const own = new Set(names.map((name) => normalizeHost(name)))
  return (host) => readHostName(host)?.kind === 'ip' || own.has(normalizeHost(host) ?? '-')
}
