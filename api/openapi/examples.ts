import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One request to an operation and its answer. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly status: number
  readonly answer?: unknown
}

interface Examples {
  readonly operations: Readonly<Record<string, Example>>
  readonly errors: Readonly<Record<string, unknown>>
}

/** Real answers, with tokens left out and ids that never change; test/api/openapi/examples.test.ts tells and holds them. */
const { operations, errors }: Examples = JSON.parse(readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8'))

/** By operationId. */
export const EXAMPLES = operations

/** The bodies of errors, by the name of the response. */
export const ERROR_EXAMPLES = errors
