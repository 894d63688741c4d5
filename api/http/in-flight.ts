import { type TurnLimits, Turns } from '../turns/turns.ts'
import { tooManyRequests } from './api-error.ts'

const RETRY_AFTER_SECONDS = 1

/** The requests that each caller may have in progress, including those whose body is awaited or whose answer is unread. */
export type InFlight = Turns

/** One that is refused is answered with 429. */
export function limitInFlight(limits: Required<Pick<TurnLimits, 'weight' | 'waiting' | 'waitMs'>>): InFlight {
  return new Turns({ ...limits, refusal: () => tooManyRequests(RETRY_AFTER_SECONDS) })
}
