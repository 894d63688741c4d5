import type { Route } from '../http/route.ts'
import type { HeaderObject, Reference } from './types.ts'

const COUNT = { type: 'integer', minimum: 0 } as const

/** Every header that a response is documented with. A required one is present wherever it is named. */
export const HEADERS: Readonly<Record<string, HeaderObject>> = {
  'X-Request-Id': {
    description: 'The id of this request in the log: the one that the caller sent, if it is valid',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'X-Tenant-Id': {
    description: 'The tenant that the token belongs to; not with an upgrade',
    required: false,
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': { description: 'Requests allowed per minute', required: true, schema: COUNT },
  'RateLimit-Remaining': { description: 'Requests left in this minute', required: true, schema: COUNT },
  'RateLimit-Reset': { description: 'Seconds until the next minute begins', required: true, schema: COUNT },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': {
    description: 'The required authentication scheme',
    required: true,
    schema: { const: 'Bearer' },
  },
  Upgrade: { description: 'The protocol to upgrade to', required: true, schema: { const: 'websocket' } },
  ETag: {
    description: 'The version of the resource, for If-None-Match and If-Match',
    required: true,
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  'X-Total-Count': { description: 'The number of matching items', required: true, schema: COUNT },
  'X-Total-Is-Estimate': {
    description:
      'Present only if counting would take too long: there are at least as many matching items as X-Total-Count says',
    required: false,
    schema: { const: 'true' },
  },
  'X-Page': { description: 'The number of this page, from 1', required: true, schema: { type: 'integer', minimum: 1 } },
  'X-Per-Page': { description: 'Items per page', required: true, schema: { type: 'integer', minimum: 1 } },
  'X-Total-Pages': { description: 'The number of pages', required: true, schema: COUNT },
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
    ...(route.access.public ? [] : ['X-Tenant-Id']),
    ...(isLimited(route) ? ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] : []),
    ...(isPaged ? ['X-Total-Count', 'X-Total-Is-Estimate', 'X-Page', 'X-Per-Page', 'X-Total-Pages'] : []),
    ...(route.conditional === true && route.method !== 'DELETE' ? ['ETag'] : []),
  ]
}
