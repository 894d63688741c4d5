import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { PUBLIC, type Route, route } from '../http/route.ts'
import { staticRoute } from '../http/static-file.ts'

const FOLDER = join(import.meta.dirname, 'page')

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
  return staticRoute({
    path: file === 'page.html' ? '/docs' : `/docs/${file}`,
    operation: 'getDocsPage',
    summary: 'The interactive page',
    choose: () => ({ text, contentType }),
  })
}

/** The page for an administrator who types the address, until there is a console. */
function rootRoute(): Route {
  return route(
    {
      method: 'GET',
      path: '/',
      alsoAtRoot: true,
      operation: 'getRoot',
      summary: 'Redirects to the interactive page',
      access: PUBLIC,
      responses: { 302: { description: 'Redirect to the page' } },
    },
    async () => ({ status: 302, headers: { Location: '/docs' } }),
  )
}
