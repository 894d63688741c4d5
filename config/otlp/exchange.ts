import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Settings } from '../settings.ts'

/** Of one request to an AI service: what its span says. A closed set, as that of its log line (docs/logging.md). */
export interface Exchange {
  /** Of its record, which makes the trace's id; undefined where there is none. */
  readonly id: string | undefined
  /** What the client sent as `traceparent`: believed as far as a link goes, and no further. */
  readonly linked: string | undefined
  /** Milliseconds since 1970, as all times here. */
  readonly startedAt: number
  readonly endedAt: number
  /** From the last byte of the prompt to the decision over it. */
  readonly inspected: Interval | undefined
  /** From the first byte to the service to the head of its answer. */
  readonly upstream: Interval | undefined
  readonly hasFailed: boolean
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>
}

export interface Interval {
  readonly from: number
  readonly to: number
}

/** Of the storing of records, one span each. */
export interface Stored {
  /** Of the record of the prompt. */
  readonly ids: readonly string[]
  readonly interval: Interval
}

/** What is told to an OpenTelemetry collector. Nothing here waits for it, and nothing throws. */
export interface Telemetry {
  exchange(exchange: Exchange): void
  stored(stored: Stored): void
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>
}

export interface TelemetryOptions {
  readonly settings: Pick<Settings, 'otlpEndpoint' | 'otlpHeaders' | 'otlpTraceRatio' | 'otlpMetricsSeconds'>
  readonly service: 'weir-proxy' | 'weir-api'
  /** Which of several workers. */
  readonly instance: string
  readonly registry: Registry
  readonly logger: Pick<Logger, 'warn'>
}
