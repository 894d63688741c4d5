import { parseArgs } from 'node:util'
import { UsageError } from './errors.ts'

/**
 * The values of `--name value` options; undefined where one is not given.
 * @throws UsageError for what is no such option
 */
export function valuesOf<const Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options }).values as Partial<Record<Name, string>>
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws UsageError */
export function inRange(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= min && value <= max)) {
    throw new UsageError(`${name} takes a number from ${min} to ${max}, not ${JSON.stringify(text)}`)
  }
  return value
}

/** @throws UsageError */
export function wholeInRange(name: string, text: string, min: number, max: number): number {
  const value = inRange(name, text, min, max)
  if (!Number.isInteger(value)) throw new UsageError(`${name} takes a whole number`)
  return value
}
