const HEAD = 8192
/** A line `Name: value` of a mail (RFC 5322 section 2.2). */
const FIELD = /^([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]/
const TELLING: ReadonlySet<string> = new Set([
  ...['from', 'to', 'cc', 'subject', 'date', 'sender', 'reply-to', 'received', 'message-id', 'mime-version'],
  ...['content-type', 'content-transfer-encoding', 'return-path', 'delivered-to', 'dkim-signature'],
])
const MIN_TELLING = 3

/** Whether a text is a format of its own that says more than it shows: RTF, or a saved mail with its encoded parts. */
export function isRichText(text: string): boolean {
  return isRtf(text.slice(0, HEAD)) || looksLikeMail(text)
}

export function isRtf(head: string): boolean {
  return head.trimStart().startsWith('{\\rtf')
}

/** Whether a text begins as a saved mail does: with nothing but header fields, at least three of them a mail's. */
export function looksLikeMail(text: string): boolean {
  const lines = text.slice(0, HEAD).split(/\r?\n/)
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (line === '') break
    // A folded line, and the line that mailboxes put first.
    if (line.startsWith(' ') || line.startsWith('\t') || (index === 0 && line.startsWith('From '))) continue
    const name = FIELD.exec(`${line} `)?.[1]?.toLowerCase()
    // The last line may be cut.
    if (name === undefined) return index === lines.length - 1 && seen.size >= MIN_TELLING
    if (TELLING.has(name)) seen.add(name)
  }
  return seen.size >= MIN_TELLING
}
