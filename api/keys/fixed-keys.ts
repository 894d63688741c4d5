import type { NamedKeys } from '../store/named-keys.ts'
import { idOfKey } from './material.ts'

/** Keys of one purpose that do not change. @param current 32 bytes, then those it has replaced; the last also opens what carries no id */
export function fixedKeys(current: Buffer, ...replaced: readonly Buffer[]): NamedKeys {
  const all = [current, ...replaced].map((key) => ({ id: idOfKey(key), key }))
  const byId = new Map(all.map((one) => [one.id, one]))
  const first = { id: idOfKey(current), key: current }
  return { current: first, find: (id) => byId.get(id), unnamed: all.at(-1), all }
}
