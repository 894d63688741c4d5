import { type IpAddress, type IpRange, isWithin, parseCidr, parseIp } from '../../core/network/ip-address.ts'
import { METADATA_NAMES, specialRangesOf } from '../../core/network/special-ranges.ts'
import { DestinationError } from '../errors.ts'

/** Decides whether the proxy may connect to an address. One instance per proxy. */
export class DestinationGuard {
  #allowed: readonly IpRange[] = []
  readonly #ownPorts: ReadonlySet<number>

  /**
   * @param allowCidrs WEIR_DESTINATION_ALLOW_CIDRS
   * @param ownPorts ports Weir itself listens on: refused on loopback even where loopback is allowed
   */
  constructor(allowCidrs: readonly string[], ownPorts: ReadonlySet<number>) {
    this.#ownPorts = ownPorts
    this.allow(allowCidrs)
  }

  /** The settings in force from now on. */
  allow(cidrs: readonly string[]): void {
    this.#allowed = cidrs.map(parseCidr).filter((range) => range !== undefined)
  }

  /** @throws DestinationError if a name is refused before it is even resolved */
  checkName(host: string): void {
    if (METADATA_NAMES.has(host)) throw new DestinationError(`${host} is a metadata service`)
  }

  /**
   * Checks an address just before it is connected to, so that a name whose answer changes gains nothing. Metadata services
   * are never reachable, whatever the settings allow (docs/reference/proxy-rules.md, Where it connects).
   * @throws DestinationError
   */
  checkAddress(address: string, port: number): void {
    const parsed = parseIp(address)
    if (parsed === undefined) throw new DestinationError(`${address} is no IP address`)
    const special = specialRangesOf(parsed)
    if (special.some(({ range }) => range.kind === 'metadata')) {
      throw new DestinationError(`${address} is a metadata service`)
    }
    for (const { range, address: candidate } of special) {
      // Reserved ranges lead nowhere: a client learns that from the network itself.
      if (range.kind === 'reserved') continue
      if (this.#ownPorts.has(port) && isLocal(candidate)) {
        throw new DestinationError(`port ${port} on this machine is Weir's own`)
      }
      if (!this.#allows(candidate) && !this.#allows(parsed)) {
        throw new DestinationError(
          `${address} is ${range.kind === 'platform' ? range.name : 'a private address'}. Whoever runs Weir allows it with the setting WEIR_DESTINATION_ALLOW_CIDRS`,
        )
      }
    }
  }

  #allows(address: IpAddress): boolean {
    return this.#allowed.some((range) => isWithin(address, range))
  }
}

const LOCAL_RANGES = ['127.0.0.0/8', '0.0.0.0/8', '::/127'].map(parseCidr).filter((range) => range !== undefined)

function isLocal(address: IpAddress): boolean {
  return LOCAL_RANGES.some((range) => isWithin(address, range))
}
