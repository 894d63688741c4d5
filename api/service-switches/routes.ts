import { randomUUID } from 'node:crypto'
import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { AI_SERVICES, isKnownService, nameOfAiService } from '../../core/catalogue/ai-services.ts'
import { closestName } from '../../core/closest-name.ts'
import type { Owned } from '../../core/resources/resource.ts'
import {
  PASS_THROUGH_MAX_MS,
  SERVICE_SWITCHES,
  type ServiceSwitch,
  type ServiceSwitchCreate,
  SWITCHES_MAX,
} from '../../core/resources/service-switch.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { badRequest, conflict } from '../http/api-error.ts'
import type { Route } from '../http/route.ts'
import { isInForce, resourceRoutes } from '../resources/routes.ts'

/** What the catalogue does not have is decrypted by WEIR_INTERCEPT_HOSTS, and named after its host. */
const OWN_HOST = /^host:/

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'now'>

export function serviceSwitchRoutes(dependencies: Dependencies): Route[] {
  const { store, now } = dependencies
  const switches = store.documents(SERVICE_SWITCHES)
  return resourceRoutes(SERVICE_SWITCHES, dependencies, {
    beforeWrite: async (body, creation) => {
      refuseUnknown(body.platform_id)
      refuseTimes(body, creation.now)
      const all = await switches.list(creation.tenantId)
      const inForce = all.filter(isInForce(creation.now))
      for (const { id } of all.filter((one) => !inForce.includes(one))) await switches.delete(creation.tenantId, id)
      if (inForce.length >= SWITCHES_MAX) {
        throw conflict(`A tenant has at most ${SWITCHES_MAX} switches: delete some first`)
      }
      return {
        id: randomUUID(),
        tenant_id: creation.tenantId,
        kind: body.kind,
        platform_id: body.platform_id,
        reason: body.reason,
        user_ids: body.kind === 'intercept_only_for' ? body.user_ids : [],
        addresses: body.kind === 'intercept_only_for' ? body.addresses : [],
        expires_at: body.expires_at ?? null,
        created_at: creation.now.toISOString(),
        created_by: creation.by,
      }
    },
    afterCreate: async (tenantId, created) => {
      if (created.kind === 'pass_through') await raiseAlerts(store, tenantId, [passedThrough(created)], now())
    },
  })
}

/** A misspelt service would be switched without any effect, while somebody relies on it. */
function refuseUnknown(platformId: string): void {
  if (isKnownService(platformId) || OWN_HOST.test(platformId)) return
  const meant = closestName(
    platformId,
    AI_SERVICES.map(({ id }) => id),
  )
  const message = `is no service of the catalogue, and not host: with one of WEIR_INTERCEPT_HOSTS${meant === undefined ? '' : `. Did you mean ${meant}?`}`
  throw badRequest('The request body is not valid', [{ path: 'platform_id', message }])
}

function refuseTimes({ kind, expires_at }: ServiceSwitchCreate, now: Date): void {
  if (expires_at === undefined) return
  const ahead = Date.parse(expires_at) - now.getTime()
  const problem = (message: string) => badRequest('The request body is not valid', [{ path: 'expires_at', message }])
  if (ahead <= 0) throw problem('must be in the future')
  if (kind === 'pass_through' && ahead > PASS_THROUGH_MAX_MS) throw problem('must be at most 24 hours ahead')
}

/** Viewers read alerts, and may not be allowed to see names: the audit log says who it was. */
function passedThrough({ id, platform_id, reason, expires_at }: Owned<ServiceSwitch>): AlertCandidate {
  return {
    type: 'passed_through',
    severity: 'medium',
    title: `${nameOfAiService(platform_id).name} passes all proxies without inspection`.slice(0, 300),
    description:
      `An administrator has decided so until ${expires_at}: “${reason}”. No prompt to it is read or recorded until then. ` +
      'The audit log says who it was.',
    interaction_id: null,
    user_id: null,
    platform_id,
    policy_ids: [],
    count: 1,
    about: id,
  }
}
