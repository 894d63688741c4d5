import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeDataDir } from '../../config/data-dir-lock.ts'
import type { Settings } from '../../config/settings.ts'
import type { CopyStore } from './copying.ts'
import { openSqliteCopying } from './sqlite/copying.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { Store, StoreOptions } from './store.ts'

/** In the data directory, where the documents are not in MongoDB. */
export const DATABASE_FILE = 'weir.sqlite'

const PROGRESS_EVERY_MS = 1000

export type StoreSettings = Pick<Settings, 'mongodbUrl' | 'dataDir' | 'webhookBacklog'> &
  Partial<Pick<Settings, 'webhookBacklogBytes'>>

/**
 * The engine that the settings name: MongoDB, or one SQLite file in the data directory.
 * @throws StoreError
 */
export async function openStore(
  { mongodbUrl, dataDir, webhookBacklog, webhookBacklogBytes }: StoreSettings,
  logger: Pick<Logger, 'info' | 'warn'>,
  {
    auditKeys,
    onAudited,
    erasedIdsKeys,
    onErased,
    now,
  }: Omit<StoreOptions, 'webhookBacklog' | 'webhookBacklogBytes'> = {},
): Promise<Store> {
  const options = { webhookBacklog, webhookBacklogBytes, auditKeys, onAudited, erasedIdsKeys, onErased, now }
  if (mongodbUrl !== undefined) return openMongo(mongodbUrl, logger, options)
  makeDataDir(dataDir)
  return openSqliteStore(join(dataDir, DATABASE_FILE), { ...options, onUpgrade: progressTo(logger) })
}

/** Says now and then how far an upgrade is: whoever waits for the start sees that it goes on. */
function progressTo(logger: Pick<Logger, 'info'>): (progress: { done: number; total: number }) => void {
  let toldAt = performance.now()
  return ({ done, total }) => {
    const now = performance.now()
    if (now - toldAt < PROGRESS_EVERY_MS) return
    toldAt = now
    logger.info({ done, total }, 'the database is being upgraded')
  }
}

/** @throws StoreError */
export async function openMongo(url: string, logger: Pick<Logger, 'warn'>, options: StoreOptions): Promise<Store> {
  // The driver takes a fifth of a second to load, which an embedded start need not wait for.
  const { openMongoStore } = await import('./mongodb/mongo-store.ts')
  return openMongoStore(url, logger, options)
}

export { openSqliteStore as openSqliteFile } from './sqlite/sqlite-store.ts'

/** A second connection to a database, by which it is copied. @throws StoreError */
export async function openCopying(of: { readonly url: string } | { readonly file: string }): Promise<CopyStore> {
  if ('file' in of) return openSqliteCopying(of.file)
  const { openMongoCopying } = await import('./mongodb/copying.ts')
  return openMongoCopying(of.url)
}

/** A database of MongoDB as it may be said: without credentials. */
export function mongodbName(url: string): string {
  return url.replace(/^([^/]+\/\/)[^/]*@/, '$1').replace(/\?.*$/, '')
}

/** Whether there is a database, which is looked at without making one. @throws StoreError if MongoDB cannot be asked */
export async function storeExists({ mongodbUrl, dataDir }: Pick<Settings, 'mongodbUrl' | 'dataDir'>): Promise<boolean> {
  if (mongodbUrl === undefined) {
    const file = statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })
    return file?.isFile() === true && file.size > 0
  }
  const { connect } = await import('./mongodb/connection.ts')
  const { client, db } = await connect(mongodbUrl)
  try {
    return await db.listCollections({}, { nameOnly: true }).hasNext()
  } finally {
    await client.close()
  }
}
