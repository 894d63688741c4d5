import test from 'ava'
import { ApiError } from '../../../proxy/api-client/errors.ts'
import { pauseAfter, pauseAsked } from '../../../proxy/heartbeat/pauses.ts'

test('the API says when the next heartbeat is due, within bounds', (t) => {
  t.deepEqual([0, 30, 86_400].map(pauseAsked), [5000, 30_000, 60_000])
})

test('a heartbeat that failed is followed soon, one that was refused later, and none before the API asks for it', (t) => {
  t.is(pauseAfter(new ApiError('ERR_API_UNREACHABLE', 'gone')), 10_000)
  for (const status of [403, 404]) t.is(pauseAfter(new ApiError('ERR_API_FORBIDDEN', 'no', { status })), 120_000)
  t.is(pauseAfter(new ApiError('ERR_API_REFUSED', 'no', { status: 400 })), 120_000)
  t.is(pauseAfter(new ApiError('ERR_API_RATE_LIMITED', 'later', { status: 429, retryAfterMs: 45_000 })), 45_000)
})
