/** What a comparison found: as data, and as tables for people. */
export interface Outcome {
  readonly report: object
  readonly text: string
}

/** Runs with the arguments it was made from. Progress goes line by line to stderr, so that stdout holds the report alone. */
export type Run = (progress: (line: string) => void, signal: AbortSignal) => Promise<Outcome>

/** One of the measured comparisons: a folder or file beside this one, and a line in main.ts. */
export interface Comparison {
  readonly name: string
  /** What it measures, in one line, then its own options, indented. */
  readonly usage: string
  /**
   * @param args what follows the name, without --json
   * @throws UsageError
   */
  prepare(args: readonly string[]): Run
}
