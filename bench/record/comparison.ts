import type { Comparison } from '../comparison.ts'
import { formatTable } from '../table.ts'
import { parseOptions, USAGE } from './options.ts'
import { type Report, runRecord } from './run.ts'

export const record: Comparison = {
  name: 'record',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      const report = await runRecord(options, progress, signal)
      return { report, text: format(report) }
    }
  },
}

function format({ node, seconds, rounds, results }: Report): string {
  const rows = results.map(({ engine, endpoint, interactionsPerSecond, cpuMicros, residentMiB }) => [
    `${engine}, ${endpoint === 'one' ? 'POST /interactions' : 'POST /interactions/batch'}`,
    `${interactionsPerSecond.median.toFixed(0)} (${interactionsPerSecond.min.toFixed(0)} to ${interactionsPerSecond.max.toFixed(0)})`,
    cpuMicros.median.toFixed(0),
    residentMiB.toFixed(0),
  ])
  const table = formatTable(['', 'interactions/s', 'CPU µs each', 'resident MiB'], rows)
  return `record: Node.js ${node}, medians of ${rounds} rounds of ${seconds} s\n\n${table}\n`
}
