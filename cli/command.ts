import type { Settings } from '../config/settings.ts'
import type { WeirError } from '../core/errors.ts'
import type { Terminal } from './terminal.ts'

export interface Option {
  /** Without the dashes. */
  readonly name: string
  /** The placeholder for its value in the usage; undefined for a switch. */
  readonly value?: string
  readonly required?: boolean
  readonly meaning: string
}

/** The settings and arguments of one call of a command. */
export interface Call {
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly terminal: Terminal
  /** What stands behind the name of a command that takes an operand. */
  readonly operand: string
  /** The value of a required option. */
  text(name: string): string
  optional(name: string): string | undefined
  has(name: string): boolean
}

export interface Result {
  /** Lines for people, and for scripts that cut them. */
  readonly text: string
  /** The same for --json. */
  readonly json: unknown
  /** Printed on stderr after the text, with exit code 1. */
  readonly failure?: WeirError
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** What stands behind the name, without dashes; always required. */
  readonly operand?: { readonly value: string; readonly meaning: string }
  readonly options: readonly Option[]
  /** Whether it works on a database that must be there. */
  readonly needsDatabase: boolean
  run(call: Call): Result | Promise<Result>
}
