import { parseArgs } from 'node:util'
import { storeExists } from '../api/store/open-store.ts'
import { loadSettings } from '../config/settings.ts'
import { plainLines } from '../core/one-line.ts'
import { backUp, restore } from './backup.ts'
import { exportCa, rotateCa, showCa } from './ca.ts'
import type { Call, Command, Option, Result } from './command.ts'
import { copyDatabase } from './copy/command.ts'
import { createCa } from './create-ca.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor/doctor.ts'
import { NoDatabaseError, UsageError } from './errors.ts'
import { addException, listExceptions, removeException } from './exceptions.ts'
import { exportKey, exportPeriod } from './export/commands.ts'
import { verifyExport } from './export/verify.ts'
import { listKeys, rotateKeys } from './keys.ts'
import { liftLegalHold, listLegalHolds, setLegalHold } from './legal-hold.ts'
import { installModel } from './model/install.ts'
import { applyPolicies, diffPolicies, exportPolicies } from './policies/commands.ts'
import { showSettings } from './show-settings.ts'
import { createTenant, listTenants } from './tenants.ts'
import type { Terminal } from './terminal.ts'
import { createToken, deleteToken, listTokens } from './tokens.ts'
import { optionsOf, usageOf, usageOfAll } from './usage.ts'
import { linkToSignIn, listUsers, removeSecondFactor, resetPassword, unlink } from './users.ts'
import { verifyAudit } from './verify-audit.ts'

export const COMMANDS: readonly Command[] = [
  showSettings,
  doctor,
  listTenants,
  createTenant,
  listUsers,
  resetPassword,
  removeSecondFactor,
  unlink,
  linkToSignIn,
  listTokens,
  createToken,
  deleteToken,
  exportPolicies,
  diffPolicies,
  applyPolicies,
  listExceptions,
  addException,
  removeException,
  setLegalHold,
  listLegalHolds,
  liftLegalHold,
  verifyAudit,
  exportPeriod,
  exportKey,
  verifyExport,
  listKeys,
  rotateKeys,
  showCa,
  exportCa,
  createCa,
  rotateCa,
  backUp,
  restore,
  copyDatabase,
  installModel,
  demo,
]

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly terminal: Terminal
}

export interface Outcome {
  /** For standard output. */
  readonly output: string
  /** Said after it, with exit code 1. */
  readonly failure?: Error | undefined
}

/**
 * Runs one administrator's command.
 * @throws UsageError, whose message ends with the usage; SettingsError; StoreError
 */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  const isHelp = args[0] === 'help'
  const rest = isHelp ? args.slice(1) : args
  const firstOption = rest.findIndex((argument) => argument.startsWith('-'))
  const words = rest.slice(0, firstOption === -1 ? rest.length : firstOption)
  const options = rest.slice(firstOption === -1 ? rest.length : firstOption)
  const command = commandOf(words)
  const name = command?.name ?? words.join(' ')
  if (isHelp || options.includes('--help')) return { output: helpFor(name) }
  if (command === undefined) {
    throw new UsageError(`${name === '' ? 'Which command?' : `Unknown command: ${name}`}\n\n${helpFor(name)}`)
  }
  try {
    const { values, operand } = parse(command, [...words.slice(name.split(' ').length), ...options])
    const result = await run(command, values, operand, surroundings)
    const output = values.json === true ? `${JSON.stringify(result.json)}\n` : plainLines(result.text)
    return { output, failure: result.failure }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}\n\n${usageOf(command)}`)
  }
}

type Values = Readonly<Record<string, string | boolean | undefined>>

/** The command whose name these words are, or begin with where it takes an operand. */
function commandOf(words: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name, operand }) => {
    return name === words.join(' ') || (operand !== undefined && name === words.slice(0, -1).join(' '))
  })
}

async function run(
  command: Command,
  values: Values,
  operand: string | undefined,
  surroundings: Surroundings,
): Promise<Result> {
  const settings = loadSettings(surroundings.env, surroundings.cwd)
  if (command.needsDatabase && !(await storeExists(settings))) throw new NoDatabaseError(settings)
  const optional = (name: string) => values[name] as string | undefined
  const call: Call = {
    ...surroundings,
    settings,
    operand: operand ?? '',
    text: (name) => optional(name) ?? '',
    optional,
    has: (name) => values[name] !== undefined,
  }
  return command.run(call)
}

function parse(command: Command, args: readonly string[]): { values: Values; operand: string | undefined } {
  const known = optionsOf(command)
  const types = known.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const)
  const options = Object.fromEntries(types)
  try {
    const allowPositionals = command.operand !== undefined
    const { values, positionals } = parseArgs({
      args: withValues(args, known),
      options,
      strict: true,
      allowPositionals,
    })
    const absent = command.options.filter(({ name, required }) => required && values[name] === undefined)
    const missing = absent.map(({ name }) => `--${name}`)
    if (command.operand !== undefined && positionals.length === 0) missing.unshift(command.operand.value)
    if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(', ')}`)
    if (positionals.length > 1)
      throw new UsageError(`One ${command.operand?.value} is taken, not ${positionals.length}`)
    return { values: values as Values, operand: positionals[0] }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError((error as Error).message)
  }
}

/** A key in base64url begins with a dash once in 64 times; parseArgs takes such a value only as --name=VALUE. */
function withValues(args: readonly string[], known: readonly Option[]): string[] {
  const isOption = (arg: string) => arg === '--' || known.some(({ name }) => arg.split('=', 1)[0] === `--${name}`)
  const joined: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const [arg = '', value = ''] = args.slice(index)
    const takesValue = known.some(({ name, value: taken }) => taken !== undefined && arg === `--${name}`)
    const isJoined = takesValue && value.startsWith('-') && !isOption(value)
    joined.push(isJoined ? `${arg}=${value}` : arg)
    if (isJoined) index += 1
  }
  return joined
}

/** Of the command, of those whose name begins so, or of all. */
function helpFor(name: string): string {
  const command = COMMANDS.find((one) => one.name === name)
  if (command !== undefined) return usageOf(command)
  const group = COMMANDS.filter((one) => one.name.startsWith(`${name} `))
  return usageOfAll(group.length > 0 ? group : COMMANDS)
}
