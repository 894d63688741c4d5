import type { Asking, Catalogue } from './catalogue.ts'
import type { Platform } from './platform.ts'

interface Switches {
  readonly isEmpty: boolean
  /** Undefined if no switch says that a client's connection to this service passes. */
  reasonToPass(platformId: string, client: Asking, now: number): string | undefined
}

interface Options {
  /** As the settings make it; another one after SIGHUP. */
  readonly catalogue: () => Catalogue
  readonly switches: () => Switches
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export interface SwitchedCatalogue extends Catalogue {
  /** The service behind a host that is not decrypted for this client because of a switch, and the kind of the switch. */
  passing(host: string, client: Asking): { readonly platform: string; readonly kind: string } | undefined
}

/** The catalogue as far as service switches leave it in force. Without a client it is the whole catalogue. */
export function switchedCatalogue({ catalogue, switches, now }: Options): SwitchedCatalogue {
  // Asked several times a request, and most tenants have none.
  const reasonToPass = (platform: Platform, client: Asking) => {
    const current = switches()
    return current.isEmpty ? undefined : current.reasonToPass(platform.id, client, now())
  }
  return {
    passing(host, client) {
      const platform = catalogue().platformFor(host)
      const kind = platform && reasonToPass(platform, client)
      return platform === undefined || kind === undefined ? undefined : { platform: platform.id, kind }
    },
    platformFor(host, client) {
      const platform = catalogue().platformFor(host)
      if (platform === undefined || client === undefined) return platform
      return reasonToPass(platform, client) === undefined ? platform : undefined
    },
    mcpServerAt: (host) => catalogue().mcpServerAt(host),
    serviceAt: (host) => catalogue().serviceAt(host),
    get hosts() {
      return catalogue().hosts
    },
    get bypassedHosts() {
      return catalogue().bypassedHosts
    },
  }
}
