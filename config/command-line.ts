import { SettingsError } from './settings.ts'

/**
 * The options that a process was started with, without their dashes.
 * @param known those that it takes
 * @throws SettingsError that names what it does not take
 */
export function readOptions<Name extends string>(args: readonly string[], known: readonly Name[]): ReadonlySet<Name> {
  const takes = known.length === 0 ? 'none' : known.map((name) => `--${name}`).join(', ')
  const names = args.map((arg) => known.find((name) => arg === `--${name}`) ?? { unknown: arg })
  const unknown = names.flatMap((name) => (typeof name === 'object' ? [name.unknown] : []))
  if (unknown.length > 0) {
    throw new SettingsError(
      unknown.map((arg) => `${JSON.stringify(arg)}: is no option of this command. It takes ${takes}.`),
    )
  }
  return new Set(names.filter((name) => typeof name !== 'object'))
}
