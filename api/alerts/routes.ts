import { z } from 'zod'
import { Alert, AlertStatus, AlertStatusChange, AlertType, Severity } from '../../core/model/alert.ts'
import { Timestamp, Uuid } from '../../core/model/common.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import { pageHeaders, pageParameters, sortParameter, TotalIsEstimate, toPage } from '../http/query.ts'
import { callerName, requireId } from '../http/request.ts'
import { ADMIN, EVERY_USER, type Route, route } from '../http/route.ts'
import type { Changed } from '../store/paging.ts'
import { publishStatus } from '../store/raised-alerts.ts'

const AlertList = z.strictObject({
  alerts: z.array(Alert),
  total: z.int(),
  total_is_estimate: TotalIsEstimate.optional(),
})

const AlertListQuery = z.strictObject({
  ...pageParameters,
  status: AlertStatus.optional(),
  severity: Severity.optional(),
  type: AlertType.optional(),
  user_id: Uuid.optional(),
  start_date: Timestamp.optional(),
  end_date: Timestamp.optional(),
  sort: sortParameter(['created_at', 'updated_at', 'severity'], '-created_at'),
})

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now'>

export function alertRoutes({ store, audit, now }: Dependencies): Route[] {
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
        const body = { alerts: items, total, ...(isEstimate && { total_is_estimate: isEstimate }) }
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
        responses: { 200: { description: 'The alert', schema: Alert } },
      },
      async ({ caller, params }) => {
        const alert = await store.alerts.get(caller.tenantId, requireId(params.id, 'Alert'))
        if (alert === undefined) throw notFound('Alert')
        return { status: 200, body: alert }
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
      async ({ caller, params, body: { status }, clientAddress }) => {
        const id = requireId(params.id, 'Alert')
        const resolvedBy = status === 'resolved' ? callerName(caller) : null
        const at = now().toISOString()
        const action = status === 'resolved' ? 'alert.resolved' : 'alert.reopened'
        const effects = audit.with<Changed<Alert>>(
          { caller, clientAddress },
          ({ after: { type, severity } }) => {
            return { action, target_type: 'alert', target_id: id, details: { type, severity } }
          },
          publishStatus,
        )
        const changed = await store.alerts.setStatus(caller.tenantId, id, status, resolvedBy, at, effects)
        if (changed === undefined) throw notFound('Alert')
        return { status: 200, body: changed.after }
      },
    ),
  ]
}
