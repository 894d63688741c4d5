import { nextTurn } from '../store/turn.ts'

/** Findings, and records, that are looked at in one step: some milliseconds. */
const WEIGHT_MAX = 5000

/**
 * Does the work on a batch part by part, with other requests in between where it is heavy: five hundred records may have
 * half a million findings. The usual batch is one part.
 */
export async function inSlices<T, R>(items: readonly T[], work: (slice: readonly T[]) => R[]): Promise<R[]> {
  const done: R[] = []
  let from = 0
  let weight = 0
  for (const [index, item] of items.entries()) {
    weight += weightOf(item)
    if (weight < WEIGHT_MAX || index === items.length - 1) continue
    done.push(...work(items.slice(from, index + 1)))
    from = index + 1
    weight = 0
    await nextTurn()
  }
  return from === 0 ? work(items) : [...done, ...work(items.slice(from))]
}

function weightOf(item: unknown): number {
  const { classifications } = (item ?? {}) as { readonly classifications?: unknown }
  return 1 + (Array.isArray(classifications) ? classifications.length : 0)
}
