import type { DashboardStatistics, Period } from '../../core/model/statistics.ts'
import type { Statistics, StatisticsRange, Tally } from '../store/statistics-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const BUCKETS: Readonly<Record<Period, { readonly unit: 'hour' | 'day'; readonly count: number }>> = {
  '24h': { unit: 'hour', count: 24 },
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'day', count: 30 },
  '90d': { unit: 'day', count: 90 },
}

/** The buckets of a period: the running one and as many whole ones before it as make the period up. */
export function rangeOf(period: Period, now: Date): StatisticsRange {
  const { unit, count } = BUCKETS[period]
  const length = unit === 'hour' ? HOUR_MS : DAY_MS
  const last = Math.floor(now.getTime() / length) * length
  return { unit, from: new Date(last - (count - 1) * length), to: new Date(last) }
}

/** Shapes a period's statistics; buckets in which nothing happened are there too, as zeros. */
export function presentStatistics(
  period: Period,
  range: StatisticsRange,
  statistics: Statistics,
  openAlerts: number,
): DashboardStatistics {
  const { totals, by } = statistics
  const allowed = totals.interactions - totals.blocked - totals.coached - totals.logged
  const steps = statistics.risk.length
  return {
    period,
    totals: {
      ...shown(totals),
      logged: totals.logged,
      allowed,
      users: statistics.users,
      platforms: statistics.platforms,
      open_alerts: openAlerts,
    },
    by_platform: by.platform.map(({ key, ...tally }) => ({ platform_id: key, ...shown(tally) })),
    by_classification: by.classification.map(({ key, ...tally }) => ({ type: key, ...shown(tally) })),
    by_action: { block: totals.blocked, coach: totals.coached, log: totals.logged, allow: allowed },
    by_source: by.source.map(({ key, ...tally }) => ({ source: key, ...shown(tally) })),
    series: fillGaps(range, statistics),
    top_users: by.user.map(({ key, ...tally }) => ({ user_id: key, ...shown(tally) })),
    risk_histogram: statistics.risk.map((interactions, step) => ({
      from: step / steps,
      to: (step + 1) / steps,
      interactions,
    })),
  }
}

function fillGaps({ unit, from, to }: StatisticsRange, { series }: Statistics): DashboardStatistics['series'] {
  const length = unit === 'hour' ? HOUR_MS : DAY_MS
  const known = new Map(series.map((tallied) => [tallied.key.getTime(), tallied]))
  const filled: DashboardStatistics['series'] = []
  for (let at = from.getTime(); at <= to.getTime(); at += length) {
    filled.push({ bucket: new Date(at).toISOString(), ...shown(known.get(at) ?? NOTHING) })
  }
  return filled
}

const NOTHING: Tally = { interactions: 0, blocked: 0, coached: 0, logged: 0, high_risk: 0 }

function shown({ interactions, blocked, coached, high_risk }: Tally) {
  return { interactions, blocked, coached, high_risk }
}
