import { createHash } from 'node:crypto'
import type { Db } from 'mongodb'
import type { SanctionStatus } from '../../../core/model/inventory.ts'
import type { RefusalSum, SightingSum } from '../sighting-sums.ts'
import type { Tally } from '../statistics-store.ts'
import { Collection, type OnceChange, type Stored } from './collection.ts'
import { between, type Condition, equal, lessThan, oneOf } from './conditions.ts'
import type { CounterSum, PlatformSum, PlatformUserSum, Sums } from './sums.ts'

/** Far longer than a write may be on its way. */
const EMPTY_MS = 24 * 60 * 60 * 1000

const COUNTER_KEY = { tenant_id: '', unit: '', dimension: '', bucket: '', value: '' } as const
const INVENTORY_USER_KEY = { tenant_id: '', platform_id: '', user_id: '' } as const

const NO_INTERACTION = {
  ...{ interactions: 0, blocked: 0, coached: 0, risk: 0, max_risk: 0 },
  ...{ unknown: 0, unknown_last: undefined },
} as const

/** What tells one counter from another. */
type CounterKey = Pick<CounterSum, 'unit' | 'dimension' | 'bucket' | 'value'> & { readonly tenant_id: string }
type InventoryUserKey = Pick<PlatformUserSum, 'platform_id' | 'user_id'> & { readonly tenant_id: string }

/**
 * A counter at zero would still say that a person was there, so it loses its key, and `_id` is a hash of that. What is
 * left is deleted a day later: no change that was on its way when the counter came to zero can make it anew by then.
 */
interface Emptiable extends Stored {
  readonly interactions: number
  readonly applied: number
  readonly emptied_at?: string
}

/** One counter of one hour or day. */
export type CounterDocument = Emptiable & Tally & CounterKey
/** A user of a platform. */
export type InventoryUserDocument = Emptiable & InventoryUserKey

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
  /** That clients refused our certificate; absent where none has. */
  readonly refused?: Pick<RefusalSum, 'count' | 'clients' | 'host' | 'reason' | 'last'>
  /** Interactions of operations that the catalogue does not know; absent in rows of earlier releases. */
  readonly unknown?: number
  readonly unknown_last?: string
  /** Who has named it first, and on which day: what each sender adds in a day is bounded (api/store/new-names.ts). */
  readonly added_by?: string | null
  readonly added_on?: string
}

/** Services that the inventory has not had before, who has named each of them, and on which day. */
export interface Additions {
  readonly platforms: readonly string[]
  /** By their ids, in the same order. Journal entries of the releases before have neither. */
  readonly by?: readonly (string | null)[] | undefined
  readonly on?: string | undefined
}

export function inventoryKey(tenantId: string, platformId: string): string {
  return `${tenantId}:${platformId}`
}

/** Everything that is counted as interactions come, change and go. */
export class Tallies {
  readonly inventory: Collection<InventoryDocument>
  readonly #counters: Collection<CounterDocument>
  readonly #inventoryUsers: Collection<InventoryUserDocument>

  constructor(db: Db) {
    this.inventory = new Collection(db, 'inventory')
    this.#counters = new Collection(db, 'counters')
    this.#inventoryUsers = new Collection(db, 'inventory_users')
  }

  /** Adds the sums, of the journal's entry of that number, to whatever they have not been added to. */
  async add(
    tenantId: string,
    number: number,
    { counters, platforms, platformUsers }: Sums,
    additions?: Additions,
  ): Promise<void> {
    const now = new Date().toISOString()
    const counterChanges = counters.map(({ unit, dimension, bucket, value, ...tally }) =>
      changeEmptiable({ tenant_id: tenantId, unit, dimension, bucket, value }, tally),
    )
    const userChanges = platformUsers.map(({ platform_id, user_id, interactions }) =>
      changeEmptiable({ tenant_id: tenantId, platform_id, user_id }, { interactions }),
    )
    const platformChanges = platforms.map((sum) => changePlatform(tenantId, sum, 0, additions))
    await Promise.all([
      this.#counters.changeOnce(number, counterChanges),
      this.#inventoryUsers.changeOnce(number, userChanges),
      this.inventory.changeOnce(number, platformChanges),
    ])
    await Promise.all([
      forget(this.#counters, number, counterChanges, COUNTER_KEY, now),
      forget(this.#inventoryUsers, number, userChanges, INVENTORY_USER_KEY, now),
    ])
  }

  /** Adds what was seen without a prompt, as `add` does. */
  async addSightings(
    tenantId: string,
    number: number,
    sums: readonly SightingSum[],
    additions: Additions,
  ): Promise<void> {
    await this.inventory.changeOnce(
      number,
      sums.map(({ platform_id, first, last, tunnelled, refused }) =>
        changePlatform(tenantId, { ...NO_INTERACTION, platform_id, first, last }, tunnelled, additions, refused),
      ),
    )
  }

  /** Deletes counters that have been at zero for long. */
  async purge(now: Date): Promise<void> {
    const long = lessThan('emptied_at', new Date(now.getTime() - EMPTY_MS).toISOString())
    await Promise.all([this.#counters.deleteMany(long), this.#inventoryUsers.deleteMany(long)])
  }
}

function changeEmptiable(key: CounterKey | InventoryUserKey, sums: Pick<Tally, 'interactions'>): OnceChange {
  return {
    id: emptiableId(key),
    update: { $inc: { ...sums }, $set: key, $unset: { emptied_at: '' } },
    // Deleted rows were counted before.
    mayCreate: sums.interactions > 0,
  }
}

/** @param key with its fields in the order of CounterKey or InventoryUserKey, as everywhere */
export function emptiableId(key: CounterKey | InventoryUserKey): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url')
}

async function forget<D extends Emptiable>(
  collection: Collection<D>,
  number: number,
  changes: readonly OnceChange[],
  key: Readonly<Record<string, ''>>,
  now: string,
): Promise<void> {
  const reduced = changes.filter(({ mayCreate }) => !mayCreate).map(({ id }) => id)
  if (reduced.length === 0) return
  await collection.updateMany(
    { ...oneOf('_id', reduced), ...equal({ applied: number }), ...between('interactions', undefined, 0) },
    { $set: { emptied_at: now }, $unset: key },
  )
}

/** How many services the sender has added to the tenant's inventory on that day. */
export function addedBy(tenantId: string, sender: string, day: string): Condition {
  return equal({ tenant_id: tenantId, added_by: sender, added_on: day })
}

function changePlatform(
  tenantId: string,
  sum: PlatformSum,
  tunnelled: number,
  { platforms = [], by = [], on }: Partial<Additions> = {},
  refused?: RefusalSum,
): OnceChange {
  const { platform_id, first, last, interactions, blocked, coached, risk, max_risk, unknown, unknown_last } = sum
  const added_by = by[platforms.indexOf(platform_id)]
  return {
    id: inventoryKey(tenantId, platform_id),
    update: {
      $inc: {
        ...{ interactions, blocked, coached, risk_sum: risk, tunnelled, unknown },
        ...(refused !== undefined && { 'refused.count': refused.count }),
      },
      $min: { first_seen: first },
      $max: {
        ...{ last_seen: last, risk_max: max_risk },
        ...(unknown_last !== undefined && { unknown_last }),
        ...(refused !== undefined && { 'refused.clients': refused.clients, 'refused.last': refused.last }),
      },
      // Reports come in their order, but for those that are sent again.
      ...(refused !== undefined && { $set: { 'refused.host': refused.host, 'refused.reason': refused.reason } }),
      $setOnInsert: {
        tenant_id: tenantId,
        platform_id,
        status: 'tolerated',
        ...(added_by !== undefined && { added_by, added_on: on }),
      },
    },
    mayCreate: true,
  }
}
