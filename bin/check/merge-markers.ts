import type { ProjectFile } from './project-files.ts'

/** The line of equals signs between the two is left out: it is also a heading in Markdown. */
const MARKER = /^(?:<{7}|>{7}|\|{7})(?: |$)/

/** @returns one line for each conflict marker that a merge left behind */
export function mergeMarkers(files: readonly ProjectFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split(/\r?\n/).flatMap((line, index) => (MARKER.test(line) ? [`${path}:${index + 1}: merge marker`] : [])),
  )
}
