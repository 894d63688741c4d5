import type { QueryClient } from '@tanstack/react-query'
import { configuration, inventory, openAlerts, proxies, setup, statistics } from '../../api/queries.ts'
import { can } from '../../session/can.ts'
import { readPreference } from '../../session/preferences.ts'
import type { Period, Role } from '../../wire/types.ts'

export const PERIODS: readonly Period[] = ['24h', '7d', '30d', '90d']

/** The period that an address names, or the one that is shown where it names none. */
export function periodOf(asked: string | null | undefined): Period {
  return PERIODS.find((known) => known === asked) ?? '24h'
}

/** Loads all that the dashboard shows at first, so that it is made once. What fails is asked for again by the page itself. */
export async function prefetchDashboard(queries: QueryClient, search: string, role: Role): Promise<void> {
  const period = periodOf(new URLSearchParams(search).get('period'))
  await Promise.all([
    queries.prefetchQuery(statistics(period)),
    queries.prefetchQuery(openAlerts),
    queries.prefetchQuery(configuration),
    queries.prefetchQuery(inventory),
    ...(can(role, 'tokens') ? [queries.prefetchQuery(proxies)] : []),
    ...(can(role, 'settings') && readPreference('setup') !== 'hidden' ? [queries.prefetchQuery(setup)] : []),
  ])
}
