import type { Heartbeat } from '../../core/model/proxy-instance.ts'

/** How one process of a proxy does; sums and codes only. */
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
  readonly worker: string
}

/**
 * What several processes report together. Where they have not the same policies in force, the versions are those of one that is
 * behind: of a version that the first has not.
 */
export function summed(first: WorkerReport, others: readonly WorkerReport[]): Omit<WorkerReport, 'worker'> {
  const all = [first, ...others]
  const total = (count: (report: WorkerReport) => number) => all.reduce((sum, report) => sum + count(report), 0)
  const oneOf = (field: 'policies_version' | 'detectors_version') =>
    (others.find((report) => report[field] !== first[field]) ?? first)[field]
  const not_inspected: Record<string, number> = {}
  for (const report of all)
    for (const [reason, count] of Object.entries(report.not_inspected))
      not_inspected[reason] = (not_inspected[reason] ?? 0) + count
  const errors = all.flatMap(({ last_error }) => (last_error === null ? [] : [last_error]))
  return {
    policies_version: oneOf('policies_version'),
    detectors_version: oneOf('detectors_version'),
    records_waiting: total(({ records_waiting }) => records_waiting),
    window_seconds: Math.max(...all.map(({ window_seconds }) => window_seconds)),
    prompts: total(({ prompts }) => prompts),
    not_inspected,
    last_error: errors.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null,
  }
}
