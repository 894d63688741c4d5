import { closeSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const FILE_MODE = 0o600

/**
 * Copies the whole database beside itself, as `weir.sqlite.schema-12.bak`, before its schema is changed; the copy that an
 * earlier upgrade left is removed. Several processes that start at once each make one, of which one stays.
 * @throws an error of SQLite, such as that of a full disk: nothing is changed then
 */
export function copyBeforeUpgrade(db: DatabaseSync, file: string, version: number): void {
  const copy = `${file}.schema-${version}.bak`
  const unfinished = `${copy}.${process.pid}`
  rmSync(unfinished, { force: true })
  // An empty file of this mode is one that SQLite writes into.
  closeSync(openSync(unfinished, 'w', FILE_MODE))
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    // Another process was faster, and has changed the schema meanwhile: its copy is the one of before.
    if (versionOf(unfinished) !== version) return
    renameSync(unfinished, copy)
  } finally {
    rmSync(unfinished, { force: true })
  }
  const older = /^(.+)\.schema-\d+\.bak$/
  for (const name of readdirSync(dirname(file))) {
    if (older.exec(name)?.[1] === basename(file) && name !== basename(copy)) rmSync(join(dirname(file), name))
  }
}

function versionOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(db.prepare('PRAGMA user_version').get()?.user_version)
  } finally {
    db.close()
  }
}
