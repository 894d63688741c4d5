import { z } from 'zod'
import { Heartbeat, HeartbeatAnswer, INSTANCES_MAX, ProxyInstance } from '../../core/model/proxy-instance.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { conflict } from '../http/api-error.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { isImplausible, timesAt } from '../interactions/complete.ts'
import type { EnabledPolicies } from '../policies/enabled-policies.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'
import { HEARTBEAT_SECONDS } from './liveness.ts'
import { isStillThere, namesOfReporters, type Reporter, reporterOf } from './reporter.ts'
import { settleAlert } from './silence.ts'
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
        const reporter = reporterOf(caller)
        await refuseThatOfAnother(tenantId, body.instance_id, reporter, time)
        const report = {
          ...withPlausibleTimes(body, time),
          ...{ tenant_id: tenantId, last_seen: time.toISOString(), ...reporter },
        }
        const { isKept, before } = await store.proxyInstances.report(report, INSTANCES_MAX, silentSince)
        if (!isKept) throw conflict(`A tenant has at most ${INSTANCES_MAX} proxies that report`)
        if (typeof before?.alert_id === 'string') {
          // Noted until it is settled: where that fails, or this process dies first, the next report does it.
          await settleAlert(store, before, liveness, time)
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
        const page = all.slice(offset, offset + limit)
        const nameOf = await namesOfReporters(store, tenantId, page)
        const proxies = page.map((record) => ({ ...present(record, time, inForce), reported_by: nameOf(record) }))
        return { status: 200, body: { proxies, total: all.length }, headers: pageHeaders(query, all.length) }
      },
    ),
  ]

  /** As long as a proxy is alive, nobody else speaks for it; with a new token it does, once it has ended or the old one is deleted. */
  async function refuseThatOfAnother(tenantId: string, instanceId: string, by: Reporter, time: Date): Promise<void> {
    const known = await store.proxyInstances.get(tenantId, instanceId)
    if (known === undefined || known.reporter_id === by.reporter_id || liveness.stateOf(known, time) !== 'alive') return
    if (await isStillThere(store, tenantId, known)) throw conflict('Another service token reports for this proxy')
  }

  function present(
    {
      tenant_id: _tenant,
      alert_id: _alert,
      behind_alert_id: _behind,
      stopping,
      reported_by: _name,
      reporter_id: _id,
      ...shown
    }: ProxyInstanceRecord,
    time: Date,
    inForce: { readonly policies: string; readonly detectors: string },
  ): Omit<ProxyInstance, 'reported_by'> {
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
