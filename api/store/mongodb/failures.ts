import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb'
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
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) throw new DuplicateError(uniqueField)
    if (error instanceof MongoError && isOutOfReach(error)) throw new StoreUnavailableError(describeFailure(error))
    if (error instanceof MongoError) throw new StoreError(describeFailure(error))
    throw error
  }
}

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
  return error instanceof MongoNetworkError || error instanceof MongoServerSelectionError
}
