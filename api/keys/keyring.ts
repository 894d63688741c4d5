import type { StoredKey } from '../store/keyring-store.ts'
import { alsoWrapped, KEY_PURPOSES, type KeyPurpose, keyOf, newKey, type Root, rewrapped } from './material.ts'

/** The roots that are at hand: the one of now, and those that it may have replaced. */
export interface Roots {
  readonly current: Root
  readonly replaced: readonly Root[]
}

export function keyWith(stored: StoredKey, { current, replaced }: Roots): Buffer | undefined {
  for (const root of [current, ...replaced]) {
    const key = keyOf(stored, root)
    if (key !== undefined) return key
  }
  return undefined
}

/** Of one purpose's keys the one that has begun last; where the clock went back before all of them, the first. */
export function currentOf(keys: readonly StoredKey[], purpose: KeyPurpose, now: Date): StoredKey | undefined {
  const ofPurpose = keys
    .filter((key) => key.purpose === purpose)
    .sort((a, b) => (a.active_from < b.active_from ? -1 : 1))
  const begun = ofPurpose.filter(({ active_from }) => active_from <= now.toISOString())
  return begun.at(-1) ?? ofPurpose[0]
}

/**
 * The keyring as it is to be under the current root: keys of a root that was replaced, and is at hand, can be had from the
 * current one alone, and each purpose has a current key of it. The same array if nothing is to be done.
 */
export function renewed(keys: readonly StoredKey[], roots: Roots, now: Date): readonly StoredKey[] {
  const { current } = roots
  const adopted = keys.map((stored) => {
    if (keyOf(stored, current) !== undefined) return stored
    const key = keyWith(stored, roots)
    return key === undefined ? stored : rewrapped(stored, key, current)
  })
  const missing = KEY_PURPOSES.filter((purpose) => {
    return currentOf(adopted, purpose, now)?.derived?.root !== current.id
  })
  const isSame = missing.length === 0 && adopted.every((stored, index) => stored === keys[index])
  return isSame ? keys : [...adopted, ...missing.map((purpose) => newKey(current, purpose, now, now))]
}

/** With a new key for every purpose. */
export function rotated(keys: readonly StoredKey[], root: Root, now: Date, activeFrom: Date): readonly StoredKey[] {
  return [...keys, ...KEY_PURPOSES.map((purpose) => newKey(root, purpose, now, activeFrom))]
}

/** As it is while the root is being replaced: a crash at any moment leaves it readable with the root that is in force. */
export function readableWithBoth(keys: readonly StoredKey[], root: Root, next: Root): readonly StoredKey[] {
  return keys.map((stored) => {
    const key = keyOf(stored, root)
    return key === undefined ? stored : alsoWrapped(stored, key, next)
  })
}

/** Without the keys that a leaked root can open. */
export function readableWithOnly(keys: readonly StoredKey[], root: Root): readonly StoredKey[] {
  return keys.map((stored) => {
    const key = keyOf(stored, root)
    return key === undefined ? stored : rewrapped(stored, key, root)
  })
}
