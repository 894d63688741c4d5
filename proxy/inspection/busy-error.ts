import { WeirError } from '../../core/errors.ts'

/** No thread got round to inspecting a request in time. The client is told, with 503 and Retry-After: it is no verdict. */
export class InspectionBusyError extends WeirError {
  constructor() {
    super('ERR_INSPECTION_BUSY', 'too many prompts wait for their inspection')
  }
}
