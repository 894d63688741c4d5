import { readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../../api/store/open-store.ts'
import { type Check, failed, machineOf, ok, skipped, warning } from './check.ts'

const MIB = 1024 * 1024
/** Below it a database, its log and a spool cannot grow for a day of ordinary use. */
const FREE_LOW = 1024 * MIB
/** Below it a write may fail at any moment. */
const FREE_EMPTY = 100 * MIB
const OTHERS = 0o077
/** Each tunnel takes two file descriptors. */
const FILES_LOW = 4096

export const dataDirectory: Check = {
  name: 'data-directory',
  run(circumstances) {
    const { dataDir } = circumstances.settings
    const there = look(dataDir)
    if (there === undefined) return skipped(`${dataDir} is not there yet; the first start makes it`)
    if (!there.isDirectory())
      return failed(
        `${dataDir} is no directory`,
        'Set WEIR_DATA_DIR to a directory, or to a path where one can be made',
      )
    try {
      machineOf(circumstances).enter(dataDir)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EROFS')
        return failed(
          `${dataDir} is on a file system that is mounted read-only`,
          'See the log of the system for errors of this disk, which are mostly why, and mount it for writing again',
        )
      return failed(
        `${dataDir} cannot be written to by this user`,
        `Run this command as the user that Weir runs as, or give that user the directory: chown -R weir ${dataDir}`,
      )
    }
    return ok(`${dataDir} can be read and written`)
  },
}

export const diskSpace: Check = {
  name: 'disk-space',
  run(circumstances) {
    const { dataDir } = circumstances.settings
    if (look(dataDir) === undefined) return skipped(`${dataDir} is not there yet`)
    const free = machineOf(circumstances).freeBytes(dataDir)
    const message = `${Math.floor(free / MIB)} MiB are free for ${dataDir}`
    const mend = 'Free space on this disk, lower WEIR_RETENTION_DAYS, or move WEIR_DATA_DIR to a larger one'
    if (free < FREE_EMPTY) return failed(message, mend)
    return free < FREE_LOW ? warning(message, mend) : ok(message)
  },
}

/** Of what must be for its owner alone: keys, secrets, and the database with its log and copies, which hold e-mail addresses. */
export const fileModes: Check = {
  name: 'file-modes',
  run({ settings: { dataDir } }) {
    const secrets = join(dataDir, 'secrets')
    const beside = namesIn(dataDir).filter((name) => name.endsWith('.key') || name.startsWith(DATABASE_FILE))
    const paths = [
      secrets,
      ...beside.map((name) => join(dataDir, name)),
      ...namesIn(secrets).map((name) => join(secrets, name)),
    ]
    const found = paths.flatMap((path) => {
      const mode = look(path)?.mode
      return mode === undefined ? [] : [{ path, mode }]
    })
    if (found.length === 0) return skipped(`there are no secrets in ${dataDir} yet`)
    const open = found.filter(({ mode }) => (mode & OTHERS) !== 0).map(({ path }) => path)
    if (open.length === 0) return ok('keys, secrets and the database are for their owner alone')
    return failed(
      `other users of this machine can get at ${open.join(', ')}`,
      `chmod go= ${open.join(' ')}, and think of what they hold as leaked: "keys rotate" makes new keys`,
    )
  },
}

export const openFiles: Check = {
  name: 'open-files',
  run(circumstances) {
    const limit = machineOf(circumstances).openFiles()
    if (limit === undefined) return skipped('this system tells no limit of open files')
    if (limit === 'unlimited' || limit >= FILES_LOW) return ok(`${limit} files and connections may be open`)
    return warning(
      `${limit} files and connections may be open, and each tunnel takes two`,
      'Raise the limit: LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536 in the shell that starts Weir',
    )
  },
}

function look(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
