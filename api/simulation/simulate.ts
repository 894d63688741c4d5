import type { Interaction } from '../../core/model/interaction.ts'
import type { Rules } from '../../core/model/policy.ts'
import type { SimulationRequest, SimulationResult } from '../../core/model/simulation.ts'
import { type Facts, holds } from '../../core/policy/evaluate.ts'
import { Exceptions } from '../../core/policy/exceptions.ts'
import type { ServedException } from '../../core/resources/exception.ts'
import { rangeOf } from '../dashboard/present.ts'
import type { Store } from '../store/store.ts'
import { TimeSlices } from '../turns/next-turn.ts'
import { MatchCounts } from './match-counts.ts'

/** The most interactions that are evaluated: enough to see the effect of rules, in about a second. */
const EVALUATED_MAX = 10_000
/** Interactions in memory at once: a hundred of the largest are 17 MB. */
const PAGE = 100
/** As many as an interaction may have (core/model/interaction.ts). */
const FINDINGS_MAX = 1000
const NEWEST_FIRST = { field: 'timestamp', descending: true } as const

/** What interactions are judged with besides the rules. */
interface With {
  readonly now: Date
  /** The rules that they would replace, where there are some. */
  readonly replaced?: Rules | undefined
  /** Those in force, which are taken to hold for the whole period: the question is what the rules would do from now on. */
  readonly exceptions: readonly ServedException[]
}

/** Tries rules on the newest interactions of a period; nothing is changed. */
export async function simulate(
  store: Pick<Store, 'interactions'>,
  tenantId: string,
  { rules, period, policy_id = '' }: SimulationRequest,
  { now, replaced, exceptions: served }: With,
): Promise<SimulationResult> {
  const filter = { start_date: rangeOf(period, now).from.toISOString(), end_date: now.toISOString() }
  const exceptions = new Exceptions(served)
  const matches = new MatchCounts()
  const changes = { newly_matched: 0, no_longer_matched: 0 }
  let [evaluated, total] = [0, 0]
  let oldest = filter.end_date
  const slices = new TimeSlices()
  do {
    const page = { offset: evaluated, limit: Math.min(PAGE, EVALUATED_MAX - evaluated) }
    const listed = await store.interactions.list(tenantId, filter, NEWEST_FIRST, page)
    for (const item of listed.items) {
      await slices.pause()
      const facts = factsOf(item)
      const applying = exceptions.applyingTo(facts, now.getTime())
      const judge = (judged: Rules) => {
        if (!matchesAll(judged, facts)) return { isMatch: false }
        const lifted = applying?.liftedBy(policy_id, facts, (left) => matchesAll(judged, left))
        return { isMatch: lifted === undefined, lifted }
      }
      const { isMatch, lifted } = judge(rules)
      const wasMatch = replaced !== undefined && judge(replaced).isMatch
      if (isMatch) matches.add(item)
      if (lifted !== undefined) matches.addExcepted(lifted)
      if (isMatch && !wasMatch) changes.newly_matched += 1
      if (wasMatch && !isMatch) changes.no_longer_matched += 1
    }
    evaluated += listed.items.length
    total = listed.total
    oldest = listed.items.at(-1)?.timestamp ?? oldest
    if (listed.items.length < page.limit) break
    await slices.end()
  } while (evaluated < Math.min(total, EVALUATED_MAX))
  const complete = evaluated >= total
  return {
    period,
    evaluated,
    evaluated_from: complete ? filter.start_date : oldest,
    complete,
    ...matches.result(),
    exceptions_for_values: served
      .filter((one) => one.value_count > 0 && (one.policy_id === null || one.policy_id === policy_id))
      .map(({ id }) => id),
    ...(replaced !== undefined && { changes }),
  }
}

function matchesAll({ conditions }: Rules, facts: Facts): boolean {
  return conditions.every((condition) => holds(condition, facts))
}

/** As the proxy had them when it decided: what was found in system prompts and earlier turns counts as well. */
function factsOf(interaction: Interaction): Facts {
  const context = contextFindings(interaction.content_metadata.context_findings)
  if (context.length === 0) return interaction
  return { ...interaction, classifications: [...interaction.classifications, ...context] }
}

/** Metadata is free-form: anything but a list of types and counts is ignored, and so is what is beyond the bound. */
export function contextFindings(value: unknown): { readonly type: string }[] {
  const findings: { readonly type: string }[] = []
  if (!Array.isArray(value)) return findings
  for (const found of value as ({ readonly type?: unknown; readonly count?: unknown } | null)[]) {
    const { type, count } = found ?? {}
    if (typeof type !== 'string' || typeof count !== 'number' || !(count >= 1)) continue
    const room = FINDINGS_MAX - findings.length
    if (room === 0) break
    for (let added = 0; added < Math.min(Math.floor(count), room); added += 1) findings.push({ type })
  }
  return findings
}
