import type { Parse } from './parsers.ts'

/** One environment variable: where its value comes from, what it takes and what it means. */
export interface Definition<T> {
  readonly variable: string
  /** The text that is parsed when the variable is not set; undefined leaves the setting undefined. */
  readonly fallback: string | undefined
  readonly parse: Parse<T>
  /** Completes the sentence "It takes ...". */
  readonly accepts: string
  readonly meaning: string
  readonly secret: boolean
  /** Whether the value is the path of a file, which then is the secret. */
  readonly isPath: boolean
}

type Options = { readonly secret?: boolean; readonly isPath?: boolean }

export function required<T>(
  variable: string,
  fallback: string,
  parser: Parse<T>,
  accepts: string,
  meaning: string,
  options: Options = {},
): Definition<T> {
  return {
    variable,
    fallback,
    parse: parser,
    accepts,
    meaning,
    secret: options.secret ?? false,
    isPath: options.isPath ?? false,
  }
}

export function optional<T>(
  variable: string,
  parser: Parse<T>,
  accepts: string,
  meaning: string,
  options: Options = {},
): Definition<T | undefined> {
  return {
    variable,
    fallback: undefined,
    parse: parser,
    accepts,
    meaning,
    secret: options.secret ?? false,
    isPath: options.isPath ?? false,
  }
}

export const CIDRS = 'a comma-separated list of CIDRs or addresses, such as 10.0.0.0/8,::1'

export const PEM_FILE = 'the path of a file with PEM certificates'
