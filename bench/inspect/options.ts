import { inRange, valuesOf, wholeInRange } from '../arguments.ts'
import { UsageError } from '../errors.ts'

export const LANES = [
  'weir',
  'weir-without-classifier',
  'weir-forward',
  'weir-h2',
  'weir-forward-h2',
  'raw-tls',
  'hudsucker',
  'hudsucker-forward',
  'goproxy',
  'bare-undici',
  'bare-https',
  'mockttp',
  'http-mitm-proxy',
] as const
export type LaneName = (typeof LANES)[number]

/** Whose clients and upstream speak HTTP/2, on as many connections, one request at a time on each. */
export function speaksH2(lane: LaneName): boolean {
  return lane.endsWith('-h2')
}

/** What the others' CPU time is compared with on every machine. */
export const YARDSTICK = 'bare-undici' satisfies LaneName

/**
 * The fastest known peer for the same work, with which the aims are stated: for a lane that only forwards, the one that only
 * forwards.
 */
export function peerOf(lane: LaneName): LaneName {
  return lane === 'raw-tls' || lane.includes('-forward') ? 'hudsucker-forward' : 'hudsucker'
}

export interface Options {
  /** Length of one measurement: one contestant, one prompt size, one round. */
  readonly seconds: number
  readonly rounds: number
  readonly lanes: readonly LaneName[]
  /** Whether Weir reads what the upstream answers. */
  readonly answers: 'on' | 'off'
}

export const USAGE = `inspect: the inspected path, with 2 kB and 50 kB of prose, code and conversations, no two alike
    --seconds N  length of one measurement, from 0.1 to 60 (default 1)
    --rounds N   how often every contestant is measured, from 1 to 100 (default 7)
    --lanes A,B  only some of ${LANES.join(', ')};
                 ${YARDSTICK} always runs, the others are compared with it
    --answers X  whether Weir reads and records answers, as it does by default: on or off (default on)`

/** @throws UsageError */
export function parseOptions(args: readonly string[]): Options {
  const given = valuesOf(args, ['seconds', 'rounds', 'lanes', 'answers'])
  const { seconds = '1', rounds = '7', lanes, answers = 'on' } = given
  if (answers !== 'on' && answers !== 'off') throw new UsageError('--answers is on or off')
  return {
    seconds: inRange('--seconds', seconds, 0.1, 60),
    rounds: wholeInRange('--rounds', rounds, 1, 100),
    lanes: lanes === undefined ? LANES : chooseLanes(lanes.split(',')),
    answers,
  }
}

/** In the order of LANES, so that a round always runs the same way. */
function chooseLanes(names: readonly string[]): readonly LaneName[] {
  const unknown = names.find((name) => !LANES.some((lane) => lane === name))
  if (unknown !== undefined) throw new UsageError(`there is no contestant named ${JSON.stringify(unknown)}`)
  return LANES.filter((lane) => lane === YARDSTICK || names.includes(lane))
}
