const LESS = 0x3c
const GREATER = 0x3e
const DOUBLE = 0x22
const SINGLE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
/** The bytes of U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = 3

/**
 * Where in a document a script comes first of all: behind the start of its head, and before every policy that its meta
 * elements hold. In bytes; the charset has to hold ASCII as such.
 * @param bytes the beginning of the document
 * @returns undefined where more of it has to come first
 */
export function placeIn(bytes: Buffer): number | undefined {
  if (isWide(bytes) || (bytes.length === 1 && bytes.readUInt8() >= 0xfe)) return undefined
  const hasMark = bytes[0] === 0xef
  if (hasMark && bytes.length < BYTE_ORDER_MARK) return undefined
  let at = hasMark && bytes[1] === 0xbb && bytes[2] === 0xbf ? BYTE_ORDER_MARK : 0
  for (;;) {
    while (isSpace(bytes[at])) at++
    if (at >= bytes.length) return undefined
    if (bytes[at] !== LESS) return at
    const end = endOfMarkup(bytes, at)
    if (end === undefined) return undefined
    const name = nameAt(bytes, at + 1)
    if (name === 'head') return end
    // Comments, the doctype and the element around all of it.
    const isBefore = name === 'html' || bytes[at + 1] === 0x21 || bytes[at + 1] === 0x3f
    if (!isBefore) return at
    at = end
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
}

/** Behind the `>` of a tag, a comment or a declaration (HTML standard, section 13.2.5); undefined if it is not there yet. */
function endOfMarkup(bytes: Buffer, start: number): number | undefined {
  const isComment = bytes.subarray(start, start + 4).toString('latin1') === '<!--'
  if (!isComment && '<!--'.startsWith(bytes.subarray(start).toString('latin1', 0, 4))) return undefined
  if (isComment) {
    // `<!-->` and `<!--->` are whole comments; `<!--!>` is none.
    const ends = [
      { at: bytes.indexOf('-->', start + 2), length: 3 },
      { at: bytes.indexOf('--!>', start + 4), length: 4 },
    ]
    const first = ends.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at)[0]
    return first === undefined ? undefined : first.at + first.length
  }
  const isTag = bytes[start + 1] !== 0x21 && bytes[start + 1] !== 0x3f
  if (isTag) return endOfTag(bytes, start)
  const end = bytes.indexOf(GREATER, start)
  return end === -1 ? undefined : end + 1
}

/** A quotation mark counts only where the value of an attribute begins; elsewhere it is a character like any other. */
function endOfTag(bytes: Buffer, start: number): number | undefined {
  let state: 'tag' | 'between' | 'name' | 'named' | 'value' | 'unquoted' | typeof DOUBLE | typeof SINGLE = 'tag'
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (state === DOUBLE || state === SINGLE) {
      if (byte === state) state = 'between'
    } else if (byte === GREATER) return at + 1
    else if (isSpace(byte)) {
      if (state === 'unquoted' || state === 'tag') state = 'between'
      else if (state === 'name') state = 'named'
    } else if (state === 'value') state = byte === DOUBLE || byte === SINGLE ? byte : 'unquoted'
    else if (state === 'tag') state = byte === SLASH ? 'between' : 'tag'
    else if (state !== 'unquoted') state = stateInName(byte, state)
  }
  return undefined
}

function stateInName(byte: number | undefined, state: 'between' | 'name' | 'named'): 'between' | 'name' | 'value' {
  if (byte === SLASH) return 'between'
  return byte === EQUALS && state !== 'between' ? 'value' : 'name'
}

/** Whether it begins with the mark of UTF-16, which counts more than what its head says. */
export function isWide(bytes: Buffer): boolean {
  return bytes.length > 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
}

function nameAt(bytes: Buffer, start: number): string {
  let end = start
  while (end < bytes.length && !isSpace(bytes[end]) && bytes[end] !== GREATER && bytes[end] !== SLASH) end++
  return bytes.toString('latin1', start, end).toLowerCase()
}
