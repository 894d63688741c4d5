import type { Redis } from 'ioredis'
import { ApiError } from './api-error.ts'
import type { Caller } from './context.ts'
import { RateLimit } from './rate-limit.ts'

/** Of a tenant's requests a minute, what its administrators may make whatever the others have used up. */
const SHARE_OF_ADMINS = 0.2

/**
 * Counts a tenant's requests a minute. Its users share one count, which each of them alone can use up; administrators get a
 * part of it in any case. Each service token has a count of its own.
 */
export class TenantLimit {
  readonly #all: RateLimit
  readonly #admins: RateLimit

  constructor(requestsPerMinute: number, redis?: Redis) {
    this.#all = new RateLimit('request', requestsPerMinute, redis)
    this.#admins = new RateLimit('request-admins', Math.max(1, Math.floor(requestsPerMinute * SHARE_OF_ADMINS)), redis)
  }

  /**
   * @param apart the operation, if a service token has a count of its own for it
   * @returns the headers that tell the caller where it stands
   * @throws ApiError 429
   */
  async count(caller: Caller, apart?: string): Promise<Record<string, string>> {
    if (caller.kind === 'service') {
      return this.#all.count(`token:${caller.token.id}${apart === undefined ? '' : `:${apart}`}`)
    }
    const key = `tenant:${caller.tenantId}`
    if (caller.user.role !== 'admin') return this.#all.count(key)
    // Both, each time: who has used up the count alone has used up the part as well.
    const [ofAll, ofAdmins] = await Promise.allSettled([this.#all.count(key), this.#admins.count(key)])
    if (ofAll.status === 'fulfilled') return ofAll.value
    if (ofAll.reason instanceof ApiError && ofAdmins.status === 'fulfilled') return ofAdmins.value
    throw ofAll.reason
  }
}
