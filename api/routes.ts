import { authRoutes } from './auth/routes.ts'
import type { ApiDependencies } from './dependencies.ts'
import type { Route } from './http/route.ts'
import { Recorder } from './interactions/recorder.ts'
import { interactionRoutes } from './interactions/routes.ts'
import { EnabledPolicies } from './policies/enabled-policies.ts'
import { policyRoutes } from './policies/routes.ts'
import { probeRoutes } from './probes/routes.ts'
import { serviceTokenRoutes } from './service-tokens/routes.ts'
import { meRoutes } from './users/me-routes.ts'

/** Everything under the base path, in the order in which it is matched. */
export function apiRoutes(dependencies: ApiDependencies): Route[] {
  const enabledPolicies = new EnabledPolicies(dependencies.store)
  const recorder = new Recorder({ ...dependencies, enabledPolicies })
  return [
    ...probeRoutes(dependencies),
    ...authRoutes(dependencies),
    ...meRoutes(dependencies),
    ...policyRoutes({ ...dependencies, enabledPolicies }),
    ...interactionRoutes({ ...dependencies, recorder }),
    ...serviceTokenRoutes(dependencies),
  ]
}
