import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { AlertNote, ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { publishStatus, windowStart } from '../store/raised-alerts.ts'

/** With more proxies of one reporter there is one alert for all: whoever has a token could invent any number of them. */
const ALERTS_OF_THEIR_OWN_MAX = 3

type Store = Pick<ApiDependencies['store'], 'alerts' | 'proxyInstances'>

/** What proxies may be in, of which administrators are told once, until it is over. */
export interface Concern {
  /** Where a proxy has the alert that tells of it. */
  readonly note: AlertNote
  readonly alone: (proxy: ProxyInstanceRecord) => AlertCandidate
  /** Further proxies add to the open alert, whose title stays: it says no number. */
  readonly several: (reporter: string, proxies: readonly ProxyInstanceRecord[]) => AlertCandidate
  /** Whether a report in between is the end of it. */
  readonly endsWithReport: boolean
}

/**
 * Raises what has not been raised: an alert for each proxy, or one for many of the same reporter.
 * @param proxies all of a tenant that it is about
 * @returns the alerts of which a proxy has reported meanwhile, where that ends it
 */
export async function raiseConcern(
  store: Store,
  tenantId: string,
  concern: Concern,
  proxies: readonly ProxyInstanceRecord[],
  now: Date,
): Promise<string[]> {
  const over: string[] = []
  for (const [reporter, ofOne] of Map.groupBy(proxies, ({ reporter_id = '' }) => reporter_id)) {
    const fresh = await withoutAlert(store, tenantId, concern, ofOne)
    if (fresh.length === 0) continue
    const isMany = ofOne.length > ALERTS_OF_THEIR_OWN_MAX
    const raised = isMany
      ? [{ candidate: concern.several(reporter, fresh), about: fresh }]
      : fresh.map((proxy) => ({ candidate: concern.alone(proxy), about: [proxy] }))
    for (const { candidate, about } of raised)
      over.push(...(await raiseOne(store, tenantId, concern, candidate, about, now)))
  }
  return over
}

async function withoutAlert(
  store: Store,
  tenantId: string,
  { note }: Concern,
  proxies: readonly ProxyInstanceRecord[],
): Promise<ProxyInstanceRecord[]> {
  const ended = new Map<string, boolean>()
  for (const { [note]: id } of proxies) {
    if (typeof id === 'string' && !ended.has(id)) ended.set(id, await hasEnded(store, tenantId, id))
  }
  return proxies.filter(({ [note]: id }) => typeof id !== 'string' || ended.get(id) === true)
}

/** The alert comes before the notes of it, so that a crash between them repeats it, within the open alert, rather than loses it. */
async function raiseOne(
  store: Store,
  tenantId: string,
  { note, endsWithReport }: Concern,
  candidate: AlertCandidate,
  proxies: readonly ProxyInstanceRecord[],
  now: Date,
): Promise<string[]> {
  const [raised] = await store.alerts.raise(tenantId, [candidate], now.toISOString(), windowStart(now))
  if (raised === undefined) return []
  const { id } = raised.alert
  let isOneOver = false
  for (const { instance_id, last_seen } of proxies) {
    const unless = endsWithReport ? last_seen : undefined
    if (!(await store.proxyInstances.noteAlert(tenantId, instance_id, unless, id, note))) isOneOver = true
  }
  return isOneOver ? [id] : []
}

/** Whether the alert was resolved by itself, as it was over, and the process died before it noted that with the proxy. */
async function hasEnded({ alerts }: Store, tenantId: string, alertId: string): Promise<boolean> {
  const alert = await alerts.get(tenantId, alertId)
  return alert?.status === 'resolved' && alert.resolved_by === null
}

/** Resolves an alert that tells of nothing any more, in nobody's name. */
export async function endAlert({ alerts }: Pick<Store, 'alerts'>, tenantId: string, alertId: string, now: Date) {
  await alerts.setStatus(tenantId, alertId, 'resolved', null, now.toISOString(), publishStatus)
}
