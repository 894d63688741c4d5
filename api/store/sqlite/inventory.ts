import { countedAction } from '../../../core/alerting/counted-action.ts'
import { deriveSightingAlerts } from '../../../core/alerting/derive-sightings.ts'
import { OTHER_SERVICES } from '../../../core/catalogue/ai-services.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { SanctionStatus } from '../../../core/model/inventory.ts'
import { admit, dayOf, floodAlerts, listedAs, type Named, type Sender } from '../new-names.ts'
import type { Effects } from '../outbox.ts'
import type { Changed } from '../paging.ts'
import { windowStart } from '../raised-alerts.ts'
import { COUNT_MAX, joinRefusals, notInspected, type RefusalSum, sumSightings } from '../sighting-sums.ts'
import { BATCH_MEMORY_MS, type InventoryRecord, type InventoryStore, type SightingBatch } from '../statistics-store.ts'
import { isOfUnknownOperation, unknownOperations } from '../unknown-operations.ts'
import type { SqliteAlerts } from './alerts.ts'
import type { Database, Row } from './database.ts'
import { KnownKeys } from './known-keys.ts'
import type { SqliteOutbox } from './outbox.ts'
import { uuidToBytes } from './sql.ts'
import type { SqliteTenants } from './tenants.ts'

/** Sums of what came of one platform. */
interface Sum {
  first: number
  last: number
  interactions: number
  blocked: number
  coached: number
  tunnelled: number
  risk: number
  maxRisk: number
  /** Of operations that the catalogue does not know: how many, and when the last one came. */
  unknown: number
  unknownLast: number
  /** Interactions by user. */
  readonly users: Map<string, number>
}

/** What the inventory calls what is about to be counted in. */
export interface Listing {
  /** Names that it does not take. */
  readonly refused: ReadonlySet<string>
  /** What its new rows remember. */
  readonly by: Pick<Sender, 'id'> | undefined
  readonly on: string
}

/** What changes together with the inventory. */
interface Together {
  readonly tenants: SqliteTenants
  readonly alerts: SqliteAlerts
  readonly outbox: SqliteOutbox
}

export class SqliteInventory implements InventoryStore {
  readonly #db: Database
  readonly #tenants: SqliteTenants
  readonly #alerts: SqliteAlerts
  readonly #outbox: SqliteOutbox
  /** Users of platforms that are noted. */
  readonly #noted: KnownKeys

  constructor(db: Database, { tenants, alerts, outbox }: Together) {
    this.#db = db
    this.#tenants = tenants
    this.#alerts = alerts
    this.#outbox = outbox
    this.#noted = new KnownKeys(db)
  }

  async list(tenantId: string): Promise<InventoryRecord[]> {
    return this.#db
      .all(`${SELECT} WHERE tenant = ? ORDER BY interactions DESC, platform`, this.#tenants.findNumber(tenantId) ?? 0)
      .map(toRecord)
  }

  async setStatus(
    tenantId: string,
    platformId: string,
    status: SanctionStatus,
    effects?: Effects<Changed<InventoryRecord>>,
  ) {
    const tenant = this.#tenants.findNumber(tenantId) ?? 0
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get(`${SELECT} WHERE tenant = ? AND platform = ?`, tenant, platformId)
      if (row === undefined) return undefined
      this.#db.run('UPDATE inventory SET status = ? WHERE tenant = ? AND platform = ?', status, tenant, platformId)
      const before = toRecord(row)
      const changed = { before, after: { ...before, status } }
      draft.publish(effects, changed)
      return changed
    })
  }

  async addSightings(tenantId: string, { id, sightings }: SightingBatch, sender?: Sender): Promise<boolean> {
    const tenant = this.#tenants.requireNumber(tenantId)
    return this.#outbox.change(
      tenantId,
      (draft) => {
        if (id !== undefined && !this.#remember(tenant, id, draft.now.getTime())) return false
        const named = sightings.map(({ platform_id }) => ({ platform_id, sender }))
        const listing = this.listing(tenant, named, draft.now)
        const listed = sightings.map((sighting) => ({
          ...sighting,
          platform_id: listedAs(listing.refused, sighting.platform_id),
        }))
        const added: string[] = []
        for (const { platform_id, first, last, tunnelled, refused } of sumSightings(listed)) {
          const sum = { ...newSum(Date.parse(first)), last: Date.parse(last), tunnelled }
          if (this.#save(tenant, platform_id, sum, 1, listing)) added.push(platform_id)
          if (refused !== undefined) this.#addRefusals(tenant, platform_id, refused)
        }
        const alerts = [...deriveSightingAlerts(listed, added), ...floodAlerts(named, listing.refused)]
        this.#alerts.raiseWithin(draft, alerts, draft.now.toISOString(), windowStart(draft.now))
        return true
      },
      'group',
    )
  }

  /** @returns whether the batch is new */
  #remember(tenant: number, id: string, now: number): boolean {
    this.#db.run('DELETE FROM sighting_batches WHERE at < ?', now - BATCH_MEMORY_MS)
    const { changes } = this.#db.run(
      'INSERT INTO sighting_batches (tenant, id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      tenant,
      uuidToBytes(id),
      now,
    )
    return changes > 0
  }

  /** What the inventory will call the services of what is about to be counted in. Runs within the caller's transaction. */
  listing(tenant: number, named: readonly Named[], now: Date): Listing {
    const by = named[0]?.sender
    const on = dayOf(now)
    const names = new Map(named.map((one) => [one.platform_id, one]))
    const unknown = [...names.values()].filter(({ platform_id }) => !this.#has(tenant, platform_id))
    if (by === undefined || unknown.length === 0) return { refused: new Set(), by, on }
    const row = this.#db.get(
      'SELECT count(*) AS count FROM inventory WHERE tenant = ? AND added_by = ? AND added_on = ?',
      tenant,
      by.id,
      on,
    )
    return { refused: admit(unknown, new Map([[by.id, Number(row?.count)]])).refused, by, on }
  }

  /**
   * Counts the interactions, by what they are listed as, in, with a `sign` of 1, or out again, with -1. Runs within the
   * caller's transaction.
   */
  add(tenant: number, interactions: readonly Interaction[], sign: 1 | -1): void {
    if (sign === -1) this.#noted.clear()
    for (const [platform, sum] of sumByPlatform(interactions)) {
      this.#save(tenant, platform, sum, sign)
      let users = 0
      for (const [user, count] of sum.users) users += this.#saveUser(tenant, platform, user, sign * count)
      this.#addUsers(tenant, platform, users)
    }
  }

  /**
   * Counts new interactions in, but for how many each of their users has, which is counted elsewhere (user-counts.ts). Runs
   * within the caller's transaction.
   * @returns the platforms that were not there before
   */
  addNew(tenant: number, interactions: readonly Interaction[], listing: Listing): string[] {
    const added: string[] = []
    this.#noted.renew()
    for (const [platform, sum] of sumByPlatform(interactions)) {
      if (this.#save(tenant, platform, sum, 1, listing)) added.push(platform)
      let users = 0
      for (const user of sum.users.keys()) users += this.#noteUser(tenant, platform, user)
      this.#addUsers(tenant, platform, users)
    }
    return added
  }

  #addUsers(tenant: number, platform: string, users: number): void {
    if (users === 0) return
    this.#db.run('UPDATE inventory SET users = users + ? WHERE tenant = ? AND platform = ?', users, tenant, platform)
  }

  #has(tenant: number, platform: string): boolean {
    return this.#db.get('SELECT 1 FROM inventory WHERE tenant = ? AND platform = ?', tenant, platform) !== undefined
  }

  /** @returns whether the platform is new, and is to be told of */
  #save(tenant: number, platform: string, sum: Sum, sign: 1 | -1, listing?: Listing): boolean {
    const { changes } = this.#db.run(
      `UPDATE inventory SET interactions = interactions + ?, blocked = blocked + ?, coached = coached + ?,
         tunnelled = min(tunnelled + ?, ${COUNT_MAX}), risk_sum = risk_sum + ?, risk_max = max(risk_max, ?), first_seen = min(first_seen, ?),
         last_seen = max(last_seen, ?), unknown = unknown + ?, unknown_last = max(unknown_last, ?) WHERE tenant = ? AND platform = ?`,
      sign * sum.interactions,
      sign * sum.blocked,
      sign * sum.coached,
      sum.tunnelled,
      sign * sum.risk,
      sum.maxRisk,
      sum.first,
      sum.last,
      sign * sum.unknown,
      sum.unknownLast,
      tenant,
      platform,
    )
    if (changes > 0) return false
    this.#db.run(
      `INSERT INTO inventory (tenant, platform, status, first_seen, last_seen, interactions, users, blocked, coached,
         tunnelled, risk_sum, risk_max, unknown, unknown_last, added_by, added_on)
       VALUES (?, ?, 'tolerated', ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      tenant,
      platform,
      sum.first,
      sum.last,
      sum.interactions,
      sum.blocked,
      sum.coached,
      sum.tunnelled,
      sum.risk,
      sum.maxRisk,
      sum.unknown,
      sum.unknownLast,
      listing?.by?.id ?? null,
      listing?.on ?? null,
    )
    return platform !== OTHER_SERVICES || (listing?.refused.size ?? 0) === 0
  }

  #addRefusals(tenant: number, platform: string, more: RefusalSum): void {
    const row = this.#db.get('SELECT refused FROM inventory WHERE tenant = ? AND platform = ?', tenant, platform)
    const sum = joinRefusals(readRefusals(row?.refused), more)
    this.#db.run(
      'UPDATE inventory SET refused = ? WHERE tenant = ? AND platform = ?',
      JSON.stringify(sum),
      tenant,
      platform,
    )
  }

  /** @returns 1 where the user is new to the platform, else 0 */
  #noteUser(tenant: number, platform: string, user: string): number {
    const name = `${tenant} ${platform} ${user}`
    if (this.#noted.has(name)) return 0
    const key = [tenant, platform, user] as const
    const known = `SELECT 1 FROM inventory_users WHERE tenant = ? AND platform = ? AND user = unhex(?, '-')`
    if (this.#db.get(known, ...key) !== undefined) {
      this.#noted.add(name)
      return 0
    }
    this.#db.run(
      `INSERT INTO inventory_users (tenant, platform, user, interactions) VALUES (?, ?, unhex(?, '-'), 0)`,
      ...key,
    )
    return 1
  }

  /**
   * Who used a platform is forgotten with the last interaction that says so.
   * @returns 1 where the user is new to the platform, -1 where the user is forgotten, else 0
   */
  #saveUser(tenant: number, platform: string, user: string, count: number): number {
    const key = [tenant, platform, user] as const
    const { changes } = this.#db.run(
      `UPDATE inventory_users SET interactions = interactions + ? WHERE tenant = ? AND platform = ? AND user = unhex(?, '-')`,
      count,
      ...key,
    )
    if (changes === 0 && count > 0) {
      this.#db.run(
        `INSERT INTO inventory_users (tenant, platform, user, interactions) VALUES (?, ?, unhex(?, '-'), ?)`,
        ...key,
        count,
      )
      return 1
    }
    if (count > 0) return 0
    return -this.#db.run(
      `DELETE FROM inventory_users WHERE tenant = ? AND platform = ? AND user = unhex(?, '-') AND interactions <= 0`,
      ...key,
    ).changes
  }
}

/** Earlier releases added without a bound. */
const SELECT = `SELECT platform, status, first_seen, last_seen, interactions, users, blocked, coached,
  min(tunnelled, ${COUNT_MAX}) AS tunnelled, risk_sum, risk_max, refused, unknown, unknown_last FROM inventory`

function newSum(at: number): Sum {
  return {
    first: at,
    last: at,
    interactions: 0,
    blocked: 0,
    coached: 0,
    tunnelled: 0,
    risk: 0,
    maxRisk: 0,
    unknown: 0,
    unknownLast: 0,
    users: new Map(),
  }
}

function sumByPlatform(interactions: readonly Interaction[]): Map<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const interaction of interactions) {
    const { platform_id, timestamp, risk_score, user_id } = interaction
    const action = countedAction(interaction)
    const at = Date.parse(timestamp)
    const sum = sums.get(platform_id) ?? newSum(at)
    sums.set(platform_id, sum)
    sum.first = Math.min(sum.first, at)
    sum.last = Math.max(sum.last, at)
    sum.interactions += 1
    if (action === 'block') sum.blocked += 1
    if (action === 'coach') sum.coached += 1
    sum.risk += risk_score
    if (isOfUnknownOperation(interaction.content_metadata)) {
      sum.unknown += 1
      sum.unknownLast = Math.max(sum.unknownLast, at)
    }
    sum.maxRisk = Math.max(sum.maxRisk, risk_score)
    if (user_id !== null) sum.users.set(user_id, (sum.users.get(user_id) ?? 0) + 1)
  }
  return sums
}

function toRecord(row: Row): InventoryRecord {
  const interactions = Number(row.interactions)
  const refused = readRefusals(row.refused)
  const unknown = unknownOperations(Number(row.unknown), new Date(Number(row.unknown_last)).toISOString())
  return {
    platform_id: String(row.platform),
    status: SanctionStatus.parse(row.status),
    first_seen: new Date(Number(row.first_seen)).toISOString(),
    last_seen: new Date(Number(row.last_seen)).toISOString(),
    interactions,
    users: Number(row.users),
    blocked: Number(row.blocked),
    coached: Number(row.coached),
    tunnelled: Number(row.tunnelled),
    max_risk_score: Number(row.risk_max),
    avg_risk_score: interactions === 0 ? 0 : average(Number(row.risk_sum), interactions),
    ...(refused !== undefined && { not_inspected: notInspected(refused) }),
    ...(unknown !== undefined && { unknown_operations: unknown }),
  }
}

/** Four decimals, as risk scores have; sums of fractions that come and go leave a trace behind the point. */
function average(sum: number, count: number): number {
  return Math.min(1, Math.max(0, Math.round((sum / count) * 10_000) / 10_000))
}

function readRefusals(column: unknown): RefusalSum | undefined {
  return typeof column === 'string' ? (JSON.parse(column) as RefusalSum) : undefined
}
