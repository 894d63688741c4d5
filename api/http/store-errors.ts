import { DuplicateError, LastAdminError, StaleVersionError } from '../store/errors.ts'
import { conflict, preconditionFailed } from './api-error.ts'

/** Runs a change of the store, and turns the store's refusals into answers. */
export async function withConflicts<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof DuplicateError)
      throw conflict(`The ${FIELD_NAMES[error.field] ?? error.field} is taken already`)
    if (error instanceof LastAdminError)
      throw conflict('The last active admin cannot be removed: make another user an admin first')
    if (error instanceof StaleVersionError) throw preconditionFailed()
    throw error
  }
}

const FIELD_NAMES: Readonly<Record<string, string>> = { email: 'e-mail address' }
