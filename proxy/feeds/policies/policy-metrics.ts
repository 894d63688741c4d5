import { Counter, Gauge, type Registry } from 'prom-client'

export interface PolicyState {
  readonly available: boolean
  readonly policies: readonly unknown[]
  readonly fetchedAt: number | undefined
}

export type FetchOutcome = 'changed' | 'unchanged' | 'invalid' | 'failed'

export interface PolicyMetrics {
  fetched(outcome: FetchOutcome): void
  cacheFailed(): void
}

/** `state` and `channelUp` are asked at each scrape. */
export function policyMetrics(registry: Registry, state: () => PolicyState, channelUp: () => boolean): PolicyMetrics {
  const registers = [registry]
  const fetches = new Counter({
    name: 'weir_proxy_policies_fetches_total',
    help: 'Requests for the policies, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const cacheFailures = new Counter({
    name: 'weir_proxy_policies_cache_failures_total',
    help: 'Failures to read or write the last known policies on disk.',
    registers,
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `weir_proxy_policies_${name}`,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('available', '1 where the proxy has policies to decide by, 0 where WEIR_FAIL_MODE decides.', () =>
    Number(state().available),
  )
  gauge('enabled', 'Enabled policies in force.', () => state().policies.length)
  gauge(
    'confirmed_timestamp_seconds',
    'When the API last confirmed the policies in force.',
    () => (state().fetchedAt ?? 0) / 1000,
  )
  gauge('channel_up', '1 where changes are pushed, 0 where the proxy asks for them every second.', () =>
    Number(channelUp()),
  )
  return {
    fetched: (outcome) => fetches.inc({ outcome }),
    cacheFailed: () => cacheFailures.inc(),
  }
}
