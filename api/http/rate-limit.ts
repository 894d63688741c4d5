import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './api-error.ts'

const MINUTE_SECONDS = 60

/**
 * Counts requests by key, in a minute if nothing else is said. The window of a key opens with its first request. With Redis all processes count
 * together; while Redis is away or does not answer, each counts by itself.
 */
export class RateLimit {
  readonly #limiter: RateLimiterMemory | RateLimiterRedis
  readonly #points: number

  constructor(name: string, requests: number, redis?: Redis, seconds = MINUTE_SECONDS) {
    this.#points = requests
    const options = { keyPrefix: name, points: requests, duration: seconds }
    const ownCount = new RateLimiterMemory(options)
    this.#limiter =
      redis === undefined
        ? ownCount
        : new RateLimiterRedis({
            ...options,
            keyPrefix: `weir:rate:${name}`,
            storeClient: redis,
            rejectIfRedisNotReady: true,
            // A caller over the limit is refused from memory until the window ends: a flood does not reach Redis.
            inMemoryBlockOnConsumed: requests + 1,
            insuranceLimiter: ownCount,
          })
  }

  /**
   * @returns the headers that tell the client where it stands (draft-ietf-httpapi-ratelimit-headers, version 6)
   * @throws ApiError 429 with the same headers and Retry-After
   */
  async count(key: string): Promise<Record<string, string>> {
    try {
      return this.#headers(await this.#limiter.consume(key))
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection
      throw tooManyRequests(secondsUntilReset(rejection), this.#headers(rejection))
    }
  }

  /** Takes back one that was counted. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(key)
  }

  /**
   * Counts nothing: for what counts only once it has succeeded.
   * @throws ApiError 429 where the window is used up
   */
  async requireRoom(key: string): Promise<void> {
    const result = await this.#limiter.get(key)
    if (result === null || result.consumedPoints < this.#points) return
    throw tooManyRequests(secondsUntilReset(result), this.#headers(result))
  }

  #headers(result: RateLimiterRes): Record<string, string> {
    return {
      'RateLimit-Limit': String(this.#points),
      'RateLimit-Remaining': String(Math.max(0, result.remainingPoints)),
      'RateLimit-Reset': String(secondsUntilReset(result)),
    }
  }
}

function secondsUntilReset(result: RateLimiterRes): number {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1000))
}
