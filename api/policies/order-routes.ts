import { z } from 'zod'
import { PolicySummary } from '../../core/model/policy.ts'
import { PolicyOrder, PolicyVersions } from '../../core/model/policy-version.ts'
import { prioritiesFor } from '../../core/policy/order.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { conflict, notFound } from '../http/api-error.ts'
import { limitInFlight } from '../http/in-flight.ts'
import { integerParameter } from '../http/query.ts'
import { requireId } from '../http/request.ts'
import { ADMIN, EVERY_USER, type Route, route } from '../http/route.ts'
import type { Changed } from '../store/paging.ts'
import type { PolicyRecord } from '../store/policy-store.ts'
import { allPolicies } from './all-policies.ts'
import type { EnabledPolicies } from './enabled-policies.ts'
import { auditedPolicy, publishChanged } from './policy-changes.ts'
import { readVersions } from './policy-versions.ts'
import { presentPolicySummary } from './presenter.ts'

/** Versions of one tenant's policies: they can be megabytes of rules for each that asks. */
const READINGS = { weight: 2, waiting: 64, waitMs: 30_000 }

const OrderedPolicies = z.strictObject({ policies: z.array(PolicySummary) })
const VersionsQuery = z.strictObject({ limit: integerParameter(1, 200).default(50) })

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now'> & {
  readonly enabledPolicies: EnabledPolicies
}

/** All policies in one order, and each through time (docs/reference/api-rules.md, Policies). */
export function policyOrderRoutes({ store, audit, now, enabledPolicies }: Dependencies): Route[] {
  const reading = limitInFlight(READINGS)
  return [
    route(
      {
        method: 'PUT',
        path: '/policies/order',
        operation: 'orderPolicies',
        summary: 'Put all policies in an order',
        access: ADMIN,
        body: PolicyOrder,
        responses: { 200: { description: 'The policies in their order', schema: OrderedPolicies } },
        errors: [409],
      },
      async ({ caller, body, clientAddress }) => {
        const { tenantId } = caller
        const { ids } = body
        const current = await allPolicies(store, tenantId, 'priority')
        const known = new Set(current.map(({ id }) => id))
        if (known.size !== ids.length || ids.some((id) => !known.has(id)))
          throw conflict('These are not all policies of the tenant: read them again, and send the id of each')
        const effects = audit.with<Changed<PolicyRecord>>(
          { caller, clientAddress },
          ({ before, after }) => auditedPolicy('policy.updated', after, before),
          publishChanged,
        )
        const places = prioritiesFor(current, ids)
        await store.policies.setPriorities(tenantId, places, now().toISOString(), effects)
        enabledPolicies.forget(tenantId)
        const policies = (await allPolicies(store, tenantId, 'priority')).map(presentPolicySummary)
        return { status: 200, body: { policies } }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/policies/:id/versions',
        operation: 'listPolicyVersions',
        summary: 'See what a policy was after each of its changes',
        access: EVERY_USER,
        query: VersionsQuery,
        responses: { 200: { description: 'The versions, newest first', schema: PolicyVersions } },
      },
      async ({ caller: { tenantId }, params, query, renew }) => {
        const id = requireId(params.id, 'Policy')
        const policy = await store.policies.get(tenantId, id)
        const versions = await reading.take(tenantId, async () => {
          await renew()
          return readVersions(store, tenantId, id, policy, query.limit)
        })
        if (policy === undefined && versions.versions.length === 0) throw notFound('Policy')
        return { status: 200, body: versions }
      },
    ),
  ]
}
