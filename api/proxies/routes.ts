import { z } from 'zod'
import { Heartbeat, HeartbeatAnswer, INSTANCES_MAX, ProxyInstance } from '../../core/model/proxy-instance.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { conflict } from '../http/api-error.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { callerName } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { isImplausible, timesAt } from '../interactions/complete.ts'
import type { EnabledPolicies } from '../policies/enabled-policies.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { HEARTBEAT_SECONDS } from './liveness.ts'
import { endAlert } from './silence.ts'
import { Supplies } from './supplies.ts'

/** Who records what passes may say how it does. */
const RECORDERS = { roles: ['admin'], scopes: ['record'] } as const

const ProxyList = z.strictObject({ proxies: z.array(ProxyInstance), total: z.int() })

type Dependencies = Pick<ApiDependencies, 'store' | 'now' | 'knownValueKeys' | 'liveness'> & {
  readonly enabledPolicies: EnabledPolicies
}

/** Which proxies there are, and how they do (docs/reference/api-rules.md, Proxies). */
export function proxyRoutes(dependencies: Dependencies): Route[] {
  const { store, now, liveness } = dependencies
  const supplies = new Supplies(dependencies)
  return [
    route(
      {
        method: 'POST',
        path: '/proxies/heartbeat',
        operation: 'reportProxy',
        summary: 'Report how a proxy does',
        access: RECORDERS,
        body: Heartbeat,
        responses: { 200: { description: 'Noted', schema: HeartbeatAnswer } },
        errors: [409],
      },
      async ({ caller, body }) => {
        const time = now()
        const { tenantId } = caller
        const silentSince = liveness.silentSince(time) ?? ''
        const report = {
          ...withPlausibleTimes(body, time),
          ...{ tenant_id: tenantId, last_seen: time.toISOString(), reported_by: callerName(caller) },
        }
        const { isKept, before } = await store.proxyInstances.report(report, INSTANCES_MAX, silentSince)
        if (!isKept) throw conflict(`A tenant has at most ${INSTANCES_MAX} proxies that report`)
        if (typeof before?.alert_id === 'string') {
          // Noted until it has ended: where that fails, or this process dies first, the next report ends it.
          await endAlert(store, tenantId, before.alert_id, time)
          await store.proxyInstances.noteAlert(tenantId, report.instance_id, report.last_seen, null)
        }
        return { status: 200, body: { next_in_seconds: HEARTBEAT_SECONDS } }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/proxies',
        operation: 'listProxies',
        summary: 'List the proxies that report',
        access: ADMIN,
        query: z.strictObject(pageParameters),
        responses: { 200: { description: 'A page of proxies, by name', schema: ProxyList } },
      },
      async ({ caller: { tenantId }, query }) => {
        const all = await store.proxyInstances.list(tenantId)
        const inForce = { policies: await supplies.policies(tenantId), detectors: await supplies.detectors(tenantId) }
        const time = now()
        const { offset, limit } = toPage(query)
        const proxies = all.slice(offset, offset + limit).map((record) => present(record, time, inForce))
        return { status: 200, body: { proxies, total: all.length }, headers: pageHeaders(query, all.length) }
      },
    ),
  ]

  function present(
    { tenant_id: _tenant, alert_id: _alert, stopping, ...shown }: ProxyInstanceRecord,
    time: Date,
    inForce: { readonly policies: string; readonly detectors: string },
  ): ProxyInstance {
    const state = liveness.stateOf({ stopping, last_seen: shown.last_seen }, time)
    const alive = state === 'alive'
    const { prompts, window_seconds } = shown
    return {
      ...shown,
      state,
      alive,
      prompts_per_minute: window_seconds === 0 ? 0 : Math.round((prompts / window_seconds) * 600) / 10,
      policies_in_step: alive ? shown.policies_version === inForce.policies : null,
      detectors_in_step: alive ? shown.detectors_version === inForce.detectors : null,
    }
  }
}

/** A proxy's clock may be wrong; what is ahead of the API's becomes its time. */
function withPlausibleTimes(heartbeat: Heartbeat, now: Date): Heartbeat {
  const times = timesAt(now)
  const plausible = (timestamp: string) => (isImplausible(timestamp, times) ? times.now : timestamp)
  const { started_at, last_error } = heartbeat
  return {
    ...heartbeat,
    started_at: plausible(started_at),
    last_error: last_error && { ...last_error, at: plausible(last_error.at) },
  }
}
