import type { Comparison } from '../comparison.ts'
import type { Spread } from '../statistics.ts'
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

function format({ node, seconds, rounds, results, way, parts, memory }: Report): string {
  const tables = [
    formatTable(
      ['', 'interactions/s', 'CPU µs each', 'resident MB'],
      results.map(({ engine, endpoint, interactionsPerSecond, cpuMicros, residentMB }) => [
        `${engine}, ${endpoint === 'one' ? 'POST /interactions' : 'POST /interactions/batch'}`,
        range(interactionsPerSecond),
        cpuMicros.median.toFixed(0),
        residentMB.toFixed(0),
      ]),
    ),
    formatTable(
      ['from hand-over to committed row', 'CPU µs each', 'of it in the proxy'],
      way.map(({ listening, cpuMicros, proxyMicros }) => [
        `${listening} listening`,
        range(cpuMicros),
        proxyMicros.median.toFixed(0),
      ]),
    ),
    formatTable(
      ['parts, each by itself', 'CPU µs each'],
      Object.entries(parts).map(([part, micros]) => [part, micros.toFixed(1)]),
    ),
    formatTable(
      ['memory', 'MB', 'of it used'],
      memory.flatMap(({ when, residentBytes, heaps }) => [
        [`${when}, resident`, megabytes(residentBytes), ''],
        ...heaps.map(({ thread, committed, used }) => [`  heap of ${thread}`, megabytes(committed), megabytes(used)]),
      ]),
    ),
  ]
  return `record: Node.js ${node}, medians of ${rounds} rounds of ${seconds} s\n\n${tables.join('\n\n')}\n`
}

function range({ median, min, max }: Spread): string {
  return `${median.toFixed(0)} (${min.toFixed(0)} to ${max.toFixed(0)})`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
