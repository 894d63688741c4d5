import { createHash } from 'node:crypto'
import { preconditionFailed } from './api-error.ts'

/** An entity tag (RFC 9110, 8.8.3) for a representation that has no version of its own. */
export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

/** If-None-Match: whether the client has this representation already; weak comparison (RFC 9110, 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || tags(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag)
}

/**
 * If-Match: strong comparison (RFC 9110, 13.1.1). A request without the header is not guarded.
 * @returns whether the header was there, and fits
 * @throws ApiError 412
 */
export function requireMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return false
  if (!tags(ifMatch).includes(etag)) throw preconditionFailed()
  return true
}

function tags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}
