import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WeirError } from '../core/errors.ts'

const FILE = 'weir.lock'
/** SQLITE_BUSY (sqlite.org/rescode.html). */
const BUSY = 5

/** Another process runs on this data directory. */
export class DataDirInUseError extends WeirError {
  constructor(dataDir: string) {
    super(
      'ERR_DATA_DIR_IN_USE',
      `The data directory ${dataDir} is in use: another Weir runs on it. Stop that one, or set WEIR_DATA_DIR`,
    )
  }
}

/** The data directory cannot be made or written to. */
export class DataDirError extends WeirError {
  constructor(dataDir: string, cause: unknown) {
    super('ERR_DATA_DIR', `The data directory ${dataDir} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

export interface DataDirLock {
  release(): void
}

/**
 * Takes the data directory for this process, making it where there is none. The lock is SQLite's own on an empty file:
 * the operating system drops it with the process, however that ends, so there is never a stale one to remove.
 * @throws DataDirInUseError, DataDirError
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const db = openLockFile(dataDir)
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    throw (error as { errcode?: unknown }).errcode === BUSY
      ? new DataDirInUseError(dataDir)
      : new DataDirError(dataDir, error)
  }
  return { release: () => db.close() }
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return new DatabaseSync(join(dataDir, FILE), { timeout: 0 })
  } catch (error) {
    throw new DataDirError(dataDir, error)
  }
}
