import { chmodSync, closeSync, cpSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockDataDir } from '../../config/data-dir-lock.ts'
import type { Settings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'
import { requiredOptions } from './usage.ts'

const DATABASE = 'weir.sqlite'
/** What cannot be made again: the CA that devices trust, and the keys of sessions, tokens and webhook secrets. */
const FILES = ['ca.pem', 'ca.key', 'secrets'] as const
const BUSY_TIMEOUT_MS = 5000
const ON_MONGODB = 'The documents are in MongoDB: back them up with mongodump'

export class BackupError extends WeirError {
  constructor(message: string, cause?: unknown) {
    super('ERR_BACKUP', message, { cause })
  }
}

/**
 * `backup --to FOLDER`: a copy of the database as it is at one moment, with CA and secrets; while the server runs or not.
 * @throws BackupError where the folder holds something
 */
export function backUp(settings: Settings, args: readonly string[]): string {
  const folder = resolve(requiredOptions(args, ['to']).to)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new BackupError(`${folder} is not empty: a backup goes into a folder of its own`)
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  copy(settings.dataDir, folder)
  const source = join(settings.dataDir, DATABASE)
  if (settings.mongodbUrl !== undefined) return `${folder}\n${ON_MONGODB}\n`
  if (!existsSync(source)) throw new BackupError(`${settings.dataDir} has no database`)
  copyDatabase(source, join(folder, DATABASE))
  return `${folder}\n`
}

/**
 * Copies the database as it is at the moment it begins: within one read transaction, which no writer disturbs. SQLite's
 * backup API would begin again at each write of another process. What was deleted before is in no page of the copy.
 */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    database.prepare('VACUUM INTO ?').run(to)
    chmodSync(to, 0o600)
    // VACUUM INTO leaves that to its caller (sqlite.org/lang_vacuum.html).
    const copied = openSync(to, 'r+')
    fsyncSync(copied)
    closeSync(copied)
  } catch (error) {
    throw new BackupError(`The database cannot be copied: ${(error as Error).message}`, error)
  } finally {
    database.close()
  }
}

/**
 * `restore --from FOLDER`: what a backup holds, into a data directory that has no database.
 * @throws BackupError; DataDirInUseError while a server runs on it
 */
export function restore(settings: Settings, args: readonly string[]): string {
  const folder = resolve(requiredOptions(args, ['from']).from)
  const { dataDir } = settings
  if (!existsSync(join(folder, 'secrets'))) throw new BackupError(`${folder} holds no backup`)
  const lock = lockDataDir(dataDir, 'api', 'proxy')
  try {
    const there = [DATABASE, ...FILES].find((name) => existsSync(join(dataDir, name)))
    if (there !== undefined) {
      throw new BackupError(`${dataDir} has a ${there} already: move it away first, nothing is overwritten`)
    }
    copy(folder, dataDir)
    if (existsSync(join(folder, DATABASE))) cpSync(join(folder, DATABASE), join(dataDir, DATABASE))
    return settings.mongodbUrl === undefined
      ? `${dataDir}\n`
      : `${dataDir}\n${ON_MONGODB.replace('back them up', 'restore them')}\n`
  } catch (error) {
    if (!(error instanceof BackupError)) {
      // Half a restored directory would start as if it were whole.
      for (const name of [DATABASE, ...FILES]) rmSync(join(dataDir, name), { recursive: true, force: true })
      throw new BackupError(`${folder} cannot be restored: ${(error as Error).message}`, error)
    }
    throw error
  } finally {
    lock.release()
  }
}

function copy(from: string, to: string): void {
  for (const name of FILES) {
    if (existsSync(join(from, name)))
      cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true })
  }
}
