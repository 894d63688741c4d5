import type { Reply } from './context.ts'
import { etagOf, isUnchanged } from './etag.ts'
import { PUBLIC, type Route, route } from './route.ts'

/**
 * A page runs its own scripts and styles and talks to this server only. It builds what it shows from nodes, never from
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

/** A file as it is sent. */
export interface StaticFile {
  readonly text: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

interface StaticRoute {
  /** Answers with and without the base path. */
  readonly path: string
  readonly operation: string
  readonly summary: string
  /** Which file a request gets: of several languages, say. */
  readonly choose: (headers: Readonly<Record<string, string | string[] | undefined>>) => StaticFile
}

/** A part of a page, which anyone may read: no part of the API and its document. */
export function staticRoute({ path, operation, summary, choose }: StaticRoute): Route {
  return route(
    {
      method: 'GET',
      path,
      alsoAtRoot: true,
      operation,
      summary,
      access: PUBLIC,
      isPage: true,
      responses: { 200: { description: 'A part of the page' } },
    },
    async (request): Promise<Reply> => {
      const { text, contentType, headers } = choose(request.headers)
      const etag = etagOf(text)
      const sent = { ...headers, ETag: etag, 'Cache-Control': 'private, no-cache', 'Content-Security-Policy': POLICY }
      if (isUnchanged(request.headers['if-none-match'], etag)) return { status: 304, headers: sent }
      return { status: 200, body: text, headers: { ...sent, 'Content-Type': contentType } }
    },
  )
}
