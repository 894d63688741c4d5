import { isDeepStrictEqual } from 'node:util'
import { changedFields as changedDetectorFields } from '../../api/detectors/detector-changes.ts'
import { allPolicies } from '../../api/policies/all-policies.ts'
import { changedFields as changedPolicyFields } from '../../api/policies/policy-changes.ts'
import type { DetectorRecord } from '../../api/store/detector-store.ts'
import type { PolicyRecord } from '../../api/store/policy-store.ts'
import type { Store } from '../../api/store/store.ts'
import { DETECTORS_MAX, type DetectorCreate, type DetectorRule } from '../../core/model/detector.ts'
import type { PolicyCreate } from '../../core/model/policy.ts'
import { type PoliciesFile, PoliciesFileError } from './policies-file.ts'

/** What a tenant has. */
export interface Present {
  readonly policies: readonly PolicyRecord[]
  readonly detectors: readonly DetectorRecord[]
}

type Kind<Wanted, Found> =
  | { readonly change: 'create'; readonly wanted: Wanted }
  | { readonly change: 'update'; readonly wanted: Wanted; readonly found: Found; readonly fields: readonly string[] }
  | { readonly change: 'delete'; readonly found: Found }

export type PolicyStep = { readonly kind: 'policy' } & Kind<PolicyCreate, PolicyRecord>
export type DetectorStep = { readonly kind: 'detector' } & Kind<DetectorCreate, DetectorRecord>
export type Step = PolicyStep | DetectorStep

export interface Plan {
  /** In the order in which they are carried out: detectors first, since policies name their types; what is deleted last. */
  readonly steps: readonly Step[]
  /** What the tenant has, the file has not, and that stays since --prune was not given. */
  readonly left: readonly string[]
}

export async function readPresent(store: Pick<Store, 'policies' | 'detectors'>, tenantId: string): Promise<Present> {
  const policies = await allPolicies(store, tenantId, 'name')
  const page = { offset: 0, limit: DETECTORS_MAX * 2 }
  const { items } = await store.detectors.list(tenantId, {}, { field: 'name', descending: false }, page)
  return { policies, detectors: items }
}

/**
 * What makes a tenant's policies and detectors those of the file; they are told apart by name.
 * @throws PoliciesFileError if a detector is to become one of another kind
 * @param prune whether what the file does not name is deleted. Detectors of known values are not: a file need not hold them
 */
export function planOf(file: PoliciesFile, present: Present, prune: boolean): Plan {
  const detectors = stepsOf('detector', file.detectors, present.detectors, detectorFields)
  const policies = stepsOf('policy', file.policies, present.policies, changedPolicyFields)
  const surplus = [
    ...surplusOf('policy', file.policies, present.policies),
    ...surplusOf('detector', file.detectors, present.detectors).filter(
      ({ found }) => found.rule.kind !== 'known_values',
    ),
  ]
  const steps = [...detectors, ...policies, ...(prune ? surplus : [])] as readonly Step[]
  return { steps, left: prune ? [] : surplus.map(({ kind, found }) => `${kind} ${JSON.stringify(found.name)}`) }
}

/** One line: what is done to what. */
export function lineOf(step: Step): string {
  if (step.change === 'delete') return `delete ${step.kind} ${JSON.stringify(step.found.name)}`
  const what = `${step.change} ${step.kind} ${JSON.stringify(step.wanted.name)}`
  if (step.change === 'create') return `${what}${step.wanted.enabled ? '' : ' (not enabled)'}`
  const fields = step.kind === 'policy' ? step.fields.map((field) => policyChange(step, field)) : step.fields
  return `${what}: ${fields.join(', ')}`
}

/** What weakens or strengthens a policy is told with both values; conditions are too long for a line. */
function policyChange(step: PolicyStep & { readonly change: 'update' }, field: string): string {
  const { found, wanted } = step
  if (field === 'enabled') return `enabled ${found.enabled} -> ${wanted.enabled}`
  if (field === 'priority') return `priority ${found.priority} -> ${wanted.priority}`
  if (field !== 'rules') return field
  const [before, after] = [found.rules, wanted.rules]
  const changes = before.action === after.action ? [] : [`action ${before.action} -> ${after.action}`]
  if (!isDeepStrictEqual(before.conditions, after.conditions)) changes.push('conditions')
  return changes.join(', ')
}

/** The rule of a detector as POST takes it. */
export function ruleOf({
  name: _name,
  description: _description,
  enabled: _enabled,
  ...rule
}: DetectorCreate): DetectorRule {
  return rule
}

function stepsOf<Wanted extends { readonly name: string }, Found extends { readonly name: string }>(
  kind: Step['kind'],
  wanted: readonly Wanted[],
  found: readonly Found[],
  fieldsOf: (found: Found, wanted: Wanted) => readonly string[],
): ({ readonly kind: Step['kind'] } & Kind<Wanted, Found>)[] {
  const byName = new Map(found.map((one) => [one.name, one]))
  return wanted.flatMap((one): ({ readonly kind: Step['kind'] } & Kind<Wanted, Found>)[] => {
    const known = byName.get(one.name)
    if (known === undefined) return [{ kind, change: 'create', wanted: one }]
    const fields = fieldsOf(known, one)
    return fields.length === 0 ? [] : [{ kind, change: 'update', wanted: one, found: known, fields }]
  })
}

function surplusOf<Found extends { readonly name: string }>(
  kind: Step['kind'],
  wanted: readonly { readonly name: string }[],
  found: readonly Found[],
) {
  const names = new Set(wanted.map(({ name }) => name))
  return found.filter(({ name }) => !names.has(name)).map((one) => ({ kind, change: 'delete' as const, found: one }))
}

/** Known values are kept as hashes only, so a list in the file counts as another one than what is there. */
function detectorFields(found: DetectorRecord, wanted: DetectorCreate): readonly string[] {
  if (found.rule.kind !== wanted.kind)
    throw new PoliciesFileError(
      `Detector ${JSON.stringify(found.name)} is there with the kind ${found.rule.kind}, which cannot become ${wanted.kind}: delete it, or use another name`,
    )
  const { name, description, enabled } = wanted
  const rule = ruleOf(wanted)
  const before = { name: found.name, description: found.description, enabled: found.enabled, rule: found.rule }
  return changedDetectorFields(before, { name, description, enabled, rule: rule as DetectorRecord['rule'] })
}
