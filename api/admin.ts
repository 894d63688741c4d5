import { fail } from '../config/run.ts'
import { runCommand } from './admin/commands.ts'
import { UsageError } from './admin/usage.ts'

/** `npm run admin -- COMMAND`. Exit codes: 0 well, 1 a failure, 2 a wrong command line or configuration. */
try {
  process.stdout.write(await runCommand(process.argv.slice(2), process.env, process.cwd()))
} catch (error) {
  if (!(error instanceof UsageError)) fail(error)
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
