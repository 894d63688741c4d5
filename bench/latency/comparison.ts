import { inRange, valuesOf } from '../arguments.ts'
import type { Comparison } from '../comparison.ts'
import { formatTable } from '../table.ts'
import type { Times } from './load.ts'
import { type Options, type Report, runLatency } from './run.ts'

const USAGE = `latency: what Weir adds at half load, to each event of a stream, and beside eight hostile clients
    --seconds N  length of one measurement, from 0.2 to 60 (default 3)`

export const latency: Comparison = {
  name: 'latency',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      const report = await runLatency(options, progress, signal)
      return { report, text: format(report) }
    }
  },
}

/** @throws UsageError */
function parseOptions(args: readonly string[]): Options {
  const { seconds = '3' } = valuesOf(args, ['seconds'])
  return { seconds: inRange('--seconds', seconds, 0.2, 60) }
}

function format({ node, platform, rate, halfLoad, events, smallPrompt, hostileAnswers }: Report): string {
  const ms = (value: number) => value.toFixed(2)
  const row = (name: string, { count, p50, p99, max }: Times) => [name, String(count), ms(p50), ms(p99), ms(max)]
  const added = (name: string, { direct, weir }: { direct: Times; weir: Times }) => [
    ...[name, '', ms(weir.p50 - direct.p50), ms(weir.p99 - direct.p99), ''],
  ]
  const table = formatTable(
    ['milliseconds', 'count', 'p50', 'p99', 'max'],
    [
      row('half load, direct', halfLoad.direct),
      row('half load, Weir', halfLoad.weir),
      added('  added (aim: p99 < 3)', halfLoad),
      row('events, direct', events.direct),
      row('events, Weir', events.weir),
      added('  added (aim: < 1)', events),
      row('small prompt, alone', smallPrompt.alone),
      row('small prompt, beside hostile clients (aim: p99 < 20)', smallPrompt.besideHostile),
    ],
  )
  const kinds = Object.entries(hostileAnswers).map(([kind, count]) => `${kind} ${count}`)
  return [
    `latency: Node.js ${node}, ${platform}, half of ${rate.toFixed(0)} requests/s`,
    '',
    table,
    '',
    `the hostile clients were answered: ${kinds.join(', ')}`,
    '',
  ].join('\n')
}
