import { parseArgs } from 'node:util'
import { UsageError } from './errors.ts'

export const LANES = ['weir', 'bare-undici', 'bare-https', 'mockttp', 'http-mitm-proxy'] as const
export type LaneName = (typeof LANES)[number]

/** Whom the others' CPU time is compared with. */
export const YARDSTICK = 'bare-undici' satisfies LaneName

/** The one comparison there is so far, and so what runs without a name too. */
const COMPARISON = 'inspect'

export interface Options {
  readonly json: boolean
  /** Length of one measurement: one contestant, one prompt size, one round. */
  readonly seconds: number
  readonly rounds: number
  readonly lanes: readonly LaneName[]
}

export const USAGE = `usage: npm run bench -- [NAME] [--json] [--seconds N] [--rounds N] [--lanes A,B]

  NAME         ${COMPARISON}: the inspected path, with a 2 kB and a 50 kB prompt
  --json       one JSON object on stdout instead of tables
  --seconds N  length of one measurement, from 0.1 to 60 (default 1)
  --rounds N   how often every contestant is measured, from 1 to 100 (default 7)
  --lanes A,B  only some of ${LANES.join(', ')};
               ${YARDSTICK} always runs, the others are compared with it
`

/** @throws UsageError */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const name = positionals.join(' ')
  if (positionals.length > 0 && name !== COMPARISON) {
    throw new UsageError(`there is no comparison named ${JSON.stringify(name)}`)
  }
  const rounds = inRange('--rounds', values.rounds, 1, 100)
  if (!Number.isInteger(rounds)) throw new UsageError('--rounds takes a whole number')
  return {
    json: values.json,
    seconds: inRange('--seconds', values.seconds, 0.1, 60),
    rounds,
    lanes: values.lanes === undefined ? LANES : chooseLanes(values.lanes.split(',')),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '1' },
        rounds: { type: 'string', default: '7' },
        lanes: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function inRange(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= min && value <= max)) {
    throw new UsageError(`${name} takes a number from ${min} to ${max}, not ${JSON.stringify(text)}`)
  }
  return value
}

/** In the order of LANES, so that a round always runs the same way. */
function chooseLanes(names: readonly string[]): readonly LaneName[] {
  const unknown = names.find((name) => !LANES.some((lane) => lane === name))
  if (unknown !== undefined) throw new UsageError(`there is no contestant named ${JSON.stringify(unknown)}`)
  return LANES.filter((lane) => lane === YARDSTICK || names.includes(lane))
}
