import type { Db } from 'mongodb'
import type { SanctionStatus } from '../../../core/model/inventory.ts'
import type { StatisticsRange, Tally } from '../statistics-store.ts'
import { Collection, type OnceChange, type Stored } from './collection.ts'
import type { CounterSum, PlatformSum, PlatformUserSum, Sums } from './sums.ts'

/** One counter of one hour or day. */
export interface CounterDocument extends Stored, Tally {
  readonly tenant_id: string
  readonly unit: StatisticsRange['unit']
  readonly dimension: string
  readonly bucket: string
  readonly value: string
}

export interface InventoryDocument extends Stored {
  readonly tenant_id: string
  readonly platform_id: string
  readonly status: SanctionStatus
  readonly first_seen: string
  readonly last_seen: string
  readonly interactions: number
  readonly blocked: number
  readonly coached: number
  readonly tunnelled: number
  readonly risk_sum: number
  readonly risk_max: number
}

/** Whoever used a platform. */
export interface InventoryUserDocument extends Stored {
  readonly tenant_id: string
  readonly platform_id: string
  readonly user_id: string
  readonly interactions: number
}

export function inventoryKey(tenantId: string, platformId: string): string {
  return `${tenantId}:${platformId}`
}

/** Everything that is counted as interactions come, change and go. */
export class Tallies {
  readonly counters: Collection<CounterDocument>
  readonly inventory: Collection<InventoryDocument>
  readonly inventoryUsers: Collection<InventoryUserDocument>

  constructor(db: Db) {
    this.counters = new Collection(db, 'counters')
    this.inventory = new Collection(db, 'inventory')
    this.inventoryUsers = new Collection(db, 'inventory_users')
  }

  /** Adds the sums, of the journal's entry of that number, to whatever they have not been added to. */
  async add(tenantId: string, number: number, { counters, platforms, platformUsers }: Sums): Promise<void> {
    const counterChanges = counters.map((sum) => changeCounter(tenantId, sum))
    const userChanges = platformUsers.map((sum) => changePlatformUser(tenantId, sum))
    await Promise.all([
      this.counters.changeOnce(number, counterChanges),
      this.inventory.changeOnce(
        number,
        platforms.map((sum) => changePlatform(tenantId, sum)),
      ),
      this.inventoryUsers.changeOnce(number, userChanges),
    ])
    // A counter at zero would still say that a person was there: erasure takes it too.
    await Promise.all([
      this.counters.forgetEmpty(number, mayBeEmpty(counterChanges), 'interactions'),
      this.inventoryUsers.forgetEmpty(number, mayBeEmpty(userChanges), 'interactions'),
    ])
  }
}

function changeCounter(tenantId: string, sum: CounterSum): OnceChange {
  const { unit, dimension, bucket, value, ...tally } = sum
  return {
    id: [tenantId, unit, dimension, bucket, value].join(':'),
    update: { $inc: tally, $setOnInsert: { tenant_id: tenantId, unit, dimension, bucket, value } },
    // What goes was counted before; its counter, if it is gone, was at zero.
    mayCreate: sum.interactions > 0,
  }
}

function changePlatform(tenantId: string, sum: PlatformSum): OnceChange {
  const { platform_id, first, last, interactions, blocked, coached, risk, max_risk } = sum
  return {
    id: inventoryKey(tenantId, platform_id),
    update: {
      $inc: { interactions, blocked, coached, risk_sum: risk, tunnelled: 0 },
      $min: { first_seen: first },
      $max: { last_seen: last, risk_max: max_risk },
      $setOnInsert: { tenant_id: tenantId, platform_id, status: 'tolerated' },
    },
    mayCreate: true,
  }
}

function changePlatformUser(tenantId: string, { platform_id, user_id, interactions }: PlatformUserSum): OnceChange {
  return {
    id: [tenantId, platform_id, user_id].join(':'),
    update: { $inc: { interactions }, $setOnInsert: { tenant_id: tenantId, platform_id, user_id } },
    mayCreate: interactions > 0,
  }
}

function mayBeEmpty(changes: readonly OnceChange[]): string[] {
  return changes.filter(({ mayCreate }) => !mayCreate).map(({ id }) => id)
}
