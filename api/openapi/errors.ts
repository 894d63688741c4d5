import { z } from 'zod'
import type { Route } from '../http/route.ts'
import { ERROR_EXAMPLES } from './examples.ts'
import { headersOf, isLimited } from './headers.ts'
import type { SchemaSet } from './schema-set.ts'
import type { Reference, ResponseObject } from './types.ts'

const coded = {
  /** Stable, unlike the sentence. Optional, as clients meet servers of earlier releases too. */
  code: z.string().optional(),
  /** What the sentence is about, by name. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
}

const ErrorBody = z.strictObject({
  error: z.string(),
  ...coded,
  request_id: z.string(),
})

const ValidationErrorBody = ErrorBody.extend({
  details: z.array(z.strictObject({ path: z.string(), message: z.string(), ...coded })),
})

interface KnownError {
  /** The response's name among the components. */
  readonly name: string
  readonly description: string
  readonly headers?: readonly string[]
}

/** Every status of an error. */
const ERRORS: Readonly<Record<number, KnownError>> = {
  400: { name: 'BadRequest', description: 'A field is missing, unknown or invalid; `details` says which and why' },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing, malformed, expired or revoked, or the credentials are wrong',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The role, the scopes of the token or the address of the client do not allow the request',
  },
  404: { name: 'NotFound', description: 'It does not exist in this tenant, or the id is malformed' },
  409: { name: 'Conflict', description: 'It exists already, or a rule forbids the change' },
  412: { name: 'PreconditionFailed', description: 'It has changed since the ETag of If-Match was read' },
  413: { name: 'PayloadTooLarge', description: 'The body is too large: over 1 MiB, or over 10 MiB for a batch' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not application/json, or its Content-Encoding is unknown',
  },
  426: { name: 'UpgradeRequired', description: 'This path accepts only WebSocket connections', headers: ['Upgrade'] },
  429: { name: 'TooManyRequests', description: 'Too many requests', headers: ['Retry-After'] },
  500: {
    name: 'InternalError',
    description: 'An internal error; the log of the server describes it under `request_id`',
  },
  503: {
    name: 'Unavailable',
    description:
      'The database cannot be used at the moment: nothing was changed, or the request can be sent again. For a ' +
      'classification: tier 3 did not respond in time, and tier 2 can be requested instead',
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
