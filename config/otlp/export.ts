import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { VERSION } from '../version.ts'
import type { Exchange, Interval, Stored, Telemetry, TelemetryOptions } from './exchange.ts'
import { ExchangeIds, rootSpanOf, traceOf } from './ids.ts'
import { registryProducer } from './registry-producer.ts'

/** Spans that wait to be sent; further ones are dropped. */
const QUEUE_MAX = 2048
const BATCH_MAX = 512
const BATCH_DELAY_MS = 2000
/** Of one request to the collector, and how many at once. */
const TIMEOUT_MS = 10_000
const REQUESTS_MAX = 2
const CLOSE_MS = 2000
/** Further failures within a minute are not said. */
const WARNED_EVERY_MS = 60_000
/** W3C Trace Context, 3.2; version ff is invalid, and later ones may have more at the end. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-|$)/

/** Sends spans and metrics to a collector with OTLP over HTTP, as JSON. */
export function startExport(
  { settings, service, instance, registry, logger }: TelemetryOptions,
  endpoint: URL,
): Telemetry {
  diag.setLogger(quietly(logger), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.version': VERSION,
    'service.instance.id': `${process.pid}-${instance}`,
  })
  const base = endpoint.href.replace(/\/$/, '')
  const to = (path: string) => ({
    ...{ url: `${base}${path}`, headers: settings.otlpHeaders ?? {} },
    ...{ timeoutMillis: TIMEOUT_MS, concurrencyLimit: REQUESTS_MAX },
  })
  const ids = new ExchangeIds()
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(to('/v1/traces')),
    ...{ maxQueueSize: QUEUE_MAX, maxExportBatchSize: BATCH_MAX },
    ...{ scheduledDelayMillis: BATCH_DELAY_MS, exportTimeoutMillis: TIMEOUT_MS },
  })
  const spans = new TracerProvider({
    resource,
    spanProcessors: [processor],
    // By the trace's id alone: proxy and API choose the same ones.
    sampler: new TraceIdRatioBasedSampler(settings.otlpTraceRatio),
    idGenerator: ids,
  })
  const intervalMs = settings.otlpMetricsSeconds * 1000
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(to('/v1/metrics')),
    ...{ exportIntervalMillis: intervalMs, exportTimeoutMillis: Math.min(intervalMs, TIMEOUT_MS) },
    metricProducers: [registryProducer(registry, resource)],
  })
  const meters = new MeterProvider({ resource, readers: [reader] })
  const tracer = spans.getTracer('weir', VERSION)
  return {
    exchange: (exchange) => spanOf(tracer, ids, exchange),
    stored: (stored) => spansOf(tracer, stored),
    async close() {
      const ending = [spans.shutdown(), meters.shutdown()].map((end) => end.catch(() => undefined))
      await Promise.race([Promise.all(ending), sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

function spanOf(tracer: Tracer, ids: ExchangeIds, exchange: Exchange): void {
  const { id, attributes, startedAt, endedAt, hasFailed } = exchange
  const root = ids.during(id, () =>
    tracer.startSpan(
      'weir.exchange',
      {
        ...{ kind: SpanKind.SERVER, startTime: startedAt, root: true },
        ...{ attributes: attributes as Attributes, links: linksOf(exchange.linked) },
      },
      ROOT_CONTEXT,
    ),
  )
  const inside = trace.setSpan(ROOT_CONTEXT, root)
  part(tracer, 'weir.inspect', SpanKind.INTERNAL, exchange.inspected, inside)
  part(tracer, 'weir.upstream', SpanKind.CLIENT, exchange.upstream, inside)
  if (hasFailed) root.setStatus({ code: SpanStatusCode.ERROR })
  root.end(endedAt)
}

function spansOf(tracer: Tracer, { ids, interval }: Stored): void {
  for (const id of ids) {
    const parent = { traceId: traceOf(id), spanId: rootSpanOf(id), traceFlags: TraceFlags.SAMPLED, isRemote: true }
    part(tracer, 'weir.store', SpanKind.INTERNAL, interval, trace.setSpanContext(ROOT_CONTEXT, parent))
  }
}

function part(tracer: Tracer, name: string, kind: SpanKind, interval: Interval | undefined, inside: Context): void {
  if (interval === undefined) return
  const span: Span = tracer.startSpan(name, { kind, startTime: interval.from }, inside)
  span.end(interval.to)
}

function linksOf(traceparent: string | undefined): Link[] {
  const found = TRACEPARENT.exec(traceparent ?? '')
  if (found === null) return []
  const [, traceId = '', spanId = '', flags = ''] = found
  return [{ context: { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true } }]
}

/** That something is not sent is said, but not what: a collector may answer with anything. */
function quietly(logger: Pick<Logger, 'warn'>) {
  let saidAt = -Infinity
  const say = () => {
    if (performance.now() - saidAt < WARNED_EVERY_MS) return
    saidAt = performance.now()
    logger.warn({ code: 'ERR_OTLP' }, 'the OpenTelemetry collector of WEIR_OTLP_ENDPOINT does not take everything')
  }
  const nothing = () => {}
  return { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing }
}
