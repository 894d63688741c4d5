import { AI_SERVICES } from '../../core/catalogue/ai-services.ts'
import { DETECTORS_MAX } from '../../core/model/detector.ts'
import type { PolicyWarning, Rules } from '../../core/model/policy.ts'
import { lateTypes, unknownNames, warningsOf } from '../../core/policy/warnings.ts'
import { TYPE_WEIGHTS } from '../../core/risk.ts'
import type { Store } from '../store/store.ts'

const BUILT_IN = {
  types: new Set(Object.keys(TYPE_WEIGHTS)),
  platforms: new Set(AI_SERVICES.map(({ id }) => id)),
}

/** What is to be said of a tenant's rules besides that they are valid, for an answer: `warnings`, unless there is none. */
export async function policyWarnings(
  store: Pick<Store, 'detectors' | 'inventory'>,
  tenantId: string,
  rules: Rules,
  /** Of detectors that are about to be there. */
  coming: ReadonlySet<string> = new Set(),
): Promise<{ readonly warnings?: PolicyWarning[] }> {
  const kinds = new Set(unknownNames(rules, BUILT_IN).map(({ kind }) => kind))
  const late = lateTypes(rules).length > 0
  if (kinds.size === 0 && !late) return {}
  const types = kinds.has('type') || late ? await detectorTypes(store, tenantId) : []
  const platforms = kinds.has('platform') ? await store.inventory.list(tenantId) : []
  const warnings = warningsOf(rules, {
    types: BUILT_IN.types.union(new Set(types)).union(coming),
    ownTypes: new Set(types).union(coming),
    platforms: BUILT_IN.platforms.union(new Set(platforms.map(({ platform_id }) => platform_id))),
  })
  return warnings.length === 0 ? {} : { warnings }
}

/** Of all of them, since one that is disabled may be enabled together with the policy. */
async function detectorTypes(store: Pick<Store, 'detectors'>, tenantId: string): Promise<string[]> {
  const order = { field: 'created_at', descending: false } as const
  const { items } = await store.detectors.list(tenantId, {}, order, { offset: 0, limit: DETECTORS_MAX * 2 })
  return items.flatMap(({ rule }) => ('type' in rule ? [rule.type] : []))
}
