import { WeirError } from '../../core/errors.ts'

/** A model or its runtime that could not be installed. */
export class ModelInstallError extends WeirError {
  constructor(message: string, cause?: unknown) {
    super('ERR_MODEL_INSTALL', message, { cause })
  }
}
