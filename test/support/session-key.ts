import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { currentOf } from '../../api/keys/keyring.ts'
import { keyOf, toRoot } from '../../api/keys/material.ts'
import type { NamedKey } from '../../api/store/named-keys.ts'

/** The key that an API on the embedded engine signs sessions with: what an attacker would need to make up one. */
export function sessionKeyOf(dataDir: string, root: string): NamedKey {
  const database = new DatabaseSync(join(dataDir, 'weir.sqlite'), { readOnly: true })
  try {
    const keys = JSON.parse(String(database.prepare('SELECT keys FROM keyring').get()?.keys))
    const stored = currentOf(keys, 'session', new Date('9999-01-01'))
    const key = stored && keyOf(stored, toRoot(root))
    if (stored === undefined || key === undefined) throw new Error('there is no key of sessions')
    return { id: stored.id, key }
  } finally {
    database.close()
  }
}
