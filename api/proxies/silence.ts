import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import type { ProxyState } from '../../core/model/proxy-instance.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { PeriodicCheck } from '../periodic-check.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { publishStatus, windowStart } from '../store/raised-alerts.ts'
import type { Liveness } from './liveness.ts'
import { severalSilentAlert, silentAlert } from './silence-alerts.ts'

const EVERY_MS = 5000
const HOUR_MS = 60 * 60_000
/** A proxy that said that it ends stays listed this long. Not longer: an update of a deployment replaces every proxy by a new one. */
const STOPPED_KEPT_MS = HOUR_MS
/** A silent proxy stays listed this long; after that its alert still tells of it. */
const SILENT_KEPT_MS = 7 * 24 * HOUR_MS
/** With more silent proxies of one reporter there is one alert for all: whoever has a token could invent any number, and let them fall silent. */
const ALERTS_OF_THEIR_OWN_MAX = 3

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
      const byReporter = Map.groupBy(silent, ({ reporter_id = '' }) => reporter_id)
      for (const [reporter, proxies] of byReporter) await this.#tell(id, reporter, proxies, now)
    }
  }

  /** @param proxies that are silent, of one reporter */
  async #tell(tenantId: string, reporter: string, proxies: readonly ProxyInstanceRecord[], now: Date): Promise<void> {
    const ended = new Map<string, boolean>()
    for (const { alert_id } of proxies) {
      if (alert_id !== null && !ended.has(alert_id)) ended.set(alert_id, await this.#hasEnded(tenantId, alert_id))
    }
    const untold = proxies.filter(({ alert_id }) => alert_id === null || ended.get(alert_id) === true)
    if (proxies.length > ALERTS_OF_THEIR_OWN_MAX)
      await this.#raise(tenantId, severalSilentAlert(reporter, untold), untold, now)
    else for (const proxy of untold) await this.#raise(tenantId, silentAlert(proxy), [proxy], now)
  }

  /** The alert comes before the notes of it, so that a crash between them repeats it, within the open alert, rather than loses it. */
  async #raise(
    tenantId: string,
    candidate: AlertCandidate,
    proxies: readonly ProxyInstanceRecord[],
    now: Date,
  ): Promise<void> {
    const { store, liveness } = this.#dependencies
    if (proxies.length === 0) return
    const [raised] = await store.alerts.raise(tenantId, [candidate], now.toISOString(), windowStart(now))
    if (raised === undefined) return
    const { id } = raised.alert
    let isOneBack = false
    for (const { instance_id, last_seen } of proxies) {
      if (!(await store.proxyInstances.noteAlert(tenantId, instance_id, last_seen, id))) isOneBack = true
    }
    if (isOneBack) await settleAlert(store, { tenant_id: tenantId, alert_id: id }, liveness, now)
  }

  /** Whether the alert was resolved by itself, as the proxy was back, and the process died before it noted that with the proxy. */
  async #hasEnded(tenantId: string, alertId: string): Promise<boolean> {
    const alert = await this.#dependencies.store.alerts.get(tenantId, alertId)
    return alert?.status === 'resolved' && alert.resolved_by === null
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
  { alerts, proxyInstances }: Pick<ApiDependencies['store'], 'alerts' | 'proxyInstances'>,
  { tenant_id, alert_id }: Pick<ProxyInstanceRecord, 'tenant_id' | 'alert_id'>,
  liveness: Pick<Liveness, 'stateOf'>,
  now: Date,
): Promise<void> {
  if (alert_id === null) return
  const isStillSilent = (proxy: ProxyInstanceRecord) =>
    proxy.alert_id === alert_id && liveness.stateOf(proxy, now) === 'silent'
  if ((await proxyInstances.list(tenant_id)).some(isStillSilent)) return
  await alerts.setStatus(tenant_id, alert_id, 'resolved', null, now.toISOString(), publishStatus)
}
