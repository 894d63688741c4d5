/** Room that is left between two priorities, so that a policy can be put there later without changing others. */
const GAP = 10
const PRIORITY_MAX = 1_000_000

interface Placed {
  readonly id: string
  readonly priority: number
}

/**
 * Which priorities have to change so that policies are evaluated in another order: as few as possible, all of them only if
 * there is no room between two that stay.
 * @param current in their present order
 * @param ids the same policies, in the order that is wanted
 */
export function prioritiesFor(current: readonly Placed[], ids: readonly string[]): Placed[] {
  const places = new Map(current.map(({ id }, place) => [id, place]))
  const kept = longestRise(ids.map((id) => places.get(id) ?? -1))
  const priorities = ids.map((id, at) => (kept.has(at) ? (current[places.get(id) ?? -1]?.priority ?? 0) : undefined))
  const filled = fill(priorities) ?? ids.map((_, at) => (at + 1) * GAP)
  return ids
    .map((id, at) => ({ id, priority: filled[at] ?? 0 }))
    .filter(({ id, priority }) => current[places.get(id) ?? -1]?.priority !== priority)
}

/** Gives numbers to what has none, between its neighbours; undefined where there is no room. */
function fill(priorities: readonly (number | undefined)[]): number[] | undefined {
  const filled: number[] = []
  for (let at = 0; at < priorities.length; ) {
    const known = priorities[at]
    if (known !== undefined) {
      filled.push(known)
      at += 1
      continue
    }
    let end = at
    while (end < priorities.length && priorities[end] === undefined) end += 1
    const count = end - at
    const from = filled.at(-1) ?? -1
    const to = priorities[end] ?? from + (count + 1) * GAP
    if (to - from <= count || to - 1 > PRIORITY_MAX) return undefined
    for (let one = 1; one <= count; one += 1) filled.push(from + Math.floor(((to - from) * one) / (count + 1)))
    at = end
  }
  return filled
}

/** Where the longest rising row of numbers stands: what need not move. */
function longestRise(numbers: readonly number[]): Set<number> {
  // `ends[n]` is where the smallest number stands that a rise of n + 1 numbers can end with.
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [at, value] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? undefined : ends[low - 1])
    ends[low] = at
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at)
  return rise
}
