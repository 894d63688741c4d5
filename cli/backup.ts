import { chmodSync, closeSync, cpSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { noteBackup } from '../api/settings/last-backup.ts'
import { DATABASE_FILE as DATABASE } from '../api/store/open-store.ts'
import { lockDataDir } from '../config/data-dir-lock.ts'
import { WeirError } from '../core/errors.ts'
import { type BackupFolder, newestBackup, openBackupFolder, removeOld } from './backup-folders.ts'
import type { Call, Command } from './command.ts'
import { UsageError } from './errors.ts'

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
  summary:
    'Copies the database, the CA and the secrets as they are at one moment, and prints the folder of the backup. The server may be running.',
  options: [
    {
      name: 'to',
      value: 'FOLDER',
      required: true,
      meaning:
        'a folder, which becomes the backup if it is new or empty; in one that was used each backup gets a folder by its time',
    },
    {
      name: 'keep',
      value: 'NUMBER',
      meaning: 'makes a folder by its time in any case, and removes all but so many of the newest',
    },
  ],
  needsDatabase: true,
  run(call) {
    const { settings } = call
    const folder = resolve(call.cwd, call.text('to'))
    const keep = keepOf(call)
    const database = settings.mongodbUrl === undefined
    const path = writeBackup(folder, keep !== undefined, settings.dataDir, database)
    noteBackup(settings.dataDir, new Date())
    const removed = keep === undefined ? [] : removeOld(folder, keep)
    return {
      text: `${path}\n${removed.map((old) => `removed ${old}\n`).join('')}${database ? '' : `${ON_MONGODB}\n`}`,
      json: { folder: path, database, ...(keep !== undefined && { removed }) },
    }
  },
}

/** @throws UsageError */
function keepOf(call: Call): number | undefined {
  const text = call.optional('keep')
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new UsageError(`--keep takes a number from 1 to 99999, not ${JSON.stringify(text)}`)
  return Number(text)
}

/** @returns the folder of the backup @throws BackupError */
function writeBackup(folder: string, isDated: boolean, dataDir: string, database: boolean): string {
  if (folder === resolve(dataDir)) throw new BackupError(`${folder} is the data directory: a backup belongs elsewhere`)
  let opened: BackupFolder | undefined
  try {
    opened = openBackupFolder(folder, isDated, new Date())
    copy(dataDir, opened.path)
    if (database) copyDatabase(join(dataDir, DATABASE), join(opened.path, DATABASE))
    return opened.finish()
  } catch (error) {
    opened?.abandon()
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
  options: [
    {
      name: 'from',
      value: 'FOLDER',
      required: true,
      meaning: 'a folder that backup printed, or one with several, of which the newest is taken',
    },
  ],
  needsDatabase: false,
  run({ settings, cwd, text }) {
    const given = resolve(cwd, text('from'))
    const folder = newestBackup(given)
    if (folder === undefined) throw new BackupError(`${given} holds no backup`)
    restoreFrom(folder, settings.dataDir)
    const from = folder === given ? '' : `The newest backup was taken: ${folder}\n`
    const note = settings.mongodbUrl === undefined ? '' : `${ON_MONGODB.replace('back them up', 'restore them')}\n`
    return { text: `${settings.dataDir}\n${from}${note}`, json: { data_dir: settings.dataDir, from: folder } }
  },
}

/** @throws BackupError; DataDirInUseError while a server runs on it */
function restoreFrom(folder: string, dataDir: string): void {
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
