import { z } from 'zod'
import { nameOfAiService } from '../../core/catalogue/ai-services.ts'
import { PlatformId, Uuid } from '../../core/model/common.ts'
import { AiService, SanctionChange } from '../../core/model/inventory.ts'
import { SIGHTINGS_MAX, Sighting } from '../../core/model/sighting.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import { pageHeaders, pageParameters, toPage } from '../http/query.ts'
import { senderOf } from '../http/request.ts'
import { ADMIN, EVERY_USER, type Route, route } from '../http/route.ts'
import { isImplausible, timesAt } from '../interactions/complete.ts'
import type { Changed } from '../store/paging.ts'
import type { InventoryRecord } from '../store/statistics-store.ts'

const RECORDERS = { roles: ['admin'], scopes: ['record'] } as const

function reportOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ batch_id: Uuid.optional(), sightings: z.array(item).max(SIGHTINGS_MAX) })
}
const SightingResult = z.strictObject({ received: z.int(), stored: z.int() })

const Inventory = z.strictObject({ services: z.array(AiService), total: z.int() })

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now'>

/** Which AI services are in use, and what the company thinks of them (docs/reference/api-rules.md, Inventory). */
export function inventoryRoutes({ store, audit, now }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/inventory',
        operation: 'listInventory',
        summary: 'List the AI services in use',
        access: EVERY_USER,
        query: z.strictObject(pageParameters),
        responses: { 200: { description: 'A page of services, the most used first', schema: Inventory } },
      },
      async ({ caller, query }) => {
        const services = await store.inventory.list(caller.tenantId)
        const { offset, limit } = toPage(query)
        return {
          status: 200,
          body: { services: services.slice(offset, offset + limit).map(present), total: services.length },
          headers: pageHeaders(query, services.length),
        }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/inventory/sightings',
        operation: 'reportSightings',
        summary: 'Report uses of AI services that were not inspected',
        access: RECORDERS,
        body: reportOf(z.unknown()),
        documentedBody: reportOf(z.union([Sighting, z.unknown()])),
        responses: { 200: { description: 'The number of items received and counted', schema: SightingResult } },
      },
      async ({ caller, body: { batch_id, sightings } }) => {
        const valid = sightings
          .map((item) => Sighting.safeParse(item))
          .flatMap(({ data }) => (data === undefined ? [] : [withPlausibleTimes(data, now())]))
        if (valid.length > 0) {
          await store.inventory.addSightings(caller.tenantId, { id: batch_id, sightings: valid }, senderOf(caller))
        }
        return { status: 200, body: { received: sightings.length, stored: valid.length } }
      },
    ),
    route(
      {
        method: 'PATCH',
        path: '/inventory/:platform_id',
        operation: 'setSanctionStatus',
        summary: 'Set the sanction status of an AI service',
        access: ADMIN,
        body: SanctionChange,
        params: { platform_id: PlatformId },
        responses: { 200: { description: 'The updated service', schema: AiService } },
      },
      async ({ caller, params, body: { status }, clientAddress }) => {
        const platformId = PlatformId.safeParse(params.platform_id)
        if (!platformId.success) throw notFound('AI service')
        const effects = audit.with<Changed<InventoryRecord>>({ caller, clientAddress }, ({ before }) => ({
          action: 'inventory.status_changed',
          target_type: 'ai_service',
          target_id: platformId.data,
          details: { from: before.status, to: status },
        }))
        const changed = await store.inventory.setStatus(caller.tenantId, platformId.data, status, effects)
        if (changed === undefined) throw notFound('AI service')
        return { status: 200, body: present(changed.after) }
      },
    ),
  ]
}

/** A clock that is wrong would stay in the inventory for good. */
function withPlausibleTimes(sighting: Sighting, now: Date): Sighting {
  const times = timesAt(now)
  const plausible = (timestamp: string) => (isImplausible(timestamp, times) ? times.now : timestamp)
  return { ...sighting, first_seen: plausible(sighting.first_seen), last_seen: plausible(sighting.last_seen) }
}

function present(record: InventoryRecord): AiService {
  const { platform_id, ...rest } = record
  return { platform_id, ...nameOfAiService(platform_id), ...rest }
}
