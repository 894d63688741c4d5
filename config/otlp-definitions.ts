import { optional, required } from './definition.ts'
import * as parse from './parsers.ts'

/** What is told to an OpenTelemetry collector (docs/opentelemetry.md). */
export const OTLP_DEFINITIONS = {
  otlpEndpoint: optional(
    'WEIR_OTLP_ENDPOINT',
    parse.baseUrl,
    'an http:// or https:// URL without credentials',
    'the OpenTelemetry collector that gets traces and metrics (OTLP over HTTP); /v1/traces and /v1/metrics are added to it',
  ),
  otlpHeaders: optional(
    'WEIR_OTLP_HEADERS',
    parse.headers,
    'a comma-separated list of name=value',
    'headers of the requests to the collector, such as a token',
    { secret: true },
  ),
  otlpTraceRatio: required(
    'WEIR_OTLP_TRACE_RATIO',
    '1',
    parse.share,
    'a number from 0 to 1',
    'the share of requests to AI services that is traced; 0 sends metrics alone',
  ),
  otlpMetricsSeconds: required(
    'WEIR_OTLP_METRICS_SECONDS',
    '60',
    parse.integer(1, 3600),
    'a number of seconds from 1 to 3600',
    'how often metrics are sent to the collector',
  ),
}
