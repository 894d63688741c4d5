import { HIGH_RISK } from '../../../core/model/event.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import type { Database } from './database.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Lengths of a bucket, which is also how the counters' rows name their unit. */
export const UNITS = { hour: HOUR_MS, day: DAY_MS } as const

/** Tenths of risk; 1 belongs to the last. */
export const RISK_STEPS = 10

/** One row of the counters, or what is to be added to it. */
interface Counter {
  readonly unit: number
  readonly bucket: number
  readonly dimension: string
  readonly value: string
  interactions: number
  blocked: number
  coached: number
  logged: number
  high_risk: number
}

/** How many interactions of each kind there were in each hour and day: kept as they come, so that nobody ever counts them. */
export class Counters {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts the interactions in, with a `sign` of 1, or out again, with -1. Runs within the caller's transaction. */
  add(tenant: number, interactions: readonly Interaction[], sign: 1 | -1): void {
    // A batch is summed up first: five hundred interactions touch some hundred rows instead of some thousand.
    const sums = new Map<string, Counter>()
    for (const interaction of interactions) {
      for (const [dimension, value] of dimensionsOf(interaction)) {
        for (const unit of Object.values(UNITS)) {
          addTo(sumOf(sums, unit, interaction, dimension, value), interaction, sign)
        }
      }
    }
    for (const sum of sums.values()) this.#save(tenant, sum)
    if (sign === -1) this.#forgetEmpty(tenant, sums.values())
  }

  #save(tenant: number, sum: Counter): void {
    this.#db.run(
      `INSERT INTO counters
         (tenant, unit, dimension, bucket, value, interactions, blocked, coached, logged, high_risk)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET interactions = interactions + excluded.interactions,
         blocked = blocked + excluded.blocked, coached = coached + excluded.coached,
         logged = logged + excluded.logged, high_risk = high_risk + excluded.high_risk`,
      tenant,
      sum.unit,
      sum.dimension,
      sum.bucket,
      sum.value,
      sum.interactions,
      sum.blocked,
      sum.coached,
      sum.logged,
      sum.high_risk,
    )
  }

  /** A row of zeros would still say that a person was there: erasure takes it too. */
  #forgetEmpty(tenant: number, sums: Iterable<Counter>): void {
    for (const { unit, dimension, bucket, value } of sums) {
      this.#db.run(
        `DELETE FROM counters
         WHERE tenant = ? AND unit = ? AND dimension = ? AND bucket = ? AND value = ? AND interactions <= 0`,
        tenant,
        unit,
        dimension,
        bucket,
        value,
      )
    }
  }
}

function dimensionsOf(interaction: Interaction): [dimension: string, value: string][] {
  const types = new Set(interaction.classifications.map(({ type }) => type))
  return [
    ['total', ''],
    ['platform', interaction.platform_id],
    ['source', interaction.source],
    ['risk', String(Math.min(RISK_STEPS - 1, Math.floor(interaction.risk_score * RISK_STEPS)))],
    ...[...types].map((type): [string, string] => ['classification', type]),
    ...(interaction.user_id === null ? [] : [['user', interaction.user_id] as [string, string]]),
  ]
}

function sumOf(
  sums: Map<string, Counter>,
  unit: number,
  { timestamp }: Interaction,
  dimension: string,
  value: string,
): Counter {
  const bucket = Math.floor(Date.parse(timestamp) / unit)
  const key = `${unit} ${bucket} ${dimension} ${value}`
  const known = sums.get(key)
  if (known !== undefined) return known
  const sum: Counter = {
    unit,
    bucket,
    dimension,
    value,
    interactions: 0,
    blocked: 0,
    coached: 0,
    logged: 0,
    high_risk: 0,
  }
  sums.set(key, sum)
  return sum
}

function addTo(sum: Counter, { enforced_action, risk_score }: Interaction, sign: 1 | -1): void {
  sum.interactions += sign
  if (enforced_action === 'block') sum.blocked += sign
  if (enforced_action === 'coach') sum.coached += sign
  if (enforced_action === 'log') sum.logged += sign
  if (risk_score >= HIGH_RISK) sum.high_risk += sign
}
