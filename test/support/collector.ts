import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scope } from './scope.ts'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number }
  readonly attributes: Readonly<Record<string, unknown>>
  readonly service: unknown
}

export interface CollectedMetric {
  readonly name: string
  readonly unit: string
  readonly service: unknown
  readonly sum?: { readonly isMonotonic?: boolean; readonly dataPoints: readonly { readonly asDouble: number }[] }
  readonly histogram?: {
    readonly dataPoints: readonly {
      readonly count: number
      readonly bucketCounts: readonly number[]
      readonly explicitBounds: readonly number[]
    }[]
  }
}

/** An OpenTelemetry collector as far as its address for OTLP over HTTP goes. */
export interface Collector {
  readonly url: string
  /** Of each request, as it came. */
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }[]
  spans(): CollectedSpan[]
  metrics(): CollectedMetric[]
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Part {
  readonly resource: { readonly attributes: readonly Attribute[] }
  readonly scopeSpans?: readonly { readonly spans: readonly Record<string, unknown>[] }[]
  readonly scopeMetrics?: readonly { readonly metrics: readonly Record<string, unknown>[] }[]
}

/** @param answer what it does with a request; 200 if not given */
export async function startCollector(
  scope: Scope,
  answer: (response: ServerResponse) => void = (response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
): Promise<Collector> {
  const requests: Collector['requests'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({
      path: request.url ?? '',
      headers: request.headers,
      text: Buffer.concat(chunks).toString(),
    })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const parts = (path: string, field: 'resourceSpans' | 'resourceMetrics') =>
    requests
      .filter((request) => request.path === path)
      .flatMap(({ text }) => (JSON.parse(text) as Record<typeof field, Part[]>)[field])
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      parts('/v1/traces', 'resourceSpans').flatMap(({ resource, scopeSpans = [] }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({
            ...(span as unknown as CollectedSpan),
            attributes: plain(span.attributes as Attribute[]),
            service: plain(resource.attributes)['service.name'],
          })),
        ),
      ),
    metrics: () =>
      parts('/v1/metrics', 'resourceMetrics').flatMap(({ resource, scopeMetrics = [] }) =>
        scopeMetrics.flatMap(({ metrics }) =>
          metrics.map((metric) => ({
            ...(metric as unknown as CollectedMetric),
            service: plain(resource.attributes)['service.name'],
          })),
        ),
      ),
  }
}

function plain(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
