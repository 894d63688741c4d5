import { collectDefaultMetrics, type Registry } from 'prom-client'

/** Gauges that prom-client names like counters; Prometheus' conventions keep `_total` for counters. Their parts by type remain. */
const MISNAMED = ['active_handles_total', 'active_requests_total', 'active_resources_total']

/**
 * How often the event loop's lag is sampled; a sample is this long at least. At prom-client's 10 ms each thread that has nothing to do wakes up a hundred
 * times a second, which takes 0.3 % of a core.
 */
const LAG_PRECISION_MS = 50

/** The usual metrics of a process and of Node: memory, processor time, event loop lag, garbage collection. */
export function collectProcessMetrics(register: Registry, prefix: string): void {
  collectDefaultMetrics({ register, prefix, eventLoopMonitoringPrecision: LAG_PRECISION_MS })
  for (const name of MISNAMED) register.removeSingleMetric(`${prefix}nodejs_${name}`)
}
