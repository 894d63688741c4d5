import type { Severity } from '../../core/model/alert.ts'
import type { DashboardStatistics, Period, ServiceStatistics } from '../../core/model/statistics.ts'
import type { FurtherStatistics, Statistics, StatisticsRange, Tallied, Tally } from '../store/statistics-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const LENGTHS = { hour: HOUR_MS, day: DAY_MS } as const

const BUCKETS: Readonly<Record<Period, { readonly unit: 'hour' | 'day'; readonly count: number }>> = {
  '24h': { unit: 'hour', count: 24 },
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'day', count: 30 },
  '90d': { unit: 'day', count: 90 },
}

/** The buckets of a period: the running one and as many whole ones before it as make the period up. */
export function rangeOf(period: Period, now: Date): StatisticsRange {
  const { unit, count } = BUCKETS[period]
  const length = LENGTHS[unit]
  const last = Math.floor(now.getTime() / length) * length
  return { unit, from: new Date(last - (count - 1) * length), to: new Date(last) }
}

/** As many whole buckets, up to where the period begins. */
export function rangeBefore({ unit, from, to }: StatisticsRange): StatisticsRange {
  const length = LENGTHS[unit]
  const span = to.getTime() - from.getTime() + length
  return { unit, from: new Date(from.getTime() - span), to: new Date(to.getTime() - span) }
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
    series: fillGaps(range, statistics.series, shown),
    top_users: by.user.map(({ key, ...tally }) => ({ user_id: key, ...shown(tally) })),
    risk_histogram: statistics.risk.map((interactions, step) => ({
      from: step / steps,
      to: (step + 1) / steps,
      interactions,
    })),
  }
}

/** What is told besides on request. */
export function presentDetails(
  { series, ...body }: DashboardStatistics,
  range: StatisticsRange,
  statistics: Statistics,
  { previous, policies, notInspected }: FurtherStatistics,
  open_alerts_by_severity: Record<Severity, number>,
  nameOf: (policyId: string) => string | undefined,
): DashboardStatistics {
  const inspected = (status: string) => atLeastNone(notInspected.find(({ key }) => key === status)?.interactions)
  return {
    ...body,
    series: fillGaps(range, statistics.series, withLogged),
    previous: whole(previous),
    not_inspected: { partial: inspected('partial'), none: inspected('none') },
    open_alerts_by_severity,
    by_policy: policies
      .filter(({ interactions }) => interactions > 0)
      .map(({ key, ...tally }) => ({ policy_id: key, name: nameOf(key) ?? null, ...shown(tally) })),
  }
}

/** One service through a period. */
export function presentService(
  platform_id: string,
  period: Period,
  range: StatisticsRange,
  series: readonly Tallied<Date>[],
  previous: readonly Tallied<Date>[],
): ServiceStatistics {
  return {
    platform_id,
    period,
    totals: whole(summed(series)),
    previous: whole(summed(previous)),
    series: fillGaps(range, series, withLogged),
  }
}

function fillGaps<Shown extends object>(
  { unit, from, to }: StatisticsRange,
  series: readonly Tallied<Date>[],
  show: (tally: Tally) => Shown,
): (Shown & { readonly bucket: string })[] {
  const length = LENGTHS[unit]
  const known = new Map(series.map((tallied) => [tallied.key.getTime(), tallied]))
  const filled: (Shown & { readonly bucket: string })[] = []
  for (let at = from.getTime(); at <= to.getTime(); at += length) {
    filled.push({ bucket: new Date(at).toISOString(), ...show(known.get(at) ?? NOTHING) })
  }
  return filled
}

const NOTHING: Tally = { interactions: 0, blocked: 0, coached: 0, logged: 0, high_risk: 0 }

function summed(series: readonly Tally[]): Tally {
  const add = (name: keyof Tally) => series.reduce((sum, tally) => sum + tally[name], 0)
  return {
    interactions: add('interactions'),
    blocked: add('blocked'),
    coached: add('coached'),
    logged: add('logged'),
    high_risk: add('high_risk'),
  }
}

/** What an earlier release has stored was not counted by policy and inspection, and may be counted out again. */
function atLeastNone(count = 0): number {
  return Math.max(0, count)
}

function shown({ interactions, blocked, coached, high_risk }: Tally) {
  return {
    interactions: atLeastNone(interactions),
    blocked: atLeastNone(blocked),
    coached: atLeastNone(coached),
    high_risk: atLeastNone(high_risk),
  }
}

function withLogged(tally: Tally) {
  return { ...shown(tally), logged: tally.logged }
}

function whole(tally: Tally) {
  const { interactions, blocked, coached, logged } = tally
  return { ...withLogged(tally), allowed: interactions - blocked - coached - logged }
}
