import { api, take } from '../../api/client.ts'
import { INTERACTION_FILTERS } from '../../url/interaction-filters.ts'
import { pageOf } from '../../url/search.ts'
import type { InteractionQuery } from '../../wire/types.ts'

export const LIMIT = 50
const DAY_MS = 86_400_000
const PERIOD_DAYS: Readonly<Record<string, number>> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }
/** So that one moment's questions are the same one. */
const ROUNDED_MS = 60_000

export type Search = Readonly<Partial<Record<string, string>>>

export type FilterName = (typeof INTERACTION_FILTERS)[number]

/** What the API is asked for an address of the list. */
export function toQuery(search: Search, now: number): InteractionQuery {
  const query: Record<string, string | number> = { limit: LIMIT, page: pageOf(search.page) }
  const days = PERIOD_DAYS[search.period ?? '']
  if (days !== undefined) {
    query.start_date = new Date(Math.floor(now / ROUNDED_MS) * ROUNDED_MS - days * DAY_MS).toISOString()
  }
  for (const name of INTERACTION_FILTERS) {
    const value = search[name]
    if (value !== undefined) query[name] = value
  }
  // The API says which value it does not take, and the page shows it.
  return query as InteractionQuery
}

export function interactionList(search: Search) {
  return {
    queryKey: ['interactions', search],
    queryFn: () => take(api.GET('/interactions', { params: { query: toQuery(search, Date.now()) } })),
  }
}

export function interactionById(id: string) {
  return {
    queryKey: ['interaction', id],
    queryFn: () => take(api.GET('/interactions/{id}', { params: { path: { id } } })),
  }
}
