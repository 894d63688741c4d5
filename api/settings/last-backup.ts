import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'last-backup'
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** When a backup of this data directory last ended, for the console's list of first steps; undefined if none is known. */
export function lastBackup(dataDir: string): string | undefined {
  try {
    const time = readFileSync(join(dataDir, FILE), 'utf8').trim()
    return TIME.test(time) ? time : undefined
  } catch {
    // There was none, or nobody may read of it: no answer depends on it.
    return undefined
  }
}

/** Notes that a backup has ended. It is whole already: a full disk takes nothing from it. */
export function noteBackup(dataDir: string, time: Date): void {
  try {
    writeFileSync(join(dataDir, FILE), `${time.toISOString()}\n`, { mode: 0o600 })
  } catch {
    // The console goes on asking for one.
  }
}
