import type { PolicyRecord, PolicySort, PolicyStore } from '../store/policy-store.ts'
import type { Store } from '../store/store.ts'

/** More than the bound on what they hold together lets there be (policy-bounds.ts). */
const ALL = { offset: 0, limit: 1_000_000 }

/**
 * All policies of a tenant, in one go. Page by page, one that another process deletes between two pages, or puts elsewhere in the order,
 * would hide a third that nobody has touched.
 */
export async function allPolicies(
  store: Pick<Store, 'policies'>,
  tenantId: string,
  field: PolicySort['field'],
  filter: Parameters<PolicyStore['list']>[1] = {},
): Promise<readonly PolicyRecord[]> {
  return (await store.policies.list(tenantId, filter, { field, descending: false }, ALL)).items
}
