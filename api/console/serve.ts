import type { Middleware } from 'koa'
import type { ApiState } from '../http/context.ts'
import { isUnchanged } from '../http/etag.ts'
import type { ConsoleFile, ConsoleFiles } from './files.ts'
import { UNBUILT } from './unbuilt.ts'

/** A year: an asset's name changes with its content (RFC 8246). */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * The console runs its own scripts and styles, talks to this server only, and builds what it shows from nodes, never from
 * HTML: browsers that know trusted types hold it to that (docs/security-model.md).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
const PERMISSIONS =
  'camera=(), clipboard-read=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'

/** The first part of the path of each page: the console's own router shows it (console/src/app/router.tsx). */
const PAGES = new Set([
  '',
  'sign-in',
  'interactions',
  'find',
  'alerts',
  'policies',
  'detectors',
  'exceptions',
  'playground',
  'services',
  'proxies',
  'webhooks',
  'users',
  'audit-log',
  'settings',
  'setup',
  'me',
])

/** Serves the built console at the root, to whatever no route of the API answers. */
export function serveConsole(files: ConsoleFiles): Middleware<ApiState> {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const isPage = PAGES.has(ctx.path.split('/')[1] ?? '')
    if (!isPage && !ctx.path.startsWith('/assets/')) return next()
    const built = files.get()
    const file = isPage ? (built?.index ?? UNBUILT) : built?.assets.get(ctx.path)
    if (file === undefined) return next()
    ctx.state.operation = 'getConsole'
    ctx.state.isPage = true
    ctx.set('Cache-Control', isPage ? 'private, no-cache' : FOR_EVER)
    ctx.set({ ETag: file.etag, Vary: 'Accept-Encoding', 'Content-Security-Policy': POLICY })
    ctx.set('Permissions-Policy', PERMISSIONS)
    if (isUnchanged(ctx.get('If-None-Match') || undefined, file.etag)) ctx.status = 304
    else send(ctx, file)
  }
}

function send(ctx: Parameters<Middleware<ApiState>>[0], { contentType, plain, brotli }: ConsoleFile): void {
  ctx.status = 200
  ctx.set('Content-Type', contentType)
  if (brotli !== undefined && ctx.acceptsEncodings('br', 'identity') === 'br') {
    ctx.set('Content-Encoding', 'br')
    ctx.body = brotli
  } else ctx.body = plain
  // Koa names a Buffer's type itself.
  ctx.set('Content-Type', contentType)
}
