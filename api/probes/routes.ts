import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { matchAddresses } from '../../core/network/address-list.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { forbidden } from '../http/api-error.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'
import { StoreUnavailableError } from '../store/errors.ts'

const PROBE_EVERY_MS = 1000
/** Less than load balancers wait for a probe. */
const PROBE_TIMEOUT_MS = 1000

const Health = z.strictObject({ status: z.enum(['ok', 'unavailable']) })

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'metrics' | 'isReady' | 'logger'>

/** The routes for orchestrators and monitors. */
export function probeRoutes({ settings, store, metrics, isReady, logger }: Dependencies): Route[] {
  let asking: Promise<void> | undefined
  let probe: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  const mayReadMetrics = matchAddresses(settings.metricsAllowCidrs)
  return [
    route(
      {
        method: 'GET',
        path: '/healthz',
        operation: 'getHealth',
        summary: 'Liveness: the process is running',
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
        summary: 'Readiness: requests can be served, and the database accepts writes',
        access: PUBLIC,
        alsoAtRoot: true,
        responses: {
          200: { description: 'Ready', schema: Health },
          503: { description: 'Starting or stopping, or the database does not accept writes', schema: Health },
        },
      },
      async () =>
        isReady() && (await canWrite())
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

  /** Asked by anybody as often as they like: the database is, once a second. */
  function canWrite(): Promise<boolean> {
    if (probe === undefined || performance.now() - probe.at > PROBE_EVERY_MS) {
      probe = { at: performance.now(), answer: askStore() }
    }
    return probe.answer
  }

  async function askStore(): Promise<boolean> {
    // A check that hangs keeps hanging until it fails by itself; no other one starts in the meantime.
    asking ??= store.ping().finally(() => {
      asking = undefined
    })
    const timeout = new AbortController()
    try {
      const late = sleep(PROBE_TIMEOUT_MS, 'late', { ref: false, signal: timeout.signal })
      if ((await Promise.race([asking, late])) === 'late') throw new StoreUnavailableError('A write takes too long')
      return true
    } catch (error) {
      logger.error({ err: error, code: 'ERR_STORE' }, 'the database takes no writes')
      return false
    } finally {
      timeout.abort()
    }
  }
}
