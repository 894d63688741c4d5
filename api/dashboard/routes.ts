import { z } from 'zod'
import { PlatformId } from '../../core/model/common.ts'
import { DashboardStatistics, Period, ServiceStatistics } from '../../core/model/statistics.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import { EVERY_USER, type Route, route } from '../http/route.ts'
import type { People } from '../people/people.ts'
import { presentDetails, presentService, presentStatistics, rangeBefore, rangeOf } from './present.ts'

/** How many of each kind the dashboard shows. */
const TOP = { platform: 50, classification: 50, source: 10, user: 10 } as const
const TOP_POLICIES = 50

type Dependencies = Pick<ApiDependencies, 'store' | 'now'> & { readonly people: People }

export function dashboardRoutes({ store, now, people }: Dependencies): Route[] {
  /** Of the policies of today; one that was deleted has none. */
  async function namesOf(tenantId: string, ids: readonly string[]): Promise<Map<string, string | undefined>> {
    const name = async (id: string) => [id, (await store.policies.get(tenantId, id))?.name] as const
    return new Map(await Promise.all(ids.map(name)))
  }

  return [
    route(
      {
        method: 'GET',
        path: '/dashboard/stats',
        operation: 'getDashboard',
        summary: 'Get aggregated statistics of a period up to now',
        access: EVERY_USER,
        query: z.strictObject({ period: Period.default('24h'), include: z.literal('details').optional() }),
        responses: { 200: { description: 'The statistics', schema: DashboardStatistics } },
      },
      async ({ caller, query: { period, include } }) => {
        const { tenantId } = caller
        const range = rangeOf(period, now())
        const statistics = await store.statistics.read(tenantId, range, TOP)
        const figures = presentStatistics(period, range, statistics, await store.alerts.countOpen(tenantId))
        const body = { ...figures, top_users: await people.listed(caller, figures.top_users) }
        if (include === undefined) return { status: 200, body }
        const further = await store.statistics.readFurther(tenantId, range, rangeBefore(range), TOP_POLICIES)
        const names = await namesOf(
          tenantId,
          further.policies.map(({ key }) => key),
        )
        const open = await store.alerts.countOpenBySeverity(tenantId)
        return {
          status: 200,
          body: presentDetails(body, range, statistics, further, open, (id) => names.get(id)),
        }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/inventory/:platform_id/stats',
        operation: 'getServiceStatistics',
        summary: 'Get the statistics of one AI service over a period up to now',
        access: EVERY_USER,
        query: z.strictObject({ period: Period.default('30d') }),
        params: { platform_id: PlatformId },
        responses: { 200: { description: 'The statistics', schema: ServiceStatistics } },
      },
      async ({ caller: { tenantId }, params, query: { period } }) => {
        const platform = params.platform_id ?? ''
        const services = await store.inventory.list(tenantId)
        if (!services.some(({ platform_id }) => platform_id === platform)) throw notFound('AI service')
        const range = rangeOf(period, now())
        const series = await store.statistics.readPlatform(tenantId, platform, range)
        const previous = await store.statistics.readPlatform(tenantId, platform, rangeBefore(range))
        return { status: 200, body: presentService(platform, period, range, series, previous) }
      },
    ),
  ]
}
