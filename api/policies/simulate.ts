import { setImmediate } from 'node:timers/promises'
import type { Interaction } from '../../core/model/interaction.ts'
import { SIMULATION_SAMPLES_MAX, type SimulationRequest, type SimulationResult } from '../../core/model/simulation.ts'
import { holds } from '../../core/policy/evaluate.ts'
import { rangeOf } from '../dashboard/present.ts'
import { presentInteractionListItem } from '../interactions/presenter.ts'
import type { Store } from '../store/store.ts'

/** How many interactions are looked at, at most: enough to see what rules would do, in about a second. */
const EVALUATED_MAX = 10_000
const PAGE = 500
const TOP_MAX = 50

/** Tries rules on the newest interactions of a period; nothing is changed. */
export async function simulate(
  store: Pick<Store, 'interactions'>,
  tenantId: string,
  { rules, period }: SimulationRequest,
  now: Date,
): Promise<SimulationResult> {
  const filter = { start_date: rangeOf(period, now).from.toISOString(), end_date: now.toISOString() }
  const newestFirst = { field: 'timestamp', descending: true } as const
  const matches: Interaction[] = []
  let evaluated = 0
  while (evaluated < EVALUATED_MAX) {
    const page = { offset: evaluated, limit: PAGE }
    const { items } = await store.interactions.list(tenantId, filter, newestFirst, page)
    for (const item of items) if (rules.conditions.every((condition) => holds(condition, item))) matches.push(item)
    evaluated += items.length
    if (items.length < PAGE) break
    // Others get their turn between pages.
    await setImmediate()
  }
  return {
    period,
    evaluated,
    matched: matches.length,
    by_platform: countBy(matches, ({ platform_id }) => platform_id).map(([platform_id, matched]) => ({
      platform_id,
      matched,
    })),
    by_user: countBy(matches, ({ user_id }) => user_id).map(([user_id, matched]) => ({ user_id, matched })),
    samples: matches.slice(0, SIMULATION_SAMPLES_MAX).map(presentInteractionListItem),
  }
}

/** Most first, equal ones by key. */
function countBy(matches: readonly Interaction[], keyOf: (interaction: Interaction) => string | null) {
  const counts = new Map<string, number>()
  for (const match of matches) {
    const key = keyOf(match)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, TOP_MAX)
}
