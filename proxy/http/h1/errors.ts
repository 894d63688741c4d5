/**
 * Bytes that are no HTTP/1.1, or such that two parsers could read them differently. `status` is what a client is answered
 * with; towards an upstream it has no meaning.
 */
export class MessageError extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
