import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { knownFacts, missingIn, otherThan, type Where } from '../../api/known-database.ts'
import { StoreError } from '../../api/store/errors.ts'
import { glanceAt } from '../../api/store/glance.ts'
import { DATABASE_FILE, storeExists } from '../../api/store/open-store.ts'
import { MIGRATIONS } from '../../api/store/sqlite/migrations.ts'
import { type Check, type Finding, failed, ok, reasonOf, skipped } from './check.ts'

/** How long another process may hold the database, in milliseconds. */
const WAIT_MS = 2000

/** A file up to this size is looked through as a whole, which takes a second or two; of a larger one, each table is begun. */
const WHOLE_BYTES = 256 * 1024 * 1024

/** "restore" overwrites nothing, neither the database nor the CA or the secrets beside it. */
const BRING_BACK =
  'Stop Weir, move the data directory away, bring a backup back with "restore", and put its folder spool back, where records wait'

/** Primary result codes (sqlite.org/rescode.html), and what each asks for. */
const MENDS: Readonly<Record<number, string>> = {
  5: 'Another process has held it for seconds: stop what else works on it, such as a copy of the file or a second Weir',
  8: 'Give the file, and those beside it that begin with its name, to the user that Weir runs as: chown weir',
  10: 'See the log of the system for errors of this disk, and bring a backup back with "restore" to a good one',
  11: BRING_BACK,
  13: 'Free space on this disk, or move WEIR_DATA_DIR to a larger one',
  14: 'Give the file, and those beside it that begin with its name, to the user that Weir runs as: chown weir',
  26: BRING_BACK,
}

/** Opens nothing as the API does, since that brings older data to this release's form. */
export const database: Check = {
  name: 'database',
  async run({ settings }) {
    const found = settings.mongodbUrl === undefined ? await sqlite(settings) : await mongodb(settings.mongodbUrl)
    return found.status === 'failed' ? found : ((await notOurs(settings)) ?? found)
  },
}

/** The database may work and yet not be the one that belongs to the data directory, as the start says too. */
async function notOurs(settings: Where): Promise<Finding | undefined> {
  const facts = knownFacts(settings.dataDir)
  if (facts === undefined) return undefined
  const glance = await glanceAt(settings)
  const wrong = missingIn(settings, facts, glance) ?? otherThan(settings, facts, glance?.tenants ?? [])
  return wrong && failed(wrong.found, wrong.mend)
}

async function sqlite(settings: Where): Promise<Finding> {
  const file = join(settings.dataDir, DATABASE_FILE)
  if (!(await storeExists(settings))) return skipped(`${file} is not there yet; the first start makes it`)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: WAIT_MS })
    // What any change begins with, and nothing behind it.
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    const found = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    const isWhole = statSync(file).size <= WHOLE_BYTES
    if (!isSound(database, isWhole)) {
      return failed(`${file} is damaged: database disk image is malformed`, BRING_BACK)
    }
    const unseen = isWhole
      ? ''
      : `; it is too large to be checked as a whole here, as sqlite3 ${file} 'PRAGMA quick_check' does`
    return newer({ found, known: MIGRATIONS.length }) ?? ok(`${file} can be read and written${unseen}`)
  } catch (error) {
    const { errcode, errstr } = error as { readonly errcode?: number; readonly errstr?: string }
    // The text is SQLite's own for the code, without anything of the data; an extended code has the primary one below.
    const mend = MENDS[(errcode ?? 0) & 0xff] ?? 'See what SQLite says; "restore" brings a backup back'
    return failed(`${file} cannot be written to: ${errstr ?? reasonOf(error)}`, mend)
  } finally {
    database?.close()
  }
}

/** @throws what SQLite says of damage that it cannot read past */
function isSound(database: DatabaseSync, isWhole: boolean): boolean {
  if (isWhole) return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok'
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all()
  for (const { name } of tables) database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get()
  return true
}

async function mongodb(url: string): Promise<Finding> {
  // The driver takes a fifth of a second to load, which other checks need not wait for.
  const { connect } = await import('../../api/store/mongodb/connection.ts')
  const { schemaOf } = await import('../../api/store/mongodb/migrate.ts')
  try {
    const { client, db } = await connect(url)
    try {
      await db.command({ ping: 1 })
      return newer(await schemaOf(db)) ?? ok(`MongoDB answers, with the database ${db.databaseName}`)
    } finally {
      await client.close()
    }
  } catch (error) {
    return failed(
      `MongoDB cannot be used: ${error instanceof StoreError ? error.message : reasonOf(error)}`,
      'See that WEIR_MONGODB_URL names a replica set that this machine reaches, with a user that may write',
    )
  }
}

function newer({ found, known }: { readonly found: number; readonly known: number }): Finding | undefined {
  if (found <= known) return undefined
  return failed(
    `the database was written by a newer release (schema ${found}; this one knows ${known})`,
    'Run the release that wrote it, or bring a backup of before back with "restore"',
  )
}
