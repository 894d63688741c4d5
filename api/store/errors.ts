import { WeirError } from '../../core/errors.ts'

/** A unique name, e-mail address or id is taken already. `field` is the one that clashed. */
export class DuplicateError extends WeirError {
  readonly field: string

  constructor(field: string, options?: ErrorOptions) {
    super('ERR_DUPLICATE', `Another record has the same ${field}`, options)
    this.field = field
  }
}

/** The record has changed since the version the caller has seen. */
export class StaleVersionError extends WeirError {
  constructor() {
    super('ERR_STALE_VERSION', 'The record has changed since it was read')
  }
}

/** The change would leave a tenant without an active admin. */
export class LastAdminError extends WeirError {
  constructor() {
    super('ERR_LAST_ADMIN', 'A tenant keeps at least one active admin')
  }
}

/** The database cannot be opened, or was written by a newer release. */
export class StoreError extends WeirError {
  constructor(message: string, options?: ErrorOptions) {
    super('ERR_STORE', message, options)
  }
}

/**
 * The database cannot be used now, and perhaps in a moment: another process holds it, its disk is full, or it is out of
 * reach. Nothing was changed, or what was can be sent again.
 */
export class StoreUnavailableError extends StoreError {}
