import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'
import { ServiceSwitch } from '../../../core/resources/service-switch.ts'
import { parseOrUndefined } from '../../platforms/json-value.ts'
import type { CacheFormat } from '../feed-cache.ts'

const CachedSwitches = z.strictObject({
  version: z.literal(1),
  fetched_at: z.iso.datetime(),
  service_switches: z.array(ServiceSwitch),
})

/** Switches as JSON; `file` is named where it is damaged. */
export function switchFormat(file: string): CacheFormat<ServiceSwitch> {
  return {
    encode: ({ items, fetchedAt }) =>
      JSON.stringify({ version: 1, fetched_at: new Date(fetchedAt).toISOString(), service_switches: items }),
    decode(text) {
      // Text that is not JSON is reported by the schema, like any other damage.
      const cached = CachedSwitches.safeParse(parseOrUndefined(text))
      if (!cached.success) throw new WeirError('ERR_SWITCH_CACHE', `${file} is damaged`)
      return { items: cached.data.service_switches, fetchedAt: Date.parse(cached.data.fetched_at) }
    },
  }
}
