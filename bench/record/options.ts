import { inRange, valuesOf, wholeInRange } from '../arguments.ts'

export interface Options {
  /** Length of one measurement. */
  readonly seconds: number
  readonly rounds: number
  /** A server whose databases may be made and dropped; undefined measures the embedded engine alone. */
  readonly mongodb: string | undefined
}

export const USAGE = `record: interactions recorded by the API, one at a time and in batches of 500; one record's way from a proxy, by part; memory
    --seconds N    length of one measurement, from 0.1 to 60 (default 5)
    --rounds N     how often each is measured, from 1 to 100 (default 3)
    --mongodb URL  measures that server too (default WEIR_TEST_MONGODB_URL)`

/** @throws UsageError */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Options {
  const { seconds = '5', rounds = '3', mongodb } = valuesOf(args, ['seconds', 'rounds', 'mongodb'])
  return {
    seconds: inRange('--seconds', seconds, 0.1, 60),
    rounds: wholeInRange('--rounds', rounds, 1, 100),
    mongodb: mongodb ?? env.WEIR_TEST_MONGODB_URL,
  }
}
