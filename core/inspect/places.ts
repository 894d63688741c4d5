import type { Origin } from './origins.ts'
import type { TextPart } from './parts.ts'

/** Where a finding stands, by which its parts are known when they come again. */
export interface Place {
  /** In earlier turns, or beside the messages; otherwise in the newest turn. */
  readonly isContext: boolean
  /** As in `origins`. */
  readonly origin?: Origin | undefined
  /** Hashes of all the parts that it lies in. */
  readonly parts: readonly string[]
}

interface Found {
  readonly content: readonly TextPart[]
  readonly context: readonly TextPart[]
  /** Those in the content first, `inContent` of them. Offsets are those of the joined content or context. */
  readonly findings: readonly { readonly type: string; readonly start?: number; readonly end?: number }[]
  readonly inContent: number
  /** The parts of values that are split over several. */
  readonly split: ReadonlyMap<object, readonly TextPart[]>
  /** Of messages, as `origins` counts them. */
  readonly numbers: ReadonlyMap<TextPart, number>
}

/** A finding is as new as the newest part that it lies in: all of them are named. */
export function placesOf(found: Found, hashPart: (part: TextPart) => string): Place[] {
  const hashes = new Map<TextPart, string>()
  const hashOf = (part: TextPart) => {
    const hash = hashes.get(part) ?? hashPart(part)
    hashes.set(part, hash)
    return hash
  }
  const inContent = partsWithin(found.content)
  const inContext = partsWithin(found.context)
  return found.findings.map((finding, index) => {
    const { type, start = 0, end = start } = finding
    const isContext = index >= found.inContent
    const parts = found.split.get(finding) ?? (isContext ? inContext : inContent)(start, end)
    const [first] = parts
    const isTold = isContext || first?.role === 'system'
    const message = first === undefined ? undefined : found.numbers.get(first)
    const origin: Origin = message === undefined ? { type, place: 'beside' } : { type, place: 'earlier', message }
    return { isContext, ...(isTold && { origin }), parts: parts.map(hashOf) }
  })
}

/** The parts that a stretch of joined parts lies in. */
function partsWithin(parts: readonly TextPart[]): (start: number, end: number) => readonly TextPart[] {
  const starts: number[] = []
  let offset = 0
  for (const { text } of parts) {
    starts.push(offset)
    // A line feed joins them.
    offset += text.length + 1
  }
  return (start, end) => parts.slice(indexAt(starts, start), indexAt(starts, Math.max(start, end - 1)) + 1)
}

/** The last of ascending starts that is not behind an offset. */
function indexAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
