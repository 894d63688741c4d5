import { countedAction } from '../../../core/alerting/counted-action.ts'
import { HIGH_RISK } from '../../../core/model/event.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { createHourOf, HOUR_MS, UNITS } from './counters.ts'
import type { Database } from './database.ts'

/** Rows that wait at most: to add them takes some milliseconds. */
export const WAITING_MAX = 2000

const SUMS = 'sum(interactions), sum(blocked), sum(coached), sum(logged), sum(high_risk)'
const HOURS_A_DAY = UNITS.day / HOUR_MS

/** How many interactions of one user with one service there were in an hour. */
interface Count {
  readonly hour: number
  readonly platform: string
  readonly user: string
  interactions: number
  blocked: number
  coached: number
  logged: number
  high_risk: number
}

/**
 * How often who used what. Counted in its place at once, nearly each record of a batch would change three pages that no other
 * one changes, and to write pages is the greater part of what recording costs. So what comes waits in a table that only
 * grows, and is added to the counters of users and to the inventory's users some thousand at a time, in the order of their
 * keys. What is read of counters of users has to count what waits (SqliteStatistics), and before anything is counted out
 * again it is added. Runs within the caller's transaction.
 */
export class UserCounts {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts in what the inventory lists under these platforms. */
  add(tenant: number, interactions: readonly Interaction[]): void {
    let last = 0
    for (const { hour, platform, user, ...sums } of sumByUser(interactions)) {
      const { interactions, blocked, coached, logged, high_risk } = sums
      const { lastInsertRowid } = this.#db.run(
        `INSERT INTO user_counts (tenant, hour, platform, user, interactions, blocked, coached, logged, high_risk)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        tenant,
        hour,
        platform,
        user,
        interactions,
        blocked,
        coached,
        logged,
        high_risk,
      )
      last = lastInsertRowid
    }
    // The numbers of an empty table begin with 1 again.
    if (last >= WAITING_MAX) this.settle()
  }

  /** Adds all that waits, of every tenant, to where it belongs. */
  settle(): void {
    if (this.#db.get('SELECT 1 FROM user_counts LIMIT 1') === undefined) return
    this.#addToCounters(UNITS.hour, 'hour')
    this.#addToCounters(UNITS.day, `hour / ${HOURS_A_DAY}`)
    this.#db.run(
      `INSERT INTO inventory_users (tenant, platform, user, interactions)
         SELECT tenant, platform, unhex(user, '-'), sum(interactions) FROM user_counts WHERE true
         GROUP BY tenant, platform, user
       ON CONFLICT DO UPDATE SET interactions = interactions + excluded.interactions`,
    )
    this.#db.run('DELETE FROM user_counts')
  }

  #addToCounters(unit: number, bucket: string): void {
    this.#db.run(
      `INSERT INTO counters
         (tenant, unit, dimension, bucket, value, interactions, blocked, coached, logged, high_risk)
         SELECT tenant, ?, 'user', ${bucket}, user, ${SUMS} FROM user_counts WHERE true GROUP BY tenant, ${bucket}, user
       ON CONFLICT DO UPDATE SET interactions = interactions + excluded.interactions,
         blocked = blocked + excluded.blocked, coached = coached + excluded.coached,
         logged = logged + excluded.logged, high_risk = high_risk + excluded.high_risk`,
      unit,
    )
  }
}

function sumByUser(interactions: readonly Interaction[]): Iterable<Count> {
  const counts = new Map<string, Count>()
  const hourOf = createHourOf()
  for (const interaction of interactions) {
    const { platform_id: platform, user_id: user, timestamp, risk_score } = interaction
    if (user === null) continue
    const hour = hourOf(timestamp)
    const key = `${user} ${hour} ${platform}`
    let count = counts.get(key)
    if (count === undefined) {
      count = { hour, platform, user, interactions: 0, blocked: 0, coached: 0, logged: 0, high_risk: 0 }
      counts.set(key, count)
    }
    const action = countedAction(interaction)
    count.interactions += 1
    if (action === 'block') count.blocked += 1
    if (action === 'coach') count.coached += 1
    if (action === 'log') count.logged += 1
    if (risk_score >= HIGH_RISK) count.high_risk += 1
  }
  return counts.values()
}
