export interface ImageFigures {
  readonly image: string
  /** Bytes: of what the image adds to its base, by part. */
  readonly packages: number
  readonly console: number
  readonly code: number
  readonly added: number
  /** Bytes of Node's program, which the base image has. */
  readonly node: number
  /** Milliseconds: with an empty volume, and the median with what that left. */
  readonly firstStart: number
  readonly start: number
}

const MB = 1_000_000

/** The figures for a person: as a table of Markdown, which goes into the documents as it is. */
export function table(figures: readonly ImageFigures[]): string {
  const rows = figures.map(({ image, packages, console, code, added, node, firstStart, start }) => [
    image,
    ...[packages, console, code, added, node].map((bytes) => `${(bytes / MB).toFixed(1)} MB`),
    ...[firstStart, start].map((ms) => `${(ms / 1000).toFixed(2)} s`),
  ])
  const head = ['image', 'packages', 'console', 'code', 'added to its base', 'Node', 'first start', 'start']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
