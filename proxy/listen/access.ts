import type { PortRange } from '../../config/parsers.ts'
import { matchAddresses } from '../../core/network/address-list.ts'
import { ClientRefusedError, DestinationError } from '../errors.ts'
import type { Client } from '../intercept/interceptor.ts'

/** Who may use the proxy, and which ports CONNECT may name. */
export interface Access {
  /** @throws ClientRefusedError (403) */
  checkClient(client: Client): void
  /** @throws DestinationError (403) */
  checkPort(port: number): void
}

/** Checked before anything else, so that a stranger can neither make the proxy look up a name nor learn what it is. */
export function createAccess(settings: {
  readonly clientAllowCidrs: readonly string[]
  readonly connectPorts: readonly PortRange[]
}): Access {
  const mayUse = matchAddresses(settings.clientAllowCidrs)
  const ports = settings.connectPorts
  return {
    checkClient({ address }) {
      if (!mayUse(address)) throw new ClientRefusedError()
    },
    checkPort(port) {
      if (ports.some(({ first, last }) => port >= first && port <= last)) return
      throw new DestinationError(`WEIR_CONNECT_PORTS does not list port ${port}`)
    },
  }
}
