import type { Logger } from 'pino'
import type { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'
import { AuditAnchor, anchorFile } from '../anchor/audit-anchor.ts'
import { openStore, type StoreSettings } from '../store/open-store.ts'
import type { OnErased, Store } from '../store/store.ts'
import { importedKeys } from './imported.ts'
import type { Roots } from './keyring.ts'
import { Keys } from './keys.ts'
import { toRoot } from './material.ts'
import { loadRoot, ROOT_FILE } from './root.ts'

export interface StoreWithKeysOptions {
  readonly settings: Pick<Settings, 'jwtSecret' | 'previousJwtSecret'> & StoreSettings
  readonly secrets: SecretFiles
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly now: () => Date
  /** Roots that WEIR_JWT_SECRET may have replaced, besides WEIR_JWT_SECRET_PREVIOUS. */
  readonly oldRoots?: readonly string[]
  readonly onErased?: OnErased
}

export interface StoreWithKeys {
  readonly store: Store
  readonly keys: Keys
  readonly anchor: AuditAnchor
}

/** Opens the store with the keys that it seals with, which are kept in it. @throws StoreError */
export async function openStoreWithKeys(options: StoreWithKeysOptions): Promise<StoreWithKeys> {
  const { settings, secrets, logger, now, oldRoots = [], onErased } = options
  const keys = new Keys({ roots: () => rootsOf(settings, secrets, oldRoots), logger, now })
  let anchor: AuditAnchor | undefined
  const sealing = {
    auditKeys: keys.of('audit'),
    onAudited: (tenantId: string) => anchor?.note(tenantId),
    erasedIdsKeys: keys.of('erased_ids'),
  }
  const store = await openStore(settings, logger, { ...sealing, onErased, now })
  try {
    await keys.load(store.keyring, () => {
      const root = toRoot(loadRoot(settings, secrets))
      return importedKeys({ settings, secrets, store, root, now: now() })
    })
    const opened = await AuditAnchor.open({
      store,
      secrets,
      file: anchorFile(settings),
      keys: keys.of('audit'),
      logger,
    })
    anchor = opened
    const close = async () => {
      await opened.close()
      await store.close()
    }
    return { store: { ...store, close }, keys, anchor: opened }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** If WEIR_JWT_SECRET was set later, the secret that it replaced is still in its file. */
function rootsOf(
  { jwtSecret, previousJwtSecret }: Pick<Settings, 'jwtSecret' | 'previousJwtSecret'>,
  secrets: SecretFiles,
  oldRoots: readonly string[],
): Roots {
  const generated = jwtSecret === undefined ? undefined : secrets.read(ROOT_FILE)
  const replaced = [previousJwtSecret, generated, ...oldRoots].filter((secret) => secret !== undefined)
  return { current: toRoot(loadRoot({ jwtSecret }, secrets)), replaced: replaced.map(toRoot) }
}
