import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { collectProcessMetrics } from '../config/process-metrics.ts'
import { VERSION } from '../config/version.ts'

/** Seconds; the API answers from memory and one local file, so most of it is under ten milliseconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Seconds; one row of a local file takes some ten microseconds, a slow query over many rows a second. */
const STORE_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** The API's own numbers. Every label has a closed set of values: no path, user or address is one, and of tenants only the heads of their audit logs. */
export class Metrics {
  readonly registry = new Registry()

  readonly requests = new Counter({
    name: 'weir_api_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    registers: [this.registry],
  })

  readonly restarts = new Counter({
    name: 'weir_api_restarts_total',
    help: 'Restarts of the API in its process after an error of Weir itself; the other metrics began again with each.',
    registers: [this.registry],
  })

  readonly duration = new Histogram({
    name: 'weir_api_http_request_duration_seconds',
    help: 'Time from the request head to the end of the answer.',
    labelNames: ['operation'] as const,
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  })

  readonly logins = new Counter({
    name: 'weir_api_logins_total',
    help: 'Logins, by result.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  })

  readonly interactions = new Counter({
    name: 'weir_api_interactions_total',
    help: 'Interactions received: stored, already stored before, or skipped as invalid.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  })

  readonly liveConnections = new Gauge({
    name: 'weir_api_live_connections',
    help: 'Open WebSocket connections.',
    registers: [this.registry],
  })

  readonly mails = new Counter({
    name: 'weir_api_mails_total',
    help: 'Tries to send a mail to the mail server, by result.',
    labelNames: ['result'] as const,
    registers: [this.registry],
  })

  readonly mailsWaiting = new Gauge({
    name: 'weir_api_mails_waiting',
    help: 'Mails that the mail server has not taken yet.',
    registers: [this.registry],
  })

  readonly liveCut = new Counter({
    name: 'weir_api_live_connections_cut_total',
    help: 'WebSocket connections ended by the server, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  })

  readonly semanticSeconds = new Histogram({
    name: 'weir_api_tier3_duration_seconds',
    help: 'Time of tier 3 classifications on request.',
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  })

  readonly semanticFailures = new Counter({
    name: 'weir_api_tier3_failures_total',
    help: 'Tier 3 classifications on request that failed, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  })

  readonly sinkWritten = new Counter({
    name: 'weir_api_sink_events_written_total',
    help: 'Events written to syslog or to the file of events.',
    labelNames: ['sink'] as const,
    registers: [this.registry],
  })

  readonly sinkDropped = new Counter({
    name: 'weir_api_sink_events_dropped_total',
    help: 'Events that were dropped because too many waited, or because they were too long.',
    labelNames: ['sink'] as const,
    registers: [this.registry],
  })

  readonly sinkWaiting = new Gauge({
    name: 'weir_api_sink_events_waiting',
    help: 'Events that wait for syslog or for the file of events.',
    labelNames: ['sink'] as const,
    registers: [this.registry],
  })

  readonly storeSeconds = new Histogram({
    name: 'weir_api_store_duration_seconds',
    help: 'Time of operations of the database, by the part of the store.',
    labelNames: ['part'] as const,
    buckets: STORE_BUCKETS,
    registers: [this.registry],
  })

  readonly auditHead = new Gauge({
    name: 'weir_api_audit_head',
    help: 'Entries of a tenant’s audit log when its end was published, once a day; hash is the last entry’s.',
    labelNames: ['tenant_id', 'hash'] as const,
    registers: [this.registry],
  })

  constructor() {
    collectProcessMetrics(this.registry, 'weir_api_')
    const build = new Gauge({
      name: 'weir_api_build_info',
      help: 'Always 1; the labels say what is running.',
      labelNames: ['version', 'node'] as const,
      registers: [this.registry],
    })
    build.set({ version: VERSION, node: process.version }, 1)
  }

  /** Only if there is a Redis to be missed. */
  watchRedis(isThere: () => boolean): void {
    new Gauge({
      name: 'weir_api_redis_up',
      help: '1: Redis answers; 0: it is out of reach.',
      registers: [this.registry],
      collect() {
        this.set(isThere() ? 1 : 0)
      },
    })
  }
}
