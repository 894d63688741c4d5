import { WeirError } from '../../errors.ts'

/** A model for tier 3 that cannot be used. The message is about its files, and never about a text. */
export class ModelError extends WeirError {
  constructor(message: string, cause?: unknown) {
    super('ERR_TIER3_MODEL', message, { cause })
  }
}
