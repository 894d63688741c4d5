import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ChangedPolicy, Policy, PolicyCreate, PolicySummary, PolicyUpdate } from '../../core/model/policy.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import type { ApiRequest, Caller, Reply } from '../http/context.ts'
import { etagOf, isUnchanged, requireMatch } from '../http/etag.ts'
import { oneAtATime } from '../http/in-flight.ts'
import { pageHeaders, toPage } from '../http/query.ts'
import { callerName, definedFields, requireId } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { withConflicts } from '../http/store-errors.ts'
import type { Changed } from '../store/paging.ts'
import type { PolicyRecord } from '../store/policy-store.ts'
import { nextTurn } from '../turns/next-turn.ts'
import type { EnabledPolicies } from './enabled-policies.ts'
import { requireRoom } from './policy-bounds.ts'
import { auditedPolicy, changesOf, publishChanged, publishCreated, publishDeleted } from './policy-changes.ts'
import { policyWarnings } from './policy-warnings.ts'
import { presentPolicy, presentPolicySummary } from './presenter.ts'
import { PolicyListQuery } from './queries.ts'

const READERS = { roles: ['admin', 'viewer'], scopes: ['policies'] } as const
/** Clients revalidate at each use, and shared caches must not store it (docs/reference/api-rules.md, Errors). */
const REVALIDATE = 'private, no-cache'

const PolicyList = z.strictObject({ policies: z.array(z.union([PolicySummary, Policy])), total: z.int() })
const Toggle = z.strictObject({ enabled: z.boolean() })

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now'> & {
  readonly enabledPolicies: EnabledPolicies
}

export function policyRoutes({ store, audit, now, enabledPolicies }: Dependencies): Route[] {
  const growing = oneAtATime()
  return [
    route(
      {
        method: 'POST',
        path: '/policies',
        operation: 'createPolicy',
        summary: 'Create a policy',
        access: ADMIN,
        body: PolicyCreate,
        conditional: true,
        responses: { 201: { description: 'The policy', schema: ChangedPolicy } },
        errors: [409],
      },
      async ({ caller, body, clientAddress, renew }) => {
        const policy = await growing.take(caller.tenantId, async () => {
          await renew()
          await requireRoom(store, caller.tenantId, body)
          const created_at = now().toISOString()
          return withConflicts(() =>
            store.policies.insert(
              {
                ...body,
                id: randomUUID(),
                tenant_id: caller.tenantId,
                created_at,
                updated_at: created_at,
                created_by: callerName(caller),
              },
              audit.with({ caller, clientAddress }, (made) => auditedPolicy('policy.created', made), publishCreated),
            ),
          )
        })
        enabledPolicies.forget(caller.tenantId)
        return changed(policy, 201)
      },
    ),
    route(
      {
        method: 'GET',
        path: '/policies',
        operation: 'listPolicies',
        summary: 'List policies',
        access: READERS,
        query: PolicyListQuery,
        conditional: true,
        responses: { 200: { description: 'A page of policies', schema: PolicyList } },
      },
      async ({ caller, query, headers }) => {
        // A page may be megabytes of rules: of many at once one is read at each turn.
        await nextTurn()
        const { items, total } = await store.policies.list(caller.tenantId, query, query.sort, toPage(query))
        const policies = query.include === 'rules' ? items.map(presentPolicy) : items.map(presentPolicySummary)
        const body = JSON.stringify({ policies, total })
        return revalidated(body, etagOf(body), headers['if-none-match'], pageHeaders(query, total))
      },
    ),
    route(
      {
        method: 'GET',
        path: '/policies/:id',
        operation: 'getPolicy',
        summary: 'Get a policy',
        access: READERS,
        conditional: true,
        responses: { 200: { description: 'The policy', schema: Policy } },
      },
      async ({ caller, params, headers }) => {
        const policy = await find(caller, params.id)
        return revalidated(JSON.stringify(presentPolicy(policy)), etagOfPolicy(policy), headers['if-none-match'])
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/policies/:id',
        operation: 'updatePolicy',
        summary: 'Change some fields of a policy',
        access: ADMIN,
        body: PolicyUpdate,
        conditional: true,
        responses: { 200: { description: 'The updated policy', schema: ChangedPolicy } },
        errors: [409],
      },
      async (request) => change(request, request.body),
    ),
    route(
      {
        method: 'PATCH',
        path: '/policies/:id/toggle',
        operation: 'togglePolicy',
        summary: 'Enable or disable a policy',
        access: ADMIN,
        body: Toggle,
        conditional: true,
        responses: { 200: { description: 'The updated policy', schema: ChangedPolicy } },
      },
      async (request) => change(request, request.body),
    ),
    route(
      {
        method: 'DELETE',
        path: '/policies/:id',
        operation: 'deletePolicy',
        summary: 'Delete a policy for good',
        access: ADMIN,
        conditional: true,
        responses: { 204: { description: 'Deleted' } },
      },
      async ({ caller, params, headers, clientAddress }) => {
        const policy = await find(caller, params.id)
        const version = requireMatch(headers['if-match'], etagOfPolicy(policy)) ? policy.version : undefined
        const deleted = await withConflicts(() =>
          store.policies.delete(
            caller.tenantId,
            policy.id,
            version,
            audit.with({ caller, clientAddress }, (gone) => auditedPolicy('policy.deleted', gone), publishDeleted),
          ),
        )
        if (deleted === undefined) throw notFound('Policy')
        enabledPolicies.forget(caller.tenantId)
        return { status: 204 }
      },
    ),
  ]

  async function find(caller: Caller, id: string | undefined): Promise<PolicyRecord> {
    const policy = await store.policies.get(caller.tenantId, requireId(id, 'Policy'))
    if (policy === undefined) throw notFound('Policy')
    return policy
  }

  async function changed(policy: PolicyRecord, status: number): Promise<Reply> {
    const warnings = await policyWarnings(store, policy.tenant_id, policy.rules)
    return {
      status,
      body: { ...presentPolicy(policy), ...warnings },
      headers: { ETag: etagOfPolicy(policy), 'Cache-Control': REVALIDATE },
    }
  }

  function change(request: PolicyRequest, update: PolicyUpdate): Promise<Reply> {
    // What only enables, disables or sorts makes nothing larger.
    const mayGrow = update.rules !== undefined || update.description !== undefined
    if (!mayGrow) return changeNow(request, update, mayGrow)
    return growing.take(request.caller.tenantId, async () => {
      await request.renew()
      return changeNow(request, update, mayGrow)
    })
  }

  async function changeNow(request: PolicyRequest, update: PolicyUpdate, mayGrow: boolean): Promise<Reply> {
    const { caller, params, headers } = request
    const policy = await find(caller, params.id)
    const version = requireMatch(headers['if-match'], etagOfPolicy(policy)) ? policy.version : undefined
    if (mayGrow) await requireRoom(store, caller.tenantId, { ...policy, ...definedFields(update) }, policy)
    const changes = { ...definedFields(update), updated_at: now().toISOString() }
    const effects = audit.with<Changed<PolicyRecord>>(
      request,
      ({ before, after }) => changesOf(before, after).map((type) => auditedPolicy(type, after, before)),
      publishChanged,
    )
    const updated = await withConflicts(() =>
      store.policies.update(caller.tenantId, policy.id, changes, version, effects),
    )
    if (updated === undefined) throw notFound('Policy')
    enabledPolicies.forget(caller.tenantId)
    return changed(updated.after, 200)
  }
}

type PolicyRequest = ApiRequest<unknown, unknown, Caller>

function etagOfPolicy({ id, version }: PolicyRecord): string {
  return `"${id}.${version}"`
}

/** `body` is JSON already: what the tag was made of is what is sent. */
function revalidated(
  body: string,
  etag: string,
  ifNoneMatch: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const cached = { ...headers, ETag: etag, 'Cache-Control': REVALIDATE }
  if (isUnchanged(ifNoneMatch, etag)) return { status: 304, headers: cached }
  return { status: 200, body, headers: { ...cached, 'Content-Type': 'application/json; charset=utf-8' } }
}
