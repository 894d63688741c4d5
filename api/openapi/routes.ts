import { z } from 'zod'
import { etagOf, isUnchanged } from '../http/etag.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'
import type { OpenApiDocument } from './types.ts'
import { toYaml } from './yaml.ts'

const Document = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })

interface Rendered {
  readonly text: string
  readonly etag: string
}

/** The document about the API, for programs; api/docs has the page for people. */
export function documentRoutes(describe: () => OpenApiDocument): Route[] {
  const json = once(async () => JSON.stringify(describe()))
  const yaml = once(() => toYaml(describe()))
  return [
    route(
      {
        method: 'GET',
        path: '/docs/openapi.json',
        operation: 'getDocumentAsJson',
        summary: 'This document as JSON',
        access: PUBLIC,
        alsoAtRoot: true,
        conditional: true,
        responses: { 200: { description: 'An OpenAPI 3.1 document', schema: Document } },
      },
      async ({ headers }) => answer(await json(), 'application/json; charset=utf-8', headers['if-none-match']),
    ),
    route(
      {
        method: 'GET',
        path: '/docs/openapi.yaml',
        operation: 'getDocumentAsYaml',
        summary: 'This document as YAML',
        access: PUBLIC,
        alsoAtRoot: true,
        conditional: true,
        responses: {
          200: { description: 'An OpenAPI 3.1 document', schema: Document, contentType: 'application/yaml' },
        },
      },
      async ({ headers }) => answer(await yaml(), 'application/yaml; charset=utf-8', headers['if-none-match']),
    ),
  ]
}

/** The document never changes while the server runs, and many a server is never asked for it. */
function once(render: () => Promise<string>): () => Promise<Rendered> {
  let rendered: Promise<Rendered> | undefined
  return () => {
    rendered ??= render().then((text) => ({ text, etag: etagOf(text) }))
    return rendered
  }
}

function answer({ text, etag }: Rendered, contentType: string, ifNoneMatch: string | undefined) {
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
  if (isUnchanged(ifNoneMatch, etag)) return { status: 304, headers }
  return { status: 200, body: text, headers: { ...headers, 'Content-Type': contentType } }
}
