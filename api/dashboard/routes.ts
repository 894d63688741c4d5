import { z } from 'zod'
import { DashboardStatistics, Period } from '../../core/model/statistics.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { EVERY_USER, type Route, route } from '../http/route.ts'
import { presentStatistics, rangeOf } from './present.ts'

/** How many of each kind the dashboard shows. */
const TOP = { platform: 50, classification: 50, source: 10, user: 10 } as const

type Dependencies = Pick<ApiDependencies, 'store' | 'now'>

export function dashboardRoutes({ store, now }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/dashboard/stats',
        operation: 'getDashboard',
        summary: 'Get aggregated statistics of a period up to now',
        access: EVERY_USER,
        query: z.strictObject({ period: Period.default('24h') }),
        responses: { 200: { description: 'The statistics', schema: DashboardStatistics } },
      },
      async ({ caller, query: { period } }) => {
        const range = rangeOf(period, now())
        const statistics = await store.statistics.read(caller.tenantId, range, TOP)
        const openAlerts = await store.alerts.countOpen(caller.tenantId)
        return { status: 200, body: presentStatistics(period, range, statistics, openAlerts) }
      },
    ),
  ]
}
