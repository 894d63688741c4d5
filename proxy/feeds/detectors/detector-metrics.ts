import { Counter, Gauge, type Registry } from 'prom-client'

export interface DetectorState {
  readonly available: boolean
  readonly inForce: number
  readonly skipped: number
  readonly fetchedAt: number | undefined
}

export interface DetectorMetrics {
  fetched(outcome: 'changed' | 'unchanged' | 'failed'): void
  cacheFailed(): void
}

/** `state` is asked at each scrape. */
export function detectorMetrics(registry: Registry, state: () => DetectorState): DetectorMetrics {
  const registers = [registry]
  const fetches = new Counter({
    name: 'weir_proxy_detectors_fetches_total',
    help: 'Requests for the detectors, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const cacheFailures = new Counter({
    name: 'weir_proxy_detectors_cache_failures_total',
    help: 'Failures to read or write the last known detectors on disk.',
    registers,
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `weir_proxy_detectors_${name}`,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('available', '1 where the proxy knows the detectors, 0 where WEIR_FAIL_MODE decides.', () =>
    Number(state().available),
  )
  gauge('enabled', 'Detectors of the tenant in force.', () => state().inForce)
  gauge('skipped', 'Detectors that this release cannot use.', () => state().skipped)
  gauge(
    'confirmed_timestamp_seconds',
    'When the API last confirmed the detectors in force.',
    () => (state().fetchedAt ?? 0) / 1000,
  )
  return {
    fetched: (outcome) => fetches.inc({ outcome }),
    cacheFailed: () => cacheFailures.inc(),
  }
}
