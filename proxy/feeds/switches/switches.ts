import { type AddressMatcher, matchAddresses } from '../../../core/network/address-list.ts'
import type { ServiceSwitch } from '../../../core/resources/service-switch.ts'
import type { Asking } from '../../platforms/catalogue.ts'

/** What is decided about one service; ends are in milliseconds since the epoch. */
interface Decided {
  passesUntil: number
  readonly only: { readonly users: ReadonlySet<string>; readonly isIn: AddressMatcher; readonly until: number }[]
}

const NEVER = 0

/** Which services are decrypted, and for whom (docs/reference/api-rules.md, Switches). */
export class Switches {
  readonly #byPlatform = new Map<string, Decided>()

  constructor(switches: readonly ServiceSwitch[]) {
    for (const { kind, platform_id, user_ids, addresses, expires_at } of switches) {
      const decided = this.#byPlatform.get(platform_id) ?? { passesUntil: NEVER, only: [] }
      this.#byPlatform.set(platform_id, decided)
      const until = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
      if (kind === 'pass_through') decided.passesUntil = Math.max(decided.passesUntil, until)
      else decided.only.push({ users: new Set(user_ids), isIn: matchAddresses(addresses), until })
    }
  }

  get isEmpty(): boolean {
    return this.#byPlatform.size === 0
  }

  /**
   * Why a client's connection to a service is not decrypted; undefined if no switch says so.
   * @param now milliseconds since the epoch
   */
  reasonToPass(platformId: string, client: Asking, now: number): ServiceSwitch['kind'] | undefined {
    const decided = this.#byPlatform.get(platformId)
    if (decided === undefined) return undefined
    if (decided.passesUntil > now) return 'pass_through'
    const only = decided.only.filter(({ until }) => until > now)
    if (only.length === 0) return undefined
    const isMeant = only.some(
      ({ users, isIn }) => (client.userId !== undefined && users.has(client.userId)) || isIn(client.address),
    )
    return isMeant ? undefined : 'intercept_only_for'
  }
}
