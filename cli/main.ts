import { fail } from '../config/run.ts'
import { runCommand } from './commands.ts'
import { UsageError } from './errors.ts'
import { processTerminal } from './terminal.ts'

/** `npm run admin -- COMMAND`. Exit codes: 0 well, 1 a failure, 2 a wrong command line or configuration. */
try {
  const surroundings = { env: process.env, cwd: process.cwd(), terminal: processTerminal() }
  const { output, failure } = await runCommand(process.argv.slice(2), surroundings)
  process.stdout.write(output)
  if (failure !== undefined) {
    process.stderr.write(`${failure.message}\n`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof UsageError)) fail(error)
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
