import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WeirError } from '../core/errors.ts'
import { makeFolder } from './make-folder.ts'

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

/** @throws DataDirError */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new DataDirError(dataDir, error)
  }
}

export interface DataDirLock {
  release(): void
}

/**
 * Takes a part of the data directory for this process, making the directory if there is none. An API and a proxy,
 * each running alone, may share one. The lock is SQLite's own on an empty file: the operating system drops it with the
 * process, however that ends, so there is never a stale one to remove.
 * @throws DataDirInUseError, DataDirError
 */
export function lockDataDir(dataDir: string, ...parts: readonly ('api' | 'proxy')[]): DataDirLock {
  const locks: DatabaseSync[] = []
  const release = () => {
    for (const lock of locks) lock.close()
  }
  try {
    makeFolder(dataDir)
    for (const part of parts) {
      const lock = new DatabaseSync(join(dataDir, `${part}.lock`), { timeout: 0 })
      locks.push(lock)
      lock.exec('BEGIN EXCLUSIVE')
    }
  } catch (error) {
    release()
    if ((error as { errcode?: unknown }).errcode === BUSY) throw new DataDirInUseError(dataDir)
    throw new DataDirError(dataDir, error)
  }
  return { release }
}
