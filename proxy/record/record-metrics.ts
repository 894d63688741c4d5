import { Counter, Gauge, type Registry } from 'prom-client'
import type { ApiErrorCode } from '../api-client/errors.ts'
import { Tally } from '../telemetry/batched.ts'
import type { SpoolErrorCode } from './spool/spool-errors.ts'

export interface RecordMetrics {
  appended(records: number): void
  spoolFailed(code: SpoolErrorCode): void
  damaged(pieces: number): void
  delivered(records: number): void
  rejected(records: number, kept: boolean): void
  batchAnswered(outcome: 'ok' | ApiErrorCode): void
}

/** `backlog` is asked at each scrape: records that wait, and bytes of the spool. */
export function recordMetrics(registry: Registry, backlog: () => { records: number; bytes: number }): RecordMetrics {
  const registers = [registry]
  const appended = new Tally({
    name: 'weir_proxy_record_appended_total',
    help: 'Interactions written to the spool.',
    registers,
  })
  const spoolErrors = new Counter({
    name: 'weir_proxy_record_spool_errors_total',
    help: 'Failures of the spool, by error code.',
    labelNames: ['code'],
    registers,
  })
  const damaged = new Counter({
    name: 'weir_proxy_record_damaged_total',
    help: 'Damaged or torn lines of the spool that were skipped.',
    registers,
  })
  const delivered = new Counter({
    name: 'weir_proxy_record_delivered_total',
    help: 'Interactions the API has confirmed.',
    registers,
  })
  const rejected = new Counter({
    name: 'weir_proxy_record_rejected_total',
    help: 'Interactions the API refused; kept says whether they are in spool/rejected.',
    labelNames: ['kept'],
    registers,
  })
  const batches = new Counter({
    name: 'weir_proxy_record_batches_total',
    help: 'Batches sent to the API, by outcome: ok or an error code.',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'weir_proxy_record_backlog',
    help: 'Interactions in the spool that the API has not confirmed yet.',
    registers,
    collect() {
      this.set(backlog().records)
    },
  })
  new Gauge({
    name: 'weir_proxy_record_spool_bytes',
    help: 'Bytes of the spool on disk.',
    registers,
    collect() {
      this.set(backlog().bytes)
    },
  })
  // From when a confirmation is awaited: the last one, or the first record after a time without any.
  let awaitedSince = performance.now()
  let waiting = backlog().records
  new Gauge({
    name: 'weir_proxy_record_backlog_stalled_seconds',
    help: 'How long records have been waiting without the API confirming any; 0 where none waits.',
    registers,
    aggregator: 'max',
    collect() {
      // Damaged lines are settled without a word.
      if (backlog().records === 0) waiting = 0
      this.set(waiting === 0 ? 0 : (performance.now() - awaitedSince) / 1000)
    },
  })
  const settled = (records: number) => {
    awaitedSince = performance.now()
    waiting = Math.max(0, waiting - records)
  }
  return {
    appended: (records) => {
      if (waiting === 0) awaitedSince = performance.now()
      waiting += records
      appended.inc(records)
    },
    spoolFailed: (code) => spoolErrors.inc({ code }),
    damaged: (pieces) => damaged.inc(pieces),
    delivered: (records) => {
      settled(records)
      delivered.inc(records)
    },
    rejected: (records, kept) => {
      settled(records)
      rejected.inc({ kept: String(kept) }, records)
    },
    batchAnswered: (outcome) => batches.inc({ outcome }),
  }
}
