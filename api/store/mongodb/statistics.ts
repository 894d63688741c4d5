import type { Db } from 'mongodb'
import { typeNow } from '../../../core/model/type-names.ts'
import type {
  Dimension,
  FurtherStatistics,
  Statistics,
  StatisticsRange,
  StatisticsStore,
  Tallied,
  Tally,
} from '../statistics-store.ts'
import { Collection } from './collection.ts'
import { between, type Condition, equal, orderBy } from './conditions.ts'
import { addTallies, bucketOf, RISK_STEPS, toTally } from './sums.ts'
import type { CounterDocument } from './tallies.ts'

const NOTHING: Tally = { interactions: 0, blocked: 0, coached: 0, logged: 0, high_risk: 0 }
const COUNTS = Object.keys(NOTHING)
const BY_GROUP = orderBy(['_id'], false)

export class MongoStatistics implements StatisticsStore {
  readonly #counters: Collection<CounterDocument>

  constructor(db: Db) {
    this.#counters = new Collection(db, 'counters')
  }

  async read(tenantId: string, range: StatisticsRange, top: Readonly<Record<Dimension, number>>): Promise<Statistics> {
    const of = (dimension: string) => within(tenantId, range, dimension)
    const [series, risk, users, platforms, platform, classification, source, user] = await Promise.all([
      this.#counters.sum(of('total'), { by: 'bucket', sums: COUNTS, order: BY_GROUP }),
      this.#counters.sum(of('risk'), { by: 'value', sums: ['interactions'], order: BY_GROUP }),
      this.#counters.countDistinct(of('user'), 'value'),
      this.#counters.countDistinct(of('platform'), 'value'),
      this.#top(of('platform'), top.platform),
      this.#top(of('classification'), top.classification).then(underNamesOfNow),
      this.#top(of('source'), top.source),
      this.#top(of('user'), top.user),
    ])
    return {
      totals: series.map(readTally).reduce(addTallies<Tally>, NOTHING),
      users,
      platforms,
      series: series.map((group) => ({ key: new Date(String(group._id)), ...readTally(group) })),
      by: { platform, classification, source, user },
      risk: Array.from({ length: RISK_STEPS }, (_, step) =>
        Number(risk.find(({ _id }) => _id === String(step))?.interactions ?? 0),
      ),
    }
  }

  async readFurther(
    tenantId: string,
    range: StatisticsRange,
    previous: StatisticsRange,
    policies: number,
  ): Promise<FurtherStatistics> {
    const [before, ofPolicies, notInspected] = await Promise.all([
      this.#counters.sum(within(tenantId, previous, 'total'), { by: 'bucket', sums: COUNTS, order: BY_GROUP }),
      this.#top(within(tenantId, range, 'policy'), policies),
      this.#top(within(tenantId, range, 'inspection'), policies),
    ])
    return { previous: before.map(readTally).reduce(addTallies<Tally>, NOTHING), policies: ofPolicies, notInspected }
  }

  async readPlatform(tenantId: string, platformId: string, range: StatisticsRange): Promise<readonly Tallied<Date>[]> {
    const condition = { ...within(tenantId, range, 'platform'), ...equal({ value: platformId }) }
    const groups = await this.#counters.sum(condition, { by: 'bucket', sums: COUNTS, order: BY_GROUP })
    return groups.map((group) => ({ key: new Date(String(group._id)), ...readTally(group) }))
  }

  async #top(condition: Condition, limit: number): Promise<Tallied<string>[]> {
    const order = [...orderBy(['interactions'], true), ...BY_GROUP]
    const groups = await this.#counters.sum(condition, { by: 'value', sums: COUNTS, order, limit })
    return groups.map((group) => ({ key: String(group._id), ...readTally(group) }))
  }
}

function within(tenantId: string, { unit, from, to }: StatisticsRange, dimension: string): Condition {
  return {
    ...equal({ tenant_id: tenantId, unit, dimension }),
    ...between('bucket', bucketOf(from.getTime(), unit), bucketOf(to.getTime(), unit)),
  }
}

/** What was counted under a former name of a type is counted with that of now. */
function underNamesOfNow(counts: readonly Tallied<string>[]): Tallied<string>[] {
  const sums = new Map<string, Tallied<string>>()
  for (const count of counts) {
    const key = typeNow(count.key)
    const known = sums.get(key)
    sums.set(key, known === undefined ? { ...count, key } : addTallies(known, count))
  }
  return [...sums.values()].sort((a, b) => b.interactions - a.interactions || (a.key < b.key ? -1 : 1))
}

function readTally(group: Readonly<Record<string, unknown>>): Tally {
  return toTally(group as unknown as Tally)
}
