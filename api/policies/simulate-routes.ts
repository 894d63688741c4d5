import { SimulationRequest, SimulationResult } from '../../core/model/simulation.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { simulate } from './simulate.ts'

/** Administrators look before they enable (api-decisions, Policies). */
export function simulateRoutes({ store, now }: Pick<ApiDependencies, 'store' | 'now'>): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/policies/simulate',
        operation: 'simulatePolicy',
        summary: 'Try rules on what was recorded',
        access: ADMIN,
        body: SimulationRequest,
        responses: { 200: { description: 'What the rules would have matched', schema: SimulationResult } },
      },
      async ({ caller, body }) => ({ status: 200, body: await simulate(store, caller.tenantId, body, now()) }),
    ),
  ]
}
