import { z } from 'zod'
import {
  Alert,
  AlertStatus,
  AlertStatusChange,
  AlertsStatusChange,
  AlertType,
  AlertWithFacts,
  Severity,
} from '../../core/model/alert.ts'
import { PlatformId, Timestamp, Uuid } from '../../core/model/common.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { pageHeaders, pageParameters, sortParameter, TotalIsEstimate, toPage } from '../http/query.ts'
import { callerName, requireId } from '../http/request.ts'
import { ADMIN, EVERY_USER, type Route, route } from '../http/route.ts'
import type { People } from '../people/people.ts'
import type { Verdict } from '../store/alert-store.ts'
import type { Changed } from '../store/paging.ts'
import { publishStatus } from '../store/raised-alerts.ts'
import { withFacts } from './facts.ts'

const AlertList = z.strictObject({
  alerts: z.array(AlertWithFacts),
  total: z.int(),
  total_is_estimate: TotalIsEstimate.optional(),
})

/** `facts` tells of each alert what the interaction that raised it says. */
const Include = z.literal('facts').optional()

const AlertListQuery = z.strictObject({
  ...pageParameters,
  status: AlertStatus.optional(),
  severity: Severity.optional(),
  type: AlertType.optional(),
  user_id: Uuid.optional(),
  platform_id: PlatformId.optional(),
  policy_id: Uuid.optional(),
  start_date: Timestamp.optional(),
  end_date: Timestamp.optional(),
  sort: sortParameter(['created_at', 'updated_at', 'severity'], '-created_at'),
  include: Include,
})
const AlertQuery = z.strictObject({ include: Include })

const AlertsChanged = z.strictObject({
  /** As they are now, in the order in which they were asked for. */
  alerts: z.array(Alert),
  /** What is no alert of the tenant. */
  not_found: z.array(Uuid),
})
/** How many changes wait for the disk together. */
const SIDE_BY_SIDE = 10

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now'> & { readonly people: People }

export function alertRoutes({ store, audit, now, people }: Dependencies): Route[] {
  function setStatus(
    { caller, clientAddress }: Actor & { readonly caller: Caller },
    id: string,
    { status, ...verdict }: Verdict & { readonly status: AlertStatus },
  ): Promise<Changed<Alert> | undefined> {
    const action = status === 'resolved' ? 'alert.resolved' : 'alert.reopened'
    const effects = audit.with<Changed<Alert>>(
      { caller, clientAddress },
      ({ after: { type, severity, resolution } }) => {
        const details = { type, severity, ...(resolution !== undefined && { resolution }) }
        return { action, target_type: 'alert', target_id: id, details }
      },
      publishStatus,
    )
    const resolvedBy = status === 'resolved' ? callerName(caller) : null
    return store.alerts.setStatus(caller.tenantId, id, status, resolvedBy, now().toISOString(), effects, verdict)
  }

  return [
    route(
      {
        method: 'GET',
        path: '/alerts',
        operation: 'listAlerts',
        summary: 'List security alerts',
        access: EVERY_USER,
        query: AlertListQuery,
        responses: { 200: { description: 'A page of alerts', schema: AlertList } },
      },
      async ({ caller, query }) => {
        const { items, total, isEstimate } = await store.alerts.list(caller.tenantId, query, query.sort, toPage(query))
        const told = query.include === 'facts' ? await withFacts(store, caller.tenantId, items) : items
        const alerts = await people.named(caller, told)
        const body = { alerts, total, ...(isEstimate && { total_is_estimate: isEstimate }) }
        return { status: 200, body, headers: pageHeaders(query, total, isEstimate) }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/alerts/:id',
        operation: 'getAlert',
        summary: 'Get an alert',
        access: EVERY_USER,
        query: AlertQuery,
        responses: { 200: { description: 'The alert', schema: AlertWithFacts } },
      },
      async ({ caller, params, query }) => {
        const alert = await store.alerts.get(caller.tenantId, requireId(params.id, 'Alert'))
        if (alert === undefined) throw notFound('Alert')
        const told = query.include === 'facts' ? await withFacts(store, caller.tenantId, [alert]) : [alert]
        return { status: 200, body: (await people.named(caller, told))[0] }
      },
    ),
    route(
      {
        method: 'PATCH',
        path: '/alerts/:id/status',
        operation: 'setAlertStatus',
        summary: 'Mark an alert resolved, or open it again',
        access: ADMIN,
        body: AlertStatusChange,
        responses: { 200: { description: 'The updated alert', schema: Alert } },
      },
      async ({ caller, params, body, clientAddress }) => {
        const changed = await setStatus({ caller, clientAddress }, requireId(params.id, 'Alert'), body)
        if (changed === undefined) throw notFound('Alert')
        return { status: 200, body: changed.after }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/alerts/status',
        operation: 'setAlertsStatus',
        summary: 'Mark up to a hundred alerts resolved, or open them again',
        access: ADMIN,
        body: AlertsStatusChange,
        responses: { 200: { description: 'The updated alerts', schema: AlertsChanged } },
      },
      async ({ caller, body: { ids, ...change }, clientAddress }) => {
        const asked = [...new Set(ids)]
        const alerts: Alert[] = []
        const not_found: string[] = []
        for (let from = 0; from < asked.length; from += SIDE_BY_SIDE) {
          const some = asked.slice(from, from + SIDE_BY_SIDE)
          const changes = await Promise.all(some.map((id) => setStatus({ caller, clientAddress }, id, change)))
          for (const [index, changed] of changes.entries()) {
            if (changed === undefined) not_found.push(some[index] ?? '')
            else alerts.push(changed.after)
          }
        }
        return { status: 200, body: { alerts, not_found } }
      },
    ),
  ]
}
