import { z } from 'zod'
import { matchAddresses } from '../../config/addresses.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { forbidden } from '../http/api-error.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'

const Health = z.strictObject({ status: z.enum(['ok', 'unavailable']) })

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'metrics' | 'isReady' | 'logger'>

/** What orchestrators and monitors ask. */
export function probeRoutes({ settings, store, metrics, isReady, logger }: Dependencies): Route[] {
  const mayReadMetrics = matchAddresses(settings.metricsAllowCidrs)
  return [
    route(
      {
        method: 'GET',
        path: '/healthz',
        operation: 'getHealth',
        summary: 'Liveness: the process answers',
        access: PUBLIC,
        alsoAtRoot: true,
        responses: { 200: { description: 'Alive', schema: Health } },
      },
      async () => ({ status: 200, body: { status: 'ok' } }),
    ),
    route(
      {
        method: 'GET',
        path: '/readyz',
        operation: 'getReadiness',
        summary: 'Readiness: requests can be served',
        access: PUBLIC,
        alsoAtRoot: true,
        responses: {
          200: { description: 'Ready', schema: Health },
          503: { description: 'Starting, stopping, or without a database', schema: Health },
        },
      },
      async () =>
        isReady() && (await answers())
          ? { status: 200, body: { status: 'ok' } }
          : { status: 503, body: { status: 'unavailable' } },
    ),
    route(
      {
        method: 'GET',
        path: '/metrics',
        operation: 'getMetrics',
        summary: 'Metrics in the Prometheus text format, for the addresses of WEIR_METRICS_ALLOW_CIDRS',
        access: PUBLIC,
        alsoAtRoot: true,
        responses: { 200: { description: 'Metrics', schema: z.string(), contentType: 'text/plain' } },
        errors: [403],
      },
      async ({ clientAddress }) => {
        if (!mayReadMetrics(clientAddress))
          throw forbidden('Metrics are not for this address: see WEIR_METRICS_ALLOW_CIDRS')
        const { registry } = metrics
        return { status: 200, body: await registry.metrics(), headers: { 'Content-Type': registry.contentType } }
      },
    ),
  ]

  async function answers(): Promise<boolean> {
    try {
      await store.ping()
      return true
    } catch (error) {
      logger.error({ err: error, code: 'ERR_STORE' }, 'the database does not answer')
      return false
    }
  }
}
