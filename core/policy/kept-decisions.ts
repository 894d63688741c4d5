import type { PolicyDecision } from '../model/interaction.ts'

/** What a record keeps besides the decision that is enforced: few prompts match more than a handful of policies. */
const OTHERS_MAX = 1_000

export interface KeptDecisions {
  readonly policy_decisions: PolicyDecision[]
  /** For the record's metadata: how many are not kept. Undefined if all are. */
  readonly omitted: { readonly omitted_decisions: number } | undefined
}

/** What is recorded already, and stays. */
interface Before {
  readonly kept: readonly PolicyDecision[]
  readonly omitted: number
}

const NOTHING: Before = { kept: [], omitted: 0 }

/**
 * What a record keeps of all decisions about it, in their order: thousands of them in each of hundreds of records would fill
 * the memory of whoever holds them. What is done, events and alerts follow from all.
 * @param enforced is always kept
 */
export function keptDecisions(
  decisions: readonly PolicyDecision[],
  enforced: PolicyDecision | undefined,
  before = NOTHING,
): KeptDecisions {
  let room = Math.max(0, OTHERS_MAX - before.kept.length)
  const kept = decisions.length <= room ? decisions : decisions.filter((one) => one === enforced || room-- > 0)
  const omitted = before.omitted + decisions.length - kept.length
  return {
    policy_decisions: [...before.kept, ...kept],
    omitted: omitted === 0 ? undefined : { omitted_decisions: omitted },
  }
}

/** How many a record does not keep. Metadata are what a sender made them: anything but a number is none. */
export function omittedIn({ omitted_decisions }: Readonly<Record<string, unknown>>): number {
  const isCount = Number.isSafeInteger(omitted_decisions) && Number(omitted_decisions) > 0
  return isCount ? Number(omitted_decisions) : 0
}
