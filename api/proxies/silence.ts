import type { ProxyState } from '../../core/model/proxy-instance.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { PeriodicCheck } from '../periodic-check.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import type { Liveness } from './liveness.ts'
import { type Concern, endAlert, raiseConcern } from './proxy-alerts.ts'
import { severalSilentAlert, silentAlert } from './silence-alerts.ts'

const EVERY_MS = 5000
const HOUR_MS = 60 * 60_000
/** A proxy that said that it ends stays listed this long. Not longer: an update of a deployment replaces every proxy by a new one. */
const STOPPED_KEPT_MS = HOUR_MS
/** A silent proxy stays listed this long; after that its alert still tells of it. */
const SILENT_KEPT_MS = 7 * 24 * HOUR_MS

const SILENT: Concern = {
  note: 'alert_id',
  alone: silentAlert,
  several: severalSilentAlert,
  endsWithReport: true,
}

type Dependencies = Pick<ApiDependencies, 'store' | 'logger'> & { readonly liveness: Liveness }

/**
 * Raises an alert for each proxy that stopped reporting without saying that it ends, and one for many of the same reporter. Forgets
 * proxies that are long gone.
 */
export class ProxySilence {
  readonly #dependencies: Dependencies
  readonly #checks: PeriodicCheck

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const tell = (error: unknown) =>
      dependencies.logger.error({ err: error, code: 'ERR_PROXIES' }, 'silent proxies could not be looked for')
    this.#checks = new PeriodicCheck(EVERY_MS, () => this.check(), tell)
  }

  close(): Promise<void> {
    return this.#checks.close()
  }

  async check(): Promise<void> {
    const { store, liveness } = this.#dependencies
    const now = liveness.look()
    for (const { id } of await store.tenants.list()) {
      const silent: ProxyInstanceRecord[] = []
      for (const proxy of await store.proxyInstances.list(id)) {
        const state = liveness.stateOf(proxy, now)
        if (isLongGone(proxy, state, now)) await store.proxyInstances.forget(id, proxy.instance_id, proxy.last_seen)
        else if (state === 'silent') silent.push(proxy)
      }
      for (const alert_id of await raiseConcern(store, id, SILENT, silent, now))
        await settleAlert(store, { tenant_id: id, alert_id }, liveness, now)
    }
  }
}

function isLongGone({ last_seen }: ProxyInstanceRecord, state: ProxyState, now: Date): boolean {
  const keptMs = state === 'stopped' ? STOPPED_KEPT_MS : SILENT_KEPT_MS
  return state !== 'alive' && now.getTime() - Date.parse(last_seen) > keptMs
}

/**
 * Resolves the alert about a proxy that reports again, in nobody's name, unless the alert is also about others that are still silent. Each
 * report is kept before this is asked, so that of proxies that report at the same moment the last one resolves the alert.
 */
export async function settleAlert(
  store: Pick<ApiDependencies['store'], 'alerts' | 'proxyInstances'>,
  { tenant_id, alert_id }: Pick<ProxyInstanceRecord, 'tenant_id' | 'alert_id'>,
  liveness: Pick<Liveness, 'stateOf'>,
  now: Date,
): Promise<void> {
  if (alert_id === null) return
  const isStillSilent = (proxy: ProxyInstanceRecord) =>
    proxy.alert_id === alert_id && liveness.stateOf(proxy, now) === 'silent'
  if ((await store.proxyInstances.list(tenant_id)).some(isStillSilent)) return
  await endAlert(store, tenant_id, alert_id, now)
}
