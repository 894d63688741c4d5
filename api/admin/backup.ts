import { chmodSync, closeSync, cpSync, existsSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockDataDir } from '../../config/data-dir-lock.ts'
import { makeFolder } from '../../config/make-folder.ts'
import { WeirError } from '../../core/errors.ts'
import { noteBackup } from '../settings/last-backup.ts'
import { DATABASE_FILE as DATABASE } from '../store/open-store.ts'
import type { Command } from './command.ts'

/** The files that cannot be created again: the CA that devices trust, and the keys of sessions, tokens and webhook secrets. */
const FILES = [
  ...['ca', 'ca-next', 'ca-previous', 'api-ca'].flatMap((name) => [`${name}.pem`, `${name}.key`]),
  'secrets',
]
const BUSY_TIMEOUT_MS = 5000
const ON_MONGODB = 'The documents are in MongoDB: back them up with mongodump'

export class BackupError extends WeirError {
  constructor(message: string, cause?: unknown) {
    super('ERR_BACKUP', message, { cause })
  }
}

export const backUp: Command = {
  name: 'backup',
  summary: 'Copies the database, the CA and the secrets as they are at one moment. The server may be running.',
  options: [{ name: 'to', value: 'FOLDER', required: true, meaning: 'a new or empty folder' }],
  needsDatabase: true,
  run({ settings, cwd, text }) {
    const folder = resolve(cwd, text('to'))
    makeTarget(folder)
    copy(settings.dataDir, folder)
    if (settings.mongodbUrl !== undefined) {
      noteBackup(settings.dataDir, new Date())
      return { text: `${folder}\n${ON_MONGODB}\n`, json: { folder, database: false } }
    }
    copyDatabase(join(settings.dataDir, DATABASE), join(folder, DATABASE))
    noteBackup(settings.dataDir, new Date())
    return { text: `${folder}\n`, json: { folder, database: true } }
  },
}

function makeTarget(folder: string): void {
  try {
    makeFolder(folder)
    if (readdirSync(folder).length > 0) {
      throw new BackupError(`${folder} is not empty: a backup needs a folder of its own`)
    }
    chmodSync(folder, 0o700)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${folder} cannot be written to: ${(error as Error).message}`, error)
  }
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

export const restore: Command = {
  name: 'restore',
  summary: 'Restores a backup into a data directory that no server uses and that has no database, CA or secrets.',
  options: [{ name: 'from', value: 'FOLDER', required: true, meaning: 'a folder that backup --to wrote' }],
  needsDatabase: false,
  run({ settings, cwd, text }) {
    const folder = resolve(cwd, text('from'))
    restoreFrom(folder, settings.dataDir)
    const note = settings.mongodbUrl === undefined ? '' : `${ON_MONGODB.replace('back them up', 'restore them')}\n`
    return { text: `${settings.dataDir}\n${note}`, json: { data_dir: settings.dataDir } }
  },
}

/** @throws BackupError; DataDirInUseError while a server runs on it */
function restoreFrom(folder: string, dataDir: string): void {
  if (!existsSync(join(folder, 'secrets'))) throw new BackupError(`${folder} holds no backup`)
  const lock = lockDataDir(dataDir, 'api', 'proxy')
  try {
    const there = [DATABASE, ...FILES].filter((name) => existsSync(join(dataDir, name)))
    if (there.length > 0) {
      throw new BackupError(
        `${dataDir} has ${there.join(', ')} already, and restore overwrites nothing: move the directory away, restore, and put its folder spool back, where records wait`,
      )
    }
    copy(folder, dataDir)
    if (existsSync(join(folder, DATABASE))) cpSync(join(folder, DATABASE), join(dataDir, DATABASE))
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
