import { describeSettings, loadSettings, type Settings } from '../../config/settings.ts'
import { backUp, restore } from './backup.ts'
import { createTenant, listTenants } from './tenants.ts'
import { createToken, deleteToken, listTokens } from './tokens.ts'
import { requiredOptions, USAGE, UsageError } from './usage.ts'
import { listUsers, resetPassword } from './users.ts'
import { verifyAudit } from './verify-audit.ts'

/**
 * Runs one administrator's command and gives what it prints.
 * @throws UsageError, SettingsError; StoreError
 */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const words = args.findIndex((argument) => argument.startsWith('-'))
  const name = args.slice(0, words === -1 ? args.length : words).join(' ')
  const options = args.slice(words === -1 ? args.length : words)
  if (name === 'help' || (name === '' && options[0] === '--help')) return USAGE
  if (name === 'config') {
    requiredOptions(options, [])
    return showSettings(env, cwd)
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new UsageError(name === '' ? 'Which command?' : `Unknown command: ${name}`)
  return command(loadSettings(env, cwd), options)
}

type Command = (settings: Settings, options: readonly string[]) => string | Promise<string>

const COMMANDS: Readonly<Record<string, Command>> = {
  'tenant list': listTenants,
  'tenant create': createTenant,
  'user list': listUsers,
  'user reset-password': resetPassword,
  'token list': listTokens,
  'token create': createToken,
  'token delete': deleteToken,
  'verify-audit': verifyAudit,
  backup: backUp,
  restore,
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
