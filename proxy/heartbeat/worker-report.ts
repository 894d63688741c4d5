import { createHash } from 'node:crypto'
import type { Heartbeat } from '../../core/model/proxy-instance.ts'

/** What one process of a proxy reports: sums and codes, and nothing of what it reads. */
export interface WorkerReport
  extends Pick<
    Heartbeat,
    | 'policies_version'
    | 'detectors_version'
    | 'records_waiting'
    | 'window_seconds'
    | 'prompts'
    | 'not_inspected'
    | 'last_error'
  > {
  /** Its name. */
  readonly worker: string
}

/** What several processes report together. */
export function summed(first: WorkerReport, others: readonly WorkerReport[]): Omit<WorkerReport, 'worker'> {
  const all = [first, ...others]
  const total = (count: (report: WorkerReport) => number) => all.reduce((sum, report) => sum + count(report), 0)
  const not_inspected: Record<string, number> = {}
  for (const report of all)
    for (const [reason, count] of Object.entries(report.not_inspected))
      not_inspected[reason] = (not_inspected[reason] ?? 0) + count
  const errors = all.flatMap(({ last_error }) => (last_error === null ? [] : [last_error]))
  return {
    policies_version: commonVersion(all.map(({ policies_version }) => policies_version)),
    detectors_version: commonVersion(all.map(({ detectors_version }) => detectors_version)),
    records_waiting: total(({ records_waiting }) => records_waiting),
    window_seconds: Math.max(...all.map(({ window_seconds }) => window_seconds)),
    prompts: total(({ prompts }) => prompts),
    not_inspected,
    last_error: errors.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null,
  }
}

/**
 * The version that all of them have. Where they differ, one is behind, and only the API knows which: the version is then one that no
 * list has, so that the API says that the proxy is behind. Null where one of them has none yet.
 */
function commonVersion(versions: readonly (string | null)[]): string | null {
  if (versions.includes(null)) return null
  const [first = null, ...others] = [...new Set(versions)].toSorted()
  if (others.length === 0) return first
  return createHash('sha256')
    .update([first, ...others].join())
    .digest('hex')
    .slice(0, 16)
}
