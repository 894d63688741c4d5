import { WeirError } from '../../core/errors.ts'

/** The file cannot be written or read. */
export class ExportError extends WeirError {
  constructor(message: string, cause?: unknown) {
    super('ERR_EXPORT', message, { cause })
  }
}

/** The file is not as it was signed; every problem is a line. */
export class InvalidExportError extends WeirError {
  constructor(problems: readonly string[]) {
    super('ERR_EXPORT_INVALID', problems.join('\n'))
  }
}
