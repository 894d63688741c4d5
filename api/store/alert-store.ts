import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import type { Alert, AlertResolution, AlertStatus, AlertType, Severity } from '../../core/model/alert.ts'
import type { Effects } from './outbox.ts'
import type { Changed, Listed, Page, Sort } from './paging.ts'

export interface RaisedAlert {
  readonly alert: Alert
  /** What it was before; undefined if the alert is new. */
  readonly before: Alert | undefined
}

export interface AlertFilter {
  readonly status?: AlertStatus | undefined
  readonly severity?: Severity | undefined
  readonly type?: AlertType | undefined
  readonly user_id?: string | undefined
  readonly platform_id?: string | undefined
  /** One of its policies. */
  readonly policy_id?: string | undefined
  /** Of created_at; inclusive. */
  readonly start_date?: string | undefined
  /** Inclusive. */
  readonly end_date?: string | undefined
}

/** Why an alert was resolved; whoever resolves it need not say. */
export interface Verdict {
  readonly resolution?: AlertResolution | undefined
  readonly note?: string | undefined
}

export type AlertSort = Sort<'created_at' | 'updated_at' | 'severity'>

/** Which alerts must be kept, whatever their age; null where it does not matter. */
export interface KeptRecords {
  readonly user_id: string | null
  /** Both inclusive. */
  readonly start_date: string | null
  readonly end_date: string | null
}

export interface AlertStore {
  /**
   * Adds each candidate to the open alert of the same type, user, platform and policies that was created since `since` (or within a day,
   * for those that say so),
   * whose severity then is the higher of both; without one it becomes an alert of its own. What that means is published
   * (api/store/raised-alerts.ts).
   */
  raise(tenantId: string, candidates: readonly AlertCandidate[], now: string, since: string): Promise<RaisedAlert[]>
  get(tenantId: string, id: string): Promise<Alert | undefined>
  list(tenantId: string, filter: AlertFilter, sort: AlertSort, page: Page): Promise<Listed<Alert>>
  countOpen(tenantId: string): Promise<number>
  countOpenBySeverity(tenantId: string): Promise<Record<Severity, number>>
  /**
   * `resolvedBy` is null if it is opened again, which forgets the verdict. An alert that is in that status already stays as it
   * is, but for a verdict that is new.
   */
  setStatus(
    tenantId: string,
    id: string,
    status: AlertStatus,
    resolvedBy: string | null,
    now: string,
    effects?: Effects<Changed<Alert>>,
    verdict?: Verdict,
  ): Promise<Changed<Alert> | undefined>
  /**
   * Deletes the alerts that were resolved before this time, up to `limit` of them, but none that is under a hold.
   * @returns how many
   */
  deleteResolved(tenantId: string, before: string, limit: number, holds?: readonly KeptRecords[]): Promise<number>
}
