import { isPlainName } from '../minted.ts'

/** A value of a body and the way to it. */
export interface Node {
  readonly value: unknown
  /** Of a member, or the number of an item; undefined at the top. */
  readonly key?: string | number | undefined
  readonly up?: Node | undefined
}

const PLACE_MAX = 160

/** `events[0].event_data.prompt`. What is no name that a program chooses may be somebody's data: it is left out. */
export function placeOf(node: Node): string {
  const place = keysOf(node)
    .map((key) => (typeof key === 'number' ? `[${key}]` : isPlainName(key) ? `.${key}` : '.*'))
    .join('')
    .replace(/^\./, '')
  return place.length <= PLACE_MAX ? place : `…${place.slice(1 - PLACE_MAX)}`
}

/** The same with slashes, as patterns of the catalogue have them. */
export function pathOf(node: Node): string {
  return keysOf(node)
    .map((key) => `/${key}`)
    .join('')
}

function keysOf(node: Node): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: Node | undefined = node; at !== undefined; at = at.up) if (at.key !== undefined) keys.push(at.key)
  return keys.reverse()
}
