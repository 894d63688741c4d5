import { runCommand } from '../../cli/commands.ts'
import { UsageError } from '../../cli/errors.ts'
import { SettingsError } from '../../config/settings.ts'

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** What `npm run admin -- ARGS` does on a data directory: in this process, since one of its own takes seconds to start. */
export async function adminCommand(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CommandResult> {
  let warnings = ''
  const terminal = {
    isInteractive: false,
    askSecret: () => Promise.reject(new UsageError('nobody is asked here')),
    readAll: () => Promise.resolve(input),
    warn: (line: string) => {
      warnings += `${line}\n`
    },
    progress: () => {},
  }
  try {
    const { output, failure } = await runCommand(args, {
      env: { WEIR_DATA_DIR: dataDir, ...env },
      cwd: dataDir,
      terminal,
    })
    if (failure === undefined) return { code: 0, stdout: output, stderr: warnings }
    return { code: 1, stdout: output, stderr: `${warnings}${failure.message}\n` }
  } catch (error) {
    const isWrongUse = error instanceof UsageError || error instanceof SettingsError
    return { code: isWrongUse ? 2 : 1, stdout: '', stderr: `${warnings}${(error as Error).message}\n` }
  }
}
