import type { Redis } from 'ioredis'
import type { Caller } from './context.ts'
import { RateLimit } from './rate-limit.ts'

/** The share of a tenant's requests per minute that all its users except administrators may make together. */
const SHARE_OF_OTHERS = 0.8

/**
 * Counts a tenant's requests a minute. Its users share one count, of which administrators always find a part left;
 * each service token has a count of its own.
 */
export class TenantLimit {
  readonly #all: RateLimit
  readonly #others: RateLimit

  constructor(requestsPerMinute: number, redis?: Redis) {
    this.#all = new RateLimit('request', requestsPerMinute, redis)
    this.#others = new RateLimit('request-others', Math.max(1, Math.floor(requestsPerMinute * SHARE_OF_OTHERS)), redis)
  }

  /**
   * @returns the headers that tell the caller where it stands
   * @throws ApiError 429
   */
  async count(caller: Caller): Promise<Record<string, string>> {
    if (caller.kind === 'service') return this.#all.count(`token:${caller.token.id}`)
    const key = `tenant:${caller.tenantId}`
    if (caller.user.role === 'admin') return this.#all.count(key)
    const ofOthers = await this.#others.count(key)
    const ofAll = await this.#all.count(key)
    return Number(ofAll['RateLimit-Remaining']) < Number(ofOthers['RateLimit-Remaining']) ? ofAll : ofOthers
  }
}
