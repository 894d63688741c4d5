import { StoreUnavailableError } from '../errors.ts'

/** Primary result codes (sqlite.org/rescode.html). The extended code's lowest byte is the primary one. */
const BUSY: ReadonlySet<number> = new Set([5, 6])
/** READONLY, IOERR, FULL, CANTOPEN: what a disk says that is full, gone or mounted read-only. */
const UNUSABLE: ReadonlySet<number> = new Set([8, 10, 13, 14])

/** Whether another process holds the lock that was needed; nothing has been done then. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(primaryCode(error))
}

/** The error that callers know for this failure of SQLite; what is none of the engine's state stays as it is. */
export function toStoreError(error: unknown): unknown {
  const code = primaryCode(error)
  if (BUSY.has(code)) return new StoreUnavailableError('Another process holds the database', { cause: error })
  if (UNUSABLE.has(code)) {
    return new StoreUnavailableError(`The database cannot be used: ${(error as Error).message}`, { cause: error })
  }
  return error
}

function primaryCode(error: unknown): number {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : 0
}
