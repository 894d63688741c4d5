import type { Policy } from '../../core/model/policy.ts'
import { conflict } from '../http/api-error.ts'
import type { Store } from '../store/store.ts'
import { allPolicies } from './all-policies.ts'

/**
 * What all policies of a tenant may hold together, as JSON in UTF-8. Every interaction is judged by them and every proxy of the
 * tenant holds them, so their size is a cost to others: 4 MiB are some 8,000 policies of the usual size.
 */
const POLICIES_BYTES_MAX = 4 * 1024 * 1024

type Content = Pick<Policy, 'name' | 'description' | 'rules'>

/**
 * @param policy as it would be stored
 * @param replaced the policy in whose place it would stand; what makes it no larger is always allowed
 * @throws ApiError 409 if the tenant's policies would be larger than all may be together
 */
export async function requireRoom(
  store: Pick<Store, 'policies'>,
  tenantId: string,
  policy: Content,
  replaced?: Content & { readonly id: string },
): Promise<void> {
  let bytes = sizeOf(policy)
  if (replaced !== undefined && bytes <= sizeOf(replaced)) return
  for (const one of await allPolicies(store, tenantId, 'priority')) if (one.id !== replaced?.id) bytes += sizeOf(one)
  if (bytes > POLICIES_BYTES_MAX)
    throw conflict(
      `The policies of a tenant may hold ${POLICIES_BYTES_MAX} bytes together: delete some, or list fewer values in their conditions`,
    )
}

function sizeOf({ name, description, rules }: Content): number {
  return Buffer.byteLength(JSON.stringify({ name, description, rules }))
}
