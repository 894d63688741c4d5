import type { Comparison } from '../comparison.ts'
import { formatTable } from '../table.ts'
import { parseOptions, USAGE } from './options.ts'
import { type Report, runDeliveries } from './run.ts'

export const deliveries: Comparison = {
  name: 'deliveries',
  usage: USAGE,
  prepare(args) {
    const options = parseOptions(args)
    return async (progress, signal) => {
      const report = await runDeliveries(options, progress, signal)
      return { report, text: format(report) }
    }
  },
}

function format({ node, deliveries: count, webhooks, results, missing }: Report): string {
  const whole = (value: number) => value.toFixed(0)
  const table = formatTable(
    ['queue', 'backlog, deliveries/s', 'flow, deliveries/s', 'flow, CPU us/delivery'],
    results.map(({ queue, backlog, flow, flowCpu }) => [queue, whole(backlog), whole(flow), whole(flowCpu)]),
  )
  const skipped = missing.length === 0 ? [] : [`not measured: ${missing.join(', ')} (apt-get install redis-server)`, '']
  return [`deliveries: Node.js ${node}, ${count} to ${webhooks} webhooks`, '', table, '', ...skipped].join('\n')
}
