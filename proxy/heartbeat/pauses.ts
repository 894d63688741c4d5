import type { ApiError } from '../api-client/errors.ts'

/** Before the first heartbeat: a start has other things to do first. */
export const FIRST_MS = 1000
export const INTERVAL_MS = 30_000
/** The API may ask for more or less, within these. */
export const SHORTEST_MS = 5000
const LONGEST_MS = 60_000
/** After a failure: sooner, so that a short outage is not taken for silence. */
const RETRY_MS = 10_000
/** An API that is older than heartbeats, or a token that may not send them: perhaps for a moment, and well within the default silence. */
const REFUSED_RETRY_MS = 120_000

/** @returns milliseconds from a heartbeat that the API has taken to the next */
export function pauseAsked(nextInSeconds: number): number {
  return Math.min(Math.max(nextInSeconds * 1000, SHORTEST_MS), LONGEST_MS)
}

/** @returns milliseconds from a heartbeat that failed to the next */
export function pauseAfter(error: Pick<ApiError, 'code' | 'status' | 'retryAfterMs'>): number {
  const isRefused = error.status === 403 || error.status === 404 || error.code === 'ERR_API_REFUSED'
  return Math.max(isRefused ? REFUSED_RETRY_MS : RETRY_MS, error.retryAfterMs ?? 0)
}
