import { z } from 'zod'
import { AuditAction, AuditEntry } from '../../core/model/audit.ts'
import { Timestamp, text, Uuid } from '../../core/model/common.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { pageHeaders, pageParameters, TotalIsEstimate, toPage } from '../http/query.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { verifyAuditLog } from './verify.ts'

const AuditList = z.strictObject({
  entries: z.array(AuditEntry),
  total: z.int(),
  total_is_estimate: TotalIsEstimate.optional(),
})
const AuditVerdict = z.strictObject({
  valid: z.boolean(),
  entries: z.int(),
  first_invalid: Uuid.optional(),
  expected_entries: z.int().optional(),
})

const AuditListQuery = z.strictObject({
  ...pageParameters,
  actor_id: Uuid.optional(),
  action: AuditAction.optional(),
  target_type: text(64, 1).optional(),
  target_id: text(100, 1).optional(),
  start_date: Timestamp.optional(),
  end_date: Timestamp.optional(),
})

/** Who did what (docs/reference/api-rules.md, Audit log). */
export function auditRoutes({
  store,
  auditKeys,
  auditAnchor,
}: Pick<ApiDependencies, 'store' | 'auditKeys' | 'auditAnchor'>): Route[] {
  const verification = { keys: auditKeys, known: auditAnchor }
  return [
    route(
      {
        method: 'GET',
        path: '/audit-log',
        operation: 'listAuditLog',
        summary: 'List the audit log, newest entries first',
        access: ADMIN,
        query: AuditListQuery,
        responses: { 200: { description: 'A page of entries', schema: AuditList } },
      },
      async ({ caller, query }) => {
        // Entries may be large, since they keep what changed of policies: of many pages at once one is read at each turn.
        await nextTurn()
        const { items, total, isEstimate } = await store.audit.list(caller.tenantId, query, toPage(query))
        const body = { entries: items, total, ...(isEstimate && { total_is_estimate: isEstimate }) }
        return { status: 200, body, headers: pageHeaders(query, total, isEstimate) }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/audit-log/verify',
        operation: 'verifyAuditLog',
        summary: 'Check that the audit log is complete and unchanged',
        access: ADMIN,
        responses: { 200: { description: 'The result of the check', schema: AuditVerdict } },
      },
      async ({ caller: { tenantId } }) => {
        const verdict = await verifyAuditLog(store, verification, tenantId)
        if (verdict.valid) auditAnchor.note(tenantId)
        return { status: 200, body: verdict }
      },
    ),
  ]
}
