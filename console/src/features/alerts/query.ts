import { api, take } from '../../api/client.ts'
import { pageOf } from '../../url/search.ts'
import type { AlertQuery } from '../../wire/types.ts'

export const LIMIT = 50
export type AlertSearch = Readonly<
  Partial<Record<'status' | 'severity' | 'type' | 'user_id' | 'sort' | 'page', string | undefined>>
>

export function alertList(search: AlertSearch) {
  const { page, ...filters } = search
  // The API says which value it does not take, and the page shows it.
  const query = { status: 'open', sort: '-severity', ...filters, limit: LIMIT, page: pageOf(page) } as AlertQuery
  return {
    queryKey: ['alerts', 'list', search],
    queryFn: () => take(api.GET('/alerts', { params: { query } })),
  }
}

export function alertById(id: string) {
  return { queryKey: ['alerts', id], queryFn: () => take(api.GET('/alerts/{id}', { params: { path: { id } } })) }
}

export function setAlertStatus(id: string, status: 'open' | 'resolved') {
  return take(api.PATCH('/alerts/{id}/status', { params: { path: { id } }, body: { status } }))
}
