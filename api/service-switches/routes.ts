import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { AI_SERVICES, isKnownService, nameOfAiService } from '../../core/catalogue/ai-services.ts'
import { closestName } from '../../core/closest-name.ts'
import {
  PASS_THROUGH_MAX_MS,
  ServiceSwitch,
  ServiceSwitchCreate,
  SWITCHES_MAX,
} from '../../core/model/service-switch.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { badRequest, conflict, notFound } from '../http/api-error.ts'
import { etagOf, isUnchanged } from '../http/etag.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { callerName, requireId } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import type { ServiceSwitchRecord } from '../store/service-switch-store.ts'

const READERS = { roles: ['admin', 'viewer'], scopes: ['policies'] } as const
/** What the catalogue does not have is decrypted by WEIR_INTERCEPT_HOSTS, and named after its host. */
const OWN_HOST = /^host:/

const ServiceSwitchList = z.strictObject({ service_switches: z.array(ServiceSwitch), total: z.int() })

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'now'>

/** Which services proxies decrypt, and for whom, decided for all of them at once (docs/reference/api-rules.md, Switches). */
export function serviceSwitchRoutes({ store, audit, events, now }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/service-switches',
        operation: 'createServiceSwitch',
        summary: 'Pass a service through, or decrypt it for some clients only',
        access: ADMIN,
        body: ServiceSwitchCreate,
        responses: {
          201: { description: 'The switch, in force on all proxies within a second', schema: ServiceSwitch },
        },
        errors: [409],
      },
      async ({ caller, body, clientAddress }) => {
        refuseUnknown(body.platform_id)
        refuseTimes(body, now())
        const { tenantId } = caller
        const created_at = now().toISOString()
        await store.serviceSwitches.deleteEnded(tenantId, created_at)
        if ((await store.serviceSwitches.list(tenantId, created_at)).length >= SWITCHES_MAX) {
          throw conflict(`A tenant has at most ${SWITCHES_MAX} switches: delete some first`)
        }
        const record: ServiceSwitchRecord = {
          id: randomUUID(),
          tenant_id: tenantId,
          kind: body.kind,
          platform_id: body.platform_id,
          reason: body.reason,
          user_ids: body.kind === 'intercept_only_for' ? body.user_ids : [],
          addresses: body.kind === 'intercept_only_for' ? body.addresses : [],
          expires_at: body.expires_at ?? null,
          created_at,
          created_by: callerName(caller),
        }
        const effects = audit.with<ServiceSwitchRecord>({ caller, clientAddress }, audited('service_switch.created'))
        await store.serviceSwitches.insert(record, effects)
        events.switchesChanged(tenantId)
        if (record.kind === 'pass_through') await raiseAlerts(store, tenantId, [passedThrough(record)], now())
        return { status: 201, body: present(record) }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/service-switches',
        operation: 'listServiceSwitches',
        summary: 'List the switches in force',
        access: READERS,
        query: z.strictObject(pageParameters),
        conditional: true,
        responses: { 200: { description: 'A page of switches', schema: ServiceSwitchList } },
      },
      async ({ caller, query, headers }) => {
        const all = (await store.serviceSwitches.list(caller.tenantId, now().toISOString())).map(present)
        const { offset, limit } = toPage(query)
        const etag = etagOf(JSON.stringify([query, all.map(({ id }) => id)]))
        const cached = { ETag: etag, 'Cache-Control': 'private, no-cache', ...pageHeaders(query, all.length) }
        if (isUnchanged(headers['if-none-match'], etag)) return { status: 304, headers: cached }
        const page = all.slice(offset, offset + limit)
        return { status: 200, body: { service_switches: page, total: all.length }, headers: cached }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/service-switches/:id',
        operation: 'deleteServiceSwitch',
        summary: 'End a switch',
        access: ADMIN,
        responses: { 204: { description: 'Ended on all proxies within a second' } },
      },
      async ({ caller, params, clientAddress }) => {
        const deleted = await store.serviceSwitches.delete(
          caller.tenantId,
          requireId(params.id, 'Switch'),
          audit.with({ caller, clientAddress }, audited('service_switch.deleted')),
        )
        if (deleted === undefined) throw notFound('Switch')
        events.switchesChanged(caller.tenantId)
        return { status: 204 }
      },
    ),
  ]
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

function present({ tenant_id: _tenant, ...shown }: ServiceSwitchRecord): ServiceSwitch {
  return shown
}

function audited(action: string) {
  return (one: ServiceSwitchRecord) => {
    const { id, kind, platform_id, reason, user_ids, addresses, expires_at } = one
    return {
      action,
      target_type: 'service_switch',
      target_id: id,
      details: { kind, platform_id, reason, users: user_ids.length, addresses: [...addresses], expires_at },
    }
  }
}

/** Viewers read alerts, and may not be allowed to see names: the audit log says who it was. */
function passedThrough({ id, platform_id, reason, expires_at }: ServiceSwitchRecord): AlertCandidate {
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
