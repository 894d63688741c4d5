import { type AllowedTenants, TENANT_RESTRICTIONS } from '../../core/catalogue/tenant-restrictions.ts'
import { HostPatterns } from '../../core/network/host-patterns.ts'
import { RequestError } from '../errors.ts'
import type { ClientExchange, FieldBlock } from '../http/exchange.ts'
import { toFieldBlock } from '../http/fields.ts'
import { pathReadings } from '../platforms/path.ts'

interface InForce {
  readonly hosts: HostPatterns<true>
  /** Lower case. */
  readonly names: ReadonlySet<string>
  readonly block: FieldBlock
  readonly withoutAccount: readonly string[]
}

const WITHOUT_ACCOUNT = 'only the workspaces of your company may be used here, and only with an account: sign in'

/** The headers by which vendors let in only a company's own accounts, as the settings have them. */
export class TenantRestrictions {
  readonly #inForce: readonly InForce[]

  constructor(allowed: AllowedTenants) {
    this.#inForce = TENANT_RESTRICTIONS.filter(({ setting }) => allowed[setting].length > 0).map((restriction) => ({
      hosts: new HostPatterns(restriction.hosts.map((host) => [host, true] as const)),
      names: new Set([restriction.header.toLowerCase()]),
      block: toFieldBlock({ [restriction.header]: allowed[restriction.setting].join(',') }),
      withoutAccount: 'withoutAccount' in restriction ? restriction.withoutAccount : [],
    }))
  }

  /**
   * Takes the client's own such fields out of its request, and gives those to be sent instead, as lines on the wire.
   * @throws RequestError (403) where the service would be used without any account
   */
  apply({ request, connection }: Pick<ClientExchange, 'request' | 'connection'>, path: string): FieldBlock {
    let block = ''
    for (const { hosts, names, block: own, withoutAccount } of this.#inForce) {
      if (hosts.find(connection.target.host) === undefined) continue
      if (withoutAccount.length > 0 && isBelow(path, withoutAccount)) throw new RequestError(403, WITHOUT_ACCOUNT)
      request.fields.dropNamed(names)
      block += own
    }
    return block
  }
}

function isBelow(path: string, beginnings: readonly string[]): boolean {
  return pathReadings(path).some((reading) => {
    const lower = reading.toLowerCase()
    return beginnings.some((beginning) => lower === beginning || lower.startsWith(`${beginning}/`))
  })
}
