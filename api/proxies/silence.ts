import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { PeriodicCheck } from '../periodic-check.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { publishStatus, windowStart } from '../store/raised-alerts.ts'
import type { Liveness } from './liveness.ts'
import { severalSilent, silent } from './silence-alerts.ts'

const EVERY_MS = 5000
const HOUR_MS = 60 * 60_000
/** A proxy that said that it ends is listed for a moment: an update of many replaces each. */
const STOPPED_KEPT_MS = HOUR_MS
/** The alert says more of one that has long been silent than its row. */
const SILENT_KEPT_MS = 7 * 24 * HOUR_MS
/** Silent proxies of one reporter with an alert each. Whoever has a token may report any number, and let them fall silent. */
export const ALERTS_OF_THEIR_OWN_MAX = 3

type Dependencies = Pick<ApiDependencies, 'store' | 'logger'> & { readonly liveness: Liveness }

/**
 * Tells administrators once of each proxy that stopped reporting without a word, and of many of one reporter together. Forgets those that are
 * long gone.
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
        if ((await this.#stateOf(proxy, now)) === 'silent') silent.push(proxy)
      }
      const byReporter = Map.groupBy(silent, ({ reporter_id = '' }) => reporter_id)
      for (const [reporter, proxies] of byReporter) await this.#tell(id, reporter, proxies, now)
    }
  }

  async #stateOf(proxy: ProxyInstanceRecord, now: Date): Promise<'here' | 'silent'> {
    const { store, liveness } = this.#dependencies
    const { tenant_id, instance_id, last_seen } = proxy
    const state = liveness.stateOf(proxy, now)
    if (state === 'alive') return 'here'
    if (now.getTime() - Date.parse(last_seen) > (state === 'stopped' ? STOPPED_KEPT_MS : SILENT_KEPT_MS)) {
      await store.proxyInstances.forget(tenant_id, instance_id, last_seen)
      return 'here'
    }
    return state === 'stopped' ? 'here' : 'silent'
  }

  /** @param proxies that are silent, of one reporter */
  async #tell(tenantId: string, reporter: string, proxies: readonly ProxyInstanceRecord[], now: Date): Promise<void> {
    const ended = new Map<string, boolean>()
    for (const { alert_id } of proxies) {
      if (alert_id !== null && !ended.has(alert_id)) ended.set(alert_id, await this.#hasEnded(tenantId, alert_id))
    }
    const untold = proxies.filter(({ alert_id }) => alert_id === null || ended.get(alert_id) === true)
    if (proxies.length > ALERTS_OF_THEIR_OWN_MAX)
      await this.#raise(tenantId, severalSilent(reporter, untold), untold, now)
    else for (const proxy of untold) await this.#raise(tenantId, silent(proxy), [proxy], now)
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
    let reported = ''
    for (const { instance_id, last_seen } of proxies) {
      if (!(await store.proxyInstances.noteAlert(tenantId, instance_id, last_seen, id))) reported = instance_id
    }
    if (reported === '') return
    await settleAlert(store, { tenant_id: tenantId, instance_id: reported, alert_id: id }, liveness, now)
  }

  /** By itself, as the proxy was back: this process died before it noted that. */
  async #hasEnded(tenantId: string, alertId: string): Promise<boolean> {
    const alert = await this.#dependencies.store.alerts.get(tenantId, alertId)
    return alert?.status === 'resolved' && alert.resolved_by === null
  }
}

/**
 * A proxy that was silent reports again: what was told of it is settled, and by nobody, unless it was told of others too that still are. Those
 * that report at the same moment see each other's report, so that the last one settles it.
 */
export async function settleAlert(
  { alerts, proxyInstances }: Pick<ApiDependencies['store'], 'alerts' | 'proxyInstances'>,
  { tenant_id, instance_id, alert_id }: Pick<ProxyInstanceRecord, 'tenant_id' | 'instance_id' | 'alert_id'>,
  liveness: Pick<Liveness, 'stateOf'>,
  now: Date,
): Promise<void> {
  if (alert_id === null) return
  const others = await proxyInstances.list(tenant_id)
  const isStillSilent = (other: ProxyInstanceRecord) =>
    other.instance_id !== instance_id && other.alert_id === alert_id && liveness.stateOf(other, now) === 'silent'
  if (!others.some(isStillSilent)) await endAlert({ alerts }, tenant_id, alert_id, now)
}

async function endAlert(
  { alerts }: Pick<ApiDependencies['store'], 'alerts'>,
  tenantId: string,
  alertId: string,
  now: Date,
): Promise<void> {
  await alerts.setStatus(tenantId, alertId, 'resolved', null, now.toISOString(), publishStatus)
}
