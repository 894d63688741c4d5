import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ListedServiceToken, ServiceTokenCreate, ServiceTokenWithSecret } from '../../core/model/service-token.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import { SERVICE_TOKEN_PREFIX } from '../auth/authenticate.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { callerName, requireId } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { withConflicts } from '../http/store-errors.ts'
import { hashToken, secretToken } from '../ids.ts'
import type { ServiceTokenRecord } from '../store/service-token-store.ts'
import { presentServiceToken } from './presenter.ts'

const ServiceTokenList = z.strictObject({ service_tokens: z.array(ListedServiceToken), total: z.int() })

type Dependencies = Pick<ApiDependencies, 'store' | 'events' | 'audit' | 'now'>

/** Tokens of proxies and extensions (docs/reference/api-rules.md, Authentication). */
export function serviceTokenRoutes({ store, events, audit, now }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/service-tokens',
        operation: 'createServiceToken',
        summary: 'Create a service token; only this response shows it',
        access: ADMIN,
        body: ServiceTokenCreate,
        responses: { 201: { description: 'The token', schema: ServiceTokenWithSecret } },
        errors: [409],
      },
      async ({ caller, body, clientAddress }) => {
        const token = secretToken(SERVICE_TOKEN_PREFIX)
        const record = {
          id: randomUUID(),
          tenant_id: caller.tenantId,
          name: body.name,
          scopes: body.scopes,
          token_hash: hashToken(token),
          created_at: now().toISOString(),
          created_by: callerName(caller),
        }
        const effects = audit.with<ServiceTokenRecord>({ caller, clientAddress }, audited('service_token.created'))
        await withConflicts(() => store.serviceTokens.insert(record, effects))
        return { status: 201, body: { ...presentServiceToken(record), token } }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/service-tokens',
        operation: 'listServiceTokens',
        summary: 'List service tokens',
        access: ADMIN,
        query: z.strictObject(pageParameters),
        responses: { 200: { description: 'A page of service tokens', schema: ServiceTokenList } },
      },
      async ({ caller, query }) => {
        const { items, total } = await store.serviceTokens.list(caller.tenantId, toPage(query))
        const uses = await store.serviceTokens.lastUses(items.map(({ id }) => id))
        const listed = items.map((token) => ({
          ...presentServiceToken(token),
          last_used_at: uses.get(token.id) ?? null,
        }))
        return {
          status: 200,
          body: { service_tokens: listed, total },
          headers: pageHeaders(query, total),
        }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/service-tokens/:id',
        operation: 'deleteServiceToken',
        summary: 'Revoke a service token',
        access: ADMIN,
        responses: { 204: { description: 'Revoked' } },
      },
      async ({ caller, params, clientAddress }) => {
        const deleted = await store.serviceTokens.delete(
          caller.tenantId,
          requireId(params.id, 'Service token'),
          audit.with({ caller, clientAddress }, audited('service_token.deleted')),
        )
        if (deleted === undefined) throw notFound('Service token')
        events.identityChanged(deleted)
        return { status: 204 }
      },
    ),
  ]
}

function audited(action: string) {
  return ({ id, name, scopes }: ServiceTokenRecord): AuditedAction => {
    return { action, target_type: 'service_token', target_id: id, details: { name, scopes: [...scopes] } }
  }
}
