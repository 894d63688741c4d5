import { z } from 'zod'
import { isSameMac, macOfFields } from '../store/audit-chain.ts'
import type { AuditHead } from '../store/audit-store.ts'
import type { NamedKeys } from '../store/named-keys.ts'
import type { Store } from '../store/store.ts'

const PURPOSE = 'weir audit checkpoint, version 1'

const Ends = z.record(z.string(), z.object({ entries: z.int().min(0), hash: z.string() }))
const Sealed = z.object({ ends: Ends, key_id: z.string(), mac: z.string() })

/** Where each tenant's log ended when seals began to cover the place of an entry: entries up to there need no such seal. */
export type Checkpoint = Readonly<Record<string, AuditHead>>

/** A text that has the ends of all logs as they are now, sealed with the key of the audit log. */
export async function makeCheckpoint(store: Pick<Store, 'audit' | 'tenants'>, keys: NamedKeys): Promise<string> {
  const ends: Record<string, AuditHead> = {}
  for (const { id } of await store.tenants.list()) {
    const head = await store.audit.head(id)
    if (head !== undefined) ends[id] = head
  }
  const key = keys.current
  return JSON.stringify({ ends, key_id: key.id, mac: macOfFields(PURPOSE, fieldsOf(ends), key) })
}

/** @returns undefined if the text was not sealed with one of the keys */
export function openCheckpoint(text: string, keys: Pick<NamedKeys, 'find'>): Checkpoint | undefined {
  const sealed = Sealed.safeParse(parseJson(text)).data
  const key = sealed && keys.find(sealed.key_id)
  if (sealed === undefined || key === undefined) return undefined
  return isSameMac(sealed.mac, macOfFields(PURPOSE, fieldsOf(sealed.ends), key)) ? sealed.ends : undefined
}

/** In one order, whatever the order of the object's keys. */
function fieldsOf(ends: Checkpoint): readonly unknown[] {
  return Object.entries(ends)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tenant, { entries, hash }]) => [tenant, entries, hash])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // As good as not there.
    return undefined
  }
}
