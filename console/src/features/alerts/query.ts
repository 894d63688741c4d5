import { api, take } from '../../api/client.ts'
import { pageOf } from '../../url/search.ts'
import type { AlertQuery } from '../../wire/types.ts'

export const LIMIT = 50
/** As many as one request changes. */
const CHANGED_AT_ONCE = 100

export const RESOLUTIONS = ['confirmed', 'false_alarm', 'accepted'] as const
export type Resolution = (typeof RESOLUTIONS)[number]
export interface Verdict {
  readonly resolution?: Resolution
  readonly note?: string
}

/** What a list may be of. */
export const SUBJECTS = ['platform_id', 'policy_id', 'user_id'] as const
export type SubjectName = (typeof SUBJECTS)[number]
export type AlertSearch = Readonly<
  Partial<Record<'status' | 'severity' | 'type' | SubjectName | 'sort' | 'page', string | undefined>>
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
  return {
    queryKey: ['alerts', id],
    queryFn: () => take(api.GET('/alerts/{id}', { params: { path: { id }, query: { include: 'facts' } } })),
  }
}

/** @returns how many there were: one may have been deleted meanwhile */
export async function setAlertsStatus(
  ids: readonly string[],
  status: 'open' | 'resolved',
  verdict: Verdict = {},
): Promise<number> {
  let changed = 0
  for (let from = 0; from < ids.length; from += CHANGED_AT_ONCE) {
    const body = { ids: ids.slice(from, from + CHANGED_AT_ONCE), status, ...verdict }
    changed += (await take(api.POST('/alerts/status', { body }))).alerts.length
  }
  return changed
}
