import { WeirError } from '../../../core/errors.ts'

/** Why no delivery may go to a URL or an address: one sentence for who set it. It names no address that a name led to. */
export class ReceiverError extends WeirError {
  constructor(message: string) {
    super('ERR_WEBHOOK_TARGET', message)
  }
}
