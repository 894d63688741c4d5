import type { Comparison } from '../comparison.ts'
import { formatTable } from '../table.ts'
import { parseOptions, USAGE } from './options.ts'
import { type Report, runConsole } from './run.ts'

/** Milliseconds. */
const AIMS = { usable: 800, slower: 1500, lists: 50 } as const

export const consolePages: Comparison = {
  name: 'console',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      const report = await runConsole(options, progress, signal)
      return { report, text: format(report) }
    }
  },
}

function format({ rows, node, rounds, usable, usableSlower, lists, load }: Report): string {
  const ms = (value: number) => value.toFixed(0)
  const row = (name: string, { median, min, max }: typeof usable, aim: number) => [
    ...[name, ms(median), ms(min), ms(max), String(aim), median <= aim ? 'kept' : 'MISSED'],
  ]
  const pages = formatTable(
    ['', 'median ms', 'min ms', 'max ms', 'aim ms', ''],
    [
      row('the dashboard can be used', usable, AIMS.usable),
      row('with a processor four times slower', usableSlower, AIMS.slower),
    ],
  )
  return [
    `console: Node.js ${node}, ${rows} interactions, ${rounds} rounds, load of the machine ${load[0].toFixed(1)} to ${load[1].toFixed(1)}`,
    '',
    pages,
    '',
    ...(lists === undefined
      ? []
      : [
          `lists of at most one filter at the API: p50 ${lists.p50.toFixed(1)} ms, p95 ${lists.p95.toFixed(1)} ms, max ${lists.max.toFixed(1)} ms (aim ${AIMS.lists} ms)`,
          '',
        ]),
  ].join('\n')
}
