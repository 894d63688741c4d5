import { StoreUnavailableError } from '../store/errors.ts'
import { type TurnLimits, Turns } from '../turns/turns.ts'
import { tooManyRequests } from './api-error.ts'

const RETRY_AFTER_SECONDS = 1

/** The requests that each caller may have in progress, including those whose body is awaited or whose answer is unread. */
export type InFlight = Turns

/** One that is refused is answered with 429. */
export function limitInFlight(limits: Required<Pick<TurnLimits, 'weight' | 'waiting' | 'waitMs'>>): InFlight {
  return new Turns({ ...limits, refusal: () => tooManyRequests(RETRY_AFTER_SECONDS) })
}

/**
 * For what is compared with all that a tenant has, and then written: one at a time of each tenant. Beside one another, as many as wait for
 * a slow database could pass a bound that each of them keeps. Whoever waited is asked for again (`renew`).
 */
export function oneAtATime(): InFlight {
  // It is the database that lets the first of them wait: no fault of a caller, and a 503 as that one gets.
  const refusal = () => new StoreUnavailableError('Others wait to write')
  return new Turns({ weight: 1, waiting: 64, waitMs: 5000, refusal })
}
