import type { Value } from './values.ts'

/** One way in which an ordinary tool, or a person, breaks a value apart; undefined for values that it leaves whole. */
export interface Shape {
  readonly name: string
  readonly write: (value: Value) => string | undefined
}

export function shape(name: string, write: Shape['write']): Shape {
  return { name, write }
}

/** A value in two parts, cut behind a hyphen where it has one near, as lines are wrapped. */
export function cutOf({ compact }: Value): readonly [string, string] {
  const middle = (compact.length >> 1) + 1
  const at = compact[middle] === '-' ? middle + 1 : middle
  return [compact.slice(0, at), compact.slice(at)]
}

/** The groups up to the middle, and the rest, each with blanks between; undefined where a value is not written in groups. */
export function halvesOf({ groups, type }: Value): readonly [string, string] | undefined {
  if (type === 'API_KEY' || type === 'EMAIL') return undefined
  const middle = groups.length >> 1
  return [groups.slice(0, middle).join(' '), groups.slice(middle).join(' ')]
}

/** Its characters, of a value that a person would write so. */
export function charactersOf({ compact }: Value): readonly string[] {
  return [...compact]
}

export function isOfDigits({ compact }: Value): boolean {
  return /^[0-9]+$/.test(compact)
}
