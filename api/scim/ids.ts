import type { Json } from './attributes.ts'

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The ids that stand anywhere in a body, in paths and names too. Without recursion: it may be nested as deeply as its size allows. */
export function idsIn(body: Json): ReadonlySet<string> {
  const ids = new Set<string>()
  const open: unknown[] = [body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') for (const id of value.toLowerCase().match(ID) ?? []) ids.add(id)
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) open.push(name, inner)
  }
  return ids
}
