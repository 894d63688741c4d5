import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Reply } from '../http/context.ts'
import { etagOf, isUnchanged } from '../http/etag.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'

const FOLDER = join(import.meta.dirname, 'page')

/**
 * The page runs its own scripts and styles and talks to this server only. It builds what it shows from nodes, never from
 * HTML, and browsers that know trusted types hold it to that.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The interactive page about the API: static files, no part of the API that it describes. */
export function pageRoutes(): Route[] {
  const files = readdirSync(FOLDER).flatMap((file) => {
    const contentType = CONTENT_TYPES[extname(file)]
    return contentType === undefined ? [] : [fileRoute(file, contentType)]
  })
  return [...files, rootRoute()]
}

function fileRoute(file: string, contentType: string): Route {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  const headers = { ETag: etagOf(text), 'Cache-Control': 'private, no-cache', 'Content-Security-Policy': POLICY }
  return route(
    {
      method: 'GET',
      path: file === 'page.html' ? '/docs' : `/docs/${file}`,
      alsoAtRoot: true,
      operation: 'getDocsPage',
      summary: 'The interactive page',
      access: PUBLIC,
      responses: { 200: { description: 'A part of the page' } },
    },
    async (request): Promise<Reply> => {
      if (isUnchanged(request.headers['if-none-match'], headers.ETag)) return { status: 304, headers }
      return { status: 200, body: text, headers: { ...headers, 'Content-Type': contentType } }
    },
  )
}

/** Until there is a console, what an administrator who types the address is looking for. */
function rootRoute(): Route {
  return route(
    {
      method: 'GET',
      path: '/',
      alsoAtRoot: true,
      operation: 'getRoot',
      summary: 'Leads to the interactive page',
      access: PUBLIC,
      responses: { 302: { description: 'To the page' } },
    },
    async () => ({ status: 302, headers: { Location: '/docs' } }),
  )
}
