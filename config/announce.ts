import { reachableHost } from '../core/network/address-list.ts'
import { formatAuthority } from '../core/network/host-name.ts'
import { CHECK_SCRIPTS, type CheckScript } from './check-scripts.ts'
import { isForPeople } from './logger.ts'
import type { Settings } from './settings.ts'
import { VERSION } from './version.ts'

export interface Announcement {
  readonly proxy?: string | undefined
  /** Where redirected traffic is taken: host:port. */
  readonly redirects?: string | undefined
  readonly api?: string | undefined
  /** Where there is one. */
  readonly console?: string | undefined
  /** The origin of the API, where it serves the scripts that check a device. */
  readonly checks?: string | undefined
  /** The path of the CA certificate. */
  readonly ca?: string | undefined
  /** At the very first start. */
  readonly firstAdmin?: { readonly email: string; readonly generatedPassword?: string } | undefined
  /** The next step, for a person at a terminal. */
  readonly next?: readonly string[]
}

/**
 * Says that this process is ready, and where everything is. Scripts read it: `Weir VERSION is ready`, then a line each
 * of two blanks, a label and a value.
 */
export function announce(settings: Pick<Settings, 'logFormat'>, announcement: Announcement): void {
  const { next = [] } = announcement
  const hint = isForPeople(settings) && next.length > 0 ? `\n${next.map((line) => `  ${line}\n`).join('')}` : ''
  process.stdout.write(`Weir ${VERSION} is ready\n${describe(announcement)}${hint}`)
}

/** Where a proxy takes redirected traffic. */
export function redirectsOf(
  { proxyHost }: Pick<Settings, 'proxyHost'>,
  { transparentPort }: { readonly transparentPort: number | undefined },
): string | undefined {
  return transparentPort === undefined ? undefined : formatAuthority(reachableHost(proxyHost), transparentPort)
}

/** Prints where this process already listens although it is not ready. */
export function announceWaiting(announcement: Announcement): void {
  process.stdout.write(`Weir ${VERSION} waits for its policies\n${describe(announcement)}`)
}

function describe({ proxy, redirects, api, console, checks, ca, firstAdmin }: Announcement): string {
  const lines: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Proxy', proxy],
    ['Redirects', redirects],
    ['API', api],
    ['Console', console],
    ['CA', ca],
    ['Check', checks && describeCheck(checks, CHECK_SCRIPTS.sh)],
    ['Check.ps1', checks && describeCheck(checks, CHECK_SCRIPTS.powershell)],
    ['Admin', firstAdmin && describeAdmin(firstAdmin)],
  ]
  return lines.map(([label, value]) => (value === undefined ? '' : `  ${label.padEnd(10)}${value}\n`)).join('')
}

function describeCheck(origin: string, { path, sha256 }: CheckScript): string {
  return `${origin}${path}, SHA-256 ${sha256}`
}

function describeAdmin({ email, generatedPassword }: NonNullable<Announcement['firstAdmin']>): string {
  return generatedPassword === undefined ? email : `${email}, password: ${generatedPassword} (shown only once)`
}
