import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Settings } from '../../config/settings.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { Store, StoreOptions } from './store.ts'

/**
 * The engine that the settings name: MongoDB, or one SQLite file in the data directory.
 * @throws StoreError
 */
export async function openStore(
  { mongodbUrl, dataDir, webhookBacklog }: Pick<Settings, 'mongodbUrl' | 'dataDir' | 'webhookBacklog'>,
  logger: Pick<Logger, 'warn'>,
  { now }: Pick<StoreOptions, 'now'> = {},
): Promise<Store> {
  const options = { webhookBacklog, now }
  if (mongodbUrl !== undefined) {
    // The driver takes a fifth of a second to load, which an embedded start need not wait for.
    const { openMongoStore } = await import('./mongodb/mongo-store.ts')
    return openMongoStore(mongodbUrl, logger, options)
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return openSqliteStore(join(dataDir, 'weir.sqlite'), options)
}
