import { countedAction } from '../../../core/alerting/counted-action.ts'
import { HIGH_RISK } from '../../../core/model/event.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import type { CountedFacet } from '../facets.ts'
import type { Database } from './database.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Lengths of a bucket, which is also how the counters' rows name their unit. */
export const UNITS = { hour: HOUR_MS, day: DAY_MS } as const

/** Tenths of risk; 1 belongs to the last. */
export const RISK_STEPS = 10

/** What an interaction is counted by besides its fields. */
export interface CountedNames {
  /** Of findings (api/store/indexed-names.ts). */
  readonly types: readonly string[]
  readonly facets: readonly CountedFacet[]
}

/** What is to be added to one row of the counters. */
interface Sum {
  interactions: number
  blocked: number
  coached: number
  logged: number
  high_risk: number
}

/** Sums by bucket, dimension and value. Nested, since joining them to one key for each lookup costs more than the rest. */
type Sums = Map<number, Map<string, Map<string, Sum>>>

/** Rows that wait at most: to add them takes some milliseconds. */
export const WAITING_MAX = 2000

const COLUMNS = 'interactions, blocked, coached, logged, high_risk'
const HOURS_A_DAY = UNITS.day / HOUR_MS

/**
 * The number of interactions of each kind in each hour and day, updated as they come, so that no query counts rows.
 *
 * A batch touches some fifty counters of the hour and as many of the day, on some twenty pages, and to write these takes as long as what counts
 * them. So what new interactions count as waits in a table that only grows, and is added to the counters some thousand rows at a time. Whoever reads
 * counters adds what waits (SqliteStatistics); before anything is counted out again all of it is added.
 */
export class Counters {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts new interactions in, but for their users, who are counted elsewhere (user-counts.ts). Runs within the caller's transaction. */
  addNew(tenant: number, interactions: readonly Interaction[], named: readonly CountedNames[]): void {
    let last = 0
    for (const [hour, dimensions] of sumByHour(interactions, 1, named, false)) {
      for (const [dimension, values] of dimensions) {
        for (const [value, { interactions, blocked, coached, logged, high_risk }] of values) {
          const { lastInsertRowid } = this.#db.run(
            `INSERT INTO waiting_counts (tenant, hour, dimension, value, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...[tenant, hour, dimension, value],
            ...[interactions, blocked, coached, logged, high_risk],
          )
          last = lastInsertRowid
        }
      }
    }
    // The numbers of an empty table begin with 1 again.
    if (last >= WAITING_MAX) this.settle()
  }

  /** Adds all that waits, of every tenant, to where it belongs. Within the caller's transaction. */
  settle(): void {
    if (this.#db.get('SELECT 1 FROM waiting_counts LIMIT 1') === undefined) return
    for (const [unit, bucket] of [
      [UNITS.hour, 'hour'],
      [UNITS.day, `hour / ${HOURS_A_DAY}`],
    ] as const) {
      this.#db.run(
        `INSERT INTO counters (tenant, unit, dimension, bucket, value, ${COLUMNS})
           SELECT tenant, ?, dimension, ${bucket}, value, sum(interactions), sum(blocked), sum(coached), sum(logged), sum(high_risk)
           FROM waiting_counts WHERE true GROUP BY tenant, dimension, ${bucket}, value
         ON CONFLICT DO UPDATE SET interactions = interactions + excluded.interactions,
           blocked = blocked + excluded.blocked, coached = coached + excluded.coached,
           logged = logged + excluded.logged, high_risk = high_risk + excluded.high_risk`,
        unit,
      )
    }
    this.#db.run('DELETE FROM waiting_counts')
  }

  /**
   * Counts the interactions in, with a `sign` of 1, or out again, with -1, once nothing waits. Runs within the caller's transaction.
   * @param named what each of them is counted by besides
   */
  add(tenant: number, interactions: readonly Interaction[], sign: 1 | -1, named: readonly CountedNames[] = []): void {
    // A batch is summed up first: five hundred interactions touch some hundred rows instead of some thousand.
    const hours = sumByHour(interactions, sign, named, true)
    this.#save(tenant, UNITS.hour, hours, sign)
    this.#save(tenant, UNITS.day, sumByDay(hours), sign)
  }

  #save(tenant: number, unit: number, sums: Sums, sign: 1 | -1): void {
    for (const [bucket, dimensions] of sums) {
      for (const [dimension, values] of dimensions) {
        for (const [value, sum] of values) {
          this.#addTo([tenant, unit, dimension, bucket, value], sum)
          if (sign === -1) this.#forgetEmpty([tenant, unit, dimension, bucket, value])
        }
      }
    }
  }

  #addTo(key: CounterKey, { interactions, blocked, coached, logged, high_risk }: Sum): void {
    this.#db.run(
      `INSERT INTO counters
         (tenant, unit, dimension, bucket, value, interactions, blocked, coached, logged, high_risk)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET interactions = interactions + excluded.interactions,
         blocked = blocked + excluded.blocked, coached = coached + excluded.coached,
         logged = logged + excluded.logged, high_risk = high_risk + excluded.high_risk`,
      ...key,
      interactions,
      blocked,
      coached,
      logged,
      high_risk,
    )
  }

  /** A row of zeros would still say that a person was there: erasure takes it too. */
  #forgetEmpty(key: CounterKey): void {
    this.#db.run(
      `DELETE FROM counters
       WHERE tenant = ? AND unit = ? AND dimension = ? AND bucket = ? AND value = ? AND interactions <= 0`,
      ...key,
    )
  }
}

/** Tells the hour of a timestamp, counted from the epoch. Those of a batch are mostly of one hour, and to read a time takes longer than to compare. */
export function createHourOf(): (timestamp: string) => number {
  let known = ''
  let hour = 0
  return (timestamp) => {
    const prefix = timestamp.slice(0, HOUR_PREFIX)
    if (prefix === known) return hour
    known = prefix
    hour = Math.floor(Date.parse(timestamp) / HOUR_MS)
    return hour
  }
}

/** Of a timestamp in UTC: `2026-11-22T08`. */
const HOUR_PREFIX = 13

type CounterKey = readonly [tenant: number, unit: number, dimension: string, bucket: number, value: string]

function sumByHour(
  interactions: readonly Interaction[],
  sign: 1 | -1,
  named: readonly CountedNames[],
  withUsers: boolean,
): Sums {
  const hours: Sums = new Map()
  const hourOf = createHourOf()
  let ofHour = Number.NaN
  let dimensions: Map<string, Map<string, Sum>> | undefined
  let total = newSum()
  let platforms = newMap<string, Sum>()
  let sources = newMap<string, Sum>()
  let risks = newMap<string, Sum>()
  let index = 0
  for (const interaction of interactions) {
    const { types, facets } = named[index++] ?? NO_NAMES
    const hour = hourOf(interaction.timestamp)
    // Mostly that of the record before.
    if (hour !== ofHour || dimensions === undefined) {
      dimensions = getOrCreate(hours, hour, newMap<string, Map<string, Sum>>)
      ofHour = hour
      total = sumOf(dimensions, 'total', '')
      platforms = valuesOf(dimensions, 'platform')
      sources = valuesOf(dimensions, 'source')
      risks = valuesOf(dimensions, 'risk')
    }
    // One step a dimension, without a list of them: this runs for every record.
    const step: Sum = { ...NOTHING }
    addInteraction(step, interaction, sign)
    addSum(total, step)
    addSum(getOrCreate(platforms, interaction.platform_id, newSum), step)
    addSum(getOrCreate(sources, interaction.source, newSum), step)
    addSum(getOrCreate(risks, riskStep(interaction.risk_score), newSum), step)
    for (const type of types) addSum(sumOf(dimensions, 'classification', type), step)
    for (const [dimension, value] of facets) addSum(sumOf(dimensions, dimension, value), step)
    if (withUsers && interaction.user_id !== null) addSum(sumOf(dimensions, 'user', interaction.user_id), step)
  }
  return hours
}

function riskStep(risk: number): string {
  return String(Math.min(RISK_STEPS - 1, Math.floor(risk * RISK_STEPS)))
}

function sumByDay(hours: Sums): Sums {
  const days: Sums = new Map()
  for (const [hour, dimensions] of hours) {
    const day = Math.floor((hour * HOUR_MS) / DAY_MS)
    const sums = getOrCreate(days, day, newMap<string, Map<string, Sum>>)
    for (const [dimension, values] of dimensions) {
      for (const [value, sum] of values) addSum(sumOf(sums, dimension, value), sum)
    }
  }
  return days
}

const NO_NAMES: CountedNames = { types: [], facets: [] }

const NOTHING: Readonly<Sum> = { interactions: 0, blocked: 0, coached: 0, logged: 0, high_risk: 0 }

function sumOf(dimensions: Map<string, Map<string, Sum>>, dimension: string, value: string): Sum {
  return getOrCreate(valuesOf(dimensions, dimension), value, newSum)
}

function valuesOf(dimensions: Map<string, Map<string, Sum>>, dimension: string): Map<string, Sum> {
  return getOrCreate(dimensions, dimension, newMap<string, Sum>)
}

function newMap<K, V>(): Map<K, V> {
  return new Map()
}

function newSum(): Sum {
  return { ...NOTHING }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

function addInteraction(sum: Sum, interaction: Interaction, sign: 1 | -1): void {
  const action = countedAction(interaction)
  sum.interactions += sign
  if (action === 'block') sum.blocked += sign
  if (action === 'coach') sum.coached += sign
  if (action === 'log') sum.logged += sign
  if (interaction.risk_score >= HIGH_RISK) sum.high_risk += sign
}

function addSum(sum: Sum, other: Sum): void {
  sum.interactions += other.interactions
  sum.blocked += other.blocked
  sum.coached += other.coached
  sum.logged += other.logged
  sum.high_risk += other.high_risk
}
