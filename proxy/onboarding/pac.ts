import { OWN_HOST } from '../../core/network/own-host.ts'

interface Options {
  /** Whether a browser may go direct when the proxy does not answer. */
  readonly failOpen: boolean
  readonly isEncrypted?: boolean
  /** Which of the hosts go direct all the same. */
  readonly bypassedHosts?: readonly string[]
}

/**
 * A proxy auto-configuration file that sends AI services through the proxy and everything else direct.
 * ES3 only: WPAD engines of old systems run it. No DNS look-ups, which block a browser.
 * @param hosts host names, `*.suffix` patterns, and names with `*` within
 * @param proxy `host:port` of the proxy, already checked to hold no quotes
 */
export function renderPac(
  hosts: readonly string[],
  proxy: string,
  { failOpen, isEncrypted = false, bypassedHosts = [] }: Options,
): string {
  // HTTPS is a proxy whose own port is encrypted: Chrome and Firefox know it, WinHTTP does not.
  const way = `${isEncrypted ? 'HTTPS' : 'PROXY'} ${proxy}`
  const answer = JSON.stringify(failOpen ? `${way}; DIRECT` : way)
  return `function FindProxyForURL(url, host) {
  var bypassed = ${matcherOf(bypassedHosts.filter((bypassed) => isNeeded(bypassed, hosts)))};
  var hosts = ${matcherOf(hosts)};
  host = host.toLowerCase().replace(/\\.$/, "");
  if (host === ${JSON.stringify(OWN_HOST)}) return ${answer};
  if (isAmong(bypassed, host)) return "DIRECT";
  return isAmong(hosts, host) ? ${answer} : "DIRECT";
}

function isAmong(hosts, host) {
  var i;
  if (hosts.exact.hasOwnProperty(host)) return true;
  for (i = 0; i < hosts.suffixes.length; i++) {
    if (dnsDomainIs(host, hosts.suffixes[i])) return true;
  }
  for (i = 0; i < hosts.patterns.length; i++) {
    if (hosts.patterns[i].test(host)) return true;
  }
  return false;
}
`
}

/** A name that no other line sends through the proxy is left out: whoever reads the file looks for what goes there. */
function isNeeded(bypassed: string, hosts: readonly string[]): boolean {
  const isSent = (host: string) =>
    host.includes('*') ? new RegExp(expressionOf(host).slice(1, -1)).test(bypassed) : host === bypassed
  return bypassed.includes('*') || hosts.some(isSent)
}

/** Not shExpMatch: its `*` goes beyond a label. */
function matcherOf(hosts: readonly string[]): string {
  const exact = hosts.filter((host) => !host.includes('*')).map((host) => [host, 1])
  const suffixes = hosts.filter(isSuffix).map((host) => host.slice(1))
  const patterns = hosts.filter((host) => host.includes('*') && !isSuffix(host)).map(expressionOf)
  return `{
    exact: ${JSON.stringify(Object.fromEntries(exact))},
    suffixes: ${JSON.stringify(suffixes)},
    patterns: [${patterns.join(', ')}]
  }`
}

/** A regular expression literal: `*.` at the start stands for names below, any other `*` for what is in one label. */
function expressionOf(host: string): string {
  const inLabels = (pattern: string) => pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')
  return host.startsWith('*.') ? `/\\.${inLabels(host.slice(2))}$/` : `/^${inLabels(host)}$/`
}

function isSuffix(host: string): boolean {
  return host.lastIndexOf('*') === 0 && host.startsWith('*.')
}
