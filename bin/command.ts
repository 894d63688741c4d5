import { SettingsError } from '../config/settings.ts'
import type { Tier } from '../core/model/classification.ts'

/** Wrong usage: said with the usage text, exit 2. Other errors are one line, exit 1 (interface, exit codes). */
export class UsageError extends Error {}

/** Runs a command's main function, and turns what it throws into a line on stderr and the exit code. */
export async function runCommand(usage: string, main: () => void | Promise<void>): Promise<void> {
  process.stdout.on('error', leaveQuietly)
  try {
    await main()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof UsageError || isParseArgsError(error)) {
      process.stderr.write(`${message}\n\n${usage}`)
      process.exitCode = 2
    } else {
      process.stderr.write(`${message}\n`)
      process.exitCode = error instanceof SettingsError ? 2 : 1
    }
  }
}

/** Whoever reads the output has read enough, as `head` has after its lines. */
function leaveQuietly(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
  process.exit()
}

/** util.parseArgs throws these for options that do not exist and values that are missing. */
function isParseArgsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

/** The value of --tier; 2 if it is not given. */
export function parseTier(tier: string | undefined): Tier {
  switch (tier) {
    case '1':
      return 1
    case undefined:
    case '2':
      return 2
    case '3':
      return 3
    default:
      throw new UsageError(`--tier takes 1, 2 or 3, not "${tier}"`)
  }
}
