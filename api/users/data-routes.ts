import { z } from 'zod'
import { Alert } from '../../core/model/alert.ts'
import { AuditEntry } from '../../core/model/audit.ts'
import { ShownInteraction, showInteraction } from '../../core/model/interaction.ts'
import { ListedSession } from '../../core/model/session.ts'
import { User } from '../../core/model/user.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import { integerParameter, pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { requireId } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { presentUser } from './presenter.ts'
import { presentSessions } from './session-presenter.ts'

/** Each part has as many, and interactions come whole. */
const LIMIT_MAX = 100

const PersonalDataQuery = z.strictObject({
  page: pageParameters.page,
  limit: integerParameter(1, LIMIT_MAX).default(LIMIT_MAX),
})

const Total = z.int().min(0)
const PersonalData = z.strictObject({
  user: User.nullable(),
  sessions: z.array(ListedSession),
  interactions: z.array(ShownInteraction),
  alerts: z.array(Alert),
  actions: z.array(AuditEntry),
  changes: z.array(AuditEntry),
  totals: z.strictObject({ interactions: Total, alerts: Total, actions: Total, changes: Total }),
})

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now' | 'sessionKeys'>

/** What is held about a person, for the day the person asks (GDPR, article 15). */
export function personalDataRoutes({ store, audit, now, sessionKeys }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/users/:id/data',
        operation: 'getPersonalData',
        summary: 'Get all data held about a person',
        access: ADMIN,
        query: PersonalDataQuery,
        responses: { 200: { description: 'A page of each kind of data, newest first', schema: PersonalData } },
      },
      async ({ caller: { tenantId }, caller, params, query, clientAddress }) => {
        const id = requireId(params.id, 'User')
        const page = toPage(query)
        const newestFirst = { field: 'timestamp', descending: true } as const
        const newestAlerts = { field: 'created_at', descending: true } as const
        const [user, interactions, alerts, actions, changes] = await Promise.all([
          store.users.get(tenantId, id),
          store.interactions.list(tenantId, { user_id: id }, newestFirst, page),
          store.alerts.list(tenantId, { user_id: id }, newestAlerts, page),
          store.audit.list(tenantId, { actor_id: id }, page),
          store.audit.list(tenantId, { target_type: 'user', target_id: id }, page),
        ])
        const parts = { interactions, alerts, actions, changes }
        const totals = Object.fromEntries(Object.entries(parts).map(([name, { total }]) => [name, total]))
        const longest = Math.max(...Object.values(totals))
        // Interactions may name a person who never was a user here, or no longer is.
        if (user === undefined && longest === 0) throw notFound('User')
        await audit.record(
          tenantId,
          { caller, clientAddress },
          { action: 'user.data_exported', target_type: 'user', target_id: id, details: { page: query.page } },
        )
        return {
          status: 200,
          body: {
            user: user === undefined ? null : presentUser(user),
            sessions: user === undefined ? [] : presentSessions(user, sessionKeys.sessionKeyId, now()),
            interactions: interactions.items.map(showInteraction),
            alerts: alerts.items,
            actions: actions.items,
            changes: changes.items,
            totals,
          },
          headers: pageHeaders(query, longest),
        }
      },
    ),
  ]
}
