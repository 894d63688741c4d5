import type { Spread } from '../statistics.ts'
import { formatTable } from '../table.ts'
import { nameOf } from './prompt-size.ts'
import type { Report } from './run.ts'
import type { LaneResult } from './summary.ts'

/** The report for people: a table for each prompt size. */
export function formatReport(report: Report): string {
  const { node, platform, connections, rounds, seconds, yardstick, answers } = report
  const head = `${report.comparison}: Node.js ${node}, ${platform}, ${connections} connections, medians of ${rounds} rounds of ${seconds} s, Weir ${answers === 'on' ? 'reads' : 'does not read'} answers`
  const tables = report.sizes.map(({ promptCharacters, seenCharacters, lanes }) => {
    const header = [
      ...['', 'requests/s', 'CPU µs/request', 'of it API', 'p50 ms', 'p99 ms'],
      ...[`CPU against ${yardstick}`, 'against hudsucker'],
    ]
    return `prompts of ${nameOf({ characters: promptCharacters, seen: seenCharacters })}\n${formatTable(header, lanes.map(row))}\n`
  })
  return [head, '', ...tables].join('\n')
}

function row({
  lane,
  requestsPerSecond,
  cpuMicrosPerRequest,
  apiMicrosPerRequest,
  p50,
  p99,
  cpuRatio,
  peerRatio,
}: LaneResult): string[] {
  return [
    lane,
    requestsPerSecond.median.toFixed(0),
    cpuMicrosPerRequest.median.toFixed(0),
    apiMicrosPerRequest?.median.toFixed(0) ?? '-',
    p50.median.toFixed(2),
    p99.median.toFixed(2),
    ratio(cpuRatio),
    peerRatio === undefined ? '-' : ratio(peerRatio),
  ]
}

function ratio({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} x (${min.toFixed(2)} to ${max.toFixed(2)})`
}
