import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../config/make-folder.ts'

/** By the time, so that the order of the names is that of the backups: weir-2026-01-31T02-00-00.000Z. */
const NAME = /^weir-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/
/** What a backup is called until it is whole. */
const UNFINISHED = '.unfinished'

/** Where a backup is written. */
export interface BackupFolder {
  readonly path: string
  /** It is whole. @returns where it is now */
  finish(): string
  /** It came to nothing. */
  abandon(): void
}

/** A folder that is new or empty becomes the backup; in one that was used, or with `isDated`, the backup gets a folder by its time. */
export function openBackupFolder(folder: string, isDated: boolean, now: Date): BackupFolder {
  makeFolder(folder)
  if (!isDated && readdirSync(folder).length === 0) {
    chmodSync(folder, 0o700)
    return { path: folder, finish: () => folder, abandon: () => empty(folder) }
  }
  const finished = join(folder, `weir-${now.toISOString().replaceAll(':', '-')}`)
  const path = `${finished}${UNFINISHED}`
  makeFolder(path)
  return {
    path,
    finish() {
      renameSync(path, finished)
      return finished
    },
    abandon: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** The backups in a folder, and what was left of those that were killed; removes all but the newest ones. @returns what it has removed */
export function removeOld(folder: string, keep: number): readonly string[] {
  const names = readdirSync(folder)
  const unfinished = names.filter((name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)))
  const removed = [...datedIn(names).slice(0, -keep), ...unfinished].map((name) => join(folder, name))
  for (const path of removed) rmSync(path, { recursive: true, force: true })
  return removed
}

/** The newest backup that a folder has, which may be the folder itself. */
export function newestBackup(folder: string): string | undefined {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  const names = isFolder ? readdirSync(folder) : []
  const newest = datedIn(names).at(-1)
  if (newest !== undefined) return join(folder, newest)
  return names.includes('secrets') ? folder : undefined
}

const datedIn = (names: readonly string[]) => names.filter((name) => NAME.test(name)).sort()

function empty(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
