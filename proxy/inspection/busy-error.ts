import { WeirError } from '../../core/errors.ts'

/** No thread was free to inspect a request in time. The client gets 503 with Retry-After: this is not a verdict. */
export class InspectionBusyError extends WeirError {
  constructor() {
    super('ERR_INSPECTION_BUSY', 'too many prompts wait for their inspection')
  }
}
