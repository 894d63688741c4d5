import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { StoreError } from '../errors.ts'
import { fillAlertPolicies, type UpgradeProgress } from './alert-policy-fill.ts'
import { copyBeforeUpgrade } from './copy-before-upgrade.ts'
import { isBusy, toStoreError } from './failures.ts'
import { MIGRATIONS } from './migrations.ts'
import { RecentlyUsed } from './recently-used.ts'
import { WriteQueue } from './write-queue.ts'

/** How long opening waits for another process that brings the schema up to date. */
const OPENING_TIMEOUT_MS = 5000
/** How long the thread itself waits for another process; beyond that, writes wait in a queue. */
const BUSY_TIMEOUT_MS = 5
/** Pauses between tries to empty the write-ahead log while others read from it. */
const TRUNCATION_MS = 1000
/** Lists are built from their filters; beyond this many forms the least recently used is prepared anew. */
const STATEMENTS_MAX = 256
const JOURNAL_SIZE_LIMIT_BYTES = 128 * 1024 * 1024
/** 64 MiB of pages: with SQLite's 4 MiB every batch of interactions would end in a checkpoint and wait for the disk. */
const CHECKPOINT_PAGES = 16_384
/** The hot ends of the interactions' indexes stay in memory; SQLite's default is 2 MiB. */
const CACHE_KIB = 64 * 1024

const FILE_MODE = 0o600

/**
 * What a commit survives. `full`: a power failure. `group`: the death of the process; the last commits before a power
 * failure may be lost, until the next full commit or checkpoint takes them to the disk as well.
 */
export type Durability = 'full' | 'group'

export type Row = Record<string, unknown>

/**
 * One connection to a SQLite file, in WAL mode: readers in other processes never wait. Synchronous, as node:sqlite is;
 * the API runs it in a thread of its own (api/thread.ts).
 */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new RecentlyUsed<string, StatementSync>(STATEMENTS_MAX)
  readonly #listing = new RecentlyUsed<string, StatementSync>(STATEMENTS_MAX)
  readonly #writes = new WriteQueue()
  #truncation: NodeJS.Timeout | undefined

  /**
   * @param onUpgrade told how far an upgrade is that takes a while
   * @throws StoreError if the file is no database, or one of a newer release
   */
  constructor(file: string, onUpgrade: (progress: UpgradeProgress) => void = () => {}) {
    try {
      // Before SQLite makes it readable to all; its WAL and shared memory files take over this mode.
      closeSync(openSync(file, 'a', FILE_MODE))
      this.#db = new DatabaseSync(file, { timeout: OPENING_TIMEOUT_MS, enableForeignKeyConstraints: true })
      // NORMAL survives the death of the process, which is what an acknowledged record must survive; only a power
      // failure can lose the last commits, never corrupt the file (sqlite.org/pragma.html#pragma_synchronous).
      // What is deleted is overwritten, not only unlinked (sqlite.org/pragma.html#pragma_secure_delete).
      this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
        PRAGMA journal_size_limit = ${JOURNAL_SIZE_LIMIT_BYTES}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
        PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY;`)
      this.#migrate(file)
      fillAlertPolicies(this.#db, (work) => this.#transaction(work), onUpgrade)
      // A process that died may have left erased data there.
      this.#truncateLog()
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    } catch (error) {
      if (error instanceof StoreError) throw error
      const reason = `The database ${file} cannot be opened: ${(error as Error).message}`
      throw new StoreError(`${reason}. "npm run admin -- doctor" says what to do`, { cause: error })
    }
  }

  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return readable(() => this.#statement(sql).get(...values))
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return readable(() => this.#statement(sql).all(...values))
  }

  /** As `all`, each row as a list of its columns: what reads thousands of them. */
  lists(sql: string, ...values: SQLInputValue[]): readonly (readonly unknown[])[] {
    const statement = this.#listing.getOrCreate(sql, () => {
      const prepared = this.#db.prepare(sql)
      prepared.setReturnArrays(true)
      return prepared
    })
    return readable(() => statement.all(...values) as unknown as unknown[][])
  }

  /**
   * Runs `work` in a transaction, as soon as no other process writes. It takes the write lock at once, so that it cannot
   * fail half way for want of it.
   * @throws StoreUnavailableError if the lock is not to be had, or the disk takes no more
   */
  write<T>(work: () => T, durability: Durability = 'full'): Promise<T> {
    return this.#writes.run(() => {
      if (durability === 'group') return this.#transaction(work)
      // It cannot be changed within a transaction.
      this.#db.exec('PRAGMA synchronous = FULL')
      try {
        return this.#transaction(work)
      } finally {
        this.#db.exec('PRAGMA synchronous = NORMAL')
      }
    })
  }

  /** The same where nothing else runs in this thread yet, which waits. */
  writeWhileOpening(work: () => void): void {
    this.#db.exec(`PRAGMA busy_timeout = ${OPENING_TIMEOUT_MS}`)
    try {
      this.#transaction(work)
    } finally {
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }

  /**
   * Removes erased data from the write-ahead log too, which holds earlier versions of pages: soon, and again until it
   * works. Until then the log still contains that data.
   */
  truncateLogSoon(): void {
    this.#truncation ??= setTimeout(() => {
      this.#truncation = undefined
      if (!this.#truncateLog()) this.truncateLogSoon()
    }, TRUNCATION_MS).unref()
  }

  /** @returns false if another process reads or writes */
  #truncateLog(): boolean {
    try {
      return this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
    } catch (error) {
      // A full disk, or a lock: tried again.
      if (isBusy(error) || toStoreError(error) !== error) return false
      throw error
    }
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      // Some failures (a full disk) roll back by themselves.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** Runs `work` on the database as it is now: what other processes commit meanwhile is not seen. */
  snapshot<T>(work: () => T): T {
    this.#db.exec('BEGIN')
    try {
      return readable(work)
    } finally {
      // Nothing was written, so this only lets go of the snapshot, whether the work went well or not.
      this.#db.exec('ROLLBACK')
    }
  }

  /** Another number once another connection has written. */
  dataVersion(): number {
    return Number(this.get('PRAGMA data_version')?.data_version)
  }

  get isOpen(): boolean {
    return this.#db.isOpen
  }

  close(): void {
    if (!this.#db.isOpen) return
    clearTimeout(this.#truncation)
    this.#statements.clear()
    this.#listing.clear()
    try {
      if (this.#truncation !== undefined) this.#truncateLog()
      this.#db.exec('PRAGMA optimize')
    } catch (error) {
      // Neither is worth failing for: the next process to open the file does it.
      if (toStoreError(error) === error) throw error
    }
    this.#db.close()
  }

  #statement(sql: string): StatementSync {
    return this.#statements.getOrCreate(sql, () => this.#db.prepare(sql))
  }

  /** Several processes may start at once: the version is read again under the write lock. */
  #migrate(file: string): void {
    const found = this.#version()
    if (found === MIGRATIONS.length) return
    if (found > 0 && found < MIGRATIONS.length) copyBeforeUpgrade(this.#db, file, found)
    this.#transaction(() => {
      const version = this.#version()
      if (version > MIGRATIONS.length) {
        throw new StoreError(`The database was written by a newer release (schema ${version}): upgrade Weir to open it`)
      }
      for (const migration of MIGRATIONS.slice(version)) this.#db.exec(migration)
      this.#db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
    })
  }

  #version(): number {
    return Number(this.#db.prepare('PRAGMA user_version').get()?.user_version)
  }
}

/** @throws StoreUnavailableError */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw toStoreError(error)
  }
}
