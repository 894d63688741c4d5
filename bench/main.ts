import type { Comparison, Run } from './comparison.ts'
import { BenchError, UsageError } from './errors.ts'

/**
 * In the order in which they run where none is named. Each is loaded when it runs, as what others load may change what it measures:
 * ioredis has a class that extends String, for which V8 makes charCodeAt() five times as slow in the whole process.
 */
const COMPARISONS: ReadonlyMap<string, () => Promise<Comparison>> = new Map([
  ['inspect', async () => (await import('./inspect/comparison.ts')).inspect],
  ['latency', async () => (await import('./latency/comparison.ts')).latency],
  ['connections', async () => (await import('./connections/comparison.ts')).connections],
  ['classify', async () => (await import('./classify/comparison.ts')).classifying],
  ['record', async () => (await import('./record/comparison.ts')).record],
  ['lists', async () => (await import('./lists/comparison.ts')).lists],
  ['deliveries', async () => (await import('./deliveries/comparison.ts')).deliveries],
  ['console', async () => (await import('./console/comparison.ts')).consolePages],
])

async function usage(): Promise<string> {
  const comparisons = await Promise.all([...COMPARISONS.values()].map((load) => load()))
  return `usage: npm run bench -- [NAME [OPTION...]] [--json]

  Without a name every comparison runs, one after the other. --json prints one JSON object for each, instead of tables.

${comparisons.map((comparison) => `  ${comparison.usage}\n`).join('')}`
}

/** @throws UsageError */
function* prepare(args: readonly string[]): Generator<Promise<Run>> {
  const [name, ...rest] = args
  if (name !== undefined && !COMPARISONS.has(name))
    throw new UsageError(`there is no comparison named ${JSON.stringify(name)}`)
  for (const [each, load] of COMPARISONS)
    if (name === undefined || each === name) yield load().then((comparison) => comparison.prepare(rest))
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

try {
  const args = process.argv.slice(2)
  const json = args.includes('--json')
  for (const prepared of prepare(args.filter((argument) => argument !== '--json'))) {
    const run = await prepared
    const { report, text } = await run((line) => process.stderr.write(`${line}\n`), interruption.signal)
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : text)
  }
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${await usage()}`)
    process.exitCode = 2
  } else if (error instanceof BenchError) {
    process.stderr.write(`${interruption.signal.aborted ? 'interrupted' : error.message}\n`)
    process.exitCode = 1
  } else {
    throw error
  }
}
