import type { Comparison } from '../comparison.ts'
import { formatTable } from '../table.ts'
import { parseOptions, USAGE } from './options.ts'
import { type Report, runLists } from './run.ts'

export const lists: Comparison = {
  name: 'lists',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      const report = await runLists(options, progress, signal)
      return { report, text: format(report) }
    }
  },
}

function format({ rows, node, filling, groups, underWrites, prompts }: Report): string {
  const ms = (value: number) => value.toFixed(1)
  const table = (measured: typeof groups) =>
    formatTable(
      ['', 'requests', 'p50 ms', 'p95 ms', 'max ms'],
      measured.map(({ group, requests, p50, p95, max }) => [group, String(requests), ms(p50), ms(p95), ms(max)]),
    )
  const recorded =
    filling === undefined
      ? 'recorded by an earlier run'
      : `recorded in ${filling.seconds.toFixed(0)} s, ${Math.round(filling.rows / filling.seconds)} a second, ${Math.round(filling.rows / filling.cpuSeconds)} a second of CPU`
  const { quiet, busy, rounds } = prompts
  const range = ({ median, min, max }: typeof quiet) =>
    `${median.toFixed(2)} ms (${min.toFixed(2)} to ${max.toFixed(2)})`
  return [
    `lists: Node.js ${node}, ${rows} interactions, ${recorded}`,
    '',
    table(groups),
    '',
    ...(underWrites === undefined
      ? []
      : [
          `while ${Math.round(underWrites.perSecond)} interactions a second are recorded`,
          '',
          table(underWrites.groups),
          '',
        ]),
    `p99 of a prompt, ${rounds} rounds: ${range(quiet)} in quiet, ${range(busy)} beside an administrator's queries`,
    '',
  ].join('\n')
}
