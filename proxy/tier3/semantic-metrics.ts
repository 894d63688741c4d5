import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** The numbers of waiting texts, read at each scrape. */
export interface SemanticBacklog {
  readonly texts: number
  readonly bytes: number
  readonly results: number
}

/**
 * Why a text was not classified, or a result not added: the queue was full, the proxy stops, too many results wait, one without findings
 * gave way, it waited too long, the API does not know the interaction, or refuses the result.
 */
export type DropReason =
  | 'queue_full'
  | 'closing'
  | 'results_full'
  | 'no_findings'
  | 'expired'
  | 'unknown_interaction'
  | 'refused'

export type SemanticMetrics = ReturnType<typeof createSemanticMetrics>

export function createSemanticMetrics(registry: Registry, backlog: () => SemanticBacklog) {
  const registers = [registry]
  new Gauge({
    name: 'weir_proxy_tier3_queue_length',
    help: 'Texts that wait for tier 3.',
    registers,
    collect() {
      this.set(backlog().texts)
    },
  })
  new Gauge({
    name: 'weir_proxy_tier3_queue_bytes',
    help: 'Memory that texts take which wait for tier 3.',
    registers,
    collect() {
      this.set(backlog().bytes)
    },
  })
  new Gauge({
    name: 'weir_proxy_tier3_results_waiting',
    help: 'Results of tier 3 that the API has not taken yet.',
    registers,
    collect() {
      this.set(backlog().results)
    },
  })
  return {
    seconds: new Histogram({
      name: 'weir_proxy_tier3_duration_seconds',
      help: 'Time of the tier 3 classification of one text.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    failures: new Counter({
      name: 'weir_proxy_tier3_failures_total',
      help: 'Texts that tier 3 could not classify, by error code.',
      labelNames: ['reason'] as const,
      registers,
    }),
    dropped: new Counter({
      name: 'weir_proxy_tier3_dropped_total',
      help: 'Texts and results of tier 3 that were dropped, by reason.',
      labelNames: ['reason'] as const,
      registers,
    }),
    delivered: new Counter({
      name: 'weir_proxy_tier3_results_total',
      help: 'Results of tier 3 that the API has added to its records.',
      registers,
    }),
  }
}
