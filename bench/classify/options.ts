import { join } from 'node:path'
import { valuesOf, wholeInRange } from '../arguments.ts'

export interface Options {
  /** How often every contestant goes over every text. */
  readonly rounds: number
  /** The folder of the labelled corpora; one that is not there means that the texts are made up. */
  readonly data: string
  /** false: Weir alone, without packages or programs of others. */
  readonly peers: boolean
}

export const USAGE = `classify: what classifying costs by kind and length of text, the worst texts, and how many secrets are found, beside others
    --rounds N         how often every text is classified, from 1 to 1000 (default 9)
    --data FOLDER      labelled corpora (default bench/corpora); without them the texts are made up, and accuracy is left out
    --peers no         Weir alone`

/** @throws UsageError */
export function parseOptions(args: readonly string[]): Options {
  const values = valuesOf(args, ['rounds', 'data', 'peers'])
  return {
    rounds: wholeInRange('--rounds', values.rounds ?? '9', 1, 1000),
    data: values.data ?? join(import.meta.dirname, '../corpora'),
    peers: values.peers !== 'no',
  }
}
