import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { DeliveryTotals } from '../../store/delivery-store.ts'

/** Seconds; an attempt ends after five. */
const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The numbers of deliveries. No label names a tenant, a webhook or a receiver: there may be thousands. */
export class WebhookMetrics {
  readonly attempts: Counter<'outcome'>
  readonly attemptDuration: Histogram
  readonly deliveries: Counter<'state'>
  readonly retries: Counter
  readonly disabled: Counter

  constructor(registry: Registry, totals: () => Promise<DeliveryTotals>) {
    const registers = [registry]
    this.attempts = new Counter({
      name: 'weir_api_webhook_attempts_total',
      help: 'Attempts to deliver an event to a webhook, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    })
    this.attemptDuration = new Histogram({
      name: 'weir_api_webhook_attempt_duration_seconds',
      help: 'Time from the beginning of an attempt to its outcome.',
      buckets: DURATION_BUCKETS,
      registers,
    })
    this.deliveries = new Counter({
      name: 'weir_api_webhook_deliveries_total',
      help: 'Deliveries that came to an end, by their final state.',
      labelNames: ['state'] as const,
      registers,
    })
    this.retries = new Counter({
      name: 'weir_api_webhook_retries_total',
      help: 'Deliveries that will be attempted again because an attempt failed.',
      registers,
    })
    this.disabled = new Counter({
      name: 'weir_api_webhooks_disabled_total',
      help: 'Webhooks that were switched off because their receiver failed.',
      registers,
    })
    const pending = new Gauge({
      name: 'weir_api_webhook_deliveries_pending',
      help: 'Deliveries that wait, those of webhooks that are switched off too.',
      registers,
      // Where the database does not answer, the numbers are those of the last time.
      collect: () => totals().then(showTotals, () => {}),
    })
    const overflowed = new Gauge({
      name: 'weir_api_webhook_deliveries_overflowed',
      help: 'Deliveries that were never written, since the backlog of their webhook was full. Only grows.',
      registers,
    })

    function showTotals(now: DeliveryTotals): void {
      pending.set(now.pending)
      overflowed.set(now.overflowed)
    }
  }
}
