import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'
import { ServedException } from '../../../core/model/exception.ts'
import { parseOrUndefined } from '../../platforms/json-value.ts'
import type { CacheFormat } from '../feed-cache.ts'

const CachedExceptions = z.strictObject({
  version: z.literal(1),
  fetched_at: z.iso.datetime(),
  exceptions: z.array(ServedException),
})

/** Exceptions as JSON, their values as keyed hashes; `file` is named where it is damaged. */
export function exceptionFormat(file: string): CacheFormat<ServedException> {
  return {
    encode: ({ items, fetchedAt }) =>
      JSON.stringify({ version: 1, fetched_at: new Date(fetchedAt).toISOString(), exceptions: items }),
    decode(text) {
      // Text that is not JSON is reported by the schema, like any other damage.
      const cached = CachedExceptions.safeParse(parseOrUndefined(text))
      if (!cached.success) throw new WeirError('ERR_EXCEPTION_CACHE', `${file} is damaged`)
      return { items: cached.data.exceptions, fetchedAt: Date.parse(cached.data.fetched_at) }
    },
  }
}
