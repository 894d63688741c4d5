import { valuesOf, wholeInRange } from '../arguments.ts'

export interface Options {
  readonly rows: number
  /** How often the dashboard is opened at each speed. */
  readonly rounds: number
  /** Where the data stay, so that another run need not record them again; those of `lists` will do. */
  readonly data: string | undefined
}

export const USAGE = `console: how soon the console's dashboard can be used over many recorded interactions, in Chromium
    --rows N           how many interactions, from 1000 to 100000000 (default 1000000)
    --rounds N         how often the dashboard is opened at each speed, from 1 to 100 (default 7)
    --data FOLDER      keeps the records there, or uses those that an earlier run, or one of lists, kept`

/** @throws UsageError */
export function parseOptions(args: readonly string[]): Options {
  const values = valuesOf(args, ['rows', 'rounds', 'data'])
  return {
    rows: wholeInRange('--rows', values.rows ?? '1000000', 1000, 100_000_000),
    rounds: wholeInRange('--rounds', values.rounds ?? '7', 1, 100),
    data: values.data,
  }
}
