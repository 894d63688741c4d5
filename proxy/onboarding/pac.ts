import { OWN_HOST } from '../../core/network/own-host.ts'

/**
 * A proxy auto-configuration file that sends AI services through the proxy and everything else direct.
 * ES3 only: WPAD engines of old systems run it. No DNS look-ups, which block a browser.
 * @param hosts host names, `*.suffix` patterns, and names with `*` within
 * @param proxy `host:port` of the proxy, already checked to hold no quotes
 * @param options.failOpen whether a browser may go direct when the proxy does not answer
 */
export function renderPac(
  hosts: readonly string[],
  proxy: string,
  options: { readonly failOpen: boolean; readonly isEncrypted?: boolean },
): string {
  const exact = hosts.filter((host) => !host.includes('*'))
  const suffixes = hosts.filter(isSuffix).map((host) => host.slice(1))
  // Not shExpMatch: its `*` goes beyond a label.
  const patterns = hosts.filter((host) => host.includes('*') && !isSuffix(host)).map(expressionOf)
  // HTTPS is a proxy whose own port is encrypted: Chrome and Firefox know it, WinHTTP does not.
  const way = `${options.isEncrypted === true ? 'HTTPS' : 'PROXY'} ${proxy}`
  const answer = options.failOpen ? `${way}; DIRECT` : way
  return `function FindProxyForURL(url, host) {
  var exact = ${JSON.stringify(Object.fromEntries(exact.map((host) => [host, 1])))};
  var suffixes = ${JSON.stringify(suffixes)};
  var patterns = [${patterns.join(', ')}];
  host = host.toLowerCase().replace(/\\.$/, "");
  if (exact.hasOwnProperty(host) || host === ${JSON.stringify(OWN_HOST)}) return ${JSON.stringify(answer)};
  for (var i = 0; i < suffixes.length; i++) {
    if (dnsDomainIs(host, suffixes[i])) return ${JSON.stringify(answer)};
  }
  for (i = 0; i < patterns.length; i++) {
    if (patterns[i].test(host)) return ${JSON.stringify(answer)};
  }
  return "DIRECT";
}
`
}

/** A regular expression literal: `*.` at the start stands for names below, any other `*` for what is in one label. */
function expressionOf(host: string): string {
  const inLabels = (pattern: string) => pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')
  return host.startsWith('*.') ? `/\\.${inLabels(host.slice(2))}$/` : `/^${inLabels(host)}$/`
}

function isSuffix(host: string): boolean {
  return host.lastIndexOf('*') === 0 && host.startsWith('*.')
}
