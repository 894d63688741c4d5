import type { Classification } from '../model/classification.ts'
import { isTopic } from '../model/type-names.ts'
import { riskScore } from '../risk.ts'

/**
 * What tier 3 adds to what is known: no finding that says of a place what an earlier tier said of it already, and none of
 * a value that is known elsewhere. A topic is about the whole text, so it stands whatever else is there.
 */
export function newFindings(
  known: readonly Classification[],
  found: readonly Classification[],
): readonly Classification[] {
  const values = new Set(known.map(({ type, value }) => `${type} ${value}`))
  const spans = stretchesOf(known)
  return found.filter((finding) => {
    if (isTopic(finding)) return true
    return !values.has(`${finding.type} ${finding.value}`) && !overlapsAny(spans, finding)
  })
}

/** Risk with findings that are distinct from those it came from: 1 - Π(1 - weight x score) over all of them (core/risk.ts). */
export function raisedRisk(risk: number, added: readonly Classification[]): number {
  return Math.round((1 - (1 - risk) * (1 - riskScore(added))) * 10_000) / 10_000
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** What findings cover, in order and apart. */
function stretchesOf(known: readonly Classification[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { start, end } of known.toSorted((a, b) => a.start - b.start)) {
    const last = stretches.at(-1)
    if (last === undefined || last.end <= start) stretches.push({ start, end })
    else if (end > last.end) stretches[stretches.length - 1] = { start: last.start, end }
  }
  return stretches
}

/** `spans` in order, and apart. */
function overlapsAny(spans: readonly Stretch[], { start, end }: Classification): boolean {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.end ?? 0) > start) high = middle
    else low = middle + 1
  }
  return (spans[low]?.start ?? Number.POSITIVE_INFINITY) < end
}
