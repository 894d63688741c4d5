import { describeSettings, loadSettings } from '../../config/settings.ts'
import { createTenant, listTenants } from './tenants.ts'
import { requiredOptions, USAGE, UsageError } from './usage.ts'

/**
 * Runs one administrator's command and gives what it prints.
 * @throws UsageError, SettingsError; StoreError
 */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const [command, ...rest] = args
  switch (command) {
    case 'config':
      requiredOptions(rest, [])
      return showSettings(env, cwd)
    case 'tenant': {
      const [action, ...options] = rest
      if (action === 'create') return createTenant(loadSettings(env, cwd), options)
      if (action !== 'list') throw new UsageError(`Unknown command: tenant ${action ?? ''}`)
      requiredOptions(options, [])
      return listTenants(loadSettings(env, cwd))
    }
    case 'help':
    case '--help':
      return USAGE
    default:
      throw new UsageError(command === undefined ? 'Which command?' : `Unknown command: ${command}`)
  }
}

function showSettings(env: NodeJS.ProcessEnv, cwd: string): string {
  // Wrong values are said, as at start, rather than shown as if they worked.
  loadSettings(env, cwd)
  return describeSettings(env, cwd)
    .map(({ variable, value, isDefault, meaning }) => {
      const shown = `${variable}=${value ?? ''}`
      return `${shown.padEnd(56)} ${isDefault ? 'default' : 'set'}: ${meaning}\n`
    })
    .join('')
}
