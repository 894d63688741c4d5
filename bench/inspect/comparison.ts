import type { Comparison } from '../comparison.ts'
import { installPeers } from '../install.ts'
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
      const report = await runInspect(options, progress, signal)
      return { report, text: formatReport(report) }
    }
  },
}
