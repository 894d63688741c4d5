import type { Policy } from '../../../../core/model/policy.ts'

const GAP = 10

/** Which priorities have to change so that one policy stands at another place: as few as possible. */
export function moveTo(
  policies: readonly Pick<Policy, 'id' | 'priority'>[],
  id: string,
  place: number,
): { readonly id: string; readonly priority: number }[] {
  const moved = policies.find((policy) => policy.id === id)
  if (moved === undefined) return []
  const rest = policies.filter((policy) => policy.id !== id)
  const order = [...rest.slice(0, place), moved, ...rest.slice(place)]
  const before = order[place - 1]?.priority ?? -1
  const after = order[place + 1]?.priority ?? before + 2 * GAP
  // There is room between its neighbours: nothing else changes.
  if (after - before > 1) return [{ id, priority: Math.min(before + GAP, Math.floor((before + after) / 2)) }]
  return order
    .map((policy, index) => ({ id: policy.id, priority: (index + 1) * GAP, was: policy.priority }))
    .filter(({ priority, was }) => priority !== was)
    .map(({ id: one, priority }) => ({ id: one, priority }))
}
