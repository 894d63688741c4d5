/**
 * The root of every error this project throws on purpose. `code` is stable: logs, metrics and tests rely on it,
 * while `message` is for people and may change. Neither may ever carry prompt text, a secret or a token.
 */
export class WeirError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** Something that cannot happen unless our own code is wrong. */
export class InvariantError extends WeirError {
  constructor(message: string) {
    super('ERR_INVARIANT', message)
  }
}
