import { type Attributes, ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'

interface Value {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** Of a histogram: name_bucket, name_sum or name_count. */
  readonly metricName?: string
}

type Time = readonly [seconds: number, nanoseconds: number]

/**
 * The metrics that Prometheus reads, for a collector (OpenTelemetry specification, "Prometheus and OpenMetrics
 * Compatibility"): the same names, but for `_total`.
 */
export function registryProducer(registry: Registry, resource: Resource): MetricProducer {
  const startTime = hrTime(Date.now())
  return {
    async collect() {
      const all = await registry.getMetricsAsJSON()
      const times = { startTime, endTime: hrTime(Date.now()) }
      const metrics = all.flatMap(({ name, help, type, values }) =>
        toMetric({ name, help, type: String(type) }, values as Value[], times),
      )
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'weir' }, metrics }] }, errors: [] }
    },
  }
}

function toMetric(
  { name, help, type }: { readonly name: string; readonly help: string; readonly type: string },
  values: readonly Value[],
  times: { readonly startTime: Time; readonly endTime: Time },
): MetricData[] {
  const descriptor = {
    name: name.replace(/_total$/, ''),
    description: help,
    unit: unitOf(name),
    valueType: ValueType.DOUBLE,
  }
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const time = { startTime: [...times.startTime] as [number, number], endTime: [...times.endTime] as [number, number] }
  const points = values.map(({ labels, value }) => ({ ...time, attributes: { ...labels } as Attributes, value }))
  if (type === 'counter') return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }]
  if (type === 'gauge') return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points }]
  if (type !== 'histogram') return []
  const dataPoints = histogramsOf(name, values).map(({ attributes, value }) => ({ ...time, attributes, value }))
  return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }]
}

/** Prometheus adds buckets up, OpenTelemetry does not. */
function histogramsOf(name: string, values: readonly Value[]) {
  const series = new Map<string, { attributes: Attributes; buckets: [number, number][]; sum: number; count: number }>()
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels
    const key = JSON.stringify(Object.entries(attributes).sort())
    const one = series.get(key) ?? { attributes, buckets: [], sum: 0, count: 0 }
    series.set(key, one)
    if (metricName === `${name}_sum`) one.sum = value
    else if (metricName === `${name}_count`) one.count = value
    else if (le !== '+Inf') one.buckets.push([Number(le), value])
  }
  return [...series.values()].map(({ attributes, buckets, sum, count }) => {
    const inOrder = buckets.toSorted(([a], [b]) => a - b)
    const below = [0, ...inOrder.map(([, value]) => value)]
    const counts = [...inOrder.map(([, value]) => value), count].map((value, index) => value - (below[index] ?? 0))
    return { attributes, value: { buckets: { boundaries: inOrder.map(([le]) => le), counts }, sum, count } }
  })
}

/** UCUM, as collectors expect it. */
function unitOf(name: string): string {
  const base = name.replace(/_total$/, '')
  if (base.endsWith('_seconds')) return 's'
  return base.endsWith('_bytes') ? 'By' : ''
}

function hrTime(milliseconds: number): Time {
  return [Math.trunc(milliseconds / 1000), (milliseconds % 1000) * 1_000_000]
}
