import type { Draw } from './draw.ts'

/** One kind of data that machines write and in which nothing is anybody's. */
export interface Source {
  readonly name: string
  /** Makes one document, of any length; what follows from chance comes from `draw` alone. */
  make(draw: Draw): string
  /** A document is a conversation, its messages between these marks (END_OF_MESSAGE): values may be split over them. */
  readonly isConversation?: boolean
  /** A document is read as it is, and counts as several texts by its length. */
  readonly isWhole?: boolean
}

export const END_OF_MESSAGE = '\u001e'

/** Joins `count` lines with line feeds, the last one included. */
export function lines(draw: Draw, count: number, make: (index: number) => string): string {
  return `${draw.times(count, make).join('\n')}\n`
}
