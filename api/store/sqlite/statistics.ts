import { nextTurn } from '../../turns/next-turn.ts'
import type { CountedFacet } from '../facets.ts'
import type {
  Dimension,
  FurtherStatistics,
  Statistics,
  StatisticsRange,
  StatisticsStore,
  Tallied,
  Tally,
} from '../statistics-store.ts'
import { HOUR_MS, RISK_STEPS, UNITS } from './counters.ts'
import type { Database, Row } from './database.ts'
import { bytesToUuid, uuidToBytes } from './sql.ts'
import type { SqliteTenants } from './tenants.ts'

const COLUMNS = 'interactions, blocked, coached, logged, high_risk'
const SUMS = `sum(interactions) AS interactions, sum(blocked) AS blocked, sum(coached) AS coached,
  sum(logged) AS logged, sum(high_risk) AS high_risk`
/** A number of JavaScript is a fraction to SQLite, and so would be what is divided by it. */
const WAITING_BUCKET = `hour / (CAST(?2 AS INTEGER) / ${HOUR_MS})`
/** Counters of a span, and what waits to be added to them (counters.ts): ?1 tenant, ?2 unit, ?3 dimension, ?4 and ?5 the first and the last bucket. */
const IN_SPAN = `(SELECT bucket, value, ${COLUMNS} FROM counters
    WHERE tenant = ?1 AND unit = ?2 AND dimension = ?3 AND bucket BETWEEN ?4 AND ?5
  UNION ALL SELECT ${WAITING_BUCKET} AS bucket, value, ${COLUMNS} FROM waiting_counts
    WHERE tenant = ?1 AND dimension = ?3 AND ${WAITING_BUCKET} BETWEEN ?4 AND ?5)`

/** Counters of users that are summed up in one step: some milliseconds. */
const SUMMED_AT_ONCE = 5000
/** Before every user, and after every user. */
const NOBODY = ''
const BEYOND_ALL = 'g'

/** What counters are kept of, besides all and risk. */
type Counted = Dimension | CountedFacet[0]

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
    const span = this.#spanOf(tenantId, range)
    const series = this.#grouped(span, 'total', 'bucket', 'ORDER BY bucket')
    const risk = this.#grouped(span, 'risk', 'value', '')
    const platform = this.#top(span, 'platform', top.platform)
    const classification = this.#top(span, 'classification', top.classification)
    const source = this.#top(span, 'source', top.source)
    // Last, because others have their turn meanwhile: all before it is of one moment.
    const user = await this.#topUsers(span, top.user)
    return {
      totals: series.map(toTally).reduce(sum, NOTHING),
      users: user.distinct,
      platforms: platform.distinct,
      series: series.map((row) => ({ key: new Date(Number(row.bucket) * span.unit), ...toTally(row) })),
      by: {
        platform: platform.tallies,
        classification: classification.tallies,
        source: source.tallies,
        user: user.tallies,
      },
      risk: Array.from({ length: RISK_STEPS }, (_, step) =>
        Number(risk.find((row) => row.value === String(step))?.interactions ?? 0),
      ),
    }
  }

  async readFurther(
    tenantId: string,
    range: StatisticsRange,
    previous: StatisticsRange,
    policies: number,
  ): Promise<FurtherStatistics> {
    const span = this.#spanOf(tenantId, range)
    const before = this.#grouped(this.#spanOf(tenantId, previous), 'total', 'bucket', 'ORDER BY bucket')
    return {
      previous: before.map(toTally).reduce(sum, NOTHING),
      policies: this.#top(span, 'policy', policies).tallies,
      notInspected: this.#top(span, 'inspection', policies).tallies,
    }
  }

  async readPlatform(tenantId: string, platformId: string, range: StatisticsRange): Promise<readonly Tallied<Date>[]> {
    const span = this.#spanOf(tenantId, range)
    const rows = this.#db.all(
      `SELECT bucket, ${SUMS} FROM ${IN_SPAN} WHERE value = ?6 GROUP BY bucket ORDER BY bucket`,
      ...toValues(span, 'platform'),
      platformId,
    )
    return rows.map((row) => ({ key: new Date(Number(row.bucket) * span.unit), ...toTally(row) }))
  }

  #spanOf(tenantId: string, { unit: name, from, to }: StatisticsRange): Span {
    const unit = UNITS[name]
    return {
      // No tenant has the number 0: one that does not exist has counted nothing.
      tenant: this.#tenants.findNumber(tenantId) ?? 0,
      unit,
      first: Math.floor(from.getTime() / unit),
      last: Math.floor(to.getTime() / unit),
    }
  }

  #top(span: Span, dimension: Counted, limit: number): { tallies: Tallied<string>[]; distinct: number } {
    const rows = this.#grouped(span, dimension, 'value', 'ORDER BY interactions DESC, value LIMIT ?6', limit)
    return {
      tallies: rows.map((row) => ({ key: String(row.value), ...toTally(row) })),
      distinct: Number(rows[0]?.distinct_values ?? 0),
    }
  }

  /**
   * As `#top`, with what is not yet added to the counters (user-counts.ts), some users at a time: a company has tens of thousands, with a counter each for every day, and to sum up all of
   * them takes a second.
   */
  async #topUsers(span: Span, limit: number): Promise<{ tallies: Tallied<string>[]; distinct: number }> {
    const buckets = JSON.stringify(Array.from({ length: span.last - span.first + 1 }, (_, index) => span.first + index))
    const atOnce = Math.ceil(SUMMED_AT_ONCE / (span.last - span.first + 1))
    let tallies: Tallied<string>[] = []
    let distinct = 0
    for (let after: string | undefined = NOBODY; after !== undefined; ) {
      const last = this.#userAfter(span.tenant, after, atOnce)
      const rows = this.#db.all(
        `SELECT value, ${SUMS} FROM (
           SELECT value, ${COLUMNS} FROM counters WHERE tenant = ?1 AND unit = ?2 AND dimension = 'user'
             AND bucket IN (SELECT value FROM json_each(?3)) AND value > ?4 AND value <= ?5
           UNION ALL SELECT user AS value, ${COLUMNS} FROM user_counts
             WHERE tenant = ?1 AND user > ?4 AND user <= ?5 AND hour BETWEEN ?6 AND ?7
         ) GROUP BY value`,
        span.tenant,
        span.unit,
        buckets,
        after,
        last ?? BEYOND_ALL,
        (span.first * span.unit) / HOUR_MS,
        ((span.last + 1) * span.unit) / HOUR_MS - 1,
      )
      distinct += rows.length
      const more = rows.map((row) => ({ key: String(row.value), ...toTally(row) }))
      tallies = [...tallies, ...more].sort(mostFirst).slice(0, limit)
      after = last
      if (last !== undefined) await nextTurn()
    }
    return { tallies, distinct }
  }

  /** The user N `places` after another one; undefined if fewer come after it. */
  #userAfter(tenant: number, after: string, places: number): string | undefined {
    const row = this.#db.get(
      'SELECT user FROM interaction_users WHERE tenant = ? AND user > ? ORDER BY user LIMIT 1 OFFSET ?',
      tenant,
      uuidToBytes(after),
      places - 1,
    )
    return row === undefined ? undefined : bytesToUuid(row.user)
  }

  #grouped(span: Span, dimension: string, column: 'bucket' | 'value', order: string, ...rest: number[]): Row[] {
    return this.#db.all(
      `SELECT ${column}, ${SUMS}, count(*) OVER () AS distinct_values FROM ${IN_SPAN} GROUP BY ${column} ${order}`,
      ...toValues(span, dimension),
      ...rest,
    )
  }
}

function mostFirst(a: Tallied<string>, b: Tallied<string>): number {
  return b.interactions - a.interactions || (a.key < b.key ? -1 : 1)
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
