import { WeirError } from '../../core/errors.ts'

export class CopyError extends WeirError {
  constructor(message: string, cause?: unknown) {
    super('ERR_COPY', message, { cause })
  }
}
