import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb'
import { DuplicateError, StoreError, StoreUnavailableError } from '../errors.ts'

/** DuplicateKey (mongodb.com/docs/manual/reference/error-codes). */
export const DUPLICATE_KEY = 11000

/**
 * Runs one operation. A failure of the driver or the server becomes an error of ours that does not carry it as its
 * cause: those quote key values and whole documents, which must not reach a log.
 * @param uniqueField what clashes where the server finds a duplicate key
 * @throws DuplicateError, StoreError
 */
export async function attempt<T>(uniqueField: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (thrown) {
    const error = withoutBulk(thrown)
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) throw new DuplicateError(uniqueField)
    if (error instanceof MongoError && isOutOfReach(error)) throw new StoreUnavailableError(describeFailure(error))
    if (error instanceof MongoError) throw new StoreError(describeFailure(error))
    // Where a connection ends at the moment at which a command is written to it, the driver has no error of its own.
    if (isOfSystem(error)) throw new StoreUnavailableError(`MongoDB cannot be reached: ${error.code}`)
    throw error
  }
}

/** Where the connection ends under a bulk write, the driver says so of the server, with what has happened inside. */
function withoutBulk(error: unknown): unknown {
  return error instanceof MongoBulkWriteError && error.errorResponse instanceof Error ? error.errorResponse : error
}

/**
 * What a server says that is ending or is no primary any more, and one whose majority is away (mongodb.com/docs/manual/
 * reference/error-codes). The driver has tried it again by then.
 */
const NOT_NOW: ReadonlySet<number> = new Set([6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

/** By name, since the driver does not export them: all connections wait for a server that does not answer, or are being closed. */
const OUT_OF_REACH: ReadonlySet<string> = new Set([
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoStalePrimaryError',
])

export function describeFailure(error: MongoError): string {
  if (error instanceof MongoServerError) {
    return `MongoDB refuses: ${error.codeName ?? 'no reason given'} (code ${error.code ?? 'unknown'})`
  }
  // Their messages name hosts and ports, never credentials or documents.
  if (isOutOfReach(error)) {
    return `MongoDB cannot be reached: ${error.message}`
  }
  return `MongoDB cannot be used: ${error.name}`
}

function isOutOfReach(error: MongoError): boolean {
  if (error instanceof MongoServerError) return NOT_NOW.has(Number(error.code))
  return (
    OUT_OF_REACH.has(error.name) || error instanceof MongoNetworkError || error instanceof MongoServerSelectionError
  )
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
}
