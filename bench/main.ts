import { BenchError, UsageError } from './errors.ts'
import { runInspect } from './inspect.ts'
import { installPeers } from './install.ts'
import { parseOptions, USAGE } from './options.ts'
import { formatReport } from './report.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

try {
  const options = parseOptions(process.argv.slice(2))
  installPeers(options.lanes)
  // Progress goes to stderr, so that stdout holds the report and nothing else.
  const report = await runInspect(options, (line) => process.stderr.write(`${line}\n`), interruption.signal)
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : formatReport(report))
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
