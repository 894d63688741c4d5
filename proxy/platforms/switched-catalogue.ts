import type { Asking, Catalogue } from './catalogue.ts'

interface Switches {
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
  const passing: SwitchedCatalogue['passing'] = (host, client) => {
    const platform = catalogue().platformFor(host)?.id
    const kind = platform === undefined ? undefined : switches().reasonToPass(platform, client, now())
    return platform === undefined || kind === undefined ? undefined : { platform, kind }
  }
  return {
    passing,
    platformFor(host, client) {
      return client !== undefined && passing(host, client) !== undefined ? undefined : catalogue().platformFor(host)
    },
    serviceAt: (host) => catalogue().serviceAt(host),
    get hosts() {
      return catalogue().hosts
    },
  }
}
