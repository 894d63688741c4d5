import { classifying } from './classify/comparison.ts'
import type { Comparison, Run } from './comparison.ts'
import { connections } from './connections/comparison.ts'
import { consolePages } from './console/comparison.ts'
import { deliveries } from './deliveries/comparison.ts'
import { BenchError, UsageError } from './errors.ts'
import { inspect } from './inspect/comparison.ts'
import { latency } from './latency/comparison.ts'
import { lists } from './lists/comparison.ts'
import { record } from './record/comparison.ts'

/** In the order in which they run where none is named. */
const COMPARISONS: readonly Comparison[] = [
  inspect,
  latency,
  connections,
  classifying,
  record,
  lists,
  deliveries,
  consolePages,
]

const USAGE = `usage: npm run bench -- [NAME [OPTION...]] [--json]

  Without a name every comparison runs, one after the other. --json prints one JSON object for each, instead of tables.

${COMPARISONS.map(({ usage }) => `  ${usage}\n`).join('')}`

/** @throws UsageError */
function prepare(args: readonly string[]): readonly Run[] {
  const [name, ...rest] = args
  if (name === undefined) return COMPARISONS.map((comparison) => comparison.prepare([]))
  const chosen = COMPARISONS.find((comparison) => comparison.name === name)
  if (chosen === undefined) throw new UsageError(`there is no comparison named ${JSON.stringify(name)}`)
  return [chosen.prepare(rest)]
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

try {
  const args = process.argv.slice(2)
  const json = args.includes('--json')
  for (const run of prepare(args.filter((argument) => argument !== '--json'))) {
    const { report, text } = await run((line) => process.stderr.write(`${line}\n`), interruption.signal)
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : text)
  }
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${USAGE}`)
    process.exitCode = 2
  } else if (error instanceof BenchError) {
    process.stderr.write(`${interruption.signal.aborted ? 'interrupted' : error.message}\n`)
    process.exitCode = 1
  } else {
    throw error
  }
}
