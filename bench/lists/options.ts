import { inRange, valuesOf, wholeInRange } from '../arguments.ts'

export interface Options {
  readonly rows: number
  readonly rounds: number
  readonly promptRounds: number
  /** Interactions that are recorded each second while lists are measured a second time; 0 for no second time. */
  readonly writes: number
  /** Length of one measurement of prompts. */
  readonly seconds: number
  /** Where the data stay, so that another run need not record them again. */
  readonly data: string | undefined
}

export const USAGE = `lists: lists, dashboard and inventory over many recorded interactions, and prompts meanwhile
    --rows N           how many interactions, from 1000 to 100000000 (default 1000000)
    --rounds N         how often everything is asked for, from 1 to 100 (default 2)
    --writes N         how many are recorded a second while lists are measured again, from 0 to 20000 (default 200)
    --prompt-rounds N  how often prompts are measured in quiet and beside queries, from 1 to 100 (default 5)
    --seconds N        length of one measurement of prompts, from 0.1 to 60 (default 3)
    --data FOLDER      keeps the records there, or uses those that an earlier run kept`

/** @throws UsageError */
export function parseOptions(args: readonly string[]): Options {
  const values = valuesOf(args, ['rows', 'rounds', 'prompt-rounds', 'seconds', 'data', 'writes'])
  return {
    rows: wholeInRange('--rows', values.rows ?? '1000000', 1000, 100_000_000),
    rounds: wholeInRange('--rounds', values.rounds ?? '2', 1, 100),
    promptRounds: wholeInRange('--prompt-rounds', values['prompt-rounds'] ?? '5', 1, 100),
    writes: wholeInRange('--writes', values.writes ?? '200', 0, 20_000),
    seconds: inRange('--seconds', values.seconds ?? '3', 0.1, 60),
    data: values.data,
  }
}
