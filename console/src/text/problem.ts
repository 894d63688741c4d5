import { tMaybe } from '../i18n/language.ts'
import type { ApiFailure, Detail } from '../wire/failure.ts'

/** What the API refused, in the reader's language; in its own words where a newer API has a code that is not known here. */
export function problemOf({ code, params, message }: Pick<ApiFailure, 'code' | 'params' | 'message'>): string {
  const said = code === undefined || VAGUE.has(code) ? undefined : tMaybe(`problem.${code}`, params)
  return said ?? message
}

/** They say less than the sentence. */
const VAGUE = new Set(['invalid', 'error', 'bad_request', 'conflict', 'not_found', 'unavailable'])

/** Of a field that may be right. */
export function problemIn(detail: Detail | undefined): string | undefined {
  return detail && problemOf(detail)
}

/** What is wrong with one field: its name stands before it. */
export function detailText(detail: Detail): string {
  return `${detail.path} ${problemOf(detail)}`.trim()
}

/** All of what is wrong in one line; empty where the API named no field. */
export function detailsText({ details }: ApiFailure): string {
  return details.map(detailText).join('; ')
}
