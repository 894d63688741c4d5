import { z } from 'zod'
import type { Route } from '../http/route.ts'
import { ERROR_EXAMPLES } from './examples.ts'
import { headersOf, isLimited } from './headers.ts'
import type { SchemaSet } from './schema-set.ts'
import type { Reference, ResponseObject } from './types.ts'

const ErrorBody = z.strictObject({
  error: z.string(),
  request_id: z.string(),
})

const ValidationErrorBody = ErrorBody.extend({
  details: z.array(z.strictObject({ path: z.string(), message: z.string() })),
})

interface KnownError {
  /** The response's name among the components. */
  readonly name: string
  readonly description: string
  readonly headers?: readonly string[]
}

/** Every status that is no success (api-decisions, Errors). */
const ERRORS: Readonly<Record<number, KnownError>> = {
  400: { name: 'BadRequest', description: 'A field is missing, unknown or invalid; `details` says which and why' },
  401: {
    name: 'Unauthorized',
    description: 'No token, or one that is malformed, expired or revoked; wrong credentials',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'The role, the token’s scopes or the address do not allow it' },
  404: { name: 'NotFound', description: 'There is no such thing in this tenant; malformed ids too' },
  409: { name: 'Conflict', description: 'A duplicate, or a change that a rule forbids' },
  412: { name: 'PreconditionFailed', description: 'It has changed since the ETag of If-Match was read' },
  413: { name: 'PayloadTooLarge', description: 'The body is too large: over 1 MiB, or over 10 MiB for a batch' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is no application/json, or its content coding is unknown',
  },
  426: { name: 'UpgradeRequired', description: 'This path speaks WebSocket', headers: ['Upgrade'] },
  429: { name: 'TooManyRequests', description: 'Over the rate limit', headers: ['Retry-After'] },
  500: { name: 'InternalError', description: 'A failure on the server; the log has it under `request_id`' },
  503: {
    name: 'Unavailable',
    description:
      'The database cannot be used at the moment: nothing was changed, or it can be sent again. For a classification, that ' +
      'tier 3 did not answer in time; the same at tier 2 does',
    headers: ['Retry-After'],
  },
}

/** The statuses besides success that a route can answer with, from what it says about itself. */
export function errorStatuses(route: Route): number[] {
  const statuses = new Set<number>([500, ...(route.errors ?? [])])
  if (!route.access.public) for (const status of [401, 403]) statuses.add(status)
  // A route behind a token refuses query parameters that it does not know.
  if (!route.access.public || route.query !== undefined || route.body !== undefined) statuses.add(400)
  if (route.path.includes(':')) statuses.add(404)
  if (route.body !== undefined) for (const status of [413, 415]) statuses.add(status)
  if (route.conditional === true && route.method !== 'GET' && route.method !== 'POST') statuses.add(412)
  if (isLimited(route)) statuses.add(429)
  // Whatever reads or changes records.
  if (!route.access.public || route.body !== undefined) statuses.add(503)
  return [...statuses].sort((a, b) => a - b)
}

/** @throws TypeError for a status that ERRORS does not explain: a mistake in a route */
export function errorReference(status: number): Reference {
  const known = ERRORS[status]
  if (known === undefined) throw new TypeError(`api/openapi/errors.ts does not explain the status ${status}`)
  return { $ref: `#/components/responses/${known.name}` }
}

export function errorResponses(schemas: SchemaSet): Record<string, ResponseObject> {
  const body = schemas.output(ErrorBody)
  const validationBody = schemas.output(ValidationErrorBody)
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, { name, description, headers = [] }]) => [
      name,
      {
        description,
        headers: headersOf(['X-Request-Id', ...headers]),
        content: {
          'application/json': {
            schema: status === '400' ? validationBody : body,
            ...(name in ERROR_EXAMPLES && { example: ERROR_EXAMPLES[name] }),
          },
        },
      },
    ]),
  )
}
