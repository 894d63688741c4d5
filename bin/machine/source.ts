import type { Draw } from './draw.ts'

/** One kind of data that machines write and in which nothing is anybody's. */
export interface Source {
  readonly name: string
  /** Makes one document, of any length; what follows from chance comes from `draw` alone. */
  make(draw: Draw): string
}

/** Joins `count` lines with line feeds, the last one included. */
export function lines(draw: Draw, count: number, make: (index: number) => string): string {
  return `${draw.times(count, make).join('\n')}\n`
}
