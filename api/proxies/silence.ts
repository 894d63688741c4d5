import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { PeriodicCheck } from '../periodic-check.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { publishStatus, windowStart } from '../store/raised-alerts.ts'
import type { Liveness } from './liveness.ts'

const EVERY_MS = 5000
const HOUR_MS = 60 * 60_000
/** A proxy that said that it ends is listed for a moment: an update of many replaces each. */
const STOPPED_KEPT_MS = HOUR_MS
/** The alert says more of one that has long been silent than its row. */
const SILENT_KEPT_MS = 7 * 24 * HOUR_MS

type Dependencies = Pick<ApiDependencies, 'store' | 'logger'> & { readonly liveness: Liveness }

/** Tells administrators once of each proxy that stopped reporting without a word, and forgets those that are long gone. */
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
      for (const proxy of await store.proxyInstances.list(id)) await this.#look(proxy, now)
    }
  }

  /** The alert comes before the note of it, so that a crash between them repeats it, within the open alert, rather than loses it. */
  async #look(proxy: ProxyInstanceRecord, now: Date): Promise<void> {
    const { store, liveness } = this.#dependencies
    const { tenant_id, instance_id, last_seen, alert_id } = proxy
    const state = liveness.stateOf(proxy, now)
    if (state === 'alive') return
    if (now.getTime() - Date.parse(last_seen) > (state === 'stopped' ? STOPPED_KEPT_MS : SILENT_KEPT_MS)) {
      await store.proxyInstances.forget(tenant_id, instance_id, last_seen)
      return
    }
    if (state === 'stopped' || (alert_id !== null && !(await this.#hasEnded(tenant_id, alert_id)))) return
    const [raised] = await store.alerts.raise(tenant_id, [silent(proxy)], now.toISOString(), windowStart(now))
    if (raised === undefined) return
    const isNoted = await store.proxyInstances.noteAlert(tenant_id, instance_id, last_seen, raised.alert.id)
    // It has reported meanwhile.
    if (!isNoted) await endAlert(store, tenant_id, raised.alert.id, now)
  }

  /** By itself, as the proxy was back: this process died before it noted that. */
  async #hasEnded(tenantId: string, alertId: string): Promise<boolean> {
    const alert = await this.#dependencies.store.alerts.get(tenantId, alertId)
    return alert?.status === 'resolved' && alert.resolved_by === null
  }
}

/** A proxy that was silent reports again: what was told of it is settled, and by nobody. */
export async function endAlert(
  { alerts }: Pick<ApiDependencies['store'], 'alerts'>,
  tenantId: string,
  alertId: string,
  now: Date,
): Promise<void> {
  await alerts.setStatus(tenantId, alertId, 'resolved', null, now.toISOString(), publishStatus)
}

function silent({ instance_id, name, version, last_seen, records_waiting }: ProxyInstanceRecord): AlertCandidate {
  return {
    type: 'proxy_silent',
    severity: 'high',
    title: `The proxy “${name}” is silent`.slice(0, 300),
    description:
      `Version ${version} reported last at ${last_seen}, when ${records_waiting} records waited. It has ended without a word, or does ` +
      'not reach the API: then it goes on with the policies that it knows, and keeps what it records. See whether it runs. ' +
      'The alert is resolved by itself when the proxy reports again.',
    interaction_id: null,
    user_id: null,
    platform_id: null,
    policy_ids: [],
    count: 1,
    about: instance_id,
  }
}
