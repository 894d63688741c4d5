/**
 * Who a piece of text of a request comes from.
 * `definition` is what describes tools and formats to a model: inspected, but never part of a turn.
 */
export type PartRole = 'system' | 'user' | 'assistant' | 'tool' | 'definition'

/** One text of a request, as extracted and before any normalisation, in the order of the conversation. */
export interface TextPart {
  readonly role: PartRole
  readonly text: string
  /** Of telemetry: where in the body it stands, as `events[0].name`. */
  readonly at?: string
  /** No field of telemetry that holds a prompt: see telemetry.ts. */
  readonly isTelemetry?: true
}

/** A conversation split into what is new in this request and what was said before. */
export interface Turns {
  /** The newest turn: all that follows the last assistant message; everything but definitions where there is none. */
  readonly content: readonly TextPart[]
  /** Earlier turns, system prompts said before the newest turn, and definitions. */
  readonly context: readonly TextPart[]
}

/** Splits a request as docs/reference/api-rules.md ("What content is for a proxied prompt") says. */
export function splitTurns(parts: readonly TextPart[]): Turns {
  const lastAssistant = parts.findLastIndex((part) => part.role === 'assistant')
  const content: TextPart[] = []
  const context: TextPart[] = []
  for (const [index, part] of parts.entries()) {
    if (index > lastAssistant && part.role !== 'definition') content.push(part)
    else context.push(part)
  }
  // A request that ends with an assistant message (a prefill, a continuation) still has a newest turn: that message.
  if (content.length === 0) return { content: context.filter(isTurn), context: context.filter((p) => !isTurn(p)) }
  return { content, context }
}

function isTurn(part: TextPart): boolean {
  return part.role !== 'definition'
}

/** The text whose hash is recorded and into which offsets point. */
export function joinContent(content: readonly TextPart[]): string {
  if (content.length === 1 && content[0] !== undefined) return content[0].text
  return content.map((part) => part.text).join('\n')
}
