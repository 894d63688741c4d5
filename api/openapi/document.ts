import { VERSION } from '../../config/version.ts'
import type { Route } from '../http/route.ts'
import { errorResponses } from './errors.ts'
import { HEADERS } from './headers.ts'
import { describeOperation } from './operation.ts'
import { pathTemplate } from './parameters.ts'
import { SchemaSet } from './schema-set.ts'
import { tagOf, usedTags } from './tags.ts'
import { INTRODUCTION } from './text/introduction.ts'
import type { OpenApiDocument, PathItem } from './types.ts'
import { DELIVERY_PARAMETERS, describeWebhooks } from './webhooks.ts'

const SECURITY_SCHEMES = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A user’s session: the `token` in the response of POST /auth/login.',
  },
  serviceToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A proxy’s or browser extension’s token, `wst_…`, limited to the scopes it was created with.',
  },
} as const

/** Describes every route under `base`, with the schemas that validate its requests (OpenAPI 3.1). */
export function createDocument(routes: readonly Route[], base: string): OpenApiDocument {
  const schemas = new SchemaSet()
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const path = pathTemplate(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, routes, schemas) }
  }
  const { part, components } = schemas.resolve({
    paths,
    webhooks: describeWebhooks(schemas),
    responses: errorResponses(schemas),
  })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Weir management API',
      version: VERSION,
      summary: 'Records and governs what people send to AI services',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base, description: 'This server' }],
    tags: usedTags(new Set(routes.flatMap(({ path }) => tagOf(path) ?? []))),
    paths: part.paths,
    webhooks: part.webhooks,
    components: {
      schemas: components,
      responses: part.responses,
      parameters: DELIVERY_PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
