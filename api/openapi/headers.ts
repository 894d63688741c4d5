import type { Route } from '../http/route.ts'
import type { HeaderObject, Reference } from './types.ts'

const COUNT = { type: 'integer', minimum: 0 } as const

/** Every header that an answer is documented with. A required one is there whenever it is named. */
export const HEADERS: Readonly<Record<string, HeaderObject>> = {
  'X-Request-Id': {
    description: 'The id of this request in the log: the caller’s own, where it sent an acceptable one',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'RateLimit-Limit': { description: 'Requests a minute', required: true, schema: COUNT },
  'RateLimit-Remaining': { description: 'Requests left in this minute', required: true, schema: COUNT },
  'RateLimit-Reset': { description: 'Seconds until the next minute begins', required: true, schema: COUNT },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'The scheme that is asked for', required: true, schema: { const: 'Bearer' } },
  Upgrade: { description: 'The protocol to ask for', required: true, schema: { const: 'websocket' } },
  ETag: {
    description: 'The version of this answer, for If-None-Match and If-Match',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  'X-Total-Count': { description: 'Matching records', required: true, schema: COUNT },
  'X-Page': { description: 'This page, from 1', required: true, schema: { type: 'integer', minimum: 1 } },
  'X-Per-Page': { description: 'Records a page', required: true, schema: { type: 'integer', minimum: 1 } },
  'X-Total-Pages': { description: 'Pages', required: true, schema: COUNT },
}

export function headersOf(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Whether requests to a route are counted. */
export function isLimited({ access }: Route): boolean {
  return !access.public || access.limitByAddress === true
}

/** The headers of a route's successes, from what it says about itself. */
export function successHeaders(route: Route, isPaged: boolean): string[] {
  return [
    'X-Request-Id',
    ...(isLimited(route) ? ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] : []),
    ...(isPaged ? ['X-Total-Count', 'X-Page', 'X-Per-Page', 'X-Total-Pages'] : []),
    ...(route.conditional === true && route.method !== 'DELETE' ? ['ETag'] : []),
  ]
}
