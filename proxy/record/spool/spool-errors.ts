import { WeirError } from '../../../core/errors.ts'

export type SpoolErrorCode =
  | 'ERR_SPOOL_OPEN'
  | 'ERR_SPOOL_WRITE'
  | 'ERR_SPOOL_READ'
  | 'ERR_SPOOL_FULL'
  | 'ERR_SPOOL_RECORD_TOO_LARGE'
  | 'ERR_SPOOL_CLOSED'

/** The spool could not do its work. A record whose append threw this is not kept: the caller follows its fail mode. */
export class SpoolError extends WeirError {
  override readonly code: SpoolErrorCode

  constructor(code: SpoolErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.code = code
  }
}

/** The bound on the spool's size is reached; the records in it are kept. */
export class SpoolFullError extends SpoolError {
  constructor(maxBytes: number) {
    super('ERR_SPOOL_FULL', `the spool has reached its bound of ${maxBytes} bytes`)
  }
}

/** Wraps an error of the file system. Its message names a path and an errno, never what was written. */
export function spoolError(code: SpoolErrorCode, action: string, cause: unknown): SpoolError {
  const reason = cause instanceof Error ? cause.message : 'unknown cause'
  return new SpoolError(code, `${action}: ${reason}`, { cause })
}
