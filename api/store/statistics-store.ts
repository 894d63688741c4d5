import type { NotInspected, SanctionStatus, UnknownOperations } from '../../core/model/inventory.ts'
import type { Sighting } from '../../core/model/sighting.ts'
import type { Sender } from './new-names.ts'
import type { Effects } from './outbox.ts'
import type { Changed } from './paging.ts'

/** How many interactions, and what became of them. */
export interface Tally {
  readonly interactions: number
  readonly blocked: number
  readonly coached: number
  readonly logged: number
  /** Risk of at least 0.8. */
  readonly high_risk: number
}

export interface Tallied<Key> extends Tally {
  readonly key: Key
}

export type Dimension = 'platform' | 'classification' | 'source' | 'user'

export interface StatisticsRange {
  readonly unit: 'hour' | 'day'
  /** The first and the last bucket, both inclusive: when they begin. */
  readonly from: Date
  readonly to: Date
}

export interface Statistics {
  readonly totals: Tally
  /** Distinct ones. */
  readonly users: number
  readonly platforms: number
  /** Buckets with any interaction, oldest first; the key is when the bucket begins. */
  readonly series: readonly Tallied<Date>[]
  /** Most interactions first, equal ones by key. */
  readonly by: Readonly<Record<Dimension, readonly Tallied<string>[]>>
  /** Interactions by tenths of risk; 1 is in the last. */
  readonly risk: readonly number[]
}

/** What is shown beside the statistics of a range. */
export interface FurtherStatistics {
  /** Of the range before. */
  readonly previous: Tally
  /** Of interactions that each policy matched, most first, equal ones by id; not of those that an earlier release has stored. */
  readonly policies: readonly Tallied<string>[]
  /** By how far they were inspected, where that was not completely; likewise. */
  readonly notInspected: readonly Tallied<string>[]
}

/** Answers from counters that are kept as interactions come, change and go; never from a scan of them. */
export interface StatisticsStore {
  /** @param policies how many, at most */
  readFurther(
    tenantId: string,
    range: StatisticsRange,
    previous: StatisticsRange,
    policies: number,
  ): Promise<FurtherStatistics>
  /** The buckets with interactions with one service, oldest first; the key is when the bucket begins. */
  readPlatform(tenantId: string, platformId: string, range: StatisticsRange): Promise<readonly Tallied<Date>[]>
  /** @param top how many of each dimension, at most */
  read(tenantId: string, range: StatisticsRange, top: Readonly<Record<Dimension, number>>): Promise<Statistics>
}

export interface InventoryRecord {
  readonly platform_id: string
  readonly status: SanctionStatus
  readonly first_seen: string
  readonly last_seen: string
  readonly interactions: number
  readonly users: number
  readonly blocked: number
  readonly coached: number
  readonly tunnelled: number
  /** The highest there ever was. */
  readonly max_risk_score: number
  readonly avg_risk_score: number
  /** Absent where no client has refused our certificate. */
  readonly not_inspected?: NotInspected
  /** Absent where the catalogue knows all that was asked for. */
  readonly unknown_operations?: UnknownOperations
}

/** A report of a proxy; its id, where it has one, tells it from others of the tenant's. */
export interface SightingBatch {
  readonly id: string | undefined
  readonly sightings: readonly Sighting[]
}

/** How long the id of a batch is known: a proxy that got no answer sends it again within seconds of the API's return. */
export const BATCH_MEMORY_MS = 24 * 60 * 60 * 1000

/** The AI services a tenant's interactions went to, or that were seen without one, kept as they come. */
export interface InventoryStore {
  /** Most interactions first, equal ones by id. */
  list(tenantId: string): Promise<InventoryRecord[]>
  setStatus(
    tenantId: string,
    platformId: string,
    status: SanctionStatus,
    effects?: Effects<Changed<InventoryRecord>>,
  ): Promise<Changed<InventoryRecord> | undefined>
  /**
   * Counts what was seen of services without a prompt; the alerts that follow (core/alerting/derive-sightings.ts) are raised
   * in the same step.
   * @param sender whose new AI services are bounded (api/store/new-names.ts); without one they are not
   * @returns false if the batch was counted before, and so is not counted again
   */
  addSightings(tenantId: string, batch: SightingBatch, sender?: Sender): Promise<boolean>
}
