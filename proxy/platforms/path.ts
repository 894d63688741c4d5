/** Nearly every path has the documented form, and skips all of this. */
const UNUSUAL = /[%;]|\/\/|\/\.|.\/$/
/** Unreserved characters (RFC 3986 section 2.3), and the colon that Google's methods stand behind. */
const ENCODED = /%(?:2[de]|3[0-9a]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi

/** What servers may take for a slash: some undo its escape, or that of a backslash, before they look for a route. */
const SEPARATORS = /\\|%2f|%5c/gi

/** How often a server, and what stands before it, may undo escapes. */
const ROUNDS = 4
/** An escape, one of Microsoft's of UTF-16 (HTTP.sys undoes it unless it is told not to), and one octet as two of UTF-8, which is too long. */
const ESCAPE = /%u00([0-9a-f]{2})|%c([01])%([89ab][0-9a-f])|%([0-7][0-9a-f])/gi
/** What an escape of a question mark or a number sign begins to servers that look for the end of the path only then. */
const END = /[?#].*/s

/**
 * A path in the ways servers may read it, the plainest first: an escaped slash is a character of a segment to some, and ends it to others,
 * some undo what was escaped twice or more, and some take blanks off a name. A rule about paths is asked of each of them, in any case of letters.
 */
export function pathReadings(path: string): readonly string[] {
  if (!UNUSUAL.test(path) && !path.includes('\\')) return [path]
  const spellings = new Set<string>()
  for (let round = 0, spelled = path; round < ROUNDS; round++) {
    for (const one of [spelled, spelled.replace(SEPARATORS, '/')]) {
      spellings.add(one)
      if (round > 0) spellings.add(one.replace(END, '').split('/').map(withoutBlanks).join('/'))
    }
    const deeper = spelled.replace(ESCAPE, unescaped)
    if (deeper === spelled) break
    spelled = deeper
  }
  return [...new Set([...spellings].map(normalisePath))]
}

function unescaped(_: string, utf16: string | undefined, high: string, low: string, octet: string): string {
  const code =
    high === undefined ? Number.parseInt(utf16 ?? octet, 16) : Number(high) * 64 + (Number.parseInt(low, 16) & 63)
  return String.fromCharCode(code)
}

/** Without the blanks and controls at its ends; an expression would take time of the square of their number. */
function withoutBlanks(segment: string): string {
  let [start, end] = [0, segment.length]
  while (start < end && isBlank(segment.charCodeAt(start))) start++
  while (start < end && isBlank(segment.charCodeAt(end - 1))) end--
  return segment.slice(start, end)
}

function isBlank(code: number): boolean {
  return code <= 0x20 || code === 0x7f
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
