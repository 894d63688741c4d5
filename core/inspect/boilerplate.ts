import type { TextPart } from './parts.ts'
import type { Span } from './rule.ts'

/** The tags in which agents describe their machine at the beginning of a user's message. */
const ENVELOPES: ReadonlySet<string> = new Set(['environment_context', 'session_context'])
const OPENING = /^\s{0,8}<([a-z_]{1,40})>/

/**
 * Stretches of the joined content that neither the person nor their files contributed: system prompts, prefilled answers, and what an
 * agent tells of its environment. In order, within the first `length` characters.
 */
export function boilerplateOf(content: readonly TextPart[], length: number): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const { role, text } of content) {
    if (start >= length) break
    const own = role === 'user' || role === 'tool' ? envelopeOf(text) : text.length
    if (own > 0) spans.push({ start, end: Math.min(length, start + own) })
    start += text.length + 1
  }
  return spans
}

/** The length of such tags and their content at the beginning of a user's part. */
function envelopeOf(text: string): number {
  const name = OPENING.exec(text)?.[1]
  if (name === undefined || !ENVELOPES.has(name)) return 0
  const closing = `</${name}>`
  const end = text.indexOf(closing)
  return end === -1 ? 0 : end + closing.length
}

/** The remaining stretches of a text, joined; maps offsets in the joined text to offsets in the original. */
export function withoutSpans(
  text: string,
  spans: readonly Span[],
): { readonly rest: string; original(at: number): number } {
  if (spans.length === 0) return { rest: text, original: (at) => at }
  const kept: { readonly from: number; readonly at: number }[] = []
  let rest = ''
  let end = 0
  for (const span of [...spans, { start: text.length, end: text.length }]) {
    if (span.start > end) {
      if (rest !== '') rest += '\n'
      kept.push({ from: end, at: rest.length })
      rest += text.slice(end, span.start)
    }
    end = Math.max(end, span.end)
  }
  return {
    rest,
    original(at) {
      const piece = kept.findLast((candidate) => candidate.at <= at)
      return piece === undefined ? at : piece.from + at - piece.at
    },
  }
}
