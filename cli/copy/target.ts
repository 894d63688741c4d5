import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Keys } from '../../api/keys/keys.ts'
import { DATABASE_FILE, mongodbName, openCopying, openMongo, openSqliteFile } from '../../api/store/open-store.ts'
import { finishFile, isThere, removeUnfinished, unfinishedFile } from '../../api/store/sqlite/copying.ts'
import type { Store } from '../../api/store/store.ts'
import { mongodbUrl } from '../../config/parsers.ts'
import type { Call } from '../command.ts'
import { UsageError } from '../errors.ts'
import { SILENT } from '../with-store.ts'
import { CopyError } from './errors.ts'
import type { Side } from './kinds.ts'

const FORMS = 'sqlite, sqlite:FILE, or a connection string of MongoDB (mongodb://host/database)'

/** Where the copy goes. */
export interface Target {
  /** Without credentials. */
  readonly name: string
  readonly engine: 'sqlite' | 'mongodb'
  /** What an operator deletes if this could not. */
  readonly remains: string
  /** @throws CopyError */
  requireEmpty(): Promise<void>
  open(keys: Keys): Promise<Side>
  /** Takes away what was written. */
  abandon(side: Side | undefined): Promise<void>
  /** The sides are closed. */
  finish(): void
}

/** @throws UsageError */
export function targetOf(call: Call): Target {
  const [given, file] = [call.optional('to'), call.optional('to-file')]
  if ((given === undefined) === (file === undefined)) throw new UsageError('Give --to or --to-file')
  const text = (given ?? readTarget(resolve(call.cwd, file ?? ''))).trim()
  if (text === 'sqlite') return sqliteTarget(call, join(call.settings.dataDir, DATABASE_FILE))
  if (text.startsWith('sqlite:')) return sqliteTarget(call, resolve(call.cwd, text.slice('sqlite:'.length)))
  try {
    return mongoTarget(call, mongodbUrl(text, { cwd: call.cwd }))
  } catch {
    // The text may hold a password: it is not repeated.
    throw new UsageError(`The target must be ${FORMS}`)
  }
}

function readTarget(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--to-file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function optionsOf(call: Call, keys: Keys) {
  const { webhookBacklog, webhookBacklogBytes } = call.settings
  return { webhookBacklog, webhookBacklogBytes, auditKeys: keys.of('audit'), erasedIdsKeys: keys.of('erased_ids') }
}

function sqliteTarget(call: Call, file: string): Target {
  return {
    name: file,
    engine: 'sqlite',
    remains: `the file ${unfinishedFile(file)}`,
    requireEmpty: async () => {
      if (isThere(file)) throw new CopyError(`${file} is there already: a copy overwrites nothing`)
    },
    open: async (keys) => {
      // Of a copy that was killed.
      removeUnfinished(file)
      try {
        const store = openSqliteFile(unfinishedFile(file), optionsOf(call, keys))
        return { store, copying: await openCopying({ file: unfinishedFile(file) }) }
      } catch (error) {
        removeUnfinished(file)
        throw new CopyError(`${file} cannot be written: ${(error as Error).message}`, error)
      }
    },
    abandon: async () => removeUnfinished(file),
    finish: () => {
      if (existsSync(file) && isThere(file)) throw new CopyError(`${file} is there already: a copy overwrites nothing`)
      finishFile(file)
    },
  }
}

function mongoTarget(call: Call, url: string): Target {
  const name = mongodbName(url)
  return {
    name,
    engine: 'mongodb',
    remains: `the database of ${name} (db.dropDatabase() in mongosh)`,
    requireEmpty: async () => {
      const copying = await openCopying({ url })
      try {
        if (!(await copying.isEmpty())) {
          throw new CopyError(
            `${name} is not empty: a copy needs a database of its own. Drop that one, or name another`,
          )
        }
      } finally {
        await copying.close()
      }
    },
    open: async (keys) => {
      const store: Store = await openMongo(url, SILENT, optionsOf(call, keys))
      const copying = await openCopying({ url })
      await copying.begin()
      return { store, copying }
    },
    abandon: async (side) => side?.copying.abandon(),
    finish: () => {},
  }
}
