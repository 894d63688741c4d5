import { countedAction } from '../../../core/alerting/counted-action.ts'
import { HIGH_RISK } from '../../../core/model/event.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { countedAmong } from '../facets.ts'
import type { StatisticsRange, Tally } from '../statistics-store.ts'
import { isOfUnknownOperation } from '../unknown-operations.ts'

/** Tenths of risk; 1 belongs to the last. */
export const RISK_STEPS = 10

const HOUR_MS = 3_600_000

/** Lengths of a bucket. */
export const UNITS: Readonly<Record<StatisticsRange['unit'], number>> = { hour: HOUR_MS, day: 24 * HOUR_MS }

/** What is to be added to one counter. */
export interface CounterSum extends Tally {
  readonly unit: StatisticsRange['unit']
  /** When it begins. */
  readonly bucket: string
  readonly dimension: string
  readonly value: string
}

/** What is to be added to one platform of the inventory. */
export interface PlatformSum {
  readonly platform_id: string
  readonly first: string
  readonly last: string
  readonly interactions: number
  readonly blocked: number
  readonly coached: number
  readonly risk: number
  readonly max_risk: number
  /** Of operations that the catalogue does not know: how many, and when the last one came. */
  readonly unknown: number
  readonly unknown_last: string | undefined
}

/** What is to be added to one user's interactions with one platform. */
export interface PlatformUserSum {
  readonly platform_id: string
  readonly user_id: string
  readonly interactions: number
}

export interface Sums {
  readonly counters: readonly CounterSum[]
  readonly platforms: readonly PlatformSum[]
  readonly platformUsers: readonly PlatformUserSum[]
}

/** What an interaction is counted by. */
export type Countable = Pick<
  Interaction,
  'timestamp' | 'platform_id' | 'risk_score' | 'source' | 'user_id' | 'enforced_action' | 'policy_decisions'
> & {
  readonly classifications: readonly { readonly type: string }[]
  readonly content_metadata: Interaction['content_metadata'] | string
  /** What the inventory counts it as, if that is not its platform. */
  readonly listed_as?: string
  /** The types of findings that it is counted by; all that it has, where a release before has stored it. */
  readonly types?: readonly string[]
  readonly facets?: readonly string[]
}

/**
 * Sums up what comes and what goes, so that five hundred interactions touch some hundred counters instead of some
 * thousand.
 */
export function sumUp(added: readonly Countable[], removed: readonly Countable[] = []): Sums {
  const counters = new Map<string, CounterSum>()
  const platforms = new Map<string, PlatformSum>()
  const platformUsers = new Map<string, PlatformUserSum>()
  for (const [interactions, sign] of [[added, 1] as const, [removed, -1] as const]) {
    for (const interaction of interactions) {
      const tally = tallyOf(interaction, sign)
      for (const key of counterKeysOf(interaction)) {
        merge(counters, Object.values(key).join(' '), { ...key, ...tally }, addTallies)
      }
      const { platform_id: named, listed_as: platform_id = named, user_id, timestamp, risk_score } = interaction
      const isUnknown = isOfUnknownOperation(interaction.content_metadata)
      const platform = {
        platform_id,
        first: timestamp,
        last: timestamp,
        interactions: sign,
        blocked: tally.blocked,
        coached: tally.coached,
        risk: sign * risk_score,
        max_risk: risk_score,
        unknown: isUnknown ? sign : 0,
        unknown_last: isUnknown ? timestamp : undefined,
      }
      merge(platforms, platform_id, platform, addPlatforms)
      if (user_id === null) continue
      merge(platformUsers, `${platform_id} ${user_id}`, { platform_id, user_id, interactions: sign }, addInteractions)
    }
  }
  return {
    counters: [...counters.values()].filter((sum) => Object.values(toTally(sum)).some((count) => count !== 0)),
    platforms: [...platforms.values()],
    platformUsers: [...platformUsers.values()].filter(({ interactions }) => interactions !== 0),
  }
}

/** When the bucket begins that the moment is in. */
export function bucketOf(moment: number, unit: StatisticsRange['unit']): string {
  const length = UNITS[unit]
  return new Date(Math.floor(moment / length) * length).toISOString()
}

export function toTally({ interactions, blocked, coached, logged, high_risk }: Tally): Tally {
  return { interactions, blocked, coached, logged, high_risk }
}

export function addTallies<T extends Tally>(a: T, b: Tally): T {
  return {
    ...a,
    interactions: a.interactions + b.interactions,
    blocked: a.blocked + b.blocked,
    coached: a.coached + b.coached,
    logged: a.logged + b.logged,
    high_risk: a.high_risk + b.high_risk,
  }
}

function tallyOf(interaction: Countable, sign: 1 | -1): Tally {
  const action = countedAction(interaction)
  return {
    interactions: sign,
    blocked: action === 'block' ? sign : 0,
    coached: action === 'coach' ? sign : 0,
    logged: action === 'log' ? sign : 0,
    high_risk: interaction.risk_score >= HIGH_RISK ? sign : 0,
  }
}

function* counterKeysOf(interaction: Countable) {
  const at = Date.parse(interaction.timestamp)
  const dimensions = dimensionsOf(interaction)
  for (const unit of ['hour', 'day'] as const) {
    const bucket = bucketOf(at, unit)
    for (const [dimension, value] of dimensions) yield { unit, bucket, dimension, value }
  }
}

function dimensionsOf(interaction: Countable): (readonly [dimension: string, value: string])[] {
  const types = interaction.types ?? new Set(interaction.classifications.map(({ type }) => type))
  return [
    ['total', ''],
    ['platform', interaction.platform_id],
    ['source', interaction.source],
    ['risk', String(Math.min(RISK_STEPS - 1, Math.floor(interaction.risk_score * RISK_STEPS)))],
    ...[...types].map((type): [string, string] => ['classification', type]),
    ...countedAmong(interaction.facets ?? []),
    ...(interaction.user_id === null ? [] : [['user', interaction.user_id] as [string, string]]),
  ]
}

function addPlatforms(a: PlatformSum, b: PlatformSum): PlatformSum {
  return {
    platform_id: a.platform_id,
    first: a.first < b.first ? a.first : b.first,
    last: a.last > b.last ? a.last : b.last,
    interactions: a.interactions + b.interactions,
    blocked: a.blocked + b.blocked,
    coached: a.coached + b.coached,
    risk: a.risk + b.risk,
    max_risk: Math.max(a.max_risk, b.max_risk),
    unknown: a.unknown + b.unknown,
    unknown_last: laterOf(a.unknown_last, b.unknown_last),
  }
}

function laterOf(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a
}

function addInteractions(a: PlatformUserSum, b: PlatformUserSum): PlatformUserSum {
  return { ...a, interactions: a.interactions + b.interactions }
}

function merge<S>(sums: Map<string, S>, key: string, sum: S, add: (a: S, b: S) => S): void {
  const known = sums.get(key)
  sums.set(key, known === undefined ? sum : add(known, sum))
}
