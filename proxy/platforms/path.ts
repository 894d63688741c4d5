/** Nearly every path has the documented form, and skips all of this. */
const UNUSUAL = /[%;]|\/\/|\/\.|.\/$/
/** Unreserved characters (RFC 3986 section 2.3), and the colon that Google's methods stand behind. */
const ENCODED = /%(?:2[de]|3[0-9a]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi

/** What servers may take for a slash: some undo its escape, or that of a backslash, before they look for a route. */
const SEPARATORS = /\\|%2f|%5c/gi

/** What servers undo that decode twice, or know Microsoft's escapes of UTF-16 (HTTP.sys does unless it is told not to). */
const TWICE = /%25(?=[0-9a-f]{2})|%u00(?=[0-9a-f]{2})/gi

/**
 * A path in the ways servers may read it: an escaped slash is a character of a segment to some, and ends it to others, and some undo what
 * was escaped twice.
 */
export function pathReadings(path: string): readonly string[] {
  if (!UNUSUAL.test(path) && !path.includes('\\')) return [path]
  const deeper = path.replace(TWICE, '%')
  const spellings = new Set([path, path.replace(SEPARATORS, '/'), deeper, deeper.replace(SEPARATORS, '/')])
  return [...new Set([...spellings].map(normalisePath))]
}

/**
 * A path as most servers read it, to find its operation by; what is forwarded stays as it came. Escapes of unreserved
 * characters are undone, doubled slashes and dot segments (RFC 3986 section 5.2.4), a trailing slash and parameters of
 * segments (section 3.3) are taken out.
 */
export function normalisePath(path: string): string {
  if (!UNUSUAL.test(path)) return path
  const decoded = path.replace(ENCODED, (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16)))
  const segments: string[] = []
  for (const segment of decoded.split('/')) {
    const [name = ''] = segment.split(';', 1)
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name)
  }
  return `/${segments.join('/')}`
}
