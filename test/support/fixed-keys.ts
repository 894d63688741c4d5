import { idOfKey } from '../../api/keys/material.ts'
import type { NamedKeys } from '../../api/store/named-keys.ts'

/** Keys of one purpose that do not change. @param current 32 bytes, then those it has replaced; the last also opens what carries no id */
export function fixedKeys(current: Buffer, ...replaced: readonly Buffer[]): NamedKeys {
  const first = { id: idOfKey(current), key: current }
  const all = [first, ...replaced.map((key) => ({ id: idOfKey(key), key }))]
  const byId = new Map(all.map((one) => [one.id, one]))
  return { current: first, find: (id) => byId.get(id), unnamed: all.at(-1), all }
}
