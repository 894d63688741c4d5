import { Counter, Gauge, type Registry } from 'prom-client'

/** Asked at each scrape. */
export interface FeedState {
  readonly available: boolean
  readonly fetchedAt: number | undefined
}

export type FetchOutcome = 'changed' | 'unchanged' | 'invalid' | 'failed'

export interface FeedMetrics {
  fetched(outcome: FetchOutcome): void
  cacheFailed(): void
}

/** What every feed counts; `name` is that of the feed, in the plural. */
export function feedMetrics(registry: Registry, name: string, state: () => FeedState): FeedMetrics {
  const registers = [registry]
  const fetches = new Counter({
    name: `weir_proxy_${name}_fetches_total`,
    help: `Requests for the ${name}, by outcome.`,
    labelNames: ['outcome'],
    registers,
  })
  const cacheFailures = new Counter({
    name: `weir_proxy_${name}_cache_failures_total`,
    help: `Failures to read or write the last known ${name} on disk.`,
    registers,
  })
  feedGauge(registry, name, 'available', `1 where the proxy has ${name}, 0 where WEIR_FAIL_MODE decides.`, () =>
    Number(state().available),
  )
  const confirmed = `When the API last confirmed the ${name} in force.`
  feedGauge(registry, name, 'confirmed_timestamp_seconds', confirmed, () => (state().fetchedAt ?? 0) / 1000)
  return {
    fetched: (outcome) => fetches.inc({ outcome }),
    cacheFailed: () => cacheFailures.inc(),
  }
}

/**
 * A value of one feed, such as the number of its items in force.
 * @param aggregator what several workers show together; by default the value of the one that is furthest behind
 */
export function feedGauge(
  registry: Registry,
  feed: string,
  name: string,
  help: string,
  value: () => number,
  aggregator: 'min' | 'max' = 'min',
): void {
  new Gauge({
    name: `weir_proxy_${feed}_${name}`,
    help,
    registers: [registry],
    aggregator,
    collect() {
      this.set(value())
    },
  })
}
