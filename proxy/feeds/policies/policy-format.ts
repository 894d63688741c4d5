import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'
import { Policy } from '../../../core/model/policy.ts'
import { parseOrUndefined } from '../../platforms/json-value.ts'
import type { CacheFormat } from '../feed-cache.ts'

const CachedPolicies = z.strictObject({
  version: z.literal(1),
  fetched_at: z.iso.datetime(),
  policies: z.array(Policy),
})

/** Policies as JSON; `file` is named where it is damaged. */
export function policyFormat(file: string): CacheFormat<Policy> {
  return {
    encode: ({ items, fetchedAt }) =>
      JSON.stringify({ version: 1, fetched_at: new Date(fetchedAt).toISOString(), policies: items }),
    decode(text) {
      // Text that is not JSON is reported by the schema, like any other damage.
      const cached = CachedPolicies.safeParse(parseOrUndefined(text))
      if (!cached.success) throw new WeirError('ERR_POLICY_CACHE', `${file} is damaged`)
      return { items: cached.data.policies, fetchedAt: Date.parse(cached.data.fetched_at) }
    },
  }
}
