import { z } from 'zod'
import type { Access, Route } from '../http/route.ts'
import { errorReference, errorStatuses } from './errors.ts'
import { EXAMPLES, type Example } from './examples.ts'
import { headersOf, successHeaders } from './headers.ts'
import { linksOf } from './links.ts'
import { isPaged, parametersOf } from './parameters.ts'
import type { SchemaSet } from './schema-set.ts'
import { tagOf } from './tags.ts'
import { OPERATION_DESCRIPTIONS } from './text/operations.ts'
import type { MediaType, Operation, Reference, RequestBody, ResponseObject } from './types.ts'

const JSON_TYPE = 'application/json'

/** What a route says about itself, as OpenAPI says it. */
export function describeOperation(route: Route, routes: readonly Route[], schemas: SchemaSet): Operation {
  const example = EXAMPLES[route.operation]
  const description = route.description ?? OPERATION_DESCRIPTIONS[route.operation]
  const parameters = parametersOf(route, schemas, example)
  const body = requestBody(route, schemas, example)
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(description !== undefined && { description }),
    tags: [tagOf(route.path) ?? 'Other'],
    security: securityOf(route.access),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: responsesOf(route, routes, schemas, example),
  }
}

/** Who may call it: users by role, service tokens by scope. An empty list means everyone. */
function securityOf(access: Access): Operation['security'] {
  if (access.public) return []
  return [
    ...(access.roles.length > 0 ? [{ session: access.roles }] : []),
    ...(access.scopes.length > 0 ? [{ serviceToken: access.scopes }] : []),
  ]
}

function requestBody(route: Route, schemas: SchemaSet, example: Example | undefined): RequestBody | undefined {
  if (route.body === undefined) return undefined
  const person = route.documentedBody ?? route.body
  // One list of what is taken, for the caller's kind is not part of the request.
  const schema = route.serviceBody === undefined ? person : z.union([route.serviceBody, person])
  return { required: true, content: { [JSON_TYPE]: withExample({ schema: schemas.input(schema) }, example?.body) } }
}

function responsesOf(
  route: Route,
  routes: readonly Route[],
  schemas: SchemaSet,
  example: Example | undefined,
): Record<string, ResponseObject | Reference> {
  const headers = headersOf(successHeaders(route, isPaged(route)))
  const responses: Record<string, ResponseObject | Reference> = {}
  for (const [status, { description, schema, contentType = JSON_TYPE }] of Object.entries(route.responses)) {
    const links = linksOf(route, Number(status), routes)
    const answer = example?.status === Number(status) ? example.answer : undefined
    responses[status] = {
      description,
      headers,
      ...(schema !== undefined && {
        content: { [contentType]: withExample({ schema: schemas.output(schema) }, answer) },
      }),
      ...(Object.keys(links).length > 0 && { links }),
    }
  }
  if (route.conditional === true && route.method === 'GET') {
    responses[304] = { description: 'Not modified: the client has the current version', headers }
  }
  for (const status of errorStatuses(route)) responses[status] = errorReference(status)
  return responses
}

function withExample(content: MediaType, example: unknown): MediaType {
  return example === undefined ? content : { ...content, example }
}
