import { parseArgs } from 'node:util'
import { WeirError } from '../../core/errors.ts'

export const USAGE = `Usage: npm run admin -- COMMAND

  config          every setting with its value, default or not; secrets are masked
  tenant list     the tenants
  tenant create --name NAME --admin-email EMAIL --admin-password PASSWORD
                  a new tenant with its first admin
  user list --tenant NAME
  user reset-password --tenant NAME --email EMAIL --password PASSWORD
                  for whoever is locked out
  token list --tenant NAME
  token create --tenant NAME --name NAME --scopes record,policies
                  a service token for a proxy, printed this once; scopes are record, classify, policies
  token delete --tenant NAME --name NAME
  verify-audit    whether every tenant's audit log is as it was written
  backup --to FOLDER
                  database, CA and secrets, while the server runs or not
  restore --from FOLDER
                  a backup, into a data directory without a database

Exit codes: 0 well, 1 a failure, 2 a wrong command line or configuration.
`

/** The command line is wrong: said on stderr, exit code 2. */
export class UsageError extends WeirError {
  constructor(problem: string) {
    super('ERR_USAGE', `${problem}\n\n${USAGE}`)
  }
}

/**
 * Reads `--name value` options, all of them required.
 * @throws UsageError
 */
export function requiredOptions<const Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): Record<Name, string> {
  const values = parse(args, names)
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.map((name) => `--${name}`).join(', ')}`)
  return values as Record<Name, string>
}

function parse(args: readonly string[], names: readonly string[]): Record<string, unknown> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
