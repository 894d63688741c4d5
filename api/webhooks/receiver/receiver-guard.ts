import { isIP } from 'node:net'
import { type IpAddress, type IpRange, isWithin, parseCidr, parseIp } from '../../../core/network/ip-address.ts'
import { METADATA_NAMES, specialRangesOf } from '../../../core/network/special-ranges.ts'
import { ReceiverError } from './errors.ts'

export interface ReceiverRules {
  /** WEIR_WEBHOOK_ALLOW_CIDRS. */
  readonly allowCidrs: readonly string[]
  /** WEIR_WEBHOOK_PORTS. */
  readonly ports: readonly number[]
  /** Whether Weir itself listens there. */
  readonly isOwn: (address: string, port: number) => boolean
}

/**
 * Decides which addresses deliveries may go to: those of the public internet at the ports for webhooks, and at any port
 * those of WEIR_WEBHOOK_ALLOW_CIDRS. Addresses where a cloud speaks to this machine alone and Weir's own listeners never.
 */
export class ReceiverGuard {
  readonly #allowed: readonly IpRange[]
  readonly #rules: ReceiverRules

  constructor(rules: ReceiverRules) {
    this.#rules = rules
    this.#allowed = rules.allowCidrs.map(parseCidr).filter((range) => range !== undefined)
  }

  /**
   * @param host without brackets
   * @throws ReceiverError for a name, or a port of it, that is refused wherever it leads
   */
  checkName(host: string, port: number): void {
    if (METADATA_NAMES.has(host.toLowerCase().replace(/\.$/, ''))) {
      throw new ReceiverError('its host is a metadata service, which never gets deliveries')
    }
    // Where inner addresses are allowed, the name may lead to one of them.
    if (this.#allowed.length === 0 && isIP(host) === 0) this.#checkPort(port)
  }

  /**
   * Called with every address before it is connected to, so that a name whose answer changes gains nothing.
   * @throws ReceiverError
   */
  checkAddress(address: string, port: number): void {
    const parsed = parseIp(address)
    if (parsed === undefined) throw new ReceiverError('its host resolves to something that is not an IP address')
    const special = specialRangesOf(parsed)
    const never = special.find(({ range }) => range.kind === 'metadata' || range.kind === 'platform')
    if (never !== undefined) throw new ReceiverError(`its host is ${never.range.name}, which never gets deliveries`)
    if (this.#rules.isOwn(address, port)) {
      throw new ReceiverError(`its host and port ${port} are Weir's own, which never get deliveries`)
    }
    if (this.#allows(parsed)) return
    const refused = special.find((found) => !this.#allows(found.address))
    if (refused !== undefined) {
      throw new ReceiverError(
        `its host is ${refused.range.name}: only public addresses get deliveries, and those of WEIR_WEBHOOK_ALLOW_CIDRS`,
      )
    }
    // An allowed inner address is allowed with all its ports.
    if (special.length === 0) this.#checkPort(port)
  }

  #checkPort(port: number): void {
    const { ports } = this.#rules
    if (ports.includes(port)) return
    throw new ReceiverError(`its port is ${port}: WEIR_WEBHOOK_PORTS allows ${ports.join(', ') || 'none'}`)
  }

  #allows(address: IpAddress): boolean {
    if (this.#allowed.some((range) => isWithin(address, range))) return true
    // `localhost` means both: who allows 127.0.0.1 need not think of the other.
    return isSame(address, IPV6_LOOPBACK) && IPV4_LOOPBACK !== undefined && this.#allows(IPV4_LOOPBACK)
  }
}

const IPV4_LOOPBACK = parseIp('127.0.0.1')
const IPV6_LOOPBACK = parseIp('::1')

function isSame(one: IpAddress, other: IpAddress | undefined): boolean {
  return one.family === other?.family && one.value === other.value
}
