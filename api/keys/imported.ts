import type { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'
import type { StoredKey } from '../store/keyring-store.ts'
import type { Store } from '../store/store.ts'
import { derive, importedKey, type KeyPurpose, type Root } from './material.ts'

interface Origin {
  /** In `secrets/`, without MongoDB. */
  readonly file?: string
  /** With MongoDB, and if there is no file: derived from the root with this. */
  readonly info: string
}

/** The places where releases before the keyring kept their keys. */
const ORIGINS: Partial<Record<KeyPurpose, Origin>> = {
  webhook: { file: 'webhook-key', info: 'weir webhook secrets, version 1' },
  content_hash: { file: 'content-hash-key', info: 'weir content hashes, version 1' },
  known_values: { file: 'detector-key', info: 'weir known values, version 1' },
  audit: { info: 'weir audit log, version 1' },
  erased_ids: { info: 'weir erased interactions, version 1' },
}

interface From {
  readonly settings: Pick<Settings, 'mongodbUrl'>
  readonly secrets: SecretFiles
  readonly store: Pick<Store, 'tenants'>
  readonly root: Root
  readonly now: Date
}

/** The keys of an earlier release, which had no ids; none for a new database. */
export async function importedKeys({ settings, secrets, store, root, now }: From): Promise<readonly StoredKey[]> {
  if ((await store.tenants.list()).length === 0) return []
  const keys: StoredKey[] = []
  for (const [purpose, { file, info }] of Object.entries(ORIGINS) as [KeyPurpose, Origin][]) {
    const isDerived = file === undefined || settings.mongodbUrl !== undefined
    const text = isDerived ? undefined : secrets.read(file)
    if (!isDerived && text === undefined) continue
    const key = text === undefined ? derive(root.secret, '', info) : Buffer.from(text, 'base64url')
    keys.push(importedKey(root, purpose, key, now))
  }
  return keys
}
