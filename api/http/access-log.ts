import type { Middleware } from 'koa'
import type { Metrics } from '../metrics.ts'
import type { ApiState } from './context.ts'

/** Writes one log line and counts once for each request, by operation instead of path, so without ids and queries. */
export function accessLog(metrics: Metrics): Middleware<ApiState> {
  return async (ctx, next) => {
    const started = performance.now()
    await next()
    const operation = ctx.state.operation ?? 'none'
    const seconds = (performance.now() - started) / 1000
    metrics.requests.inc({ operation, status: ctx.status })
    metrics.duration.observe({ operation }, seconds)
    ctx.state.logger[isRoutine(ctx.state, ctx.get('User-Agent'), ctx.status) ? 'debug' : 'info'](
      {
        method: ctx.method,
        operation,
        status: ctx.status,
        duration_ms: Math.round(seconds * 1e4) / 10,
        client_address: ctx.state.clientAddress,
        tenant_id: ctx.state.caller?.tenantId,
      },
      'request',
    )
  }
}

/** What Weir's own proxies ask all the time, and the parts of its pages, are of interest only if they fail. */
function isRoutine({ caller, isPage }: ApiState, userAgent: string, status: number): boolean {
  return status < 400 && (isPage === true || (caller?.kind === 'service' && userAgent.startsWith('weir-proxy/')))
}
