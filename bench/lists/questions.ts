import { randomNumbers } from '../random.ts'
import { PLATFORMS, SOURCES, TYPES, userId } from './generate.ts'

/** One request, and the line of the report that it belongs to. */
export interface Question {
  readonly group: string
  readonly path: string
  /** Asked for the page in the middle and the last one too, once the first has told the total. */
  readonly deep: boolean
}

const DAY_MS = 86_400_000
const SORTS = ['timestamp', '-timestamp', 'risk_score', '-risk_score', 'platform_id', '-platform_id'] as const
const COMBINATIONS = 24
export const PAGE = 50

/** Filters of lists, with a common and a rare value where they have such. `end` is the newest record's time. */
function singleFilters(end: number): readonly (readonly [name: string, value: string])[] {
  const ago = (days: number) => new Date(end - days * DAY_MS).toISOString()
  return [
    ['platform_id', PLATFORMS[0]],
    ['platform_id', PLATFORMS[11]],
    ['risk_score_min', '0.8'],
    ['risk_score_max', '0.3'],
    ['classification_type', TYPES[0]],
    ['classification_type', TYPES[7]],
    ['source', SOURCES[0]],
    ['source', SOURCES[3]],
    ['start_date', ago(1)],
    ['start_date', ago(60)],
    ['end_date', ago(60)],
    ['user_id', userId(0)],
    ['user_id', userId(1500)],
    ['direction', 'outbound'],
    ['direction', 'inbound'],
  ]
}

/** Each filter with each sort; filters combined, each combination with one sort; and what a console shows first. */
export function questions(end: number): Question[] {
  const filters = singleFilters(end)
  const list = (group: string, sort: string, chosen: readonly (readonly [string, string])[]): Question => {
    const query = new URLSearchParams([
      ...chosen.map(([name, value]): [string, string] => [name, value]),
      ['sort', sort],
    ])
    return { group, path: `/interactions?${query}`, deep: true }
  }
  const random = randomNumbers(7)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const combined = Array.from({ length: COMBINATIONS }, () => {
    const chosen = new Map([pick(filters), pick(filters), pick(filters), pick(filters)])
    // Two that name the same filter are one; with a range of time there are two at least.
    chosen.set('start_date', new Date(end - (1 + Math.floor(random() * 80)) * DAY_MS).toISOString())
    return list('several filters', pick(SORTS), [...chosen])
  })
  return [
    ...SORTS.map((sort) => list('no filter', sort, [])),
    ...filters.flatMap((filter) => SORTS.map((sort) => list(`one filter: ${filter[0]}`, sort, [filter]))),
    ...combined,
    ...['24h', '7d', '30d', '90d'].map((period) => once('dashboard', `/dashboard/stats?period=${period}`)),
    once('inventory', '/inventory'),
    once('alerts', '/alerts?status=open'),
  ]
}

function once(group: string, path: string): Question {
  return { group, path, deep: false }
}
