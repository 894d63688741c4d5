import type { Facts, Finding } from '../model/facts.ts'
import type { PolicyAction } from '../model/policy.ts'
import { typeNow } from '../model/type-names.ts'
import type { ServedException } from '../resources/exception.ts'
import { riskScore } from '../risk.ts'
import { ExceptedValueSet } from './excepted-values.ts'

/** A policy that matched and is not enforced. */
export interface ExceptedPolicy {
  readonly policy_id: string
  readonly policy_name: string
  readonly action: PolicyAction
  /** Ids of exceptions, sorted. */
  readonly excepted_by: readonly string[]
}

/** A policy's name takes up to 200 characters, and metadata are bounded. */
const NAMED_MAX = 32

/** What is recorded of them in `content_metadata`: nothing where there are none. */
export function exceptedMetadata(excepted: readonly ExceptedPolicy[]): {
  readonly excepted_by?: readonly string[]
  readonly excepted_policies?: readonly Omit<ExceptedPolicy, 'excepted_by'>[]
} {
  if (excepted.length === 0) return {}
  const ids = [...new Set(excepted.flatMap(({ excepted_by }) => excepted_by))].sort()
  const policies = excepted.slice(0, NAMED_MAX).map(({ excepted_by: _ids, ...policy }) => policy)
  return { excepted_by: ids.slice(0, NAMED_MAX), excepted_policies: policies }
}

/** Ids of the policies that recorded metadata says were excepted. */
export function exceptedPolicies({
  excepted_policies: listed,
}: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  if (!Array.isArray(listed)) return new Set()
  const ids = listed.map((one: { readonly policy_id?: unknown } | null) => one?.policy_id)
  return new Set(ids.filter((id) => typeof id === 'string'))
}

/** One exception, made ready. */
interface Prepared {
  readonly id: string
  readonly policyId: string | null
  readonly types: ReadonlySet<string>
  readonly platforms: ReadonlySet<string>
  readonly users: ReadonlySet<string>
  readonly values: ExceptedValueSet | undefined
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** A tenant's exceptions (docs/policies.md, Exceptions). Each ends at its time, whether or not the API says so. */
export class Exceptions {
  readonly #prepared: readonly Prepared[]

  constructor(served: readonly ServedException[]) {
    this.#prepared = served.filter(isUsable).map((one) => ({
      id: one.id,
      policyId: one.policy_id,
      types: new Set(one.types.map(typeNow)),
      platforms: new Set(one.platform_ids),
      users: new Set(one.user_ids),
      values: one.hashed === undefined ? undefined : new ExceptedValueSet(one.hashed),
      until: Date.parse(one.expires_at),
    }))
  }

  /** What one set of exceptions is told from another by. */
  get ids(): readonly string[] {
    return this.#prepared.map(({ id }) => id)
  }

  get isEmpty(): boolean {
    return this.#prepared.length === 0
  }

  /**
   * Those that may apply to one interaction; undefined if there are none, as for most.
   * @param now milliseconds since the epoch
   */
  applyingTo({ platform_id, user_id }: Facts, now: number): ApplyingExceptions | undefined {
    if (this.isEmpty) return undefined
    const applying = this.#prepared.filter(({ until, platforms, users }) => {
      const isPlace = platforms.size === 0 || platforms.has(platform_id)
      return until > now && isPlace && (users.size === 0 || (user_id !== null && users.has(user_id)))
    })
    return applying.length === 0 ? undefined : new ApplyingExceptions(applying)
  }
}

export const NO_EXCEPTIONS = new Exceptions([])

/** The exceptions of one interaction's service and user. */
export class ApplyingExceptions {
  readonly #applying: readonly Prepared[]

  constructor(applying: readonly Prepared[]) {
    this.#applying = applying
  }

  /**
   * The exceptions because of which a policy that matches does not hold; undefined if it holds. One without types and values
   * covers the interaction, any other one the findings that it names: the policy holds where it matches what is left of them.
   */
  liftedBy(policyId: string, facts: Facts, matches: (facts: Facts) => boolean): readonly string[] | undefined {
    const own = this.#applying.filter((one) => one.policyId === null || one.policyId === policyId)
    const whole = own.find(({ types, values }) => types.size === 0 && values === undefined)
    if (whole !== undefined) return [whole.id]
    const used = new Set<string>()
    const left = facts.classifications.filter((finding) => {
      const covering = own.find((one) => covers(one, finding))
      if (covering !== undefined) used.add(covering.id)
      return covering === undefined
    })
    if (used.size === 0) return undefined
    // The risk without them is never more than the one that was given.
    const risk_score = Math.min(facts.risk_score, riskScore(left.map(toScored)))
    return matches({ ...facts, classifications: left, risk_score }) ? undefined : [...used].sort()
  }
}

function covers({ types, values }: Prepared, { type, value }: Finding): boolean {
  if (types.size > 0 && !types.has(typeNow(type))) return false
  return values === undefined || (value !== undefined && values.has(value))
}

/** A finding whose score is not known counts as certain. */
function toScored({ type, value, score = 1 }: Finding) {
  return { type, score, ...(value !== undefined && { value }) }
}

/** An exception whose values a newer or broken API withholds must not become one for all values. */
function isUsable({ value_count, hashed, types, platform_ids, user_ids }: ServedException): boolean {
  if (value_count > 0 && hashed === undefined) return false
  return types.length + platform_ids.length + user_ids.length + value_count > 0
}
