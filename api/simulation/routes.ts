import { SimulationRequest, SimulationResult } from '../../core/model/simulation.ts'
import { EXCEPTIONS } from '../../core/resources/exception.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { servedExceptions } from '../exceptions/presenter.ts'
import { notFound } from '../http/api-error.ts'
import { limitInFlight } from '../http/in-flight.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import type { People } from '../people/people.ts'
import { policyWarnings } from '../policies/policy-warnings.ts'
import { isInForce } from '../resources/routes.ts'
import { simulate } from './simulate.ts'

/** Each reads thousands of interactions: one at a time in a tenant, and a few that wait. */
const LIMITS = { weight: 1, waiting: 8, waitMs: 60_000 }

type Dependencies = Pick<ApiDependencies, 'store' | 'now' | 'logger' | 'knownValueKeys'> & { readonly people: People }

/** Administrators look before they enable (docs/reference/api-rules.md, Policies). */
export function simulateRoutes({ store, now, logger, knownValueKeys: keys, people }: Dependencies): Route[] {
  const simulations = limitInFlight(LIMITS)
  return [
    route(
      {
        method: 'POST',
        path: '/policies/simulate',
        operation: 'simulatePolicy',
        summary: 'Test rules on recorded interactions',
        access: ADMIN,
        body: SimulationRequest,
        responses: { 200: { description: 'What the rules would have matched', schema: SimulationResult } },
        // The policy that they would replace.
        errors: [404, 429],
      },
      async ({ caller, body, renew }) => {
        const { tenantId } = caller
        const { policy_id, rules } = body
        const replaced = policy_id === undefined ? undefined : await store.policies.get(tenantId, policy_id)
        if (policy_id !== undefined && replaced === undefined) throw notFound('Policy')
        const { turn, leave } = simulations.enter(tenantId, 1)
        try {
          if (turn !== undefined) {
            await turn
            await renew()
          }
          const time = now()
          const inForce = (await store.documents(EXCEPTIONS).list(tenantId)).filter(isInForce(time))
          const exceptions = servedExceptions(inForce, keys, logger)
          const result = await simulate(store, tenantId, body, { now: time, replaced: replaced?.rules, exceptions })
          const by_user = await people.listed(caller, result.by_user)
          const samples = await people.named(caller, result.samples)
          return {
            status: 200,
            body: { ...result, by_user, samples, ...(await policyWarnings(store, tenantId, rules)) },
          }
        } finally {
          leave()
        }
      },
    ),
  ]
}
