import type { Command, Option } from './command.ts'

const PROGRAM = 'npm run admin --'
const EVERYWHERE: readonly Option[] = [
  { name: 'json', meaning: 'prints JSON' },
  { name: 'help', meaning: 'prints this help' },
]
const COLUMN = 28
const EXIT_CODES = 'Exit codes: 0 well, 1 a failure, 2 a wrong command line or configuration.\n'

export function optionsOf(command: Command): readonly Option[] {
  return [...command.options, ...EVERYWHERE]
}

/** Of all commands, or of those given. */
export function usageOfAll(commands: readonly Command[]): string {
  const lines = commands.map((command) => {
    const call = `${command.name}${operandOf(command)}${command.options.map(inUsage).join('')}`
    return `  ${call}\n      ${command.summary}\n`
  })
  return `Usage: ${PROGRAM} COMMAND [options]

${lines.join('')}
Each takes --json and --help. Where there is one tenant, --tenant is not needed.
${EXIT_CODES}`
}

export function usageOf(command: Command): string {
  const options = optionsOf(command).map((option) => `  ${signature(option).padEnd(COLUMN)}${option.meaning}\n`)
  const { operand } = command
  if (operand !== undefined) options.unshift(`  ${operand.value.padEnd(COLUMN)}${operand.meaning}\n`)
  return `Usage: ${PROGRAM} ${command.name}${operandOf(command)}${command.options.map(inUsage).join('')}

${command.summary}

${options.join('')}
${EXIT_CODES}`
}

function operandOf({ operand }: Command): string {
  return operand === undefined ? '' : ` ${operand.value}`
}

function inUsage(option: Option): string {
  return option.required ? ` ${signature(option)}` : ` [${signature(option)}]`
}

function signature({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
