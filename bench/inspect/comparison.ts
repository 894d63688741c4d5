import type { Comparison } from '../comparison.ts'
import { installPeers } from '../install.ts'
import { builderOf, type ProgramName } from './lanes/programs.ts'
import { type LaneName, parseOptions, USAGE } from './options.ts'
import { formatReport } from './report.ts'
import { runInspect } from './run.ts'

/** Contestants that come as packages of bench/ alone. */
const PEERS: readonly LaneName[] = ['mockttp', 'http-mitm-proxy']

export const inspect: Comparison = {
  name: 'inspect',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      if (options.lanes.some((lane) => PEERS.includes(lane))) installPeers('--lanes weir needs no peers')
      const lanes = options.lanes.filter((lane) => {
        const program = programOf(lane)
        if (program === undefined || builderOf(program) !== undefined) return true
        progress(`${lane} is left out: what builds it is not on this machine (cargo for hudsucker, go for goproxy)`)
        return false
      })
      const report = await runInspect({ ...options, lanes }, progress, signal)
      return { report, text: formatReport(report) }
    }
  },
}

function programOf(lane: LaneName): ProgramName | undefined {
  if (lane === 'goproxy') return 'goproxy'
  return lane === 'hudsucker' || lane === 'hudsucker-forward' ? 'hudsucker' : undefined
}
