import type { Refusal, RefusalResponse } from './platform.ts'

/**
 * A refusal as JSON. 400 wherever a vendor does not make another status the better one: clients retry 408, 409, 429 and
 * 5xx, some also 403, and take 401 for a lost session.
 */
export function jsonRefusal(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 400,
): RefusalResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** The Error object of OpenAI's API reference, which most vendors have copied. */
export function refuseLikeOpenAi(refusal: Refusal): RefusalResponse {
  return jsonRefusal({
    error: { message: refusal.message, type: 'invalid_request_error', param: null, code: 'policy_violation' },
  })
}

/** Server-sent events (HTML standard, section 9.2) of a synthetic answer. */
export function eventStreamRefusal(
  events: readonly (readonly [event: string | undefined, data: string])[],
): RefusalResponse {
  const body = events
    .map(([event, data]) => `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`)
    .join('')
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body }
}
