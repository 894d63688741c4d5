import type { TextPart } from './parts.ts'

/** The place of a finding that is not in the newest turn. */
export interface Origin {
  readonly type: string
  /**
   * `beside`: in what an application sends along with the messages: instructions, tools, settings. `telemetry`: in what it sends about
   * itself.
   */
  readonly place: 'earlier' | 'beside' | 'telemetry'
  /** The number of the message in the request, from 1; undefined if it is in no message. */
  readonly message?: number
  /** Of telemetry: where in the body. */
  readonly at?: string
}

/** Numbers the messages of a conversation as people count them: everything that one side says before the other answers is one message. */
export function numberMessages(parts: readonly TextPart[]): {
  readonly of: ReadonlyMap<TextPart, number>
  total: number
} {
  const of = new Map<TextPart, number>()
  let total = 0
  let side: 'assistant' | 'person' | undefined
  for (const part of parts) {
    if (part.role === 'system' || part.role === 'definition') continue
    const speaker = part.role === 'assistant' ? 'assistant' : 'person'
    if (speaker !== side) total++
    side = speaker
    of.set(part, total)
  }
  return { of, total }
}

/** The origins of the findings in the joined context, without repetition. */
export function originsOf(
  found: readonly { readonly type: string; readonly part: TextPart | undefined }[],
  numbers: ReadonlyMap<TextPart, number>,
): Origin[] {
  const origins = new Map<string, Origin>()
  for (const { type, part } of found) {
    const message = part === undefined ? undefined : numbers.get(part)
    const origin: Origin = message === undefined ? { type, place: 'beside' } : { type, place: 'earlier', message }
    origins.set(`${type} ${message}`, origin)
  }
  return [...origins.values()]
}

/** The part that each offset into joined parts (core/inspect/parts.ts) lies in; offsets in ascending order. */
export function partsAt(parts: readonly TextPart[], offsets: readonly number[]): (TextPart | undefined)[] {
  let index = 0
  let end = parts[0]?.text.length ?? 0
  return offsets.map((offset) => {
    while (offset > end && index < parts.length - 1) {
      index++
      // A line feed joins them.
      end += 1 + (parts[index]?.text.length ?? 0)
    }
    return parts[index]
  })
}
