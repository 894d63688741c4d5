import type { Heartbeat } from '../../core/model/proxy-instance.ts'

/** A proxy as it was when it reported last. */
export interface ProxyInstanceRecord extends Heartbeat {
  readonly tenant_id: string
  readonly first_seen: string
  readonly last_seen: string
  /** The name of the service token that it reported with; null of a person, whose name is the account's: it goes with the account. */
  readonly reported_by: string | null
  /** The id of the service token or the user; absent in what an earlier release has kept. */
  readonly reporter_id?: string
  /** The alert that says that it is silent; null where none does. */
  readonly alert_id: string | null
  /** The same of the alert that says that its policies are behind; absent where there was none. */
  readonly behind_alert_id?: string | null
}

/** Where a proxy has the alert that tells of it. */
export type AlertNote = 'alert_id' | 'behind_alert_id'

export type ProxyReport = Omit<ProxyInstanceRecord, 'first_seen' | AlertNote>

export interface Reported {
  /** False where there is no room for one that was not known. */
  readonly isKept: boolean
  /** What was known of it before. */
  readonly before: ProxyInstanceRecord | undefined
}

export interface ProxyInstanceStore {
  /**
   * Keeps what a proxy says in place of what it said before, but for the alerts that are noted. One that is new takes the place of another, where there are `max`: of the
   * one that has said nothing for the longest time, if that has stopped or said nothing since `silentSince`.
   */
  report(report: ProxyReport, max: number, silentSince: string): Promise<Reported>
  get(tenantId: string, instanceId: string): Promise<ProxyInstanceRecord | undefined>
  /** All of a tenant, by name and id. */
  list(tenantId: string): Promise<ProxyInstanceRecord[]>
  /**
   * Notes which alert tells of it, or that none does any more.
   * @param lastSeen undefined where it does not matter whether it has reported since
   * @param note silent, if nothing else is said
   * @returns false if it is not known, or has reported since `lastSeen`
   */
  noteAlert(
    tenantId: string,
    instanceId: string,
    lastSeen: string | undefined,
    alertId: string | null,
    note?: AlertNote,
  ): Promise<boolean>
  /** Forgets one that has said nothing since. */
  forget(tenantId: string, instanceId: string, lastSeen: string): Promise<void>
}

/** Which one gives way to one that is new; undefined if all are alive. */
export function dispensable(
  known: readonly ProxyInstanceRecord[],
  silentSince: string,
): ProxyInstanceRecord | undefined {
  return known
    .filter(({ stopping, last_seen }) => stopping || last_seen < silentSince)
    .toSorted((a, b) => (a.last_seen < b.last_seen ? -1 : 1))[0]
}

export function byName(a: ProxyInstanceRecord, b: ProxyInstanceRecord): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.instance_id < b.instance_id ? -1 : 1
}
