/**
 * Whether servers read a request target in more than one way, so that it could lead around its operation: no target holds a
 * fragment (RFC 9112 section 3.2), which some servers cut off, and a backslash in a path is a slash to some (WHATWG URL). In
 * a query browsers send a backslash as it is.
 */
export function isAmbiguous(target: string): boolean {
  if (target.includes('#')) return true
  const backslash = target.indexOf('\\')
  if (backslash === -1) return false
  const query = target.indexOf('?')
  return query === -1 || backslash < query
}
