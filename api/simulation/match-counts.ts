import type { Interaction } from '../../core/model/interaction.ts'
import { SIMULATION_SAMPLES_MAX, type SimulationResult } from '../../core/model/simulation.ts'
import { presentInteractionListItem } from '../interactions/presenter.ts'

const TOP_MAX = 50

type Counted = 'matched' | 'excepted' | 'by_exception' | 'by_action' | 'by_day' | 'by_platform' | 'by_user' | 'samples'

/** The counts of matching interactions. They are added one by one, and only the first few are kept, to be shown. */
export class MatchCounts {
  readonly #byAction = { block: 0, coach: 0, log: 0, allow: 0 }
  readonly #byDay = new Map<string, number>()
  readonly #byPlatform = new Map<string, number>()
  readonly #byUser = new Map<string, number>()
  readonly #byException = new Map<string, number>()
  readonly #samples: SimulationResult['samples'] = []
  #matched = 0
  #excepted = 0

  add(interaction: Interaction): void {
    const { enforced_action, platform_id, timestamp, user_id } = interaction
    this.#matched += 1
    this.#byAction[enforced_action] += 1
    count(this.#byDay, timestamp.slice(0, 10))
    count(this.#byPlatform, platform_id)
    if (user_id !== null) count(this.#byUser, user_id)
    if (this.#samples.length < SIMULATION_SAMPLES_MAX) this.#samples.push(presentInteractionListItem(interaction))
  }

  /** One that an exception keeps from being a match. */
  addExcepted(exceptions: readonly string[]): void {
    this.#excepted += 1
    for (const id of exceptions) count(this.#byException, id)
  }

  result(): Pick<SimulationResult, Counted> {
    const byDay = [...this.#byDay].map(([day, matched]) => ({ day, matched }))
    return {
      matched: this.#matched,
      excepted: this.#excepted,
      by_action: { ...this.#byAction },
      by_day: byDay.sort((a, b) => (a.day < b.day ? -1 : 1)),
      by_platform: top(this.#byPlatform).map(([platform_id, matched]) => ({ platform_id, matched })),
      by_user: top(this.#byUser).map(([user_id, matched]) => ({ user_id, matched })),
      by_exception: inOrder(this.#byException).map(([exception_id, excepted]) => ({ exception_id, excepted })),
      samples: this.#samples,
    }
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Most first, equal ones by key. */
function inOrder(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

function top(counts: ReadonlyMap<string, number>): [string, number][] {
  return inOrder(counts).slice(0, TOP_MAX)
}
