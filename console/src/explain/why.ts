import type { InteractionListItem } from '../../../core/model/interaction.ts'
import type { Condition, Policy } from '../../../core/model/policy.ts'
import { type Facts, holds } from '../../../core/policy/evaluate.ts'

/** As many as the API counts (api/simulation/simulate.ts). */
const FINDINGS_MAX = 1000

/** A condition beside what was recorded. */
export interface Judged {
  readonly condition: Condition
  readonly holds: boolean
  /** Findings of the type in the message, and in what was sent along with it. */
  readonly found: number
  readonly foundBefore: number
}

export type Recorded = Pick<
  InteractionListItem,
  'platform_id' | 'risk_score' | 'classifications' | 'source' | 'direction' | 'user_id' | 'content_metadata'
>

/** What a proxy judged by: findings in system prompts and earlier turns count as well. */
export function factsOf(recorded: Recorded): Facts {
  const context = contextTypes(recorded.content_metadata.context_findings)
  return { ...recorded, classifications: [...recorded.classifications, ...context] }
}

/** Each condition of a policy against the recorded facts. */
export function judge({ rules }: Pick<Policy, 'rules'>, recorded: Recorded): Judged[] {
  const facts = factsOf(recorded)
  const context = contextTypes(recorded.content_metadata.context_findings)
  return rules.conditions.map((condition) => {
    const counts = (findings: readonly { readonly type: string }[]) =>
      condition.field === 'classifications'
        ? findings.filter(({ type }) => type === condition.value).length
        : findings.length
    return {
      condition,
      holds: holds(condition, facts),
      found: counts(recorded.classifications),
      foundBefore: counts(context),
    }
  })
}

/** @param versions newest first. @returns the one that was in force at a time, if it is known */
export function versionAt<Version extends { readonly changed_at: string; readonly change: string }>(
  versions: readonly Version[],
  at: string,
): Version | undefined {
  const then = versions.find(({ changed_at }) => changed_at <= at)
  return then?.change === 'deleted' ? undefined : then
}

/** As many as there are findings. */
export function contextTypes(value: unknown): { readonly type: string }[] {
  if (!Array.isArray(value)) return []
  return value
    .flatMap((found: unknown) => {
      const { type, count } = (found ?? {}) as { type?: unknown; count?: unknown }
      if (typeof type !== 'string' || typeof count !== 'number' || !(count >= 1)) return []
      return Array.from({ length: Math.min(Math.floor(count), FINDINGS_MAX) }, () => ({ type }))
    })
    .slice(0, FINDINGS_MAX)
}
