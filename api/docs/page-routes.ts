import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Route } from '../http/route.ts'
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
  return readdirSync(FOLDER).flatMap((file) => {
    const contentType = CONTENT_TYPES[extname(file)]
    return contentType === undefined ? [] : [fileRoute(file, contentType)]
  })
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
