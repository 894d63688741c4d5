import { collectDefaultMetrics, type Registry } from 'prom-client'

/** Gauges that prom-client names like counters; Prometheus' conventions keep `_total` for counters. Their parts by type remain. */
const MISNAMED = ['active_handles_total', 'active_requests_total', 'active_resources_total']

/** The usual metrics of a process and of Node: memory, processor time, event loop lag, garbage collection. */
export function collectProcessMetrics(register: Registry, prefix: string): void {
  collectDefaultMetrics({ register, prefix })
  for (const name of MISNAMED) register.removeSingleMetric(`${prefix}nodejs_${name}`)
}
