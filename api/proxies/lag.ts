import type { ApiDependencies } from '../dependencies.ts'
import { PeriodicCheck } from '../periodic-check.ts'
import type { EnabledPolicies } from '../policies/enabled-policies.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { behindAlert, severalBehindAlert } from './lag-alerts.ts'
import type { Liveness } from './liveness.ts'
import { type Concern, endAlert, raiseConcern } from './proxy-alerts.ts'
import { Supplies } from './supplies.ts'

const EVERY_MS = 5000
/** Proxies are told of a change at once, or ask within a minute, and report every half a minute. */
const BEHIND_MS = 2 * 60_000

const BEHIND: Concern = {
  note: 'behind_alert_id',
  alone: behindAlert,
  several: severalBehindAlert,
  endsWithReport: false,
}

/** Other policies than the API's, of one proxy. */
interface Lag {
  readonly version: string | null
  /** When this process saw it first. */
  readonly since: number
}

type Dependencies = Pick<ApiDependencies, 'store' | 'logger' | 'knownValueKeys'> & {
  readonly liveness: Pick<Liveness, 'stateOf' | 'listeningSince'>
  readonly enabledPolicies: EnabledPolicies
  readonly now: () => Date
}

/**
 * Raises an alert for each proxy that reports, and goes on with the same policies although the API has others, and one for many of
 * the same reporter. A proxy that follows many changes reports others each time.
 */
export class ProxyLag {
  readonly #dependencies: Dependencies
  readonly #supplies: Supplies
  readonly #checks: PeriodicCheck
  /** By tenant and proxy. */
  #lags = new Map<string, Lag>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#supplies = new Supplies(dependencies)
    const tell = (error: unknown) =>
      dependencies.logger.error(
        { err: error, code: 'ERR_PROXIES' },
        'proxies with old policies could not be looked for',
      )
    this.#checks = new PeriodicCheck(EVERY_MS, () => this.check(), tell)
  }

  close(): Promise<void> {
    return this.#checks.close()
  }

  async check(): Promise<void> {
    const { store, liveness, now } = this.#dependencies
    const time = now()
    const lags = new Map<string, Lag>()
    for (const { id } of await store.tenants.list()) {
      const proxies = await store.proxyInstances.list(id)
      const alive = proxies.filter((proxy) => liveness.stateOf(proxy, time) === 'alive')
      const inForce = alive.length === 0 ? undefined : await this.#supplies.policies(id)
      const behind = alive.filter((proxy) => {
        if (proxy.policies_version === inForce) return false
        const key = JSON.stringify([id, proxy.instance_id])
        const lag = this.#lagOf(key, proxy, time)
        lags.set(key, lag)
        return Date.parse(proxy.last_seen) - Math.max(lag.since, liveness.listeningSince) >= BEHIND_MS
      })
      await this.#settle(id, proxies, inForce, time)
      await raiseConcern(store, id, BEHIND, behind, time)
    }
    this.#lags = lags
  }

  #lagOf(key: string, { policies_version: version }: ProxyInstanceRecord, time: Date): Lag {
    const known = this.#lags.get(key)
    return known?.version === version ? known : { version, since: time.getTime() }
  }

  /** Resolves the alerts whose proxies all have the policies in force, have ended, or are silent, of which another alert tells. */
  async #settle(
    tenantId: string,
    proxies: readonly ProxyInstanceRecord[],
    inForce: string | undefined,
    time: Date,
  ): Promise<void> {
    const { store, liveness } = this.#dependencies
    const isOver = (proxy: ProxyInstanceRecord) =>
      liveness.stateOf(proxy, time) !== 'alive' || proxy.policies_version === inForce
    const told = proxies.filter(({ behind_alert_id }) => typeof behind_alert_id === 'string')
    for (const [alertId, about] of Map.groupBy(told, ({ behind_alert_id }) => String(behind_alert_id))) {
      if (about.every(isOver)) await endAlert(store, tenantId, alertId, time)
      for (const { instance_id } of about.filter(isOver))
        await store.proxyInstances.noteAlert(tenantId, instance_id, undefined, null, 'behind_alert_id')
    }
  }
}
