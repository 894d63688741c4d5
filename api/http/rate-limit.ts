import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './api-error.ts'

const WINDOW_SECONDS = 60

/** Counts requests a minute by key. The window of a key opens with its first request. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory
  readonly #points: number

  constructor(name: string, requestsPerMinute: number) {
    this.#points = requestsPerMinute
    this.#limiter = new RateLimiterMemory({ keyPrefix: name, points: requestsPerMinute, duration: WINDOW_SECONDS })
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
