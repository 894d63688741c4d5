import type { Dimension, Statistics, StatisticsRange, StatisticsStore, Tallied, Tally } from '../statistics-store.ts'
import { RISK_STEPS, UNITS } from './counters.ts'
import type { Database, Row } from './database.ts'
import type { SqliteTenants } from './tenants.ts'

const SUMS = `sum(interactions) AS interactions, sum(blocked) AS blocked, sum(coached) AS coached,
  sum(logged) AS logged, sum(high_risk) AS high_risk`
const IN_RANGE = 'tenant = ? AND unit = ? AND dimension = ? AND bucket BETWEEN ? AND ?'

/** A range as the columns of the counters' key. */
interface Span {
  readonly tenant: number
  readonly unit: number
  readonly first: number
  readonly last: number
}

export class SqliteStatistics implements StatisticsStore {
  readonly #db: Database
  readonly #tenants: SqliteTenants

  constructor(db: Database, tenants: SqliteTenants) {
    this.#db = db
    this.#tenants = tenants
  }

  async read(tenantId: string, range: StatisticsRange, top: Readonly<Record<Dimension, number>>): Promise<Statistics> {
    const unit = UNITS[range.unit]
    const span: Span = {
      // No tenant has the number 0: one that does not exist has counted nothing.
      tenant: this.#tenants.findNumber(tenantId) ?? 0,
      unit,
      first: Math.floor(range.from.getTime() / unit),
      last: Math.floor(range.to.getTime() / unit),
    }
    const series = this.#grouped(span, 'total', 'bucket', 'ORDER BY bucket')
    const risk = this.#grouped(span, 'risk', 'value', '')
    const platform = this.#top(span, 'platform', top.platform)
    const user = this.#top(span, 'user', top.user)
    return {
      totals: series.map(toTally).reduce(sum, NOTHING),
      users: user.distinct,
      platforms: platform.distinct,
      series: series.map((row) => ({ key: new Date(Number(row.bucket) * unit), ...toTally(row) })),
      by: {
        platform: platform.tallies,
        classification: this.#top(span, 'classification', top.classification).tallies,
        source: this.#top(span, 'source', top.source).tallies,
        user: user.tallies,
      },
      risk: Array.from({ length: RISK_STEPS }, (_, step) =>
        Number(risk.find((row) => row.value === String(step))?.interactions ?? 0),
      ),
    }
  }

  #top(span: Span, dimension: Dimension, limit: number): { tallies: Tallied<string>[]; distinct: number } {
    const rows = this.#grouped(span, dimension, 'value', 'ORDER BY interactions DESC, value LIMIT ?', limit)
    return {
      tallies: rows.map((row) => ({ key: String(row.value), ...toTally(row) })),
      distinct: Number(rows[0]?.distinct_values ?? 0),
    }
  }

  #grouped(span: Span, dimension: string, column: 'bucket' | 'value', order: string, ...rest: number[]): Row[] {
    return this.#db.all(
      `SELECT ${column}, ${SUMS}, count(*) OVER () AS distinct_values FROM counters WHERE ${IN_RANGE} GROUP BY ${column} ${order}`,
      ...toValues(span, dimension),
      ...rest,
    )
  }
}

const NOTHING: Tally = { interactions: 0, blocked: 0, coached: 0, logged: 0, high_risk: 0 }

function toValues({ tenant, unit, first, last }: Span, dimension: string) {
  return [tenant, unit, dimension, first, last] as const
}

function toTally(row: Row): Tally {
  return {
    interactions: Number(row.interactions),
    blocked: Number(row.blocked),
    coached: Number(row.coached),
    logged: Number(row.logged),
    high_risk: Number(row.high_risk),
  }
}

function sum(a: Tally, b: Tally): Tally {
  return {
    interactions: a.interactions + b.interactions,
    blocked: a.blocked + b.blocked,
    coached: a.coached + b.coached,
    logged: a.logged + b.logged,
    high_risk: a.high_risk + b.high_risk,
  }
}
