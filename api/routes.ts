import type { Redis } from 'ioredis'
import { LEGAL_HOLDS } from '../core/resources/legal-hold.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { browserSessionRoutes } from './auth/browser-session-routes.ts'
import { invitationRoutes } from './auth/invitation-routes.ts'
import { loginRoutes } from './auth/login-routes.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { sessionListRoutes } from './auth/session-list-routes.ts'
import { signInLinkRoutes } from './auth/sign-in-link-routes.ts'
import { identityRoutes } from './auth/single-sign-on/identity-routes.ts'
import { singleSignOnRoutes } from './auth/single-sign-on/routes.ts'
import { classificationRoutes } from './classification/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { ApiDependencies } from './dependencies.ts'
import { detectorRoutes } from './detectors/routes.ts'
import { TenantDetectors } from './detectors/tenant-detectors.ts'
import { ExceptionsInForce } from './exceptions/exceptions-in-force.ts'
import { exceptionRoutes } from './exceptions/routes.ts'
import { BASE } from './http/base.ts'
import type { Route } from './http/route.ts'
import { Recorder } from './interactions/recorder.ts'
import { interactionRoutes } from './interactions/routes.ts'
import { inventoryRoutes } from './inventory/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { createDocument } from './openapi/document.ts'
import { documentRoutes } from './openapi/routes.ts'
import { SecondFactorCheck } from './passwords/second-factor/check.ts'
import { People } from './people/people.ts'
import { EnabledPolicies } from './policies/enabled-policies.ts'
import { policyOrderRoutes } from './policies/order-routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { probeRoutes } from './probes/routes.ts'
import { proxyRoutes } from './proxies/routes.ts'
import { resourceRoutes } from './resources/routes.ts'
import { serviceSwitchRoutes } from './service-switches/routes.ts'
import { serviceTokenRoutes } from './service-tokens/routes.ts'
import { configurationRoutes } from './settings/configuration-routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { simulateRoutes } from './simulation/routes.ts'
import { personalDataRoutes } from './users/data-routes.ts'
import { inviteRoutes } from './users/invite-routes.ts'
import { meRoutes } from './users/me-routes.ts'
import { proxyTokenRoutes } from './users/proxy-token-routes.ts'
import { userRoutes } from './users/routes.ts'
import { deliveryRoutes } from './webhooks/delivery-routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** What records, and the policies that it decides by, of which it is told when they change. */
export function openRecording(dependencies: ApiDependencies) {
  const enabledPolicies = new EnabledPolicies(dependencies.store)
  const exceptions = new ExceptionsInForce(dependencies)
  return { enabledPolicies, recorder: new Recorder({ ...dependencies, enabledPolicies, exceptions }) }
}

/** Everything under the base path, in the order in which it is matched. */
export function apiRoutes(
  dependencies: ApiDependencies,
  recording = openRecording(dependencies),
  counts?: Redis,
): Route[] {
  const { enabledPolicies, recorder } = recording
  const { store, knownValueKeys, logger } = dependencies
  const tenantDetectors = new TenantDetectors(store, knownValueKeys, logger)
  const people = new People(dependencies)
  // One for all: the tries of every way to sign in count together, and so do those of all that a session asks.
  const secondFactors = new SecondFactorCheck(dependencies, counts)
  const routes: Route[] = [
    ...probeRoutes(dependencies),
    ...loginRoutes(dependencies, secondFactors),
    ...browserSessionRoutes(dependencies),
    ...singleSignOnRoutes(dependencies, secondFactors),
    ...signInLinkRoutes(dependencies),
    ...invitationRoutes(dependencies),
    ...meRoutes(dependencies, secondFactors),
    ...secondFactorRoutes(dependencies, secondFactors),
    ...sessionListRoutes(dependencies),
    ...identityRoutes(dependencies),
    ...proxyTokenRoutes(dependencies),
    ...inviteRoutes(dependencies),
    ...userRoutes(dependencies),
    ...personalDataRoutes(dependencies),
    ...simulateRoutes({ ...dependencies, people }),
    // Before the routes with an id, which `order` is not.
    ...policyOrderRoutes({ ...dependencies, enabledPolicies }),
    ...policyRoutes({ ...dependencies, enabledPolicies }),
    ...detectorRoutes({ ...dependencies, tenantDetectors }),
    ...interactionRoutes({ ...dependencies, recorder, people }),
    ...serviceTokenRoutes(dependencies),
    ...serviceSwitchRoutes(dependencies),
    ...exceptionRoutes(dependencies),
    ...resourceRoutes(LEGAL_HOLDS, dependencies),
    ...auditRoutes(dependencies),
    ...webhookRoutes(dependencies),
    ...deliveryRoutes(dependencies),
    ...alertRoutes({ ...dependencies, people }),
    ...inventoryRoutes(dependencies),
    ...proxyRoutes({ ...dependencies, enabledPolicies }),
    ...settingsRoutes(dependencies),
    ...configurationRoutes(dependencies),
    ...setupRoutes(dependencies),
    ...dashboardRoutes({ ...dependencies, people }),
    ...classificationRoutes({ ...dependencies, tenantDetectors }),
    ...liveRoutes(),
    ...documentRoutes(() => createDocument(routes, BASE)),
  ]
  return routes
}
