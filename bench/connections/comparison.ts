import { valuesOf, wholeInRange } from '../arguments.ts'
import type { Comparison } from '../comparison.ts'
import { formatTable } from '../table.ts'
import { type Options, type Report, runConnections } from './run.ts'

const USAGE = `connections: TLS handshakes, tunnels that are idle and bytes through a tunnel, beside the least that Node asks for
    --tunnels N     idle tunnels, from 50 to 9500 (default 3000)
    --megabytes N   through one tunnel, from 4 to 4000 (default 500)
    --handshakes N  from 10 to 900 (default 400)`

export const connections: Comparison = {
  name: 'connections',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      const report = await runConnections(options, progress, signal)
      return { report, text: format(report) }
    }
  },
}

/** @throws UsageError */
function parseOptions(args: readonly string[]): Options {
  const values = valuesOf(args, ['tunnels', 'megabytes', 'handshakes'])
  const { tunnels = '3000', megabytes = '500', handshakes = '400' } = values
  return {
    // A tunnel is two descriptors in each of two processes, which often may have 20,000.
    tunnels: wholeInRange('--tunnels', tunnels, 50, 9500),
    megabytes: wholeInRange('--megabytes', megabytes, 4, 4000),
    // A certificate that is used again is one of a thousand.
    handshakes: wholeInRange('--handshakes', handshakes, 10, 900),
  }
}

function format({ node, platform, options, plain, weir }: Report): string {
  const row = (name: string, mine: number, theirs: number, digits: number, ratio: number) => [
    ...[name, mine.toFixed(digits), theirs.toFixed(digits), `${ratio.toFixed(2)} x`],
  ]
  const { known, fresh } = weir.handshakeMicros
  const yardstick = plain.handshakeMicros.known
  const table = formatTable(
    ['', 'weir', 'plain', 'ratio'],
    [
      row('CPU µs a handshake, host known', known, yardstick, 0, known / yardstick),
      row('CPU µs a handshake, new host', fresh, yardstick, 0, fresh / yardstick),
      row('kB an idle tunnel', weir.idleBytes / 1000, plain.idleBytes / 1000, 1, weir.idleBytes / plain.idleBytes),
      row(
        'MB a CPU second through a tunnel',
        ...([weir.megabytesPerCpuSecond, plain.megabytesPerCpuSecond] as const),
        ...([0, weir.megabytesPerCpuSecond / plain.megabytesPerCpuSecond] as const),
      ),
    ],
  )
  const { tunnels, megabytes, handshakes } = options
  return [
    `connections: Node.js ${node}, ${platform}, ${tunnels} tunnels, ${megabytes} MB, ${handshakes} handshakes`,
    ...['', table, '', ''],
  ].join('\n')
}
