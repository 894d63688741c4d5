export interface VisiblePart {
  readonly key: number
  readonly text: string
  /** It stands for a character that cannot be seen. */
  readonly isMark: boolean
}

/** Controls, and what reorders or hides text: bidirectional marks, joiners, zero-width spaces, variation selectors and tags. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu

/** A text as it is shown: each character that cannot be seen as its number, U+202E. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    if (index > end) parts.push({ key: end, text: text.slice(end, index), isMark: false })
    parts.push({ key: index, text: nameOf(found), isMark: true })
    end = index + found.length
  }
  if (end < text.length) parts.push({ key: end, text: text.slice(end), isMark: false })
  return parts
}

/** The same as one text, for titles and labels. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => (part.isMark ? `⟨${part.text}⟩` : part.text))
    .join('')
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
